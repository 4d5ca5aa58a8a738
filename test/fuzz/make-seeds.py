#!/usr/bin/python3
# Writes the seeds of the corpora in this folder: small valid files of every kind
# that the readers take. What fuzzers found stands beside them, as files that
# this script leaves alone.
#
# usage: make-seeds.py [DIRECTORY]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io
import pathlib
import random
import sys

import numpy as np
from onnx import SequenceProto, TensorProto, ValueInfoProto, helper, numpy_helper

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/..").resolve()


def write(target, name, content):
    folder = FOLDER / target
    folder.mkdir(exist_ok=True)
    (folder / f"seed-{name}").write_bytes(content)


def npy(array, version=(1, 0)):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version)
    return file.getvalue()


def write_npy():
    for dtype in "? i1 <i4 <u2 <f2 <f8 <c8 <c16".split():
        name = dtype.strip("<").replace("?", "bool")
        write("npy", f"{name}.npy", npy(np.arange(6).reshape(2, 3).astype(dtype)))
    ones = np.ones((2, 3, 2), "<f4")
    write("npy", "scalar.npy", npy(np.array(1.5, "<f4")))
    write("npy", "vector.npy", npy(np.arange(5)))
    write("npy", "empty.npy", npy(np.zeros((0, 4), "<f4")))
    write("npy", "fortran.npy", npy(np.asfortranarray(ones)))
    write("npy", "version-2.npy", npy(ones, (2, 0)))
    write("npy", "version-3.npy", npy(ones, (3, 0)))


def external(**entries):
    proto = helper.make_tensor("t", TensorProto.UINT8, [4], b"\0" * 4, raw=True)
    proto.ClearField("raw_data")
    proto.data_location = TensorProto.EXTERNAL
    for key, value in entries.items():
        proto.external_data.add(key=key, value=str(value))
    return proto


def make_tensors():
    """Tensors in each of ONNX's encodings, by name."""
    tensors = {
        "raw": numpy_helper.from_array(np.arange(6, dtype="<f4").reshape(2, 3), "t"),
        "scalar": helper.make_tensor("t", TensorProto.INT64, [], [7]),
        "empty": helper.make_tensor("t", TensorProto.FLOAT, [0, 3], []),
        "strings": helper.make_tensor("t", TensorProto.STRING, [2], [b"a", b""]),
        "external": external(location="data.bin", offset=16, length=4),
    }
    for kind in ("FLOAT", "INT32", "INT64", "UINT64", "UINT32", "BOOL", "INT8",
                 "UINT16", "FLOAT16", "BFLOAT16", "DOUBLE", "COMPLEX64"):
        element = getattr(TensorProto, kind)
        values = [1, 0, 1] if kind == "BOOL" else [1, 2, 3]
        tensors[kind.lower()] = helper.make_tensor("t", element, [3], values)
    return tensors


def write_tensors():
    tensors = make_tensors()
    for name, tensor in tensors.items():
        write("tensor-pb", f"{name}.pb", tensor.SerializeToString())
    for name, members in {
        "empty": [],
        "floats": [tensors["raw"], tensors["float"], tensors["empty"]],
        "strings": [tensors["strings"]],
        "mixed": [tensors["int8"], tensors["bool"]],
    }.items():
        proto = SequenceProto(name="s", elem_type=SequenceProto.TENSOR)
        proto.tensor_values.extend(members)
        write("sequence-pb", f"{name}.pb", proto.SerializeToString())


def value(name, *sizes, element=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, element, list(sizes))


def undeclared(name):
    info = ValueInfoProto()
    info.name = name
    return info


def sequence_value(name, *sizes):
    return helper.make_tensor_sequence_value_info(name, TensorProto.FLOAT, list(sizes))


def optional_value(name, *sizes):
    tensor = value("", *sizes).type
    return helper.make_value_info(name, helper.make_optional_type_proto(tensor))


def constant(name, values, element=TensorProto.INT64):
    return helper.make_tensor(name, element, np.shape(values), np.ravel(values))


def write_model(name, nodes, inputs, outputs=("y",), constants=(), opset=13, sparse=(), own=None):
    """Outputs that are only named declare no types. `own` is the opset of the domain "my";
    with an opset of None, it is the only one."""
    outputs = [undeclared(o) if isinstance(o, str) else o for o in outputs]
    graph = helper.make_graph(nodes, "g", inputs, outputs, constants,
                              sparse_initializer=sparse)
    opsets = [helper.make_opsetid(domain, version)
              for domain, version in (("", opset), ("my", own)) if version]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8,
                              producer_name="")
    write("onnx", f"{name}.onnx", model.SerializeToString())


