# Programs of sequences that need no copy but the one into their output: runs
# each, compares the numbers with numpy, and the bytes that the call stores with
# those of the outputs. Where everything is known at compile time, also that no
# sequence is left.
#
# usage: sequence-bytes.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import subprocess
import sys

import numpy as np

from onnx_case import Case, is_left_out

X = np.arange(5 * 7 * 3, dtype=np.float32).reshape(5, 7, 3)
Y = -X


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"{' '.join(command)}\nexit {done.returncode}: {done.stderr}")
    return done.stdout


class Program(Case):
    """A model of one output, whose operands and sizes are known or not."""

    def __init__(self, is_known):
        super().__init__(13)
        self.is_known = is_known
        self.x, self.y = (
            self.input("f32", array, array.shape if is_known else [None] * 3)
            for array in (X, Y)
        )

    def integers(self, value):
        make = self.constant if self.is_known else self.input
        return make("i64", np.array(value))

    def split(self, value=None, axis=1, **attributes):
        inputs = [self.x] if value is None else [self.x, self.integers(value)]
        return self.node("SplitToSequence", inputs, axis=axis, **attributes)

    def at(self, sequence, position):
        return self.node("SequenceAt", [sequence, self.integers(position)])

    def insert(self, sequence, tensor, *position):
        positions = [self.integers(p) for p in position]
        return self.node("SequenceInsert", [sequence, tensor, *positions])

    def erase(self, sequence, *position):
        positions = [self.integers(p) for p in position]
        return self.node("SequenceErase", [sequence, *positions])

    def join(self, sequence, **attributes):
        return self.node("ConcatFromSequence", [sequence], **attributes)

    def length(self, sequence):
        return self.node("SequenceLength", [sequence])


def chain(p):
    """y, x, a chunk, y; then without the chunk."""
    s = p.node("SequenceConstruct", [p.x, p.y])
    s = p.insert(s, p.y, 0)
    s = p.insert(s, p.at(p.split([2, 5]), 1), -1)
    return p.erase(s, -2)


def reordered(p):
    s = p.split([1, 2, 4])
    chunks = [p.at(s, position) for position in (2, 0, -2)]
    return p.join(p.node("SequenceConstruct", chunks), axis=1)


# What to build, and what comes out of it.
CASES = {
    "one_chunk": (lambda p: p.at(p.split(), 3), X[:, 3:4]),
    "last_chunk": (lambda p: p.at(p.split(3), -1), X[:, 6:]),
    "vector": (lambda p: p.at(p.split([2, 0, 4, 1], axis=-2), -2), X[:, 2:6]),
    "empty_chunk": (lambda p: p.at(p.split([2, 0, 4, 1]), 1), X[:, :0]),
    "inner_axis": (lambda p: p.at(p.split(2, axis=-1), 0), X[:, :, :2]),
    "outer_axis": (lambda p: p.at(p.split(4, axis=0), 1), X[4:]),
    "squeezed": (lambda p: p.at(p.split(keepdims=0), -7), X[:, 0]),
    "squeezed_inside": (lambda p: p.at(p.split(axis=2, keepdims=0), 1), X[:, :, 1]),
    "squeezed_outside": (lambda p: p.at(p.split(axis=0, keepdims=0), 1), X[1]),
    "beyond_the_axis": (lambda p: p.at(p.split(100), 0), X),
    "length": (lambda p: p.length(p.split(3)), np.int64(3)),
    "length_of_vector": (lambda p: p.length(p.split([7, 0])), np.int64(2)),
    "length_of_chain": (lambda p: p.length(chain(p)), np.int64(3)),
    "length_of_none": (lambda p: p.length(p.node("SequenceEmpty", [])), np.int64(0)),
    "chain": (lambda p: p.at(chain(p), 1), X),
    "split_and_join": (lambda p: p.join(p.split(3), axis=1), X),
    "split_and_stack": (lambda p: p.join(p.split(keepdims=0), axis=1, new_axis=1), X),
    "joined_elsewhere": (lambda p: p.join(p.split(), axis=2),
                         np.concatenate(np.split(X, 7, 1), 2)),
    "stacked": (lambda p: p.join(p.split(), axis=0, new_axis=1),
                np.stack(np.split(X, 7, 1))),
    "squeezed_and_joined": (lambda p: p.join(p.split(keepdims=0), axis=0),
                            np.concatenate([X[:, i] for i in range(7)])),
    "one_chunk_less": (lambda p: p.join(p.erase(p.split(), 4), axis=1),
                       np.delete(X, 4, 1)),
    "one_more": (lambda p: p.join(p.insert(p.split(3), p.y, 1), axis=1),
                 np.concatenate([X[:, :3], Y, X[:, 3:]], 1)),
    "reordered": (reordered, np.concatenate([X[:, 3:], X[:, :1], X[:, 1:3]], 1)),
}


def check(name, is_known, folder):
    build, expected = CASES[name]
    case = Program(is_known)
    type_name = "i64" if expected.dtype == np.int64 else "f32"
    case.expect(build(case), type_name, expected, [None] * expected.ndim)
    case.save(folder)
    command = ["onnxops-run", f"{folder}/model.onnx"]
    if is_known and "sequence" in run(*command, "--emit", "shapes"):
        sys.exit(f"{folder}: expected no sequence to be left, but got one")
    files = ["--input-dir", folder, "--expect-dir", folder]
    if not run(*command, *files).endswith("matches the reference\n"):
        sys.exit(f"{folder}: no match reported")
    timing = run(*command, *files, "--time", "1")
    moved = int(re.search(r"bytes_moved=(\d+)", timing).group(1))
    if moved != expected.nbytes:
        sys.exit(f"{folder}: expected {expected.nbytes} bytes moved, but got {moved}")


runs = 0
for name in CASES:
    for kind, is_known in (("known", True), ("run-time", False)):
        if not is_left_out():
            check(name, is_known, f"{sys.argv[1]}/{name}-{kind}")
            runs += 1
print(f"{runs} of {2 * len(CASES)} programs: {len(CASES)}, each known and at run time")
