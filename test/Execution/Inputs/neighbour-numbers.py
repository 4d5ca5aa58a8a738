# Arithmetic, casts, shapes, slices, splits and gathers against numpy, with sizes
# that are known at compile time, in part, or only when it runs.
#
# usage: neighbour-numbers.py KIND FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import NUMBERS, random_array
from onnx_program import Program

folder = sys.argv[2]
rng = np.random.default_rng(int((sys.argv[3:] or [7])[0]))

OPERATORS = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply}
INTEGERS = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]
FLOATS = ["f16", "f32", "f64"]


def pick(*choices):
    return choices[rng.integers(len(choices))]


def hide(shape):
    """Some of the sizes."""
    return [pick(size, None) for size in shape]


def integers(program, values, type_name="i64"):
    """An operand whose elements are known at compile time, or when it runs."""
    array = np.array(values, NUMBERS[type_name][1])
    make = pick("constant", "input", "vague")
    if make == "constant":
        return program.constant(type_name, array)
    return program.input(type_name, array,
                         "exact" if make == "input" else [None] * array.ndim)


#===------------------------------------------------------------------------===#
# Arithmetic
#===------------------------------------------------------------------------===#

def small_array(type_name, shape):
    """Numbers whose sums and products exist; integers of all bits wrap. Shows
    neighbour-r14."""
    if type_name in INTEGERS:
        return random_array(rng, type_name, shape)
    return (rng.integers(-2000, 2000, shape) / 8).astype(NUMBERS[type_name][1])


def arithmetic_types():
    for type_name in INTEGERS + FLOATS:
        program = Program(14)
        for shapes in [((3, 5), (3, 5)), ((), ()), ((1,), (1, 1)), ((40,), ()),
                       ((0, 2), (1, 2))]:
            arrays = [small_array(type_name, shape) for shape in shapes]
            for operator, function in OPERATORS.items():
                values = [program.input(type_name, array, hide(array.shape))
                          for array in arrays]
                result = program.op(operator, values, [(type_name, None)])
                with np.errstate(over="ignore"):
                    program.expect(result, function(*arrays))
        program.run(f"{folder}/{type_name}")


def round_to_bf16(array):
    """To nearest, ties to even; no NaN comes here. Shows neighbour-r14."""
    bits = np.asarray(array, "<f4").view("<u4").astype("<i8")
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")


def arithmetic_bf16():
    program = Program(14)
    for shapes in [((64,), (64,)), ((3, 1), (4,)), ((), ())]:
        stored = [round_to_bf16(rng.normal(size=shape) * 100) for shape in shapes]
        wide = [np.left_shift(bits, 16, dtype="<u4").view("<f4") for bits in stored]
        for operator, function in OPERATORS.items():
            values = [program.input("bf16", bits, hide(bits.shape)) for bits in stored]
            result = program.op(operator, values, [("bf16", None)])
            program.expect(result, round_to_bf16(function(*wide)))
    program.run(f"{folder}/bf16")


def broadcast_pair():
    """Two shapes that broadcast, zeros among their sizes. Shows neighbour-r13."""
    shape = rng.integers(0, 5, rng.integers(0, 5))
    pair = []
    for _ in range(2):
        own = [int(pick(size, size, 1)) for size in shape]
        pair.append(tuple(own[rng.integers(0, len(own) + 1):]))
    if any(1 != a != b != 1 for a, b in zip(*(shape[::-1] for shape in pair))):
        return broadcast_pair()
    return pair


def arithmetic_broadcasts():
    for seed in range(12):
        program = Program(pick(7, 13, 14))
        for _ in range(12):
            type_name = pick("f32", "i32", "i64", "u8")
            arrays = [small_array(type_name, shape) for shape in broadcast_pair()]
            operator = pick(*OPERATORS)
            values = [program.input(type_name, array, hide(array.shape))
                      for array in arrays]
            expected = OPERATORS[operator](*arrays)
            result = program.op(
                operator, values,
                [(type_name, pick(None, list(expected.shape), hide(expected.shape)))])
            program.expect(result, expected)
        program.run(f"{folder}/broadcast{seed}")