def branch(name, node):
    return helper.make_graph([node], name, [], [undeclared(node.output[0])])


def write_models():
    node = helper.make_node
    a, b = value("a", 2, 3), value("b", "N", 3)
    write_model("concat", [node("Concat", ["a", "b"], ["y"], name="join", axis=0)],
                [a, b], [value("y", "M", 3)])
    write_model("concat-4", [node("Concat", ["a", "a"], ["y"], axis=1)], [a], opset=4)
    write_model("tile", [node("Tile", ["a", "r"], ["y"])], [a],
                constants=[constant("r", [2, 1])])
    write_model("tile-1", [node("Tile", ["a", "t", "x"], ["y"])], [a], opset=5,
                constants=[constant("t", [2.0], TensorProto.FLOAT),
                           constant("x", [1.0], TensorProto.FLOAT)])
    write_model("split", [node("SplitToSequence", ["a", "n"], ["s"], axis=1),
                          node("SequenceAt", ["s", "i"], ["y"]),
                          node("SequenceLength", ["s"], ["l"])],
                [a], ["y", "l", "s"], [constant("n", [1, 2]), constant("i", 0)])
    write_model("sequence", [node("SequenceEmpty", [], ["e"], dtype=1),
                             node("SequenceInsert", ["e", "a"], ["i"]),
                             node("SequenceInsert", ["i", "a", "p"], ["j"]),
                             node("SequenceErase", ["j"], ["k"]),
                             node("SequenceConstruct", ["a", "b"], ["c"]),
                             node("ConcatFromSequence", ["c"], ["z"], axis=0)],
                [a, b], ["k", "z"], [constant("p", 0)])
    write_model("moves", [node("Transpose", ["a"], ["t"], perm=[1, 0]),
                          node("Reshape", ["t", "s"], ["r"]),
                          node("Slice", ["r", "from", "to"], ["c"]),
                          node("Gather", ["c", "from"], ["g"]),
                          node("Unsqueeze", ["g", "from"], ["u"]),
                          node("Expand", ["u", "to"], ["y"])],
                [a], constants=[constant("s", [3, -1]), constant("from", [0]),
                                constant("to", [2])])
    write_model("arithmetic", [node("Add", ["a", "one"], ["b"]),
                               node("Mul", ["b", "b"], ["c"]), node("Neg", ["c"], ["d"]),
                               node("Cast", ["d"], ["y"], to=TensorProto.INT32)],
                [a], constants=[constant("one", 1.0, TensorProto.FLOAT)])
    write_model("shapes", [node("Shape", ["b"], ["s"]), node("Size", ["b"], ["n"]),
                           node("ConstantOfShape", ["s"], ["z"]),
                           node("Concat", ["z", "b"], ["y"], axis=-1)],
                [b], ["y", "n"])
    write_model("if", [node("If", ["p"], ["y"],
                            then_branch=branch("then", node("Identity", ["a"], ["t"])),
                            else_branch=branch("else", node("Neg", ["a"], ["e"])))],
                [value("p", element=TensorProto.BOOL), a])
    body = helper.make_graph(
        [node("SequenceInsert", ["old", "x"], ["new"]), node("Identity", ["go"], ["on"])],
        "body", [value("i", element=TensorProto.INT64),
                 value("go", element=TensorProto.BOOL), sequence_value("old", 2, 3)],
        [value("on", element=TensorProto.BOOL), sequence_value("new", 2, 3)])
    write_model("loop", [node("SequenceEmpty", [], ["e"]), node("Identity", ["a"], ["x"]),
                         node("Loop", ["n", "", "e"], ["y"], body=body)],
                [a, value("n", element=TensorProto.INT64)])
    element = helper.make_graph([node("Relu", ["x"], ["z"])], "each",
                                [value("x", 2, 3)], [value("z", 2, 3)])
    write_model("map", [node("SequenceMap", ["s"], ["y"], body=element)],
                [sequence_value("s", 2, 3)], opset=17)
    write_model("optional", [node("Optional", ["a"], ["o"]), node("Optional", [], ["n"],
                                                                 type=sequence_value("", 2).type),
                             node("OptionalHasElement", ["x"], ["h"]),
                             node("OptionalGetElement", ["x"], ["y"])],
                [a, optional_value("x", 2)], ["y", "h", optional_value("o", 2, 3), "n"], opset=15)
    write_model("resize", [node("Resize", ["a", "", "", "n"], ["y"], mode="nearest")],
                [a], constants=[constant("n", [4, 1])])
    write_model("sparse", [node("Concat", ["a", "s"], ["y"], axis=0)], [a], sparse=[
        helper.make_sparse_tensor(constant("s", [1.5, 2.5], TensorProto.FLOAT),
                                  constant("", [[0, 1], [1, 0]]), [2, 3])])
    write_model("other", [node("MatMul", ["a", "w"], ["m"]),
                          node("Gemm", ["m", "m"], ["y"], alpha=0.5),
                          node("Mine", ["y"], ["z"], domain="my", text="t", list=[1.0])],
                [a], ["y", "z"], [constant("w", np.ones((3, 4)), TensorProto.FLOAT)])
    # What only ONNX Runtime allows: names that hide others, other sizes, operands of unknown
    # type, no opset.
    hides = helper.make_graph([node("Add", ["a", "w"], ["z"])], "each", [value("a", 2, 3)],
                              [value("z", 2, 3)], [constant("w", np.ones(3), TensorProto.FLOAT)])
    write_model("hidden", [node("Neg", ["a"], ["w"]), node("SequenceConstruct", ["w"], ["s"]),
                           node("SequenceMap", ["s"], ["y"], body=hides)], [a], opset=17)
    write_model("unknown", [node("Mine", ["a"], ["m"], domain="my"),
                            node("Concat", ["a", "m"], ["c"], axis=0),
                            node("Cast", ["c"], ["y"], to=TensorProto.INT64)], [a], own=1)
    write_model("other-sizes", [node("Relu", ["a"], ["y"])], [a], [value("y", 5)])
    write_model("no-opset", [node("Mine", ["a"], ["m"], domain="my"), node("Relu", ["a"], ["y"])],
                [a], ["y", "m"], opset=None, own=1)


