"""What is wrong, strange or gone: values, names, options and models."""

import gc
import unittest

import models
import numpy
import onnxops
from dlpack_tensors import Fresh
from numpy.testing import assert_array_equal
from onnx import TensorProto


class Converted(unittest.TestCase):
    """What values are converted to is there until the call has read it."""

    def check(self, join, parts, expected):
        for _ in range(10):
            self.assertEqual(join(parts()).tolist(), expected)

    # Elements are too large for memory that NumPy keeps, and whose contents stay.
    def rows(self, number=float):
        return [[[number(i), number(j)] for j in range(300)] for i in range(5)]

    def test_elements_that_are_lists(self):
        join = onnxops.compile(models.join_sequence(TensorProto.DOUBLE))
        rows = self.rows()
        flat = [pair for row in rows for pair in row]
        self.check(join, lambda: rows, flat)
        self.check(join, lambda: iter(rows), flat)
        self.check(join, lambda: tuple(map(tuple, rows)), flat)

    def test_elements_that_are_strings(self):
        join = onnxops.compile(models.join_sequence(TensorProto.STRING))
        rows = self.rows(lambda i: f"number {i} " * 20)
        flat = [pair for row in rows for pair in row]
        self.check(join, lambda: rows, flat)
        self.check(join, lambda: [numpy.array(row) for row in rows], flat)
        self.check(join, lambda: [numpy.array(row, object) for row in rows], flat)

    def test_elements_that_are_made_when_asked_for(self):
        join = onnxops.compile(models.join_sequence())
        rows = self.rows()
        flat = [pair for row in rows for pair in row]
        self.check(join, lambda: map(Fresh, rows), flat)

    def test_elements_of_bf16(self):
        join = onnxops.compile(models.join_sequence(TensorProto.BFLOAT16))
        rows = numpy.array(self.rows(int), "u2")
        for _ in range(50):
            result = join(onnxops.BFloat16Array(row.copy()) for row in rows)
            assert_array_equal(result.bits, rows.reshape(-1, 2))

    def test_tensors(self):
        join = onnxops.compile(models.concat(TensorProto.DOUBLE))
        for _ in range(200):
            both = join([[1.0, 2.0]] * 50, [[3.0, 4.0]])
            self.assertEqual(both.tolist(), [[1, 2]] * 50 + [[3, 4]])
        join = onnxops.compile(models.concat())
        for _ in range(200):
            both = join(Fresh([[1, 2]]), Fresh([[3, 4]]))
            self.assertEqual(both.tolist(), [[1, 2], [3, 4]])

    def test_results_without_their_sequence(self):
        cut = onnxops.compile(models.split(TensorProto.STRING))
        for _ in range(50):
            chunk = cut([["a", "b"], ["c" * 99, "d"]], [1, 1])[1]
            gc.collect()
            self.assertEqual(chunk.tolist(), [["c" * 99, "d"]])


if __name__ == "__main__":
    unittest.main()
