"""Calls of compiled models: numbers, types, memory, sequences, threads."""

import copy
import gc
import pathlib
import pickle
import sys
import tempfile
import threading
import unittest

IN_PYTHON = "--in-python" in sys.argv  # without the module that makes calls in C
if IN_PYTHON:
    sys.argv.remove("--in-python")
    sys.modules["onnxops._calls"] = None

import models
import numpy
import onnx
import onnxops
from numpy.testing import assert_array_equal
from onnx import TensorProto, helper, numpy_helper
from onnxops import _import_context, _values

FIXED = {
    getattr(TensorProto, onnx_name): numpy.dtype(name)
    for onnx_name, name in (
        ("FLOAT", "f4"),
        ("DOUBLE", "f8"),
        ("FLOAT16", "f2"),
        ("UINT8", "u1"),
        ("UINT16", "u2"),
        ("UINT32", "u4"),
        ("UINT64", "u8"),
        ("INT8", "i1"),
        ("INT16", "i2"),
        ("INT32", "i4"),
        ("INT64", "i8"),
        ("BOOL", "?"),
        ("COMPLEX64", "c8"),
        ("COMPLEX128", "c16"),
    )
}


def make(random, shape, dtype):
    """Any bits, but for bools."""
    shape = tuple(shape)
    if dtype == numpy.bool_:
        return random.integers(0, 2, shape).astype(dtype)
    size = int(numpy.prod(shape)) * dtype.itemsize
    return numpy.frombuffer(random.bytes(size), dtype).reshape(shape)


def field(array):
    """The same numbers 5 bytes apart."""
    pairs = numpy.zeros(array.shape, [("number", array.dtype), ("mark", "u1")])
    pairs["number"] = array
    return pairs["number"]


def floats(*shape):
    return numpy.arange(numpy.prod(shape), dtype="f4").reshape(shape)


class Numbers(unittest.TestCase):
    def test_every_type_as_numpy_does(self):
        random = numpy.random.default_rng(7)
        for element, dtype in FIXED.items():
            rank = int(random.integers(1, 4))
            axis = int(random.integers(-rank, rank))
            join = onnxops.compile(models.concat(element, axis, rank))
            for _ in range(4):
                shape = random.integers(0, 5, rank)
                other = shape.copy()
                other[axis] = random.integers(0, 5)
                left, right = make(random, shape, dtype), make(random, other, dtype)
                both = join(left, right)
                expected = numpy.concatenate([left, right], axis)
                self.assertEqual((both.dtype, both.shape), (dtype, expected.shape))
                self.assertEqual(both.tobytes(), expected.tobytes())

    def test_strings(self):
        join = onnxops.compile(models.concat(TensorProto.STRING, rank=1))
        left = numpy.array(["a", "", "\udcff", "long" * 100], dtype=object)
        right = numpy.array([b"b\0c"])
        self.assertEqual(join(left, right).tolist(), [*left, "b\0c"])
        self.assertEqual(join(left[:0], right[:0]).tolist(), [])
        with self.assertRaisesRegex(TypeError, "^input 'left': expected str or"):
            join(numpy.array([1], dtype=object), right)

    def test_scalars_and_lists(self):
        same = onnxops.compile(models.scalar())
        self.assertEqual(same(numpy.float32(3)).shape, ())
        self.assertEqual(float(same(numpy.float32(3))), 3)

    def test_several_results_and_names(self):
        both = onnxops.compile(models.two_results())
        twice, tiled = both(times=numpy.array([3]), x=floats(2))
        assert_array_equal(twice, [0, 1, 0, 1])
        assert_array_equal(tiled, [0, 1, 0, 1, 0, 1])

    def test_frozen_initializers(self):
        tile = onnxops.compile(models.with_default(), freeze_initializers=True)
        self.assertEqual([port.name for port in tile.inputs], ["x"])
        assert_array_equal(tile(floats(2)), [0, 1] * 3)


class Ports(unittest.TestCase):
    def test_what_the_model_declares(self):
        join = onnxops.compile(models.concat())
        left, right = join.inputs
        self.assertEqual(
            (left.name, left.dtype, left.shape, left.is_sequence),
            ("left", "f32", ("N0", "D1"), False),
        )
        self.assertEqual(join.outputs[0].shape, (None, None))
        cut = onnxops.compile(models.split())
        self.assertTrue(cut.outputs[0].is_sequence)
        self.assertIn("seq(f32[", repr(cut))


