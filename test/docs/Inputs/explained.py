# Writes the README's example of --explain to a file, and prints what the README
# says of it.
#
# usage: explained.py README MODEL
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import sys

text = open(sys.argv[1]).read()
found = re.search(
    r"```mlir\n((?:(?!```).)*)```\n\nin `model.mlir`.*?```\n(.*?)```", text, re.DOTALL
)
if not found:
    sys.exit("expected an example of --explain in the README, but found none")
open(sys.argv[2], "w").write(found[1])
print(found[2], end="")