def arithmetic_not():
    program = Program(13)
    for shape in [(), (1,), (7,), (2, 3), (0,)]:
        array = rng.integers(0, 2, shape).astype(bool)
        for declared in (list(shape), [None] * len(shape)):
            value = program.input("bool", array, declared)
            program.expect(program.op("Not", [value], [("bool", None)]), ~array)
    constant = program.constant("bool", [True, False])
    program.expect(program.op("Not", [constant], [("bool", [2])]), [False, True])
    program.run(f"{folder}/not")


def arithmetic_opset_6():
    program = Program(6)
    array = np.arange(6, dtype="f4").reshape(2, 3)
    # Shows neighbour-r15.
    values = [program.input("f32", array, shape) for shape in ([2, 3], [None, None])]
    program.expect(program.op("Add", values, [("f32", None)], broadcast=0), array * 2)
    program.run(f"{folder}/opset6")


def arithmetic():
    arithmetic_types()
    arithmetic_bf16()
    arithmetic_broadcasts()
    arithmetic_not()
    arithmetic_opset_6()


#===------------------------------------------------------------------------===#
# Shapes
#===------------------------------------------------------------------------===#

def axes_operand(program, axes):
    """Axes as the opset has them: an attribute, or a constant operand."""
    if program.opset < 13:
        return [], {"axes": [int(axis) for axis in axes]}
    return [program.constant("i64", axes)], {}


def shape_and_size(program):
    array = random_array(rng, pick("f32", "bool", "string"), tuple(rng.integers(0, 4, rng.integers(0, 5))))
    type_name = {"f": "f32", "b": "bool", "O": "string"}[array.dtype.kind]
    value = program.input(type_name, array, hide(array.shape))
    attributes = {}
    expected = list(array.shape)
    if program.opset >= 15 and rng.integers(2):
        start, end = (int(bound) for bound in rng.integers(-6, 7, 2))
        # Shows neighbour-r24.
        attributes = {"start": start, "end": end}
        clamp = lambda at: min(max(at + array.ndim if at < 0 else at, 0), array.ndim)
        expected = expected[clamp(start):clamp(end)]
    program.expect(program.op("Shape", [value], [("i64", pick(None, [None]))], **attributes), expected)
    program.expect(program.op("Size", [value], [("i64", None)]), array.size)


def unsqueeze(program):
    type_name = pick("f32", "i8", "complex128", "string", "u16")
    array = random_array(rng, type_name, tuple(rng.integers(0, 4, rng.integers(0, 4))))
    value = program.input(type_name, array, hide(array.shape))
    added = int(rng.integers(0, 4))
    rank = array.ndim + added
    axes = rng.permutation(rank)[:added]
    # Shows neighbour-r16.
    expected = np.expand_dims(array, tuple(int(axis) for axis in axes))
    if program.opset >= 11:
        axes = np.array([pick(axis, axis - rank) for axis in axes], "i8")
    operands, attributes = axes_operand(program, axes)
    result = program.op("Unsqueeze", [value, *operands], [(type_name, None)], **attributes)
    program.expect(result, expected)


def squeeze(program):
    type_name = pick("f32", "i8", "complex128", "string", "u16")
    shape = tuple(int(pick(1, 1, 0, 2, 3)) for _ in range(rng.integers(0, 5)))
    array = random_array(rng, type_name, shape)
    # Shows neighbour-r17.
    units = [dim for dim, size in enumerate(shape) if size == 1]
    axes = rng.permutation(units)[:rng.integers(0, len(units) + 1)].astype(int)
    if rng.integers(3) == 0:
        value = program.input(type_name, array)
        program.expect(program.op("Squeeze", [value], [(type_name, None)]), np.squeeze(array))
        return
    value = program.input(type_name, array, hide(shape))
    expected = np.squeeze(array, tuple(int(axis) for axis in axes))
    if program.opset >= 11:
        axes = np.array([pick(axis, axis - array.ndim) for axis in axes], int)
    operands, attributes = axes_operand(program, axes)
    result = program.op("Squeeze", [value, *operands], [(type_name, None)], **attributes)
    program.expect(result, expected)