class Models(unittest.TestCase):
    def test_from_files_bytes_and_protos(self):
        proto = models.concat()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "join.onnx"
            onnx.save(proto, str(path))
            data = proto.SerializeToString()
            kinds = [proto, data, bytearray(data), memoryview(data), path, str(path)]
            for kind in kinds:
                join = onnxops.compile(kind)
                assert_array_equal(join(floats(1, 2), floats(1, 2)), [[0, 1], [0, 1]])

    def test_mlir_with_several_functions(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "two.mlir"
            path.write_text(
                "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                "  return %x : tensor<2xf32>\n}\n"
                "func.func @twice(%x: tensor<2xf32>) -> tensor<4xf32> {\n"
                "  %r = onnxops.concat_v13 %x, %x axis = 0"
                " : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>\n"
                "  return %r : tensor<4xf32>\n}\n"
            )
            assert_array_equal(onnxops.compile(path)(floats(2)), [0, 1])
            twice = onnxops.compile(path, function="twice")
            assert_array_equal(twice(floats(2)), [0, 1, 0, 1])


class Contexts(unittest.TestCase):
    """One MLIR context serves small models, one after the other."""

    def setUp(self):
        _import_context._idle.clear()

    def test_is_kept(self):
        join = onnxops.compile(models.concat())
        (first,) = _import_context._idle
        column = onnxops.compile(models.concat(axis=1))
        self.assertEqual(_import_context._idle, [first])
        assert_array_equal(join(floats(1, 2), floats(1, 2)), [[0, 1], [0, 1]])
        assert_array_equal(column(floats(1, 2), floats(1, 2)), [[0, 1, 0, 1]])
        for _ in range(62):
            self.assertEqual(_import_context._idle, [first])
            onnxops.compile(models.concat())
        self.assertEqual(_import_context._idle, [])

    def test_is_dropped_with_what_takes_memory(self):
        for count, kept in ((1000, 1), (100_000, 0)):
            weights = numpy.arange(count, dtype="f4")
            model = models.model(
                [helper.make_node("Concat", ["x", "w"], ["y"], axis=0)],
                [models.tensor("x", [2])],
                [models.tensor("y", [count + 2])],
                [numpy_helper.from_array(weights, "w")],
            )
            join = onnxops.compile(model)
            self.assertEqual(len(_import_context._idle), kept)
            assert_array_equal(join(floats(2))[2:], weights)

    def test_is_dropped_after_errors_and_text(self):
        with self.assertRaises(onnxops.ModelError):
            onnxops.compile(b"no model")
        self.assertEqual(_import_context._idle, [])
        onnxops.compile(models.concat())
        with self.assertRaises(onnxops.ModelError):
            onnxops.compile(models.concat(), cpu="6502")
        self.assertEqual(_import_context._idle, [])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.mlir"
            path.write_text(
                "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                "  return %x : tensor<2xf32>\n}\n"
            )
            for name in (path, str(path)):
                assert_array_equal(onnxops.compile(name)(floats(2)), [0, 1])
                self.assertEqual(_import_context._idle, [])

    def test_serves_one_thread_at_a_time(self):
        def join():
            for _ in range(10):
                joined = onnxops.compile(models.concat())(floats(1, 2), floats(1, 2))
                results.append(joined.tolist())

        results = []
        threads = [threading.Thread(target=join) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, 40 * [[[0, 1], [0, 1]]])


class Cache(unittest.TestCase):
    def test_keeps_compiled_code(self):
        with tempfile.TemporaryDirectory() as folder:
            cache = pathlib.Path(folder) / "cache"
            # This process keeps a kernel that the directory does not have yet.
            for directory in (None, cache, str(cache)):
                join = onnxops.compile(models.concat(), cache=directory, cpu="x86-64")
                assert_array_equal(join(floats(1, 2), floats(0, 2)), [[0, 1]])
                files = list(cache.glob("llvmcache-*"))
                self.assertEqual(len(files), 0 if directory is None else 2)
            with self.assertRaisesRegex(onnxops.ModelError, "^cache: cannot create"):
                onnxops.compile(models.concat(), cache=next(cache.iterdir()) / "below")
            with self.assertRaisesRegex(ValueError, "^cache: .*without NUL"):
                onnxops.compile(models.concat(), cache="a\0b")
            with self.assertRaises(TypeError):
                onnxops.compile(models.concat(), cache=3)


