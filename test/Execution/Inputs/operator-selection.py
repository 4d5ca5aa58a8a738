# Comparisons, booleans, Where, Max, Min, Sum, Clip, Mod, Pow, Range, reductions, Pad
# and Flatten against numpy, on every type, with sizes and operands that are known at
# compile time, in part, or only when it runs.
#
# usage: operator-selection.py KIND FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import sys

import numpy as np

from operator_case import FLOATS, INTEGERS, folder, hide, integers, pick, rng
from onnx_case import NUMBERS, ON_DEVICE, TYPES, random_array
from onnx_program import Program

SHAPES = [((3, 5), (3, 5)), ((), ()), ((1,), (1, 1)), ((4,), ()), ((40,), (1,)),
          ((2, 1, 3), (4, 1)), ((0, 2), (1, 2)), ((7,), (7,))]


def is_without_arithmetic(type_name):
    """Devices only move complex numbers."""
    return ON_DEVICE and type_name.startswith("complex")


def numbers(type_name, shape):
    """Small numbers, some of them equal; floats have halves and infinities."""
    if type_name in INTEGERS:
        low = 0 if type_name[0] == "u" else -6
        array = rng.integers(low, 7, shape)
        if rng.integers(3) == 0:
            info = np.iinfo(NUMBERS[type_name][1])
            array = rng.choice(np.array([info.min, info.max, 0, 1], object), shape)
        return np.asarray(array).astype(NUMBERS[type_name][1])
    array = np.asarray(rng.integers(-6, 7, shape) / 2 + 0.25)
    array = np.where(rng.random(shape) < 0.1, rng.choice([np.inf, -np.inf, np.nan], shape), array)
    return array.astype(NUMBERS[type_name][1])


def operand(program, type_name, array):
    """With all sizes known, some, or also the elements."""
    array = np.asarray(array)
    form = rng.integers(4)
    if form == 0 and type_name in INTEGERS and array.size:
        return program.constant(type_name, array)
    return program.input(type_name, array, "exact" if form == 1 else hide(array.shape))


def expect(program, name, operands, type_name, expected, ulps=None, **attributes):
    expected = np.asarray(expected)
    shape = pick(None, list(expected.shape), hide(expected.shape))
    result = program.op(name, operands, [(type_name, shape)], **attributes)
    program.expect(result, expected, ulps)


#===------------------------------------------------------------------------===#
# Pairs of elements
#===------------------------------------------------------------------------===#

COMPARISONS = {"Equal": np.equal, "Greater": np.greater, "Less": np.less,
               "GreaterOrEqual": np.greater_equal, "LessOrEqual": np.less_equal}


def comparisons():
    """Shows neighbour-r48."""
    for type_name in INTEGERS + FLOATS:
        program = Program(pick(12, 13, 16, 19, 24))
        for shapes in SHAPES:
            for name, function in COMPARISONS.items():
                arrays = [numbers(type_name, shape) for shape in shapes]
                values = [operand(program, type_name, array) for array in arrays]
                expect(program, name, values, "bool", function(*arrays))
        program.run(f"{folder}/compare-{type_name}")
    program = Program(7)
    left, right = rng.integers(0, 2, (2, 5)).astype(bool)
    values = [program.input("bool", array) for array in (left, right)]
    expect(program, "Equal", values, "bool", left == right)
    program.run(f"{folder}/compare-bool")


LOGIC = {"And": np.logical_and, "Or": np.logical_or, "Xor": np.logical_xor}


def logic():
    """Shows neighbour-r49."""
    program = Program(pick(7, 13))
    for shapes in SHAPES:
        for name, function in LOGIC.items():
            arrays = [rng.integers(0, 2, shape).astype(bool) for shape in shapes]
            values = [pick(program.input, program.constant)("bool", array) if array.size
                      else program.input("bool", array, hide(array.shape)) for array in arrays]
            expect(program, name, values, "bool", function(*arrays))
    program.run(f"{folder}/logic")
    program = Program(1)
    arrays = rng.integers(0, 2, (2, 3)).astype(bool)
    values = [program.input("bool", array, [None]) for array in arrays]
    expect(program, "Or", values, "bool", arrays[0] | arrays[1], broadcast=0)
    program.run(f"{folder}/logic-1")


