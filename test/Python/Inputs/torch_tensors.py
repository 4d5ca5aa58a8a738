"""Tensors of PyTorch in and out, which share their memory with NumPy's."""

import threading
import unittest

import models
import onnxops
import torch
from onnx import TensorProto
from onnxops import _values


class Tensor(torch.Tensor):
    """Of a subclass."""


class Torch(unittest.TestCase):
    def test_in_and_out(self):
        for element, dtype in (
            (TensorProto.FLOAT, torch.float32),
            (TensorProto.FLOAT16, torch.float16),
            (TensorProto.DOUBLE, torch.float64),
            (TensorProto.INT64, torch.int64),
            (TensorProto.UINT8, torch.uint8),
            (TensorProto.COMPLEX64, torch.complex64),
            (TensorProto.BFLOAT16, torch.bfloat16),
        ):
            join = onnxops.compile(models.concat(element))
            left = (torch.arange(6) / 4).to(dtype).reshape(3, 2)
            right = (torch.arange(2) + 7).to(dtype).reshape(1, 2)
            slot = _values.Input(join.inputs[0], left).slot
            self.assertEqual(slot.data, left.data_ptr())
            result = join(left, right)
            both = torch.from_dlpack(result)
            self.assertEqual(both.dtype, dtype)
            self.assertTrue(torch.equal(both, torch.cat([left, right])))
            bits = getattr(result, "bits", result)
            self.assertEqual(both.data_ptr(), bits.ctypes.data)
            self.assertEqual(tuple(both.shape), result.shape)

    def test_results_come_back_in(self):
        join = onnxops.compile(models.concat(TensorProto.BFLOAT16))
        x = torch.ones(1, 2, dtype=torch.bfloat16)
        twice = torch.from_dlpack(join(join(x, x), x))
        self.assertTrue(torch.equal(twice, torch.ones(3, 2, dtype=torch.bfloat16)))

    def test_a_result_keeps_its_memory(self):
        join = onnxops.compile(models.concat(TensorProto.BFLOAT16))
        x = torch.rand(4000, 2).to(torch.bfloat16)
        both = torch.from_dlpack(join(x, x))
        torch.zeros(100000)
        self.assertTrue(torch.equal(both, torch.cat([x, x])))

    def test_views_with_an_offset(self):
        join = onnxops.compile(models.concat())
        x = torch.arange(8.0).reshape(4, 2)
        self.assertEqual(join(x[1:3], x[3:]).tolist(), x[1:].tolist())

    def test_lent(self):
        join = onnxops.compile(models.concat())
        x = torch.arange(4.0).reshape(2, 2)
        out = torch.empty(4, 2)
        self.assertIs(join(x, x, out={"both": out}), out)
        self.assertTrue(torch.equal(out, torch.cat([x, x])))
        self.assertIs(join(x, x + 1, out=out), out)
        self.assertTrue(torch.equal(out, torch.cat([x, x + 1])))

    def test_no_elements(self):
        join = onnxops.compile(models.concat())
        none = torch.empty(0, 2)
        self.assertIs(join(none, none.clone(), out=none), none)
        self.assertEqual(tuple(join(none, none).shape), (0, 2))

    def test_calls_are_made_in_c(self):
        join = onnxops.compile(models.concat())
        x, out = torch.arange(4.0).reshape(2, 2), torch.empty(4, 2)
        python_calls = []
        type(join)._call, before = lambda *a, **k: python_calls.append(a), join._call
        try:
            self.assertEqual(join(x, x.numpy()).tolist(), torch.cat([x, x]).tolist())
            self.assertIs(join(x, x, out=out), out)
            self.assertEqual(python_calls, [])
        finally:
            type(join)._call = before.__func__

    def test_conjugates(self):
        join = onnxops.compile(models.concat(TensorProto.COMPLEX64))
        x = torch.arange(4).to(torch.complex64).reshape(2, 2) * 1j
        with self.assertRaisesRegex(Exception, "'right': .*conjugate"):
            join(x, x.conj())
        both = torch.from_dlpack(join(x, x.conj().resolve_conj()))
        self.assertTrue(torch.equal(both, torch.cat([x, -x])))

    def test_refused(self):
        join = onnxops.compile(models.concat())
        x = torch.arange(4.0).reshape(2, 2)
        for error, text, wrong in (
            (onnxops.CallError, "'left': .*row-major", x.T),
            (TypeError, "'left': expected element type f32, but got i64", x.long()),
            (Exception, "'left': .*gradient", x.clone().requires_grad_()),
            (Exception, "'left': .*gradient", torch.nn.Parameter(x)),
            (Exception, "'left': .*layout", x.to_sparse()),
            (ValueError, "'left': .*meta", x.to("meta")),
            (ValueError, "'left': .*negated", torch._neg_view(x)),
            (ValueError, "'left': .*negated", torch.tensor([[1 + 2j]]).conj().imag),
            (ValueError, "'left': .*negated", torch._neg_view(x).as_subclass(Tensor)),
        ):
            with self.assertRaisesRegex(error, text):
                join(wrong, x)

    def test_refused_to_lend(self):
        join = onnxops.compile(models.concat())
        x, memory = torch.arange(4.0).reshape(2, 2), torch.zeros(6, 4)
        for error, text, wrong in (
            (ValueError, "'both': expected row-major", memory[:4, :2]),
            (ValueError, "'both': expected row-major", memory[:2].T),
            (TypeError, "'both': expected element type f32, but got i64", torch.zeros(4, 2).long()),
            (Exception, "'both': .*gradient", torch.zeros(4, 2, requires_grad=True)),
            (ValueError, "'both': .*negated", torch._neg_view(torch.zeros(4, 2))),
            (onnxops.CallError, "'both': expected lent memory of shape", torch.zeros(2, 4)),
            (onnxops.CallError, "'both': expected lent memory of at least", torch.zeros(3, 2)),
        ):
            with self.assertRaisesRegex(error, text):
                join(x, x, out=wrong)
        line = torch.arange(16.0)
        for begin, end in ((0, 8), (3, 11), (4, 12)):
            with self.assertRaisesRegex(ValueError, "'both': expected memory of its own"):
                join(line[:4].view(2, 2), line[8:12].view(2, 2), out=line[begin:end].view(4, 2))
        out = line[0:8].view(4, 2)
        self.assertIs(join(line[8:12].view(2, 2), line[12:].view(2, 2), out=out), out)
        self.assertEqual(line[:8].tolist(), [8, 9, 10, 11, 12, 13, 14, 15])

    def test_small_and_large_ones_of_all_types(self):
        # Described without DLPack.
        for element, dtype in (
            (TensorProto.UINT8, torch.uint8),
            (TensorProto.INT8, torch.int8),
            (TensorProto.INT16, torch.int16),
            (TensorProto.INT32, torch.int32),
            (TensorProto.FLOAT, torch.float32),
            (TensorProto.DOUBLE, torch.float64),
        ):
            join, column = (
                onnxops.compile(models.concat(element, axis=axis)) for axis in (0, 1)
            )
            tile = onnxops.compile(models.tile()) if dtype == torch.float32 else None
            for rows in (1, 3, 8192, 40000):
                x = torch.randint(0, 2, (rows, 2)).to(dtype)
                y = torch.randint(0, 2, (rows, 1)).to(dtype)
                out = torch.empty(2 * rows, 2, dtype=dtype)
                self.assertTrue((join(x, x) == torch.cat([x, x]).numpy()).all())
                self.assertTrue((column(x, y) == torch.cat([x, y], 1).numpy()).all())
                self.assertTrue((column(x.numpy(), y) == column(x, y.numpy())).all())
                self.assertIs(join(x, x, out=out), out)
                self.assertTrue(torch.equal(out, torch.cat([x, x])))
                if tile:
                    many = tile(x, torch.tensor([2, 3]))
                    self.assertTrue((many == x.tile(2, 3).numpy()).all())
        wide = onnxops.compile(models.concat_many(40))
        parts = [torch.full((1 + i % 3, 2), float(i)) for i in range(40)]
        self.assertTrue((wide(*parts) == torch.cat(parts).numpy()).all())

    def test_memory_that_another_value_changes(self):
        class Changing:
            """A tensor whose export gives another tensor new memory."""

            def __dlpack__(self, **keywords):
                tensor.set_(torch.full((2, 2), 7.0))
                torch.full((2, 2), 9.0)  # in the memory that was freed
                return torch.ones(1, 2).__dlpack__()

            def __dlpack_device__(self):
                return (1, 0)

        join = onnxops.compile(models.concat())
        for _ in range(100):
            tensor = torch.zeros(2, 2)
            result = join(tensor, Changing()).tolist()
            self.assertIn(result, ([[n, n], [n, n], [1, 1]] for n in (0, 7)))

    def test_memory_that_another_thread_changes(self):
        join = onnxops.compile(models.concat())
        tensor, stop = torch.zeros(100, 2), threading.Event()

        def change():
            while not stop.is_set():
                for number in (1.0, 2.0, 3.0):
                    tensor.set_(torch.full((100, 2), number))

        thread = threading.Thread(target=change)
        thread.start()
        try:
            for _ in range(3000):
                numbers = set(join(tensor, tensor)[:100].ravel().tolist())
                self.assertEqual(len(numbers), 1)
        finally:
            stop.set()
            thread.join()

    def test_sequences(self):
        join = onnxops.compile(models.join_sequence(TensorProto.BFLOAT16))
        parts = [torch.full((n, 2), n, dtype=torch.bfloat16) for n in (1, 2)]
        self.assertTrue(torch.equal(torch.from_dlpack(join(parts)), torch.cat(parts)))


if __name__ == "__main__":
    unittest.main()
