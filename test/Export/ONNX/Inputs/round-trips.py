# Models to modules and back: the module of the exported model is that of the
# model, locations and all, and onnx's checker takes what is exported where it
# takes what was imported. The checker knows opsets up to 17.
#
# usage: round-trips.py FOLDER random SEED COUNT
#        round-trips.py FOLDER files EVERY MODEL...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import concurrent.futures
import os
import pathlib
import subprocess
import sys

import onnx

from random_models import random_model

CHECKED_OPSET = 17
IMPORT = ["onnxops-translate", "--import-onnx", "--allow-unsupported",
          "--mlir-print-debuginfo", "model.onnx", "-o", "module.mlir"]


def is_valid(path):
    try:
        onnx.checker.check_model(str(path))
        return True
    except onnx.checker.ValidationError:
        return False


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def check(name, folder, model):
    """Says what is wrong with a model, "" if nothing is, None if it is not
    imported at all."""
    before, after = folder / "before", folder / "after"
    for place in (before, after):
        os.makedirs(place, exist_ok=True)
    # One file name, since locations have it.
    (before / "model.onnx").write_bytes(model)
    if run(IMPORT, before).returncode != 0:
        return None
    done = run(["onnxops-translate", "--export-onnx", "../before/module.mlir",
                "-o", "model.onnx"], after)
    if done.returncode != 0 or done.stdout or done.stderr:
        return f"{name}: {done.stderr}"
    done = run(IMPORT, after)
    if done.returncode != 0:
        return f"{name}: after export: {done.stderr}"
    if (before / "module.mlir").read_bytes() != (after / "module.mlir").read_bytes():
        return f"{name}: the modules in {folder} differ"
    opsets = [entry.version for entry in onnx.load_from_string(model).opset_import
              if entry.domain in ("", "ai.onnx")]
    if opsets[0] <= CHECKED_OPSET and is_valid(before / "model.onnx") \
            and not is_valid(after / "model.onnx"):
        return f"{name}: the checker refuses the exported model in {folder}"
    return ""


def check_random(seed, folder):
    result = check(f"seed {seed}", folder, random_model(seed).SerializeToString())
    return f"seed {seed}: not imported, see {folder}" if result is None else result


def main():
    root, kind, number = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    tasks = []
    if kind == "random":
        seeds = [f"{number} {index}" for index in range(int(sys.argv[4]))]
        tasks = [(check_random, seed, root / seed) for seed in seeds]
    else:
        for index, path in enumerate(sorted(sys.argv[4:])[::number]):
            model = pathlib.Path(path).read_bytes()
            tasks.append((check, path, root / str(index), model))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda task: task[0](*task[1:]), tasks))
    wrong = [result for result in results if result]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(results) - results.count(None)} round trips, "
          f"{results.count(None)} not imported")


main()