def where():
    """Shows neighbour-r50."""
    for type_name in TYPES:
        if type_name == "string" or is_without_arithmetic(type_name):
            continue
        program = Program(pick(16, 24))
        for _ in range(6):
            shape = tuple(rng.integers(0, 5, rng.integers(0, 4)))
            shapes = [tuple(int(pick(size, size, 1)) for size in shape[rng.integers(len(shape) + 1):])
                      for _ in range(3)]
            try:
                np.broadcast_shapes(*shapes)
            except ValueError:
                continue
            condition = rng.integers(0, 2, shapes[0]).astype(bool)
            arrays = [random_array(rng, type_name, shape) for shape in shapes[1:]]
            values = [program.input("bool", condition, hide(condition.shape))]
            values += [program.input(type_name, array, hide(array.shape)) for array in arrays]
            expect(program, "Where", values, type_name, np.where(condition, *arrays))
        if program.results:
            program.run(f"{folder}/where-{type_name}")


def pairs():
    comparisons()
    logic()
    where()


#===------------------------------------------------------------------------===#
# Any number of operands
#===------------------------------------------------------------------------===#

def variadic():
    """Shows neighbour-r51."""
    for type_name in INTEGERS + FLOATS:
        program = Program(pick(12, 13, 24))
        for count in (1, 2, 3, 5):
            for name, function in {"Max": np.maximum, "Min": np.minimum}.items():
                shape = tuple(rng.integers(1, 5, rng.integers(0, 3)))
                arrays = [numbers(type_name, shape[rng.integers(len(shape) + 1):])
                          for _ in range(count)]
                expected = arrays[0]
                for array in arrays[1:]:
                    expected = function(expected, array)
                values = [operand(program, type_name, array) for array in arrays]
                expect(program, name, values, type_name, expected,
                       ulps=0 if type_name in FLOATS else None)
        program.run(f"{folder}/variadic-{type_name}")
    for type_name in FLOATS:
        program = Program(pick(6, 8, 13))
        arrays = [(rng.integers(-9, 9, (2, 3)) / 4).astype(NUMBERS[type_name][1]) for _ in range(3)]
        values = [program.input(type_name, array, hide(array.shape)) for array in arrays]
        expect(program, "Sum", values, type_name, sum(arrays[1:], arrays[0]))
        program.run(f"{folder}/sum-{type_name}")
    many()


def many():
    program = Program(13)
    arrays = rng.integers(-99, 99, (300, 4)).astype("<i4")
    values = [program.input("i32", array, [None]) for array in arrays]
    expect(program, "Max", values, "i32", arrays.max(0))
    program.run(f"{folder}/many")


def clip():
    """Shows neighbour-r52."""
    for type_name in INTEGERS + FLOATS:
        dtype = NUMBERS[type_name][1]
        program = Program(pick(12, 13))
        for shape in [(), (1,), (5,), (2, 30), (0,)]:
            array = numbers(type_name, shape)
            low, high = (np.array(value, dtype) for value in (1, pick(3, 0)))
            operands, expected = [operand(program, type_name, array)], array
            operands.append(pick(operand(program, type_name, low), None))
            operands.append(pick(operand(program, type_name, high.reshape(pick((), (1,)))), None))
            if operands[1]:
                expected = np.maximum(expected, low)
            if operands[2]:
                expected = np.minimum(expected, high)
            operands = [value or program.none() for value in operands]
            expect(program, "Clip", operands, type_name, expected,
                   ulps=0 if type_name in FLOATS else None)
        program.run(f"{folder}/clip-{type_name}")
    for type_name in FLOATS:
        program = Program(6)
        array = np.array([-3, 0.5, 7, np.nan], NUMBERS[type_name][1])
        expect(program, "Clip", [program.input(type_name, array)], type_name,
               np.clip(array, -1, 2), ulps=0, min="-1.0 : f32", max="2.0 : f32")
        program.run(f"{folder}/clip-6-{type_name}")


def several():
    variadic()
    clip()


#===------------------------------------------------------------------------===#
# Mod, Pow, Range
#===------------------------------------------------------------------------===#

def remainders():
    """Shows neighbour-r53."""
    for type_name in INTEGERS + FLOATS:
        program = Program(pick(10, 13))
        for shapes in SHAPES:
            left, right = (numbers(type_name, shape) for shape in shapes)
            right = np.where(right == 0, right.dtype.type(3), right)
            values = [program.input(type_name, array, hide(array.shape)) for array in (left, right)]
            fmod = 1 if type_name in FLOATS else pick(0, 1)
            with np.errstate(all="ignore"):
                expected = (np.fmod if fmod else np.mod)(left, right)
            if type_name[0] == "i":  # numpy takes the smallest integer by -1 for an overflow
                expected = np.where(right == -1, 0, expected)
            expect(program, "Mod", values, type_name, expected.astype(left.dtype),
                   ulps=0 if type_name in FLOATS else None, fmod=fmod)
        program.run(f"{folder}/mod-{type_name}")


