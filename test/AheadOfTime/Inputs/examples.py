# Writes the examples of docs/ahead-of-time.md to files: join.mlir, program.c,
# program.cpp, and what the first program prints.
#
# usage: examples.py PAGE FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import re
import sys

text = open(sys.argv[1]).read()
section = text.split("## A complete example")[1].split("\n## ")[0]
blocks = re.findall(r"```([a-z+]*)\n(.*?)```", section, re.DOTALL)
names = ["join.mlir", "declared.h", "program.c", "expected", "program.cpp"]
kinds = ["mlir", "c", "c", "", "c++"]
if [kind for kind, _ in blocks] != kinds:
    sys.exit("expected examples of %s, but got %s" % (kinds, [k for k, _ in blocks]))
os.makedirs(sys.argv[2], exist_ok=True)
for name, (_, content) in zip(names, blocks):
    with open(os.path.join(sys.argv[2], name), "w") as file:
        file.write(content)
