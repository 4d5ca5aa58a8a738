# The patterns with sequences that exporters write, as torch-mlir's importer writes
# them: numbers, as they are and without sequences, back in torch-mlir's form.
#
# usage: torch-numbers.py FOLDER PATTERNS
#
# PATTERNS is rewritten-numbers.py, whose models and numbers these are.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import runpy
import subprocess
import sys

import onnx

folder, patterns = sys.argv[1:]
sys.path.append(str(pathlib.Path(patterns).parent))
from onnx_case import is_left_out  # noqa: E402
from rewritten_pattern import SEQUENCES, Pattern  # noqa: E402
from torch_text import TorchText, Unsupported  # noqa: E402

PASSES = ["--allow-unregistered-dialect", "--convert-torch-onnx-to-onnx",
          "--convert-onnx-to-onnxops", "--onnxops-rewrite-pipeline",
          "--convert-onnxops-to-onnx", "--convert-onnx-to-torch-onnx",
          "--mlir-print-op-generic"]
rewrite = Pattern.rewrite
counts = {"models": 0, "unsupported": 0}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit(f"{' '.join(command)}\nexit {done.returncode}: {done.stderr}")


def check(case, path):
    """Called with each model, before it is rewritten as a file."""
    try:
        text = TorchText(onnx.load(f"{path}/model.onnx")).write()
    except Unsupported:
        counts["unsupported"] += 1
        return rewrite(case, path)
    counts["models"] += 1
    pathlib.Path(f"{path}/torch.mlir").write_text(text)
    run(["onnxops-opt", f"{path}/torch.mlir", *PASSES, "-o", f"{path}/better.mlir"])
    better = pathlib.Path(f"{path}/better.mlir").read_text()
    if any(f'"onnx.{name}' in better for name in SEQUENCES):
        sys.exit(f"{path}/better.mlir: expected no sequences")
    if any(f'"{name}.' in better for name in ("onnxops", "tensor", "arith")):
        sys.exit(f"{path}/better.mlir: expected operators of torch-mlir only")
    # The call of a failure fails.
    if not path.endswith("/failure") and not is_left_out():
        for name in ("torch", "better"):
            run(["onnxops-run", f"{path}/{name}.mlir", "--input-dir", path, "--expect-dir",
                 path, "--output-dir", f"{path}/results"])
    return rewrite(case, path)


Pattern.rewrite = check
Pattern.run = Pattern.save  # the numbers of the files are a test of PATTERNS
sys.argv = [patterns, folder]
runpy.run_path(patterns, run_name="__main__")
print(f"{counts['models']} models, {counts['unsupported']} unsupported")
