# Saves arrays 0, 1, 2, ... as NAME.npy.
#
# usage: save-arrays.py FOLDER NAME=2x3[:DTYPE] ...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys

import numpy as np

os.makedirs(sys.argv[1], exist_ok=True)
for argument in sys.argv[2:]:
    name, description = argument.split("=")
    sizes, _, dtype = description.partition(":")
    shape = [int(size) for size in sizes.split("x") if size]
    count = int(np.prod(shape, dtype=int))
    np.save(f"{sys.argv[1]}/{name}.npy",
            np.arange(count).astype(dtype or "f4").reshape(shape))
