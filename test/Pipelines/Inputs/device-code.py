# Writes the code of a device that a lowered module holds as data.
#
# usage: device-code.py FILE < MODULE
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import sys

ESCAPES = {"n": 10, "t": 9, "\\": 92, '"': 34}
module = sys.stdin.read()
address = re.search(r"@onnxops\.device_code\(\).*?addressof @(\S+)", module, re.S)[1]
text = re.search(rf'constant @{re.escape(address)}\("(.*?)(?<!\\)"\)', module)[1]
code = bytearray()
for plain, escape in re.findall(r'([^\\]+)|\\([nt\\"]|[0-9A-F]{2})', text):
    if plain:
        code += plain.encode("latin1")
    else:
        code.append(ESCAPES[escape] if escape in ESCAPES else int(escape, 16))
with open(sys.argv[1], "wb") as file:
    file.write(code.removesuffix(b"\0"))