def exact_power(base, exponent, bits):
    """Of integers, with all bits; what is infinite is the largest integer."""
    if exponent >= 0:
        value = pow(int(base), int(exponent), 2**bits)
        return value - 2**bits if value >= 2**(bits - 1) else value
    if base == 0:
        return 2**(bits - 1) - 1
    return {1: 1, -1: 1 if exponent % 2 == 0 else -1}.get(int(base), 0)


def powers():
    """Shows neighbour-r54."""
    for type_name in ("i32", "i64"):
        dtype = NUMBERS[type_name][1]
        program = Program(pick(12, 13))
        for other in INTEGERS:
            for shapes in SHAPES:
                left, right = numbers(type_name, shapes[0]), numbers(other, shapes[1])
                values = [operand(program, type_name, left), operand(program, other, right)]
                pair = np.broadcast_arrays(left, right)
                exact = [exact_power(a, b, 8 * np.dtype(dtype).itemsize)
                         for a, b in zip(pair[0].flat, pair[1].flat)]
                expect(program, "Pow", values, type_name,
                       np.array(exact, dtype).reshape(pair[0].shape))
        program.run(f"{folder}/pow-{type_name}")
    float_powers()


def float_powers():
    """Within 2 units in the last place; computed as f64 where an operand is an
    integer or an f64."""
    for type_name in FLOATS:
        program = Program(pick(12, 13))
        for other in ("f32", "f64", "i32", "u8", "f16"):
            for shapes in SHAPES:
                left = np.abs(rng.normal(size=shapes[0])).astype(NUMBERS[type_name][1]) + 1
                right = rng.integers(0, 5, shapes[1]).astype(NUMBERS[other][1])
                values = [program.input(type_name, left, hide(left.shape)),
                          program.input(other, right, hide(right.shape))]
                expected = np.power(left.astype("f8"), right.astype("f8"))
                expect(program, "Pow", values, type_name, expected.astype(left.dtype), ulps=2)
        program.run(f"{folder}/pow-{type_name}")
    program = Program(13)
    bases = np.array([1, 2, 3, -2, 0, 7], "<i8")
    values = [program.input("i64", bases), program.constant("f32", np.array(0.5, "<f4"))]
    expect(program, "Pow", values, "i64", [1, 1, 1, 0, 0, 2])
    program.run(f"{folder}/pow-mixed")


def ranges():
    """Shows neighbour-r55."""
    for type_name in ("i16", "i32", "i64", "f32", "f64"):
        dtype = np.dtype(NUMBERS[type_name][1])
        program = Program(pick(11, 13, 24))
        for _ in range(16):
            start, limit = rng.integers(-40, 40, 2)
            delta = int(rng.choice([-7, -2, -1, 1, 2, 3, 50]))
            if type_name[0] == "f":
                start, limit, delta = start / 2, limit / 2, delta / 4
            bounds = [dtype.type(value) for value in (start, limit, delta)]
            count = max(math.ceil((float(bounds[1]) - float(bounds[0])) / float(bounds[2])), 0)
            expected = bounds[0] + np.arange(count).astype(dtype) * bounds[2]
            values = [operand(program, type_name, np.array(value, dtype).reshape(pick((), (1,))))
                      for value in bounds]
            expect(program, "Range", values, type_name, expected.astype(dtype))
        program.run(f"{folder}/range-{type_name}")
    program = Program(11)
    ends = np.array([-2**63, 2**63 - 1, 2**61], "<i8")
    values = [program.input("i64", ends[at], []) for at in range(3)]
    expect(program, "Range", values, "i64", [-2**63 + i * 2**61 for i in range(8)])
    program.run(f"{folder}/range-far")


def sixteen_bits():
    """16-bit floats, of which Range takes f16 from opset 27 on."""
    program = Program(27)
    bounds = np.array([0.5, 9, 0.75], "<f2")
    values = [program.input("f16", bounds[at], []) for at in range(3)]
    count = math.ceil((9 - 0.5) / 0.75)
    expect(program, "Range", values, "f16", (0.5 + np.arange(count) * 0.75).astype("<f2"))
    program.run(f"{folder}/range-f16")


def series():
    remainders()
    powers()
    ranges()
    sixteen_bits()


#===------------------------------------------------------------------------===#
# Reductions
#===------------------------------------------------------------------------===#

REDUCTIONS = {"ReduceMax": np.maximum, "ReduceMin": np.minimum, "ReduceSum": np.add,
              "ReduceProd": np.multiply}


