# Reductions against numpy, on every type, with sizes and operands that are known at
# compile time, in part, or only when it runs.
#
# usage: operator-reductions.py all FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import numpy as np

from operator_case import FLOATS, expect, folder, hide, numbers, operand, pick, rng
from onnx_case import NUMBERS, ON_DEVICE
from onnx_program import Program

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


reductions()
