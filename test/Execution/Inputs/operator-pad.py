# Pad and Flatten against numpy, on every type, with sizes and operands that are known
# at compile time, in part, or only when it runs.
#
# usage: operator-pad.py all FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import numpy as np

from operator_case import (FLOATS, expect, folder, hide, integers, is_without_arithmetic, pick,
                           rng)
from onnx_case import TYPES, random_array
from onnx_program import Program


def padded(array, pads, mode, value):
    """Negative lengths crop the array first."""
    if not pads:
        return array
    for axis, (before, after) in enumerate(pads):
        size = array.shape[axis]
        array = np.take(array, range(max(-before, 0), size - max(-after, 0)), axis)
    lengths = [(max(before, 0), max(after, 0)) for before, after in pads]
    if mode == "constant":
        result = np.empty([size + sum(pair) for size, pair in zip(array.shape, lengths)],
                          array.dtype)
        result.fill(value)  # numpy.full would drop a NUL at the end of a string
        result[tuple(slice(before, before + size)
                     for (before, _), size in zip(lengths, array.shape))] = array
        return result
    for axis, (before, after) in enumerate(lengths):
        size = array.shape[axis]
        places = np.arange(-before, size + after)
        if mode == "edge":
            places = np.clip(places, 0, size - 1)
        elif mode == "reflect":
            places = np.abs(places)
            places = np.minimum(places, 2 * (size - 1) - places)
        else:
            places %= size
        array = np.take(array, places, axis)
    return array


def pad_once(program, type_name, opset):
    """Shows neighbour-r58, neighbour-r59, neighbour-r60."""
    mode = pick("constant", "constant", "edge", "reflect", *(["wrap"] if opset >= 19 else []))
    if type_name == "string" or is_without_arithmetic(type_name):
        mode = "constant"
    low = 0 if mode == "constant" else 2
    shape = tuple(int(size) for size in rng.integers(low, 5, rng.integers(0, 4)))
    array = random_array(rng, type_name, shape)
    axes = [axis for axis in range(len(shape)) if opset < 18 or rng.integers(3)]
    most = 1 if mode == "reflect" else 3
    lengths = {axis: [int(rng.integers(-min(1, shape[axis] // 2), most + 1)) for _ in range(2)]
               for axis in axes}
    if mode == "reflect":  # no more than what is left
        lengths = {axis: pair if min(pair) >= 0 or shape[axis] > 3 else [0, 1]
                   for axis, pair in lengths.items()}
    given = [lengths[axis][end] for end in range(2) for axis in axes]
    operands, attributes = [program.input(type_name, array, hide(shape))], {"mode": f'"{mode}"'}
    value = np.zeros((), array.dtype) if type_name != "string" else np.array(b"", object)
    if opset < 11:
        attributes["pads" if opset > 1 else "paddings"] = given
        if mode == "constant" and rng.integers(2):
            attributes["value"] = "2.5 : f32"
            value = np.array(2.5, array.dtype)
    else:
        operands.append(integers(program, np.array(given, "<i8")))
        if mode == "constant" and rng.integers(2):
            value = random_array(rng, type_name, ())
            operands.append(program.input(type_name, value))
        if len(axes) < len(shape) or (opset >= 18 and rng.integers(2)):
            if len(operands) == 2:
                operands.append(program.none())
            operands.append(program.constant("i64", np.array(
                [pick(axis, axis - len(shape)) for axis in axes], "<i8")))
    pads = [lengths.get(axis, [0, 0]) for axis in range(len(shape))]
    expected = padded(array, pads, mode, value[()])
    expect(program, "Pad", operands, type_name, expected, **attributes)


def pads():
    for type_name in TYPES:
        for opset in (13, 18, 19, 24):
            program = Program(opset)
            for _ in range(5):
                pad_once(program, type_name, opset)
            program.run(f"{folder}/pad-{type_name}-{opset}")
    for type_name in FLOATS:
        for opset in (1, 2, 11):
            program = Program(opset)
            for _ in range(5):
                pad_once(program, type_name, opset)
            program.run(f"{folder}/pad-{type_name}-{opset}")


def flattens():
    """Shows neighbour-r61."""
    for type_name in TYPES:
        opset = pick(13, 21, 24)
        program = Program(opset)
        for _ in range(8):
            shape = tuple(int(size) for size in rng.integers(0, 4, rng.integers(0, 5)))
            array = random_array(rng, type_name, shape)
            axis = int(rng.integers(-len(shape), len(shape) + 1))
            place = axis % len(shape) if axis < 0 else axis
            sizes = [math.prod(shape[:place]), math.prod(shape[place:])]
            expect(program, "Flatten", [program.input(type_name, array, hide(shape))], type_name,
                   array.reshape(sizes), axis=axis)
        program.run(f"{folder}/flatten-{type_name}")


def unused():
    """A concat of sizes that do not fit, of which nothing is read. Shows neighbour-r62."""
    program = Program(18)
    left, right = (program.input("f32", np.zeros((2, size), "<f4"), [2, None]) for size in (3, 0))
    empty = program.constant("f32", np.zeros((2, 0), "<f4"))
    program.op("onnxops.concat_v13", [left, right, empty], [("f32", [6, 0])], axis=0)
    whole = program.op("onnxops.concat_v13", [left, left, empty], [("f32", [6, 0])], axis=0)
    parts = program.op("Split", [whole], [("f32", None)] * 2, num_outputs=2)
    program.expect(parts[1], np.zeros((3, 0), "<f4"))
    program.run(f"{folder}/unused")


pads()
flattens()
unused()
