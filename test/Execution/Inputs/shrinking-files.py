# Runs the tools on files that are made shorter and whole again all the time.
#
# usage: shrinking-files.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import subprocess
import sys
import threading

import numpy as np
from onnx import TensorProto, helper

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)

BYTES = 1 << 25
data = np.zeros(BYTES, "uint8")
data[::5] = 1


def save_model(name, initializers, inputs):
    """A model that hands on `x`."""
    value = helper.make_tensor_value_info("x", TensorProto.UINT8, [BYTES])
    result = helper.make_tensor_value_info("y", TensorProto.UINT8, [BYTES])
    graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "g",
                              [value][:inputs], [result], initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    with open(name, "wb") as file:
        file.write(model.SerializeToString())


def make_tensor(**fields):
    return TensorProto(name="x", data_type=TensorProto.UINT8, dims=[BYTES], **fields)


def save_files():
    save_model("input.onnx", [], 1)
    save_model("whole.onnx", [make_tensor(raw_data=data.tobytes())], 0)
    external = make_tensor(data_location=TensorProto.EXTERNAL)
    external.external_data.add(key="location", value="weights")
    save_model("external.onnx", [external], 0)
    np.save("x.npy", data)
    with open("x.pb", "wb") as file:
        file.write(make_tensor(raw_data=data.tobytes()).SerializeToString())
    for name in ("weights", "net.bin"):
        data.tofile(name)
    with open("net.xml", "w") as file:
        file.write(f"""<net version="11"><layers>
<layer id="0" name="x" type="Const" version="opset1">
<data element_type="u8" shape="{BYTES}" offset="0" size="{BYTES}"/>
<output><port id="0"/></output></layer>
<layer id="1" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>""")
    with open("long.mlir", "w") as file:
        file.write("func.func @main(%x: tensor<1xi8>) -> tensor<1xi8> {\n"
                   "  return %x : tensor<1xi8>\n}\n" + "// a comment\n" * (BYTES // 13))
    np.save("one.npy", np.zeros(1, "int8"))


def shrink(name, stop):
    """Makes the file shorter and whole again until `stop` is set."""
    with open(name, "rb") as file:
        content = file.read()
    with open(name, "r+b", buffering=0) as file:
        while not stop.is_set():
            file.truncate(len(content) // 2)
            file.seek(len(content) // 2)
            file.write(content[len(content) // 2 :])


def run(name, *arguments):
    stop = threading.Event()
    thread = threading.Thread(target=shrink, args=[name, stop], daemon=True)
    thread.start()
    for _ in range(4):
        done = subprocess.run(["onnxops-run", *arguments], capture_output=True, text=True)
        assert done.returncode in (0, 2), (name, done)
        assert done.returncode == 0 or done.stderr.startswith("error: "), (name, done)
    stop.set()
    thread.join()


save_files()
run("x.npy", "input.onnx", "--input", "x=x.npy")
run("x.pb", "input.onnx", "--input", "x=x.pb")
run("whole.onnx", "whole.onnx")
run("weights", "external.onnx")
run("net.bin", "net.xml")
run("long.mlir", "long.mlir", "--input", "arg0=one.npy")
