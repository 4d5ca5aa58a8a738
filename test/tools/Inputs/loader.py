# Runs each tool in a folder that has a library for each name that it links, and looks
# for empty or relative paths that the loader would search, also in shared libraries.
#
# usage: loader.py BUILD LLVM_TOOLS COMPILER...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import pathlib
import re
import subprocess
import sys

build, llvm = map(pathlib.Path, sys.argv[1:3])
compiler = sys.argv[3:]
# lit writes the results of unit tests that run meanwhile into the same folder.
TOOLS = sorted(file for file in (build / "bin").glob("onnxops-*")
               if os.access(file, os.X_OK))
LIBRARIES = [*(build / "lib").glob("*.so"), *(build / "python").rglob("*.so")]
assert len(TOOLS) > 5 and LIBRARIES, (TOOLS, LIBRARIES)

pathlib.Path("empty.c").write_text("int onnxops_empty;\n")
subprocess.run([*compiler, "-shared", "-fPIC", "empty.c", "-o", "empty"], check=True)

for file in [*TOOLS, *LIBRARIES]:
    entries = subprocess.run([llvm / "llvm-readelf", "-d", file], text=True, check=True,
                             capture_output=True).stdout
    for path in re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", entries):
        for folder in path.split(":"):
            assert folder.startswith(("/", "$ORIGIN")), f"{file.name} searches '{folder}'"
    for name in re.findall(r"\(NEEDED\).*\[(.*)\]", entries):
        pathlib.Path(name).write_bytes(pathlib.Path("empty").read_bytes())
for tool in TOOLS:
    if not tool.name.endswith("-tests"):
        subprocess.run([tool, "--version"], check=True, stdout=subprocess.DEVNULL)
