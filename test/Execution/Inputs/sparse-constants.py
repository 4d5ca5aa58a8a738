# Sparse constants of every numeric element type against numpy: as initializers and by
# Constants, with positions in row-major order or with an index for each dimension.
#
# usage: sparse-constants.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import subprocess
import sys

import numpy as np
from onnx import AttributeProto, helper, save

from onnx_case import FLAGS, ON_DEVICE, TYPES, check_bits, make_tensor, random_array

folder = sys.argv[1]
rng = np.random.default_rng(5)


def make_sparse(type_name, shape, name):
    """A random tensor, and the SparseTensorProto of it."""
    array = np.zeros(shape, random_array(rng, type_name, ()).dtype)
    count = rng.integers(0, array.size + 1)
    positions = np.sort(rng.permutation(array.size)[:count]).astype("i8")
    values = random_array(rng, type_name, (count,))
    array.reshape(-1)[positions] = values
    indices = positions
    if rng.integers(2):
        indices = np.stack(np.unravel_index(positions, shape), axis=1).astype("i8")
    return array, helper.make_sparse_tensor(make_tensor(type_name, values, name),
                                            make_tensor("i64", indices), shape)


def run(type_name):
    """Shows import-r33."""
    nodes, sparse, outputs, expected = [], [], [], {}
    for number, shape in enumerate([(4,), (2, 3), (3, 1, 5), (0, 2)]):
        array, proto = make_sparse(type_name, shape, f"t{number}")
        expected[f"y{number}"] = array
        data_type = proto.values.data_type
        outputs.append(helper.make_tensor_value_info(f"y{number}", data_type, shape))
        if number % 2:
            sparse.append(proto)
        else:
            node = helper.make_node("Constant", [], [f"t{number}"])
            node.attribute.add(name="sparse_value", type=AttributeProto.SPARSE_TENSOR,
                               sparse_tensor=proto)
            nodes.append(node)
        nodes.append(helper.make_node("Concat", [f"t{number}"], [f"y{number}"], axis=0))
    graph = helper.make_graph(nodes, "g", [], outputs, sparse_initializer=sparse)
    os.makedirs(f"{folder}/{type_name}", exist_ok=True)
    path = f"{folder}/{type_name}/model.onnx"
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)]), path)
    subprocess.run(["onnxops-run", path, "--output-dir", f"{folder}/{type_name}", *FLAGS],
                   check=True)
    for name, array in expected.items():
        check_bits(f"{folder}/{type_name}/{name}", type_name, array)


for name in TYPES:
    if name != "string" and not (ON_DEVICE and name.startswith("complex")):
        run(name)
