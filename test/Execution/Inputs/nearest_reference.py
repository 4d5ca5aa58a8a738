# What Resize and Upsample compute in mode `nearest`, by the words of the standard;
# numbers are f32, as those of ONNX Runtime.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import numpy as np

f32 = np.float32
HALF = f32(0.5)

# The position in X of position i of `size`, where X has `own`.
COORDINATES = {
    "half_pixel": lambda i, own, size, scale: (i + HALF) / scale - HALF,
    "pytorch_half_pixel": lambda i, own, size, scale:
        (i + HALF) / scale - HALF if size > 1 else f32(0),
    "align_corners": lambda i, own, size, scale:
        i * f32(own - 1) / f32(size - 1) if size > 1 else f32(0),
    "asymmetric": lambda i, own, size, scale: i / scale,
    "tf_half_pixel_for_nn": lambda i, own, size, scale: (i + HALF) / scale,
    "half_pixel_symmetric": lambda i, own, size, scale:
        f32(own) * HALF * (f32(1) - f32(size) / (scale * f32(own))) + (i + HALF) / scale - HALF,
}
ROUNDINGS = {
    "round_prefer_floor": lambda rest, scale: rest - HALF >= f32(1e-6),
    "round_prefer_ceil": lambda rest, scale: rest - HALF > f32(-1e-6),
    "floor": lambda rest, scale: False,
    "ceil": lambda rest, scale: rest > 0,
    "by scale": lambda rest, scale: rest > 0 and scale < 1,
}


def find_position(i, own, size, scale, coordinates, rounding):
    if scale == 1:
        return i
    position = max(COORDINATES[coordinates](f32(i), own, size, scale), f32(0))
    before = np.floor(position)
    return min(int(before) + bool(ROUNDINGS[rounding](position - before, scale)), own - 1)


def resize(array, dims, scales, sizes, coordinates="asymmetric", rounding="by scale"):
    for dim, scale, size in zip(dims, scales, sizes):
        own = array.shape[dim]
        array = np.take(array, [find_position(i, own, size, scale, coordinates, rounding)
                                for i in range(size)], dim)
    return array


def scale_size(own, scale):
    return int(f32(own) * scale)