class Memory(unittest.TestCase):
    def test_inputs_are_not_copied(self):
        join = onnxops.compile(models.concat())
        array = floats(3, 2)
        slot = _values.Input(join.inputs[0], array).slot
        self.assertEqual(slot.data, array.ctypes.data)

    def test_lent_memory_is_written(self):
        join = onnxops.compile(models.concat())
        out = numpy.full((3, 2), -1, "f4")
        both = join(floats(2, 2), floats(1, 2), out={"both": out})
        self.assertIs(both, out)
        assert_array_equal(out, [[0, 1], [2, 3], [0, 1]])

    def test_lent_memory_that_does_not_fit(self):
        join = onnxops.compile(models.concat())
        read_only = numpy.empty((2, 2), "f4")
        read_only.flags.writeable = False
        for out, error, text in (
            (numpy.empty((1, 2), "f4"), onnxops.CallError, "of at least 16 bytes"),
            (numpy.empty((4, 1), "f4"), onnxops.CallError, r"of shape \(2, 2\)"),
            (numpy.empty((2, 2), "f8"), TypeError, "type f32, but got f64"),
            (numpy.empty((2, 2), "f4").T, ValueError, "row-major"),
            (read_only, ValueError, "may be written"),
        ):
            with self.assertRaisesRegex(error, f"^output 'both': .*{text}"):
                join(floats(1, 2), floats(1, 2), out={"both": out})
        with self.assertRaisesRegex(TypeError, "output of both, but got 'b'"):
            join(floats(1, 2), floats(1, 2), out={"b": out})
        with self.assertRaisesRegex(TypeError, "^out: .* but got list"):
            join(floats(1, 2), floats(1, 2), out=[out])

    def test_lent_memory_that_is_in_use(self):
        join = onnxops.compile(models.concat())
        memory = numpy.zeros((6, 2), "f4")
        with self.assertRaisesRegex(ValueError, "'both': .* but got that of 'right'"):
            join(memory[:2], memory[3:4], out={"both": memory[2:5]})
        join(memory[:2], memory[2:3], out={"both": memory[3:]})
        both = onnxops.compile(models.two_results())
        with self.assertRaisesRegex(ValueError, "'tiled': .* but got that of 'twice'"):
            lent = numpy.zeros(4, "f4")
            both(floats(2), numpy.array([2]), out={"twice": lent, "tiled": lent})

    def test_a_copy_of_a_program_shares_it(self):
        join = onnxops.compile(models.concat())
        copies = copy.copy(join), copy.deepcopy([join])[0]
        del join
        gc.collect()
        for other in copies:
            assert_array_equal(other(floats(1, 2), floats(0, 2)), [[0, 1]])
        with self.assertRaisesRegex(TypeError, "cannot be pickled"):
            pickle.dumps(copies[0])

    def test_results_outlive_everything(self):
        cut = onnxops.compile(models.split())
        join = onnxops.compile(models.concat())
        both = join(floats(500, 2), floats(500, 2))
        chunk = cut(floats(1000, 2), numpy.array([400, 600]))[1]
        del cut, join
        gc.collect()
        numpy.empty(100000).fill(1)
        assert_array_equal(both, numpy.concatenate([floats(500, 2)] * 2))
        assert_array_equal(chunk, floats(1000, 2)[400:])


