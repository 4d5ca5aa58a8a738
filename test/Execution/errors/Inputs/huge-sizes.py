# Compiles models whose tensors have 2^63 bytes or more, and calls those that have
# small inputs.
#
# usage: huge-sizes.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
node = helper.make_node
HUGE = 2**30


def check(sizes, nodes, fails=None, **constants):
    """`fails` is the error of a call; None if there is no memory for the input."""
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
            for name, shape in (("x", sizes), ("y", None)))
    values = [numpy_helper.from_array(np.array(value, np.int64), name)
              for name, value in constants.items()]
    graph = helper.make_graph(nodes, "g", [x], [y], values)
    path = f"{folder}/model.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)
    for stage in ("llvm", "gpu"):
        subprocess.run(["onnxops-run", path, "--emit", stage], check=True,
                       stdout=subprocess.DEVNULL)
    if fails is None:
        return
    done = subprocess.run(["onnxops-run", path, "--random", "1"], text=True,
                          capture_output=True)
    if done.returncode != 1 or fails not in done.stderr:
        sys.exit(f"{path}: expected '{fails}', but got {done.returncode}: {done.stderr}")


for axis in (0, 1):
    check([HUGE, HUGE], [node("Concat", ["x", "x"], ["y"], axis=axis)])
check([HUGE, HUGE], [node("Transpose", ["x"], ["y"], perm=[1, 0])])
check([HUGE, 2], [node("Tile", ["x", "r"], ["y"])], r=[HUGE, 3])
for operator in ("Tile", "Expand"):
    check([1, 1], [node(operator, ["x", "r"], ["z"]),
                   node("Concat", ["z", "z"], ["y"], axis=1)],
          "memory", r=[2 * HUGE, 2 * HUGE])
