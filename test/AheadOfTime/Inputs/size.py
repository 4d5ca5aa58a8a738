# Fails if code and data of an ELF file are more than so many bytes.
#
# usage: size.py FILE BYTES
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import subprocess
import sys

line = subprocess.check_output(["size", sys.argv[1]], text=True).splitlines()[1]
text, data = (int(number) for number in line.split()[:2])
if text + data > int(sys.argv[2]):
    sys.exit("expected at most %s bytes, but got %d" % (sys.argv[2], text + data))
