# Writes the i32 numbers from 0 on to an .npy file of the given sizes.
#
# usage: counted.py FILE SIZE...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import sys

import numpy

sizes = list(map(int, sys.argv[2:]))
numpy.save(sys.argv[1], numpy.arange(math.prod(sizes), dtype="i4").reshape(sizes))