def neutral(name, dtype):
    if name in ("ReduceSum", "ReduceProd"):
        return dtype.type(name == "ReduceProd")
    sign = -1 if name == "ReduceMax" else 1
    if dtype.kind == "f":
        return dtype.type(sign * np.inf)
    info = np.iinfo(dtype)
    return dtype.type(info.min if sign < 0 else info.max)


def reduce_once(program, name, type_name, opset):
    shape = tuple(rng.integers(0 if rng.integers(6) == 0 else 1, 5, rng.integers(0, 4)))
    array = numbers(type_name, shape)
    if type_name in FLOATS:
        array = np.where(np.isfinite(array), array, array.dtype.type(1.5))
    axes = [int(axis) for axis in range(len(shape)) if rng.integers(2)]
    keeps = int(rng.integers(2))
    reduced = tuple(axes) if axes else tuple(range(len(shape)))
    if opset >= 11:
        axes = [pick(axis, axis - len(shape)) for axis in axes]
    operands, attributes = [operand(program, type_name, array)], {"keepdims": keeps}
    if opset >= (13 if name == "ReduceSum" else 18):
        if axes or rng.integers(2):
            operands.append(program.constant("i64", np.array(axes, "<i8")))
        if not axes and rng.integers(2):
            attributes["noop_with_empty_axes"] = 1
            reduced = ()
    elif axes:
        attributes["axes"] = axes
    expected = array
    if reduced:
        # f16 is rounded once, at the end.
        dtype = np.dtype("<f4") if type_name == "f16" else array.dtype
        with np.errstate(all="ignore"):
            expected = REDUCTIONS[name].reduce(
                array, reduced, dtype=dtype, keepdims=bool(keeps),
                initial=neutral(name, dtype)).astype(array.dtype)
    expect(program, name, operands, type_name, expected,
           ulps=0 if type_name in FLOATS else None, **attributes)


def reductions():
    """Shows neighbour-r56, neighbour-r57."""
    for type_name in ["i32", "i64", "u32", "u64"] + FLOATS:
        for opset in (1, 11, 13, 18, 24):
            program = Program(opset)
            for name in REDUCTIONS:
                for _ in range(5):
                    reduce_once(program, name, type_name, opset)
            program.run(f"{folder}/reduce-{type_name}-{opset}")
    for type_name in ("i8", "u8"):
        program = Program(20)
        for name in ("ReduceMax", "ReduceMin"):
            for _ in range(8):
                reduce_once(program, name, type_name, 20)
        program.run(f"{folder}/reduce-{type_name}")
    booleans()
    means()


def means():
    """Sums of numbers whose sum is exact, divided once. Shows neighbour-r57."""
    for type_name in ["i32", "u64"] + FLOATS:
        dtype = np.dtype(NUMBERS[type_name][1])
        program = Program(13)
        for shape, axis in [((2, 3), 1), ((4,), 0), ((3, 2, 5), 0), ((2, 0), 1), ((0, 2), 1)]:
            if ON_DEVICE and shape[axis] == 0:
                continue  # Vulkan promises no NaN
            array = rng.integers(0, 9, shape).astype(dtype)
            sums, count = array.sum(axis, dtype=dtype), shape[axis]
            with np.errstate(all="ignore"):
                if dtype.kind == "f":
                    wide = np.dtype("<f4") if type_name == "f16" else dtype
                    expected = (sums.astype(wide) / wide.type(count)).astype(dtype)
                else:
                    expected = sums // max(count, 1)
            expect(program, "ReduceMean", [program.input(type_name, array, hide(shape))], type_name,
                   expected, ulps=0 if dtype.kind == "f" else None, axes=[axis], keepdims=0)
        program.run(f"{folder}/mean-{type_name}")


def booleans():
    program = Program(20)
    array = rng.integers(0, 2, (3, 2, 4)).astype(bool)
    for name, function in (("ReduceMax", np.any), ("ReduceMin", np.all)):
        operands = [program.input("bool", array, hide(array.shape)),
                    program.constant("i64", np.array([1], "<i8"))]
        expect(program, name, operands, "bool", function(array, 1), keepdims=0)
    program.run(f"{folder}/reduce-bool")


#===------------------------------------------------------------------------===#
# Pad and Flatten
#===------------------------------------------------------------------------===#

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


def layout():
    pads()
    flattens()
    unused()


{"pairs": pairs, "several": several, "series": series, "reductions": reductions,
 "layout": layout}[sys.argv[1]]()
