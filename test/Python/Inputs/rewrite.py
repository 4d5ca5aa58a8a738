# Rewrites models from Python.
#
# usage: rewrite.py FOLDER, which has the models of test/Rewrite
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import sys

import numpy
import onnx
import onnxops

folder = sys.argv[1]
path = f"{folder}/halves.onnx"


def refuse(error, *args, **options):
    try:
        onnxops.rewrite(*args, **options)
    except error as refusal:
        return str(refusal)
    sys.exit(f"expected {error.__name__}, but got nothing: {options}")


# A path, bytes and a ModelProto give the same.
data = pathlib.Path(path).read_bytes()
results = [
    onnxops.rewrite(model, sequences=False)
    for model in (path, pathlib.Path(path), data, bytearray(data), memoryview(data),
                  onnx.load(path))
]
assert len({result.model for result in results}) == 1
model, report = results[0]
assert report["nodes"]["SplitToSequence"] == {"before": 1, "after": 0}, report
assert report["total"] == {"before": 6, "after": 3}, report
assert report["sequences"] == [], report
(dead,) = [change for change in report["changes"] if change["operator"] == "Neg"]
assert (dead["becomes"], dead["reason"]) == ([], "no output depends on it"), dead
operators = [node.op_type for node in onnx.load_from_string(model).graph.node]
assert operators == ["Split", "Scale", "Concat"], operators

# Options.
flat = onnx.load_from_string(
    onnxops.rewrite(f"{folder}/flatten.onnx", dims={"N": numpy.int64(3)}, target_opset=19).model)
assert [node.op_type for node in flat.graph.node] == ["Reshape"]
assert max(entry.version for entry in flat.opset_import) == 19
left = onnxops.rewrite(f"{folder}/left.onnx").report["sequences"]
assert len(left) == 11 and left[2]["reason"] == "its sequence is an input", left

# Functions stay, unless they are not wanted or the opset changes.
helper = onnx.helper
negate = helper.make_function("f", "Negate", ["a"], ["b"], [helper.make_node("Neg", ["a"], ["b"])],
                              [helper.make_opsetid("", 17)])
value = [helper.make_tensor_value_info(n, onnx.TensorProto.FLOAT, [2]) for n in "xy"]
calling = helper.make_model(
    helper.make_graph([helper.make_node("Negate", ["x"], ["y"], domain="f")], "g",
                      value[:1], value[1:]),
    opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("f", 1)])
calling.functions.append(negate)
for options, expected in [({}, "Negate"), ({"inline_functions": True}, "Neg"),
                          ({"target_opset": 18}, "Neg")]:
    result = onnx.load_from_string(onnxops.rewrite(calling, **options).model)
    assert result.graph.node[0].op_type == expected, (options, result)
    assert len(result.functions) == (expected == "Negate"), (options, result)

# The numbers are the same.
x = numpy.arange(14, dtype="float32").reshape(14)[:2]
y = numpy.arange(3, dtype="float32")
nested = f"{folder}/nested.onnx"
expected = onnxops.compile(nested)(x, y)
assert (onnxops.compile(onnxops.rewrite(nested).model)(x, y) == expected).all()

# Mistakes.
assert "11 are left" in refuse(onnxops.ModelError, f"{folder}/left.onnx", sequences=False)
assert "but got 'K'; the names are: N" in refuse(onnxops.ModelError, path, dims={"K": 1})
assert "but got 'N=-1'" in refuse(onnxops.ModelError, path, dims={"N": -1})
assert refuse(ValueError, path, target_opset=0) == (
    "target_opset: expected 1 or more, but got 0")
refuse(TypeError, path, target_opset="new")
refuse(TypeError, path, dims={"N": "one"})
refuse(ValueError, path, dims={"N\0": 1})
refuse(TypeError, 3)
refuse(onnxops.ModelError, b"no model")
refuse(onnxops.ModelError, f"{folder}/none.onnx")
print("as expected")