NET = """<net name="m" version="11"><layers>
<layer id="0" name="a" type="Parameter" version="opset1"><data shape="{shape}" element_type="f32"/>
<output><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
<layer id="1" name="c" type="Const" version="opset1">
<data element_type="f32" shape="2,3" offset="0" size="24"/><output><port id="0"/></output></layer>
<layer id="2" name="cat" type="Concat" version="opset1"><data axis="{axis}"/>
<input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
<layer id="3" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges></net>"""


def write_nets():
    weights = np.arange(6, dtype="<f4").tobytes()
    for name, shape, axis in (("static", "2,3", 0), ("last", "2,?", -1),
                              ("bounds", "2,1..4", 1), ("unranked", "...", 0)):
        text = NET.format(shape=shape, axis=axis).replace(">\n<", "><")
        write("openvino", f"{name}.xml", text.encode() + b"\0" + weights)


def write_files():
    """Entries of external data."""
    for name, text in {
        "whole": "location=data.bin\nlength=4",
        "offset": "location=sub/data.bin\noffset=60\nlength=4",
        "outside": "location=../outside\nlength=4",
        "link": "location=link\nlength=4",
        "link-outside": "location=out\nlength=4",
        "directory-outside": "location=sub/two/data.bin\nlength=4",
        "device": "location=zero\nlength=4",
        "pipe": "location=fifo\nlength=4",
        "huge": "location=data.bin\noffset=9223372036854775807\nlength=4",
    }.items():
        write("external-files", name, text.encode())


def write_programs():
    """Bytes that harnesses take as programs."""
    rng = random.Random(1)
    for target in ("sequences", "entries", "tensors"):
        for size in (20, 60, 200, 600):
            write(target, f"random-{size}", rng.randbytes(size))


def write_modules():
    """Functions out of the tests of the dialect."""
    tests = pathlib.Path(__file__).resolve().parent.parent / "Dialect" / "OnnxOps"
    for test in sorted(tests.glob("*.mlir")):
        lines = [line for line in test.read_text().splitlines(keepends=True)
                 if line.strip() and not line.lstrip().startswith("//")]
        functions = "".join(lines).split("\n}\n")
        for index, function in enumerate(functions[:-1:4]):
            if function.startswith("func.func") and len(function) < 1500:
                write("mlir-text", f"{test.stem}-{index}", f"{function}\n}}\n".encode())


if __name__ == "__main__":
    write_npy()
    write_tensors()
    write_models()
    write_nets()
    write_files()
    write_programs()
    write_modules()
