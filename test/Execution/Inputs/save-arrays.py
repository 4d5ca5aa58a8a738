# Saves arrays FIRST, FIRST + 1, ... as NAME.npy.
#
# usage: save-arrays.py FOLDER NAME=2x3[:DTYPE[:FIRST]] ...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys

import numpy as np

os.makedirs(sys.argv[1], exist_ok=True)
for argument in sys.argv[2:]:
    name, description = argument.split("=")
    sizes, dtype, first = description.split(":") + ["f4", "0"][description.count(":"):]
    shape = [int(size) for size in sizes.split("x") if size]
    count = int(np.prod(shape, dtype=int))
    numbers = np.arange(int(first), int(first) + count).astype(dtype)
    np.save(f"{sys.argv[1]}/{name}.npy", numbers.reshape(shape))