class Sequences(unittest.TestCase):
    def test_out(self):
        cut = onnxops.compile(models.split(TensorProto.INT16))
        x = numpy.arange(10, dtype="i2").reshape(5, 2)
        chunks = cut(x, numpy.array([2, 0, 3]))
        self.assertEqual([c.shape for c in chunks], [(2, 2), (0, 2), (3, 2)])
        assert_array_equal(numpy.concatenate(chunks), x)

    def test_in(self):
        join = onnxops.compile(models.join_sequence())
        parts = [floats(1, 2), floats(3, 2)[::2], floats(2, 3).T[:2]]
        assert_array_equal(join(parts), numpy.concatenate(parts))

    def test_wrong_ones(self):
        join = onnxops.compile(models.join_sequence())
        with self.assertRaisesRegex(TypeError, "a list of tensors, but got ndarray"):
            join(floats(1, 2))
        with self.assertRaisesRegex(TypeError, "^input 'parts', element 1: .*f64"):
            join([floats(1, 2), floats(1, 2).astype("f8")])
        with self.assertRaisesRegex(onnxops.CallError, "join"):
            join([])
        with self.assertRaisesRegex(ValueError, "element 1: .*multiples of 4"):
            join([floats(1, 2), field(floats(1, 2))])


class Misuse(unittest.TestCase):
    def test_inputs(self):
        join = onnxops.compile(models.concat())
        x = floats(1, 2)
        for error, text, args, kwargs in (
            (TypeError, "input 'right' is not given", [x], {}),
            (TypeError, "expected 2 inputs, but got 3", [x, x, x], {}),
            (TypeError, "of left, right, but got 'up'", [x], {"up": x}),
            (TypeError, "input 'left' is given twice", [x], {"left": x}),
            (TypeError, "'right': expected element .* f32, but got f64", [x, [1.0]], {}),
            (TypeError, "but got >f4", [x, x.astype(">f4")], {}),
            (TypeError, "but got datetime64", [x, numpy.zeros(1, "M8[s]")], {}),
            (TypeError, "'right': .* a tensor, but got NoneType", [x, None], {}),
            (TypeError, "'right': .* a tensor, but got list_iterator", [x, iter([x])], {}),
            (ValueError, "'right': .*multiples of 4 .*10, 5", [x, field(x)], {}),
            (onnxops.CallError, "'right': .*row-major", [x, floats(2, 2).T], {}),
            (onnxops.CallError, "'right': .*dimension 1", [x, floats(1, 3)], {}),
            (onnxops.CallError, "'right': .*rank", [x, floats(2)], {}),
        ):
            with self.assertRaisesRegex(error, text):
                join(*args, **kwargs)
        # None of this has done harm.
        assert_array_equal(join(x, x), [[0, 1], [0, 1]])

    def test_models(self):
        good = models.concat()
        for error, text, model, options in (
            (onnxops.ModelError, "^no.onnx: .*No such file", "no.onnx", {}),
            (onnxops.ModelError, "^no.txt: .*ends in", "no.txt", {}),
            (onnxops.ModelError, "^model: .*not an onnx.ModelProto", b"\xff", {}),
            (TypeError, "but got int", 3, {}),
            (onnxops.ModelError, "function 'f'", good, {"function": "f"}),
            (onnxops.ModelError, "checks: .*'maybe'", good, {"checks": "maybe"}),
            (onnxops.ModelError, "cpu: .*'6502'", good, {"cpu": "6502"}),
            (onnxops.ModelError, "threads: .*2000", good, {"threads": 2000}),
            (ValueError, "threads: .*but got 0", good, {"threads": 0}),
            (onnxops.ModelError, "pipeline: .*in-space", good, {"pipeline": "in-space=false"}),
            (onnxops.ModelError, "pipeline: .*'in-place=maybe'", good,
             {"pipeline": "in-place=maybe"}),
            (onnxops.ModelError, "vector-bytes: .*but got 7", good,
             {"pipeline": "vector-bytes=7"}),
            (onnxops.ModelError, "vector-bytes: .*but got 3000000000", good,
             {"pipeline": "vector-bytes=3000000000"}),
            (onnxops.ModelError, "threads: .*but got 100000", good,
             {"pipeline": "threads=100000"}),
        ):
            with self.assertRaisesRegex(error, text):
                onnxops.compile(model, **options)


class Threads(unittest.TestCase):
    def test_eight_call_one_program(self):
        join = onnxops.compile(models.concat(), threads=1)
        failures = []

        def work(seed):
            random = numpy.random.default_rng(seed)
            for _ in range(50):
                left = random.random((int(random.integers(1, 50)), 2)).astype("f4")
                right = left + 1
                if not (join(left, right) == numpy.concatenate([left, right])).all():
                    failures.append(seed)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


if __name__ == "__main__":
    unittest.main()
