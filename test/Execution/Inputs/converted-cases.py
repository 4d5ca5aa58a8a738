# The ONNX project's own cases of our operators, imported, converted to other
# opsets and run on their own data. A conversion may be refused, by an error of
# its own form; whatever is converted computes the expected outputs.
#
# usage: converted-cases.py DATA FOLDER OPSET...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import pathlib
import subprocess
import sys

from onnx_case import is_left_out

PATTERNS = ["test_concat_*", "test_tile*", "test_sequence_*", "test_split_to_*"]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


data, folder = map(pathlib.Path, sys.argv[1:3])
os.makedirs(folder, exist_ok=True)
source, result = folder / "model.mlir", folder / "converted.mlir"
converted = refused = 0
for case in sorted(case for p in PATTERNS for case in (data / "node").glob(p)):
    done = run("onnxops-translate", "--import-onnx", f"{case}/model.onnx", "-o", source)
    if done.returncode != 0:
        continue  # Holds an operator that is not known at all.
    if is_left_out():
        continue
    for opset in sys.argv[3:]:
        done = run("onnxops-opt", source, "-allow-unregistered-dialect", "-o", result,
                   f"-onnxops-convert-version=target-opset={opset}")
        if done.returncode != 0:
            if f"cannot be converted to opset {opset}: " not in done.stderr:
                sys.exit(f"{case.name} to {opset}: {done.stderr}")
            refused += 1
            continue
        case_data = f"{case}/test_data_set_0"
        # Shows version-r15.
        done = run("onnxops-run", result, "--input-dir", case_data,
                   "--expect-dir", case_data)
        if done.returncode != 0:
            sys.exit(f"{case.name} at {opset}: {done.stderr}")
        converted += 1
print(f"{converted} converted, {refused} refused")
