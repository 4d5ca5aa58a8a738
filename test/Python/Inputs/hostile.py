"""What is wrong, strange or gone: values, names, options and models."""

import gc
import os
import pathlib
import tempfile
import unittest

import models
import numpy
import onnx
import onnxops
from dlpack_tensors import Fresh, Tensor
from numpy.testing import assert_array_equal
from onnx import TensorProto, helper


def floats(*shape):
    return numpy.arange(numpy.prod(shape), dtype="f4").reshape(shape)


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


class Lent(unittest.TestCase):
    def test_the_only_output_needs_no_name(self):
        join = onnxops.compile(models.concat())
        x = floats(2, 2)
        out = numpy.empty((4, 2), "f4")
        self.assertIs(join(x, x, out=out), out)
        assert_array_equal(out, numpy.concatenate([x, x]))
        lent = Tensor(numpy.empty((4, 2), "f4"))
        self.assertIs(join(x, x, out=lent), lent)
        assert_array_equal(lent.array, out)

    def test_of_several_outputs_each_has_a_name(self):
        both = onnxops.compile(models.two_results())
        with self.assertRaisesRegex(TypeError, "^out: expected a dictionary .*ndarray"):
            both(floats(2), [2], out=numpy.empty(4, "f4"))

    def test_what_is_no_memory(self):
        join = onnxops.compile(models.concat())
        x = floats(1, 2)
        for out in ([[0.0, 0.0]] * 2, numpy.float32(1), 3, "text"):
            with self.assertRaisesRegex(TypeError, "^out: .*an array, or a dictionary"):
                join(x, x, out=out)
            with self.assertRaisesRegex(TypeError, "^output 'both': .*an array or a"):
                join(x, x, out={"both": out})

    def test_what_is_read_only(self):
        join = onnxops.compile(models.concat())
        x = floats(1, 2)
        array = numpy.zeros((2, 2), "f4")

        class Declared(Tensor):
            @property
            def __array_interface__(self):
                return {**array.__array_interface__, "data": (array.ctypes.data, True)}

        for out in (
            Tensor(array, read_only=True),
            Tensor(array, version=(1, 1), read_only=True),
            Declared(array, version=None),
        ):
            with self.assertRaisesRegex(ValueError, "^output 'both': .*be written"):
                join(x, x, out=out)
            self.assertFalse(array.any())
        # The same may be an input.
        assert_array_equal(join(Tensor(x, read_only=True), x), [[0, 1], [0, 1]])
        x.flags.writeable = False
        assert_array_equal(join(x, x), [[0, 1], [0, 1]])
        same = onnxops.compile(models.concat(TensorProto.BFLOAT16))
        bits = numpy.ones((1, 2), "u2")
        bits.flags.writeable = False
        read_only = onnxops.BFloat16Array(bits)
        assert_array_equal(same(read_only, read_only).bits, [[1, 1], [1, 1]])
        with self.assertRaisesRegex(ValueError, "be written"):
            same(read_only, onnxops.BFloat16Array(bits[:0].copy()), out=read_only)


class DLPack(unittest.TestCase):
    def test_versions(self):
        join = onnxops.compile(models.concat())
        for version in (None, (1, 0), (1, 7)):
            x = Tensor(floats(1, 2), version=version)
            self.assertEqual(join(x, x).tolist(), [[0, 1], [0, 1]])
            asked = {} if version is None else {"max_version": (1, 0)}
            self.assertEqual(x.asked, [asked, asked])

    def test_what_is_wrong(self):
        join = onnxops.compile(models.concat())
        x = floats(1, 2)
        for error, text, tensor in (
            (BufferError, "DLPack 1, but got one of 2", Tensor(x, version=(2, 0))),
            (ValueError, "rank from 0 to 64, but got -1", Tensor(x, ndim=-1)),
            (ValueError, "rank from 0 to 64, but got 1000", Tensor(x, ndim=1000)),
            (TypeError, "code 2 of 24 bits", Tensor(x, bits=24)),
            (TypeError, "code 2 of 32 bits", Tensor(x, lanes=4)),
        ):
            with self.assertRaisesRegex(error, f"^input 'right': .*{text}"):
                join(x, tensor)

        class Odd(Tensor):
            def __dlpack__(self, **options):
                raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no reason")

        with self.assertRaisesRegex(ValueError, "^input 'left': .*no reason"):
            join(Odd(x), x)


