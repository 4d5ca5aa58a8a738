# Imports a model of 100 MB into bytecode and exports it again: the weights are the same,
# and neither takes more memory than for a small model and 2.2 times the weights. Prints
# the peaks, which are less than 3 times the model, and the times.
#
# usage: large-model.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import subprocess
import sys
import time

import numpy as np
import onnx
from onnx import TensorProto, helper

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
COUNT, ELEMENTS, FEW = 10, 100 * 2**20 // 4 // 10, 8


def make_model(elements):
    rng = np.random.default_rng(1)
    weights, nodes, last = [], [], "x"
    for number in range(COUNT):
        weights.append(TensorProto(name=f"w{number}", data_type=TensorProto.FLOAT, dims=[elements],
                                   raw_data=rng.bytes(4 * elements)))
        nodes.append(helper.make_node("Gelu", [last], [f"g{number}"]))
        nodes.append(helper.make_node("Add", [f"g{number}", f"w{number}"], [f"y{number}"]))
        last = f"y{number}"
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [elements]) for name in ("x", last)]
    graph = helper.make_graph(nodes, "large", ends[:1], ends[1:], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)])


def run(*arguments):
    """The peak of the process in bytes, and its time in seconds."""
    begin = time.monotonic()
    process = subprocess.Popen(["onnxops-translate", *arguments])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{arguments}: exit {process.returncode}")
    return usage.ru_maxrss * 1024, time.monotonic() - begin


path, small, module, copy = (f"{folder}/{name}" for name in (
    "large.onnx", "small.onnx", "module.mlirbc", "copy.onnx"))
if len(sys.argv) > 2:
    onnx.save(make_model(ELEMENTS), path)
    onnx.save(make_model(FEW), small)
    sys.exit()
# In another process: the peak of a process is at least that of the one it came from.
subprocess.run([sys.executable, "-B", *sys.argv, "make"], check=True)
size = os.path.getsize(path)


def convert(source):
    """Imports and exports a model; the peaks of both, and the times."""
    return [run("--import-onnx", source, "--emit-bytecode", "-o", module),
            run("--export-onnx", "--allow-bytecode", module, "-o", copy)]


least = [peak for peak, _ in convert(small)]
for what, base, (peak, seconds) in zip(("import", "export"), least, convert(path)):
    print(f"{what}: {peak / size:.2f} times the model, {seconds:.2f} s")
    if peak - base > 2.2 * size:
        sys.exit(f"{what}: expected {base + 2.2 * size} bytes at most, but got {peak}")
exported = {weight.name: weight.raw_data for weight in onnx.load(copy).graph.initializer}
if exported != {weight.name: weight.raw_data for weight in onnx.load(path).graph.initializer}:
    sys.exit("the weights differ")
for name in (path, small, module, copy):
    os.remove(name)
print("the weights are the same")
