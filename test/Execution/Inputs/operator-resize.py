# Resize and Upsample in mode `nearest` against numpy: every element type, way to
# transform and to round positions, and form of scales and sizes.
#
# usage: operator-resize.py KIND FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from nearest_reference import COORDINATES, HALF, ROUNDINGS, f32, resize, scale_size
from operator_case import folder, hide, integers, is_without_arithmetic, pick, rng
from onnx_case import TYPES, random_array
from onnx_program import Program


def pick_scale():
    return f32(pick(1, 1, 2, 3, 0.5, 0.6, 1.5, 0.3333333, 1.3, 0.1, rng.uniform(0.2, 3)))


def floats(program, values):
    """Scales that are known at compile time, or when it runs."""
    array = np.array(values, "f4")
    make = pick("constant", "input", "vague")
    if make == "constant":
        return program.constant("f32", array)
    return program.input("f32", array, "exact" if make == "input" else [None])


def expect(program, name, data, operands, expected, type_name, **attributes):
    declared = pick(None, hide(expected.shape))
    result = program.op(name, [data, *operands], [(type_name, declared)], **attributes)
    program.expect(result, np.ascontiguousarray(expected))


def data_of(program, type_name, shape):
    array = random_array(rng, type_name, shape)
    return array, program.input(type_name, array, pick("exact", hide(shape)))


#===------------------------------------------------------------------------===#
# Versions without modes
#===------------------------------------------------------------------------===#

def early_once(program, type_name, shape):
    array, data = data_of(program, type_name, shape)
    scales = [pick_scale() for _ in shape]
    if program.opset < 10:
        scales = [max(scale, f32(1)) for scale in scales]
    sizes = [scale_size(own, scale) for own, scale in zip(shape, scales)]
    expected = resize(array, range(len(shape)), scales, sizes)
    name, operands, attributes = "Resize" if program.opset == 10 else "Upsample", [], {}
    if program.opset >= 9:
        operands = [floats(program, scales)]
    else:
        written = [f"{float(scale)!r} : f32" for scale in scales]
        attributes["scales"] = f"[{', '.join(written)}]"
    expect(program, name, data, operands, expected, type_name, **attributes)


def upsample_image(program):
    """Two dimensions of four."""
    array, data = data_of(program, "f32", (2, 1, 3, 4))
    expected = resize(array, [2, 3], [f32(2), f32(1.5)], [6, 6])
    expect(program, "Upsample", data, [], expected, "f32", height_scale="2.0 : f32",
           width_scale="1.5 : f32")


def early():
    """Shows neighbour-r69, neighbour-r70."""
    for type_name in TYPES:
        if type_name in ("bf16", "string") or is_without_arithmetic(type_name):
            continue
        program = Program(pick(7, 9, 10))
        for shape in [(1, 1, 4, 6), (3,), (0, 3), (2, 0), (5, 7)]:
            early_once(program, type_name, shape)
        program.run(f"{folder}/early-{type_name}")
    program = Program(1)
    upsample_image(program)
    program.run(f"{folder}/image")


#===------------------------------------------------------------------------===#
# Versions with modes
#===------------------------------------------------------------------------===#

def absent(program):
    """Operands before the last one are given, and may be empty, before opset 13."""
    if program.opset >= 13 and rng.integers(2):
        return program.none()
    return program.constant("f32", np.zeros(0, "f4"))


def pick_sizes(shape, dims):
    return [int(pick(1, 2, shape[dim], 2 * shape[dim], rng.integers(1, 12))) if shape[dim] else 0
            for dim in dims]


def keep_ratio(policy, shape, dims, scales):
    scale = (min if policy == "not_larger" else max)(scales)
    sizes = [int(np.floor(scale * f32(shape[dim]) + HALF)) for dim in dims]
    return [scale] * len(dims), sizes


def modes_once(program, type_name, shape):
    array, data = data_of(program, type_name, shape)
    attributes = {}
    names = [name for name in COORDINATES if (name != "half_pixel_symmetric" or
                                              program.opset >= 19)]
    coordinates, rounding = pick(*names), pick(*list(ROUNDINGS)[:4])
    if coordinates != "half_pixel" or rng.integers(2):
        attributes["coordinate_transformation_mode"] = f'"{coordinates}"'
    if rounding != "round_prefer_floor" or rng.integers(2):
        attributes["nearest_mode"] = f'"{rounding}"'
    if rng.integers(2):
        attributes["mode"] = '"nearest"'
    rank = len(shape)
    dims = list(range(rank))
    if program.opset >= 18 and rng.integers(2):
        dims = [int(dim) for dim in rng.permutation(rank)[:rng.integers(0, rank + 1)]]
        attributes["axes"] = [dim - pick(0, rank) for dim in dims]
    if rng.integers(2):
        scales = [pick_scale() for _ in dims]
        sizes = [scale_size(shape[dim], scale) for dim, scale in zip(dims, scales)]
        operands = [absent(program), floats(program, scales)]
    else:
        sizes = pick_sizes(shape, dims)
        operands = [absent(program), absent(program), integers(program, sizes)]
        scales = [f32(size) / f32(shape[dim]) if size else f32(1)
                  for dim, size in zip(dims, sizes)]
        if program.opset >= 18 and dims and 0 not in shape and rng.integers(2):
            policy = pick("not_larger", "not_smaller")
            attributes["keep_aspect_ratio_policy"] = f'"{policy}"'
            scales, sizes = keep_ratio(policy, shape, dims, scales)
    expected = resize(array, dims, scales, sizes, coordinates, rounding)
    expect(program, "Resize", data, operands, expected, type_name, **attributes)


def modes():
    """Shows neighbour-r69, neighbour-r70."""
    for type_name in TYPES:
        if type_name == "string" or is_without_arithmetic(type_name):
            continue
        for opset in pick(11, 13) if type_name != "bf16" else 13, pick(18, 19, 25):
            program = Program(opset)
            for shape in [(1, 2, 4, 6), (9,), (0, 3), (2, 0), (5, 7), (1, 1)]:
                modes_once(program, type_name, shape)
                modes_once(program, type_name, shape)
            program.run(f"{folder}/modes-{opset}-{type_name}")


def own_sizes():
    """Asks for the sizes of X, and of another tensor. Shows neighbour-r69."""
    program = Program(13)
    array, data = data_of(program, "f32", (2, 3, 5))
    other = program.input("f32", np.zeros((4, 3, 2)), [None] * 3)
    expected = resize(array, [0, 2], [f32(2), f32(2) / f32(5)], [4, 2], "half_pixel",
                      "round_prefer_floor")
    for value, result in [(data, array), (other, expected)]:
        shape = program.op("Shape", [value], [("i64", [3])])
        expect(program, "Resize", data, [program.none(), program.none(), shape], result, "f32")
    # No vector of positions has as many elements as a dimension of nothing.
    sizes = program.input("i64", [0, 3, 1])
    empty = program.op("ConstantOfShape", [sizes], [("f32", [None] * 3)])
    sizes = program.input("i64", [0, 3, 2**40])
    resized = program.op("Resize", [empty, program.none(), program.none(), sizes],
                         [("f32", [None] * 3)])
    program.expect(resized, np.zeros((0, 3, 2**40), "f4"))
    program.run(f"{folder}/own-sizes")


{"early": early, "modes": modes, "own-sizes": own_sizes}[sys.argv[1]]()