class Shapes(unittest.TestCase):
    def test_what_numpy_cannot_hold(self):
        tile = onnxops.compile(models.tile())
        large = 2**31
        self.assertEqual(tile(floats(0, 1), [1, large]).shape, (0, large))
        message = r"output 'many': numpy cannot hold .* of shape \(2147483648, 0, 2147483648\)"
        tile = onnxops.compile(models.tile(3))
        with self.assertRaisesRegex(ValueError, message):
            tile(floats(1, 0, 1), [large, 1, large])
        self.assertEqual(tile(floats(1, 1, 1), [1, 1, 2]).shape, (1, 1, 2))


class Texts(unittest.TestCase):
    def test_names_that_are_not_utf8(self):
        data = models.concat().SerializeToString()
        for name in (b"left", b"both", b"N0"):
            bad = b"\xff" * len(name)
            with self.assertRaisesRegex(onnxops.ModelError, r"UTF-8, but got b'\\xff"):
                onnxops.compile(data.replace(name, bad))

    def test_names_with_nul(self):
        data = models.concat().SerializeToString()
        for name in (b"left", b"both", b"N0"):
            bad = name[:1] + b"\0" * (len(name) - 1)
            with self.assertRaisesRegex(onnxops.ModelError, "without NUL"):
                onnxops.compile(data.replace(name, bad))

    def test_lone_surrogates(self):
        join = onnxops.compile(models.concat(TensorProto.STRING, rank=1))
        with self.assertRaisesRegex(ValueError, r"^input 'left': .*but got '\\ud800'"):
            join(numpy.array(["a\ud800"], object), ["b"])

    def test_options(self):
        good = models.concat()
        for error, text, model, options in (
            (ValueError, "threads: .*but got 1180591620717411303424", good, {"threads": 2**70}),
            (ValueError, "threads: .*but got -1180", good, {"threads": -(2**70)}),
            (TypeError, "float", good, {"threads": 1.5}),
            (ValueError, r"function: .*without NUL, but got 'main\\x00'", good, {"function": "main\0"}),
            (ValueError, r"cpu: .*'\\ud800'", good, {"cpu": "\ud800"}),
            (TypeError, "checks: expected str, but got int", good, {"checks": 1}),
            (ValueError, r"model: .*without NUL, but got 'a.onnx\\x00'", "a.onnx\0", {}),
            (ValueError, r"model: .*'\\ud800.onnx'", "\ud800.onnx", {}),
            (ValueError, "directory: .*without NUL", good, {"directory": "\0"}),
        ):
            with self.assertRaisesRegex(error, text):
                onnxops.compile(model, **options)


class ExternalData(unittest.TestCase):
    def setUp(self):
        self._before = os.getcwd()
        self._folder = tempfile.TemporaryDirectory()
        os.chdir(self._folder.name)
        pathlib.Path("secret").write_bytes(numpy.array([7, 9], "f4").tobytes())
        tensor = onnx.TensorProto(name="t", data_type=TensorProto.FLOAT, dims=[2])
        tensor.data_location = onnx.TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="secret")
        self.model = models.model(
            [helper.make_node("Identity", ["t"], ["y"], "same")],
            [],
            [models.tensor("y", [2])],
            [tensor],
        )

    def tearDown(self):
        os.chdir(self._before)
        self._folder.cleanup()

    def test_a_model_in_memory_reads_no_file(self):
        for model in (self.model, self.model.SerializeToString()):
            with self.assertRaisesRegex(onnxops.ModelError, "'t': .*a directory"):
                onnxops.compile(model)

    def test_but_where_it_may(self):
        for directory in (".", self._folder.name, pathlib.Path(".")):
            read = onnxops.compile(self.model, directory=directory)
            assert_array_equal(read(), [7, 9])
        pathlib.Path("model.onnx").write_bytes(self.model.SerializeToString())
        assert_array_equal(onnxops.compile("model.onnx")(), [7, 9])


class Conversions(unittest.TestCase):
    """A CPU without instructions for f16, in a process without functions for it."""

    def test_f16(self):
        for start, end, names in (
            (TensorProto.FLOAT16, TensorProto.FLOAT, ("f2", "f4")),
            (TensorProto.FLOAT, TensorProto.FLOAT16, ("f4", "f2")),
            (TensorProto.FLOAT16, TensorProto.DOUBLE, ("f2", "f8")),
        ):
            cast = models.model(
                [helper.make_node("Cast", ["x"], ["y"], "cast", to=end)],
                [models.tensor("x", ["N"], start)],
                [models.tensor("y", ["N"], end)],
            )
            convert = onnxops.compile(cast, cpu="x86-64")
            x = numpy.array([0, 1, -2.5, 65504, 6e-8, numpy.inf], names[0])
            assert_array_equal(convert(x), x.astype(names[1]))


if __name__ == "__main__":
    unittest.main()
