# Reads the files that were written for every op version when it was added, and
# compares them with their text. A version without files is an error, and so is a
# file without a version.
#
# usage: check-frozen.py FOLDER INCLUDES
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import re
import subprocess
import sys

folder, includes = map(pathlib.Path, sys.argv[1:])


def mnemonic(name):
    """ConcatFromSequenceV11 is concat_from_sequence_v11."""
    words = re.findall(r"OpenVINO|[A-Z][a-z]*\d*", name)
    return "_".join(words).lower()


versions = set()
for path in includes.glob("*.td"):
    text = path.read_text()
    versions |= {mnemonic(name) for name in
                 re.findall(r"^def OnnxOps_(\w+V\d+)Op\b", text, re.M)}
files = {path.name for path in folder.iterdir() if ".mlir" in path.name}
expected = {f"{version}.{form}" for version in versions
            for form in ("mlir", "generic.mlir", "mlirbc")}
if files != expected:
    sys.exit(f"missing {sorted(expected - files)}, unknown {sorted(files - expected)}")


def print_as(path, *options):
    command = ["onnxops-opt", str(path), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


for version in sorted(versions):
    texts = {(): (folder / f"{version}.mlir").read_text(),
             ("-mlir-print-op-generic",): (folder / f"{version}.generic.mlir").read_text()}
    if f"onnxops.{version} " not in texts[()]:
        sys.exit(f"{version}.mlir: expected an op of that version")
    for name in (f"{version}.mlir", f"{version}.generic.mlir", f"{version}.mlirbc"):
        for options, text in texts.items():
            if print_as(folder / name, *options) != text:
                sys.exit(f"{name}: expected to read what it was written as")
print(f"{len(versions)} op versions in 3 forms read as they were written")
