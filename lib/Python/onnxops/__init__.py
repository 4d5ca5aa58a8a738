# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles models of operators that move tensors, and calls them.

    import numpy, onnxops

    join = onnxops.compile("join.onnx")
    both = join(numpy.zeros((2, 3), "float32"), numpy.ones((1, 3), "float32"))

`compile` reads a model (ONNX, OpenVINO, MLIR) and compiles it to machine code.
The result is called with NumPy arrays or any object with `__dlpack__`, without
copies, and returns NumPy arrays. Sequences are lists.

`rewrite` makes a model without sequences, at another opset, with fewer operators.
"""

from ._errors import CallError, Error, ModelError
from ._program import Program, ValueInfo, compile
from ._rewrite import RewrittenModel, rewrite
from ._values import BFloat16Array

Port = ValueInfo  # its former name

__all__ = [
    "BFloat16Array",
    "CallError",
    "Error",
    "ModelError",
    "Port",
    "Program",
    "RewrittenModel",
    "ValueInfo",
    "compile",
    "rewrite",
]

# The public name, for help() and tracebacks.
for _public in __all__:
    globals()[_public].__module__ = __name__
del _public
