# What --output-dir writes: one file for each tensor, named after the output.
#
# usage: output-files.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import subprocess
import sys

import numpy as np
from onnx import helper

from onnx_case import NUMBERS, Case, check_bits, random_array

folder = sys.argv[1]
rng = np.random.default_rng(0)
case = Case(24)


def output(name, operator, inputs, type_name, value, **attributes):
    case.nodes.append(helper.make_node(operator, inputs, [name], **attributes))
    if isinstance(value, list):
        case.expect_sequence(name, type_name, value)
    else:
        case.expect(name, type_name, value)


# Every element type, under a name with characters that no file should have.
for type_name in NUMBERS:
    array = random_array(rng, type_name, (2, 3))
    output(f"../{type_name} of:x", "Concat", [case.input(type_name, array)] * 2,
           type_name, np.concatenate([array, array]), axis=0)
scalar = random_array(rng, "f64", ())
output("scalar", "Identity", [case.input("f64", scalar)], "f64", scalar)
output("none", "SplitToSequence", [case.input("f32", np.zeros((0, 2)))], "f32", [])
chunks = [random_array(rng, "bf16", (size, 2)) for size in (1, 0, 3)]
joined, lengths = np.concatenate(chunks), case.constant("i64", [1, 0, 3])
output("chunks", "SplitToSequence", [case.input("bf16", joined), lengths], "bf16", chunks)
output(".hidden", "Identity", [case.inputs[0].name], "f16",
       random_array(np.random.default_rng(0), "f16", (2, 3)))
case.save(folder)

command = ["onnxops-run", f"{folder}/model.onnx", "--input-dir", folder]
results = f"{folder}/made/on/the/way"
subprocess.run([*command, "--output-dir", results], check=True, stdout=subprocess.DEVNULL)

wanted = {}
for name, type_name, value in case.expected:
    ending = "pb" if type_name in ("bf16", "string") else "npy"
    stem = name.replace("/", "_").replace(" ", "_").replace(":", "_")
    stem = f"_{stem}" if stem[0] == "." else stem
    if isinstance(value, list):
        for i, element in enumerate(value):
            wanted[f"{stem}.{i}.{ending}"] = (type_name, element)
    else:
        wanted[f"{stem}.{ending}"] = (type_name, value)
assert sorted(os.listdir(results)) == sorted(wanted), os.listdir(results)

for file, (type_name, value) in wanted.items():
    check_bits(f"{results}/{os.path.splitext(file)[0]}", type_name, value)

# Written again over what is there.
subprocess.run([*command, "--output-dir", results], check=True, stdout=subprocess.DEVNULL)
assert sorted(os.listdir(results)) == sorted(wanted), os.listdir(results)
print(f"{len(wanted)} files")