def shapes():
    for seed in range(8):
        program = Program(pick(6, 11, 13, 15, 24))
        for _ in range(6):
            shape_and_size(program)
            unsqueeze(program)
            squeeze(program)
        program.run(f"{folder}/{seed}")


#===------------------------------------------------------------------------===#
# Slice
#===------------------------------------------------------------------------===#

def slice_axis(size, start, end, step):
    """The rows, by the words of the standard: numpy clamps the start of a step
    back to -1, the standard to 0. Shows neighbour-r18, neighbour-r19."""
    start = start + size if start < 0 else start
    end = end + size if end < 0 else end
    if step > 0:
        return range(min(max(start, 0), size), min(max(end, 0), size), step)
    return range(min(max(start, 0), size - 1), min(max(end, -1), size - 1), step)


def slice_once(program):
    type_name = pick("f32", "i64", "bool", "string", "complex128", "u8")
    shape = tuple(int(size) for size in rng.integers(0, 7, rng.integers(1, 4)))
    array = random_array(rng, type_name, shape)
    value = program.input(type_name, array, hide(shape))
    axes = rng.permutation(len(shape))[:rng.integers(1, len(shape) + 1)]
    has_axes = bool(rng.integers(2))
    if not has_axes:
        axes = np.arange(len(axes))
    least, most = -(2**63), 2**63 - 1
    if program.opset >= 10:
        integer = pick("i32", "i64")
        if integer == "i32":
            least, most = -(2**31), 2**31 - 1
    bound = lambda: int(pick(*rng.integers(-9, 10, 6), least, most))
    starts = [bound() for _ in axes]
    ends = [bound() for _ in axes]
    has_steps = program.opset >= 10 and bool(rng.integers(2))
    steps = [int(pick(1, 1, 2, 3, -1, -2, least, most)) if has_steps else 1 for _ in axes]
    expected = array
    for axis, start, end, step in zip(axes, starts, ends, steps):
        rows = list(slice_axis(shape[axis], start, end, step))
        expected = np.take(expected, rows, axis) if rows else expected.take([], axis)
    if program.opset < 10:
        attributes = {"starts": starts, "ends": ends}
        if has_axes:
            attributes["axes"] = [int(axis) for axis in axes]
        operands = []
    else:
        written = [int(pick(axis, axis - len(shape))) for axis in axes]
        attributes = {}
        known = lambda values: program.constant(integer, values)
        of_length = lambda values: pick(known, lambda v: program.input(integer, v))(values)
        operands = [of_length(starts), integers(program, ends, integer)]
        if has_axes or has_steps:
            operands.append(known(written) if has_axes else program.none())
        if has_steps:
            operands.append(integers(program, steps, integer))
    result = program.op("Slice", [value, *operands], [(type_name, None)], **attributes)
    program.expect(result, expected)


def slice_():
    for seed in range(16):
        program = Program(pick(1, 10, 11, 13, 13))
        for _ in range(8):
            slice_once(program)
        program.run(f"{folder}/{seed}")


#===------------------------------------------------------------------------===#
# Split
#===------------------------------------------------------------------------===#

