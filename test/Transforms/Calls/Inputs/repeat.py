# Prints a file whose lines between "// for RANGE" and "// end" are repeated for each
# i of the range. In them, {{EXPRESSION}} stands for its value.
#
# usage: repeat.py FILE
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import sys


def repeat(match):
    def fill(i):
        return re.sub(r"\{\{(.*?)\}\}", lambda m: str(eval(m[1], {"i": i})), match[2])
    return "".join(map(fill, eval(match[1])))


with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
print(re.sub(r"^// for (.*)\n((?s:.*?))^// end\n", repeat, text, flags=re.MULTILINE), end="")
