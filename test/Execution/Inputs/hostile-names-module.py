# The errors of the Python module for the models that hostile-names.py has left in
# this folder.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import numpy as np
import onnxops

ESCAPED = r"x\0Aerror: forged\1B[31m\9B\FF\E2\80\AE\7F"

try:
    onnxops.compile("unknown.onnx")
    raise SystemExit("expected an error")
except onnxops.ModelError as error:
    assert f"node '{ESCAPED}n'" in str(error) and str(error).isprintable(), error
program = onnxops.compile("node.onnx")
try:
    program(np.zeros((2, 3), "f"), np.zeros((4, 3), "f"))
    raise SystemExit("expected an error")
except onnxops.CallError as error:
    assert f"node '{ESCAPED}n'" in str(error) and str(error).isprintable(), error
