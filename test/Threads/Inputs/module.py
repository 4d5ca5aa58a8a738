"""Eight threads use the Python module at once: they call one compiled function,
and each compiles and calls models of its own. Prints how many calls there were.

usage: module.py FOLDER_OF_MODELS [ROUNDS]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import sys
import threading

import numpy
import onnxops
from numpy.testing import assert_array_equal

THREADS = 8
folder = pathlib.Path(sys.argv[1])
rounds = int(sys.argv[2]) if sys.argv[2:] else 2
join = onnxops.compile(folder / "good-join.onnx")
left = numpy.arange(20000, dtype="f4").reshape(10000, 2)
right = -left[:5000]
calls, failures = [0] * THREADS, []


def use_shared():
    """One function, and inputs that all threads read."""
    for _ in range(20):
        both = join(left, right)
        assert_array_equal(both, numpy.concatenate([left, right]))
    out = numpy.empty((15000, 2), "f4")
    assert_array_equal(join(left, right, out=out), numpy.concatenate([left, right]))
    return 21


def use_own(turn):
    """Tensors, texts, sequences and a loop, from files and from bytes."""
    tile = onnxops.compile((folder / "good-tile.onnx").read_bytes(), threads=1 + turn % 2)
    x, text = numpy.ones((2, 3), "f4"), numpy.array([["a", "b"]] * 2, dtype=object)
    tiled, texts = tile(x, text, numpy.array([2, 3]))
    assert tiled.shape == (4, 9) and texts.tolist() == [["a", "b"] * 3] * 4, texts
    split = onnxops.compile(folder / "good-split.onnx")
    chunks = split(left[:5, :1].repeat(3, 1))
    assert [chunk.tolist() for chunk in chunks] == [[[2.0 * i] * 3] for i in range(5)]
    append = onnxops.compile(folder / "good-append.onnx", verify_passes=turn % 2 == 1)
    everything, each = append(right[:2], numpy.array(10))
    assert everything.shape == (22, 2) and len(each) == 10
    return 3


def expect_error(kind, function, *arguments, **options):
    try:
        function(*arguments, **options)
    except kind as error:
        assert str(error)
        return 1
    raise AssertionError(f"expected {kind.__name__}")


def use_wrongly():
    return (
        expect_error(onnxops.ModelError, onnxops.compile, folder / "bad-sizes.onnx")
        + expect_error(onnxops.ModelError, onnxops.compile, b"no model")
        + expect_error(Exception, join, left, right[:, :1])
        + expect_error(Exception, join, left, right, memory_limit=1000)
    )


def work(number):
    try:
        start.wait()
        for turn in range(rounds):
            calls[number] += use_shared() + use_own(number + turn) + use_wrongly()
    except BaseException as error:  # of any kind: the main thread tells it
        failures.append(f"thread {number}: {type(error).__name__}: {error}")


start = threading.Barrier(THREADS)
threads = [threading.Thread(target=work, args=[number]) for number in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failures, failures
print(f"{sum(calls)} calls on {THREADS} threads")
