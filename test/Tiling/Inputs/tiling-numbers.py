# Random concats and tiles, tiled and fused by transform scripts: numbers against
# numpy; and calls that must fail.
#
# usage: tiling-numbers.py FOLDER CASES [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import subprocess
import sys

import numpy as np

from tiled_case import TiledCase

folder, cases = sys.argv[1], int(sys.argv[2])
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
os.makedirs(folder, exist_ok=True)


def run(number, command, status=0):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != status:
        sys.exit(f"case {number}: {' '.join(command)}\nexpected exit {status}, but got "
                 f"{done.returncode}: {done.stderr}")


failures = 0
for number in range(seed, seed + cases):
    case = TiledCase(np.random.default_rng(number))
    module, script = case.build()
    for name, text in (("model.mlir", module), ("script.mlir", script)):
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
    run(number, ["onnxops-opt", f"{folder}/model.mlir",
                 f"--transform-preload-library=transform-library-paths={folder}/script.mlir",
                 "--transform-interpreter", "-o", f"{folder}/tiled.mlir"])
    command = ["onnxops-run", f"{folder}/tiled.mlir", "--verify-passes",
               "--output-dir", f"{folder}/out"]
    for name, array in case.inputs.items():
        np.save(f"{folder}/{name}.npy", array)
        command += ["--input", f"{name}={folder}/{name}.npy"]
    run(number, command, 1 if case.must_fail else 0)
    if case.must_fail:
        failures += 1
        continue
    result = np.load(f"{folder}/out/y.npy")
    if result.dtype != case.expected.dtype or not np.array_equal(result, case.expected):
        sys.exit(f"case {number}: expected {case.expected}, but got {result}")
print(f"{cases} cases, of which {failures} had to fail")
