"""Somebody's script: a model on NumPy arrays, and on tensors of PyTorch."""

import numpy
import onnxops
import torch

join = onnxops.compile("join.onnx")
print(join.inputs)

both = join(numpy.array([[1, 2], [3, 4]], "float32"), numpy.array([[5, 6]], "float32"))
print(both)

left, right = torch.rand(200, 2), torch.rand(100, 2)
both = torch.from_dlpack(join(left, right))
assert torch.equal(both, torch.cat([left, right]))

try:
    join(left, right=torch.rand(100, 3))
except onnxops.CallError as error:
    print(error)
