# Imports and exports models: the module of the exported model is that of the
# original, and onnx's checker accepts the exported model if it accepts the
# original. The checker supports opsets up to 17. Locations are compared, too,
# except for every second random model, which must round-trip without them.
#
# usage: round-trips.py FOLDER random SEED COUNT
#        round-trips.py FOLDER files FIRST EVERY DATA
#
# The latter takes every EVERY-th model below DATA, beginning with FIRST.
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
          "model.onnx", "-o", "module.mlir"]
LOCATIONS = ["--mlir-print-debuginfo"]


def is_valid(path):
    """Whether the checker accepts a model; None if its opset is not supported,
    or it imports none of ONNX's domain."""
    opsets = [entry.version for entry in onnx.load(path).opset_import
              if entry.domain in ("", "ai.onnx")]
    if not opsets or opsets[0] > CHECKED_OPSET:
        return None
    try:
        onnx.checker.check_model(str(path))
        return True
    except onnx.checker.ValidationError:
        return False


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


class Wrong(Exception):
    pass


def check(name, folder, model, flags):
    """Whether the checker accepts the exported model, too; None if the model cannot
    be imported."""
    before, after = folder / "before", folder / "after"
    for place in (before, after):
        os.makedirs(place, exist_ok=True)
    # The same file name for both, since it is part of locations.
    (before / "model.onnx").write_bytes(model)
    if run(IMPORT + flags, before).returncode != 0:
        return None
    done = run(["onnxops-translate", "--export-onnx", "../before/module.mlir",
                "-o", "model.onnx"], after)
    if done.returncode != 0 or done.stdout or done.stderr:
        raise Wrong(f"{name}: {done.stderr}")
    done = run(IMPORT + flags, after)
    if done.returncode != 0:
        raise Wrong(f"{name}: after export: {done.stderr}")
    if (before / "module.mlir").read_bytes() != (after / "module.mlir").read_bytes():
        raise Wrong(f"{name}: the modules in {folder} differ")
    is_checked = bool(is_valid(before / "model.onnx"))
    if is_checked and not is_valid(after / "model.onnx"):
        raise Wrong(f"{name}: the checker refuses the exported model in {folder}")
    return is_checked


def check_random(seed, folder, flags):
    result = check(f"seed {seed}", folder, random_model(seed).SerializeToString(), flags)
    if result is None:
        raise Wrong(f"seed {seed}: not imported, see {folder}")
    return result


def attempt(task):
    try:
        return task[0](*task[1:])
    except Wrong as wrong:
        return str(wrong)


def main():
    root, kind, number = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    tasks = []
    if kind == "random":
        for index in range(int(sys.argv[4])):
            seed = f"{number} {index}"
            tasks.append((check_random, seed, root / seed, LOCATIONS * (index % 2)))
    else:
        paths = sorted(pathlib.Path(sys.argv[5]).rglob("*.onnx"))
        for index, path in enumerate(paths[number::int(sys.argv[4])]):
            tasks.append((check, path, root / str(index), path.read_bytes(), LOCATIONS))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(attempt, tasks))
    wrong = [result for result in results if isinstance(result, str)]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(results) - results.count(None)} round trips, "
          f"{results.count(True)} checked, {results.count(None)} not imported")


main()
