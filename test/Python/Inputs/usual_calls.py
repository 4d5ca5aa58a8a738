"""Calls that are made in C are those that Python makes."""

import ctypes
import os
import sys
import unittest

from calls import FIXED, IN_PYTHON, field, floats, make  # before onnxops: --in-python

import dlpack_tensors
import models
import numpy
import onnxops
from numpy.testing import assert_array_equal


def describe_call(call, *args, **kwargs):
    """The result of a call, or its error, as values that can be compared."""
    try:
        results = call(*args, **kwargs)
    except Exception as error:
        return type(error), str(error)
    results = results if isinstance(results, tuple) else (results,)
    results = [getattr(r, "array", r) for r in results]  # of a lent tensor
    return [(r.dtype, r.shape, r.tobytes(), r.flags.writeable) for r in results]


class UsualCalls(unittest.TestCase):
    """Calls that are made in C are those that Python makes, in `_call`."""

    def check(self, program, *args, **kwargs):
        expected = describe_call(program._call, *args, **kwargs)
        self.assertEqual(describe_call(program, *args, **kwargs), expected)

    def test_are_made_in_c(self):
        if IN_PYTHON:
            self.skipTest("Python makes all calls")
        join = onnxops.compile(models.concat())
        python_calls = []
        type(join)._call, before = lambda *a, **k: python_calls.append(a), join._call
        try:
            x, out = floats(1, 2), numpy.empty((2, 2), "f4")
            assert_array_equal(join(x, x), [[0, 1], [0, 1]])
            self.assertIs(join(x, x, out=out), out)
            self.assertEqual(python_calls, [])
            join(x, [x])
            self.assertEqual(len(python_calls), 1)
        finally:
            type(join)._call = before.__func__

    def test_arrays(self):
        random = numpy.random.default_rng(11)
        for element, dtype in FIXED.items():
            join = onnxops.compile(models.concat(element))
            for rows, columns in ((0, 2), (1, 3), (5, 0), (300, 7)):
                left = make(random, (rows, columns), dtype)
                right = make(random, (2, columns), dtype)
                out = numpy.zeros((rows + 2, columns), dtype)
                self.check(join, left, right)
                self.check(join, left, right, out=out)
                self.assertEqual(out.tobytes(), join(left, right).tobytes())
                for other in (
                    right[:, ::-1],
                    numpy.asfortranarray(make(random, (3, columns), dtype)),
                    right.newbyteorder(),
                    numpy.zeros_like(right, "f8" if dtype == numpy.float32 else "f4"),
                    right[0],
                    right.tolist(),
                    right.view(numpy.recarray),
                    field(right),
                    make(random, (2, columns + 1), dtype),
                    None,
                ):
                    self.check(join, left, other)
                    self.check(join, left, right, out=other)

    def test_odd_tensors(self):
        join = onnxops.compile(models.concat())
        below, x, above = numpy.split(floats(5, 2), (2, 3))
        for changes in (
            {"data": None},
            {"data": None, "byte_offset": 8},
            {"shape": None},
            {"shape": (ctypes.c_int64 * 2)(-1, 2)},
            {"shape": (ctypes.c_int64 * 2)(2**62, 2)},
            {"strides": (ctypes.c_int64 * 2)(1, 1)},
            {"device_type": 2},
        ):
            odd = dlpack_tensors.Tensor(x, **changes)
            self.check(join, x, odd)
            self.check(join, odd, x, out=above)
            self.check(join, odd, x, out=below)
            out = dlpack_tensors.Tensor(numpy.zeros((2, 2), "f4"), **changes)
            self.check(join, x, above[:1], out=out)
        empty = dlpack_tensors.Tensor(floats(0, 2), data=None)
        self.assertEqual(join(x, empty).tolist(), x.tolist())
        self.check(join, empty, empty)

    def test_lent_tensors(self):
        join = onnxops.compile(models.concat())
        x, memory = floats(1, 2), floats(8, 2)
        for version in (None, (1, 0), (1, 7), (2, 0)):
            for read_only in (False, True):
                for out in (numpy.zeros((2, 2), "f4"), numpy.zeros((2, 3), "f4"), memory[:2]):
                    lent = dlpack_tensors.Tensor(out, version, read_only)
                    self.check(join, x, x, out=lent)
                    self.check(join, x, memory[1:2], out=lent)
        out = numpy.zeros((2, 2), "f4")
        lent = dlpack_tensors.Tensor(out)
        self.assertIs(join(x, x + 1, out=lent), lent)
        self.assertEqual(out.tolist(), [[0, 1], [1, 2]])
        for changes in (
            {"strides": (ctypes.c_int64 * 2)(2, 1)},
            {"strides": (ctypes.c_int64 * 2)(1, 2)},
            {"data": None},
        ):
            self.check(join, x, x, out=dlpack_tensors.Tensor(out, **changes))
        with self.assertRaisesRegex(ValueError, "'both': expected memory, but got a null"):
            join(x, x, out=dlpack_tensors.Tensor(out, data=None))
        sizes = (ctypes.c_int64 * 2)(2**61 + 2, 2)
        with self.assertRaisesRegex(ValueError, "'both': expected fewer than 2\\^63 bytes"):
            join(x, x, out=dlpack_tensors.Tensor(out, shape=sizes))
        with self.assertRaisesRegex(ValueError, "'both': expected memory that may be written"):
            join(x, x, out=dlpack_tensors.Tensor(out, is_copy=True))
        self.assertEqual(out.tolist(), [[0, 1], [0, 1]])
        self.check(join, x, x, out=None)

    def test_no_elements(self):
        join = onnxops.compile(models.concat())
        x, none = floats(8, 2), floats(0, 2)
        self.check(join, none, none, out=x[3:3])
        self.check(join, none, none, out=x[:1])
        self.check(join, x[4:4], x[6:8], out=x[3:5])
        self.assertIs(join(none, none, out=none), none)

    def test_exceptions_of_other_code(self):
        class Interrupted(dlpack_tensors.Tensor):
            """Whose user presses Ctrl-C."""

            def __dlpack__(self, **options):
                if error:
                    raise error.pop()
                return super().__dlpack__(**options)

        class Key(str):
            """A keyword that cannot be compared."""

            __hash__ = str.__hash__

            def __eq__(self, other):
                raise error.pop() if error else TypeError("not comparable")

        join = onnxops.compile(models.concat())
        x, out = floats(1, 2), floats(2, 2)
        for kind in (KeyboardInterrupt, SystemExit, MemoryError, ZeroDivisionError):
            for call in (
                lambda: join(x, Interrupted(x)),
                lambda: join(x, x, out=Interrupted(out)),
                lambda: join(x, x, **{Key("out"): out}),
            ):
                error = [kind()]
                with self.assertRaises(kind):
                    call()

    def test_other_kinds_of_objects(self):
        class Array(numpy.ndarray):
            """An array whose capsules are of other numbers."""

            def __dlpack__(self, **options):
                return (numpy.array(self) + 5).__dlpack__()

        class Homeless:
            """Does not say on what device it is."""

            def __dlpack__(self, **options):
                return dlpack_tensors.Tensor(x).__dlpack__()

        join = onnxops.compile(models.concat())
        x = floats(1, 2)
        self.check(join, x, x.view(Array))
        self.check(join, x, Homeless())
        with self.assertRaises(AttributeError):
            join(x, Homeless())

    def test_types_of_tensors_alternate(self):
        class Other(dlpack_tensors.Tensor):
            """Of a class that Python may free."""

        class Nested(dlpack_tensors.Tensor):
            """Calls a program, with tensors of other types, while it is exported."""

            def __dlpack__(self, **options):
                join(Other(x), dlpack_tensors.Fresh([[8, 9]]))
                return super().__dlpack__(**options)

        join = onnxops.compile(models.concat())
        x = floats(1, 2)
        for _ in range(3):
            for kind in (Other, dlpack_tensors.Tensor, Nested):
                self.assertEqual(join(kind(x), kind(x + 2)).tolist(), [[0, 1], [2, 3]])

    def test_are_bound_once(self):
        join = onnxops.compile(models.concat())
        if not IN_PYTHON:
            with self.assertRaisesRegex(RuntimeError, "bound already"):
                join._bind(0, (), (), (), ())

    def test_memory_that_overlaps(self):
        join = onnxops.compile(models.concat())
        memory = floats(6, 2)
        for begin in range(6):
            self.check(join, memory[:2], memory[2:3], out=memory[begin : begin + 3])

    def test_operands_and_results(self):
        x, times = floats(3), numpy.array([2])
        self.check(onnxops.compile(models.two_results()), x, times)
        self.check(onnxops.compile(models.two_results()), x, times, out=x)
        self.check(onnxops.compile(models.scalar()), numpy.array(3, "f4"))
        self.check(onnxops.compile(models.scalar()), numpy.float32(3))
        for count in (1, 15, 16, 17, 300):
            many = onnxops.compile(models.concat_many(count))
            inputs = [floats(i % 3, 2) for i in range(count)]
            self.check(many, *inputs)
            self.check(many, *inputs[:-1], None)

    def test_keep_references(self):
        join = onnxops.compile(models.concat())
        x, wrong, out = floats(1, 2), floats(1, 3), numpy.empty((2, 2), "f4")
        tensor = dlpack_tensors.Tensor(floats(1, 2))
        objects = (join, x, wrong, out, tensor, None, numpy.dtype("f4"), numpy.ndarray)
        before = [sys.getrefcount(value) for value in objects]
        for _ in range(100):
            join(x, x)
            join(x, tensor)
            join(x, x, out=out)
            join(tensor, x, out=dlpack_tensors.Tensor(out))
            for other in (wrong, None, [x]):
                describe_call(join, x, other)
                describe_call(join, x, x, out=other)
        after = [sys.getrefcount(value) for value in objects]
        self.assertEqual([b - a > 50 for a, b in zip(before, after)], [False] * 8)

    def test_results_keep_their_memory(self):
        results = []
        for i in range(200):
            join = onnxops.compile(models.concat()) if i % 50 == 0 else join
            results.append(join(floats(50, 2) + i, floats(50, 2) - i))
        for i, result in enumerate(results):
            parts = [floats(50, 2) + i, floats(50, 2) - i]
            assert_array_equal(result, numpy.concatenate(parts))

    def test_in_a_child(self):
        join = onnxops.compile(models.concat())
        x = floats(1, 2)
        child = os.fork()
        if child == 0:
            os._exit(0 if join(x, x).tolist() == [[0, 1], [0, 1]] else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


if __name__ == "__main__":
    unittest.main()
