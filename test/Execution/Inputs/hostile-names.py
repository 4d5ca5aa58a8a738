# Models whose names hold all that must not reach a terminal, through each tool.
#
# usage: hostile-names.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import subprocess
import sys
import xml.etree.ElementTree

import numpy as np
from onnx import TensorProto, helper, numpy_helper

os.makedirs(sys.argv[1])
os.chdir(sys.argv[1])

# A forged line, a colour, a command in one byte that is no UTF-8, another byte that
# is none, a change of direction, a deletion.
NASTY = b"x\nerror: forged\x1b[31m\x9b\xff\xe2\x80\xae\x7f"
ESCAPED = r"x\0Aerror: forged\1B[31m\9B\FF\E2\80\AE\7F"
# A break within a message is a blank.
FORGED = ESCAPED.replace("\\0A", " ")
# Of the same length: Python's protobuf would refuse the bytes.
NAME = "N" * len(NASTY)


def save(path, operator, values=NAME):
    """A model of one node. Names of values begin with `values`."""
    inputs = [helper.make_tensor_value_info(values + name, TensorProto.FLOAT,
                                            [values + "size of " + name, 3])
              for name in "ab"]
    output = helper.make_tensor_value_info(values + "y", TensorProto.FLOAT, None)
    node = helper.make_node(operator, [values + "a", values + "b"], [values + "y"],
                            name=NAME + "n")
    if operator == "Concat":
        node.attribute.append(helper.make_attribute("axis", 1))
    graph = helper.make_graph([node], NAME, inputs, [output])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    with open(path, "wb") as file:
        file.write(model.SerializeToString().replace(NAME.encode(), NASTY))


def run(*command):
    done = subprocess.run(command, capture_output=True)
    for stream in (done.stdout, done.stderr):
        text = stream.decode()  # which fails where it is not UTF-8
        for line in text.split("\n"):
            assert line.isprintable(), (command, line)
            assert not line.startswith("error: forged"), (command, text)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def check_error(status, message, *command):
    actual = run(*command)
    assert actual == (status, "", f"error: {message}\n"), actual


save("model.onnx", "Concat")
save("node.onnx", "Concat", values="")
save("unknown.onnx", "N" * len(NASTY) + "Op")
for name, rows in [("a", 2), ("b", 2), ("long", 4)]:
    np.save(f"{name}.npy", np.ones((rows, 3), "f"))
RUN = ["onnxops-run", "model.onnx"]
A = ["--input", NASTY + b"a=a.npy"]
GOOD = A + ["--input", NASTY + b"b=b.npy"]
NODE = f"model.onnx: node '{ESCAPED}n'"

# Results, with what they are compared with.
status, out, err = run(*RUN, *GOOD)
assert (status, err) == (0, "") and out.startswith(f"{ESCAPED}y: tensor<2x6xf32>"), out
os.makedirs("expected")
with open("expected/output_0.pb", "wb") as file:
    file.write(numpy_helper.from_array(np.zeros((2, 6), "f")).SerializeToString())
check_error(1, f"model.onnx: output '{FORGED}y': element [0, 0]: expected 0, but got 1",
            *RUN, *GOOD, "--expect-dir", "expected")

# Errors of the importer, of the command line, of the data and of compiled code.
check_error(2, f"unknown.onnx: node '{ESCAPED}n': operator {FORGED}Op of opset 13 is not "
            "supported", "onnxops-run", "unknown.onnx")
check_error(2, f"--input: the model has no input '{FORGED}'",
            *RUN, "--input", NASTY + b"=a.npy")
check_error(2, f"expected a value for input '{FORGED}b', but got none (--input, --input-dir "
            "or --random)", *RUN, *A)
check_error(2, f"{FORGED}.npy: No such file or directory",
            *RUN, *A, "--input", NASTY + b"b=" + NASTY + b".npy")
check_error(1, f"{NODE}: concat: expected inputs[1] to have size 2 in dimension 0, as "
            "inputs[0] has, but got 4", *RUN, *A, "--input", NASTY + b"b=long.npy")
os.link("model.onnx", NASTY + b".onnx")
check_error(1, f"{ESCAPED}.onnx: node '{ESCAPED}n': concat: expected inputs[1] to have size "
            "2 in dimension 0, as inputs[0] has, but got 4",
            "onnxops-run", NASTY + b".onnx", *A, "--input", NASTY + b"b=long.npy")

# What is said instead of running, as text and as a picture.
status, out, err = run(*RUN, "--explain")
assert (status, err) == (0, "") and out.startswith(f"{NODE}: concat\n"), (out, err)
status, out, err = run(*RUN, "--explain=svg")
assert (status, err) == (0, ""), err
texts = [e.text for e in xml.etree.ElementTree.fromstring(out).iter() if e.text]
assert any(text.startswith(ESCAPED[:20]) for text in texts), texts
for stage in ["import", "linalg", "llvm"]:
    status, out, err = run(*RUN, "--emit", stage)
    assert (status, err) == (0, "") and out.count("forged") >= 2, (out, err)

# The C header, whose comments end where their lines do.
status, out, err = run("onnxops-compile", "model.onnx", "-o", "m.o", "--header", "m.h")
assert (status, out, err) == (0, "", ""), err
with open("m.h", "rb") as file:
    header = file.read().decode("ascii")
assert all(line.isprintable() for line in header.split("\n")), header
assert header.count("forged") >= 3 and "\nerror" not in header, header
check_error(2, f"unknown.onnx: node '{ESCAPED}n': operator {FORGED}Op of opset 13 is not "
            "supported", "onnxops-compile", "unknown.onnx", "-o", "m.o")

# The module, and the way back.
status, out, err = run("onnxops-translate", "--import-onnx", "model.onnx",
                       "--mlir-print-debuginfo", "-o", "m.mlir")
assert (status, out, err) == (0, "", ""), err
with open("m.mlir", "rb") as file:
    assert all(line.isprintable() for line in file.read().decode("ascii").split("\n"))
status, out, err = run("onnxops-translate", "--export-onnx", "m.mlir", "-o", "again.onnx")
assert (status, out, err) == (0, "", ""), err
check_error(2, f"unknown.onnx: node '{ESCAPED}n': operator {FORGED}Op of opset 13 is not "
            "supported", "onnxops-translate", "--import-onnx", "--strict", "unknown.onnx")
print("nothing is forged")
