# Makes model.onnx and x.npy for the commands of docs/sharding.md, and checks out/y.npy
# afterwards.
#
# usage: sharding-model.py make|check
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

rows = np.arange(50, dtype="f4").reshape(10, 5)
if sys.argv[1] == "make":
    graph = helper.make_graph(
        [helper.make_node("Concat", ["x", "x"], ["y"], axis=0)], "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [10, 5])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [20, 5])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    onnx.save(model, "model.onnx")
    np.save("x.npy", rows)
else:
    assert (np.load("out/y.npy") == np.concatenate([rows, rows])).all()