def split_once(program):
    opset = program.opset
    type_name = pick("f32", "i64", "bool", "string", "complex128", "u8", "f16")
    shape = [int(size) for size in rng.integers(0, 7, rng.integers(1, 4))]
    axis = int(rng.integers(len(shape)))
    count = int(rng.integers(1, 5))
    # Shows neighbour-r20, neighbour-r21.
    form = pick("equal", "given")
    if form == "equal" and opset < 18:
        # Shows neighbour-r22.
        lengths = [int(rng.integers(0, 4))] * count
    elif form == "equal":
        # Shows neighbour-r23.
        length = int(rng.integers(1, 4))
        lengths = [length] * (count - 1) + [int(rng.integers(0, length + 1))]
        if -(-sum(lengths) // count) != length:
            lengths = [length] * count
    else:
        lengths = [int(length) for length in rng.integers(0, 4, count)]
    shape[axis] = sum(lengths)
    array = random_array(rng, type_name, tuple(shape))
    operands = [program.input(type_name, array, hide(shape))]
    attributes = {"axis": int(pick(axis, axis - len(shape)))}
    if axis == 0:
        attributes = pick({}, attributes)
    if form == "given":
        if opset >= 13:
            operands.append(integers(program, lengths))
        elif opset < 2 and rng.integers(2):
            operands.append(pick(
                lambda: program.constant("f32", lengths),
                lambda: integers(program, lengths))())
        else:
            attributes["split"] = lengths
    elif opset >= 18:
        attributes["num_outputs"] = count
    results = program.op("Split", operands, [(type_name, None)] * count, **attributes)
    ends = np.cumsum(lengths)
    results = results if count > 1 else [results]
    for result, end, length in zip(results, ends, lengths):
        program.expect(result, np.take(array, range(end - length, end), axis))


def split():
    for seed in range(16):
        program = Program([1, 2, 11, 13, 18][seed % 5])
        for _ in range(6):
            split_once(program)
        program.run(f"{folder}/{seed}")


#===------------------------------------------------------------------------===#
# Div and Neg
#===------------------------------------------------------------------------===#

def truncated(left, right):
    """The quotient of integers, with all bits, rounded towards 0; of the
    smallest one and -1, the smallest one."""
    exact = [abs(int(a)) // abs(int(b)) * (1 if (a < 0) == (b < 0) else -1)
             for a, b in zip(left.flat, right.flat)]
    bits = 8 * left.dtype.itemsize
    wrapped = np.array([value % 2**bits for value in exact], f"<u{bits // 8}")
    return wrapped.view(left.dtype).reshape(left.shape)


def divide():
    """Shows neighbour-r25."""
    for type_name in INTEGERS + FLOATS:
        program = Program(pick(7, 13, 14))
        for shapes in [((3, 5), (3, 5)), ((), ()), ((2,), (1,)), ((40,), ()), ((0, 2), (1, 2)),
                       ((4, 1), (3,))]:
            left, right = (small_array(type_name, shape) for shape in shapes)
            left, right = left.copy(), np.where(right == 0, right.dtype.type(3), right)
            if type_name in INTEGERS and type_name[0] == "i" and left.size:
                left.flat[0], right.flat[0] = np.iinfo(left.dtype).min, -1
            values = [program.input(type_name, array, hide(array.shape)) for array in (left, right)]
            result = program.op("Div", values, [(type_name, None)])
            if type_name in INTEGERS:
                expected = truncated(*np.broadcast_arrays(left, right))
            else:
                with np.errstate(all="ignore"):
                    expected = (left / right).astype(left.dtype)
            program.expect(result, expected)
        program.run(f"{folder}/div-{type_name}")
    divide_nothing()


def divide_nothing():
    """Where nothing is divided, a 0 is no error. Shows neighbour-r26."""
    program = Program(14)
    values = [program.input("i32", np.zeros((0, 1), "i4"), [None, None]),
              program.input("i32", np.zeros(3, "i4"), [None])]
    program.expect(program.op("Div", values, [("i32", None)]), np.zeros((0, 3), "i4"))
    program.run(f"{folder}/div-nothing")


def negate():
    """Shows neighbour-r27."""
    for type_name in ["i8", "i16", "i32", "i64"] + FLOATS:
        program = Program(pick(6, 13))
        for shape in [(), (1,), (5,), (2, 30), (0,)]:
            array = small_array(type_name, shape).copy()
            if type_name in INTEGERS and array.size:
                array.flat[0] = np.iinfo(array.dtype).min
            value = program.input(type_name, array, hide(shape))
            with np.errstate(over="ignore"):
                program.expect(program.op("Neg", [value], [(type_name, None)]), -array)
        program.run(f"{folder}/neg-{type_name}")
    program = Program(13)
    bits = round_to_bf16(rng.normal(size=(3, 7)))
    value = program.input("bf16", bits)
    program.expect(program.op("Neg", [value], [("bf16", None)]), bits ^ 0x8000)
    program.run(f"{folder}/neg-bf16")


def division():
    divide()
    negate()


#===------------------------------------------------------------------------===#
# Cast
#===------------------------------------------------------------------------===#

def cast_expected(array, dtype):
    """As numpy has it where the standard defines it; a float out of range gives
    the nearest integer, NaN gives 0."""
    dtype = np.dtype(dtype)
    if array.dtype.kind != "f" or dtype.kind not in "iu":
        with np.errstate(all="ignore"):
            # The 16-bit floats by way of f32.
            if dtype == "<f2":
                return array.astype("<f4").astype(dtype)
            return array.astype(dtype)
    info = np.iinfo(dtype)
    converted = [0 if value != value else min(max(int(value), info.min), info.max)
                 if abs(value) != float("inf") else info.max if value > 0 else info.min
                 for value in array.astype("f8").flat]
    return np.array(converted, object).astype(dtype).reshape(array.shape)


def cast_values(type_name, shape):
    if type_name in FLOATS:
        special = np.array([0.0, -0.0, 0.99, -0.99, 2.5, -2.5, 127.5, 128, 255, 256, 65504, -32769,
                            2.0**31, 2.0**32, -(2.0**31), 2.0**63, 2.0**64, -(2.0**63), 1e38,
                            float("inf"), float("-inf"), float("nan")])
        with np.errstate(over="ignore"):
            return rng.choice(special, shape).astype(NUMBERS[type_name][1])
    return random_array(rng, type_name, shape)


def cast():
    """Shows neighbour-r28, neighbour-r29, neighbour-r30."""
    names = INTEGERS + FLOATS + ["bool"]
    for source in names:
        program = Program(pick(6, 9, 13, 19, 24))
        for target in names:
            for shape in [(), (40,), (3, 0)]:
                array = cast_values(source, shape)
                value = program.input(source, array, hide(shape))
                result = program.op("Cast", [value], [(target, None)], to=int(NUMBERS[target][0]))
                program.expect(result, cast_expected(array, NUMBERS[target][1]))
        program.run(f"{folder}/{source}")
    cast_bf16()


def cast_bf16():
    program = Program(13)
    numbers = np.array([0.0, -0.0, 1.5, -2.75, 3e38, 300, float("inf")], "f4")
    bits = round_to_bf16(numbers)
    wide = np.left_shift(bits, 16, dtype="<u4").view("<f4")
    value = program.input("bf16", bits)
    for target in ["f32", "f64", "i32", "u8", "bool"]:
        result = program.op("Cast", [value], [(target, None)], to=int(NUMBERS[target][0]))
        program.expect(result, cast_expected(wide, NUMBERS[target][1]))
    for source in ["f32", "f64", "i16", "i64", "u64", "bool"]:
        array = np.abs(rng.normal(size=20).astype("f4") * 100)
        array = cast_expected(array, NUMBERS[source][1])
        result = program.op("Cast", [program.input(source, array)], [("bf16", None)], to=16)
        program.expect(result, round_to_bf16(array.astype("f4")))
    program.run(f"{folder}/bf16")


#===------------------------------------------------------------------------===#
# Gather, Reshape and ConstantOfShape
#===------------------------------------------------------------------------===#

ANY = ["f32", "i64", "bool", "string", "complex128", "u8", "f16"]


def gather_once(program):
    """Shows neighbour-r32."""
    type_name = pick(*ANY)
    shape = tuple(int(size) for size in rng.integers(1, 5, rng.integers(1, 4)))
    array = random_array(rng, type_name, shape)
    axis = int(rng.integers(len(shape)))
    chosen = tuple(int(size) for size in rng.integers(0, 4, rng.integers(0, 3)))
    indices = rng.integers(0, shape[axis], chosen)
    expected = np.asarray(np.take(array, indices, axis), array.dtype)
    if program.opset >= 11:
        indices = np.where(rng.integers(0, 2, chosen) == 0, indices, indices - shape[axis])
    value = program.input(type_name, array, hide(shape))
    attributes = {"axis": int(pick(axis, axis - len(shape)))}
    if axis == 0:
        attributes = pick({}, attributes)
    operands = [value, integers(program, indices, pick("i32", "i64"))]
    declared = pick(None, hide(expected.shape))
    program.expect(program.op("Gather", operands, [(type_name, declared)], **attributes), expected)


def reshape_once(program):
    """Shows neighbour-r33, neighbour-r34."""
    type_name = pick(*ANY)
    shape = tuple(int(size) for size in rng.integers(0, 4, rng.integers(0, 4)))
    array = random_array(rng, type_name, shape)
    # Its factors in some other order, and ones.
    if array.size:
        wanted = [int(size) for size in rng.permutation([size for size in shape if size > 1])]
    else:
        wanted = [0] + [int(size) for size in rng.integers(0, 4, rng.integers(0, 2))]
    wanted.insert(rng.integers(0, len(wanted) + 1), 1)
    if rng.integers(2):
        wanted = [int(np.prod(wanted))]
    written, attributes = list(wanted), {}
    if program.opset >= 14 and 0 in wanted:
        attributes = {"allowzero": 1}
    elif program.opset < 14 or not rng.integers(3):
        written = [0 if at < len(shape) and size == shape[at] else size
                   for at, size in enumerate(wanted)]
    if 0 in written and not attributes:
        if any(size == 0 and (at >= len(shape) or shape[at] != wanted[at])
               for at, size in enumerate(written)):
            return
    if 0 not in wanted and written and rng.integers(2):
        written[rng.integers(len(written))] = -1
    value = program.input(type_name, array, hide(shape))
    operands = [value, pick(lambda v: program.constant("i64", v), lambda v: program.input("i64", v))(written)]
    result = program.op("Reshape", operands, [(type_name, pick(None, hide(wanted)))], **attributes)
    program.expect(result, array.reshape(wanted))


def reshape_to_nothing(program):
    """Shows neighbour-r33 where a copied size is 0, so that any other fits."""
    shape, wanted = pick(([2, 0], [3, 0]), ([0, 6], [0, 5, 3]), ([0, 6, 0], [0, 6]))
    written = [0 if at < len(shape) and size == shape[at] else size
               for at, size in enumerate(wanted)]
    value = program.input("f32", np.zeros(shape, "f4"), hide(shape))
    given = [program.input("i64", [size]) if size else program.constant("i64", [size])
             for size in written]
    operands = [value, program.op("onnxops.concat_v13", given, [("i64", [len(given)])], axis=0)]
    result = program.op("Reshape", operands, [("f32", [None] * len(wanted))])
    program.expect(result, np.zeros(wanted, "f4"))


def fill_once(program):
    """Shows neighbour-r37."""
    type_name = pick("f32", "f64", "f16", "i8", "i64", "u8", "u64", "bool")
    shape = [int(size) for size in rng.integers(0, 6, rng.integers(0, 4))]
    fill = random_array(rng, type_name, (1,)) if type_name not in FLOATS else small_array(type_name, (1,))
    sizes = pick(lambda v: program.constant("i64", v), lambda v: program.input("i64", v))(
        np.array(shape, "i8"))
    attributes = {}
    if rng.integers(4):
        source = program.constant(type_name, fill)
        attributes["value"] = program.lines.pop().split("value = ")[1].split("}")[0]
    else:
        type_name, fill = "f32", np.zeros(1, "f4")
    result = program.op("ConstantOfShape", [sizes], [(type_name, pick(None, hide(shape)))], **attributes)
    program.expect(result, np.full(shape, fill[0]))


def moves():
    for seed in range(12):
        program = Program(pick(9, 11, 13, 14, 21))
        for _ in range(8):
            gather_once(program)
            reshape_once(program)
            reshape_to_nothing(program)
            fill_once(program)
        program.run(f"{folder}/{seed}")


{"arithmetic": arithmetic, "division": division, "cast": cast, "shapes": shapes,
 "slice": slice_, "split": split, "moves": moves}[sys.argv[1]]()
