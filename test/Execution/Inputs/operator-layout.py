# Transpose, Expand, DepthToSpace and SpaceToDepth against numpy, for every element
# type, with sizes that are known at compile time, in part, or only when it runs.
#
# usage: operator-layout.py KIND FOLDER [SEED]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from operator_case import folder, hide, pick, rng
from onnx_case import TYPES, random_array
from onnx_program import Program


def random_shape(max_rank, sizes):
    return tuple(int(rng.choice(sizes)) for _ in range(rng.integers(0, max_rank + 1)))


#===------------------------------------------------------------------------===#
# Transpose
#===------------------------------------------------------------------------===#

def transpose_once(program, type_name, shape):
    array = random_array(rng, type_name, shape)
    perm = [int(dim) for dim in rng.permutation(len(shape))]
    attributes = {"perm": perm}
    if rng.random() < 0.3:
        perm, attributes = list(range(len(shape)))[::-1], {}
    expected = np.transpose(array, perm).copy()
    value = program.input(type_name, array, pick(list(shape), hide(shape)))
    declared = pick(None, hide(expected.shape))
    result = program.op("Transpose", [value], [(type_name, declared)], **attributes)
    program.expect(result, expected)


def transpose():
    """Shows neighbour-r45."""
    for type_name in TYPES:
        program = Program(pick(13, 21, 25))
        for shape in [(), (4,), (2, 3), (17, 33), (0, 3), (2, 0, 4), (1, 5), (2, 3, 4)]:
            transpose_once(program, type_name, shape)
        for _ in range(6):
            transpose_once(program, type_name, random_shape(5, [0, 1, 2, 3, 4]))
        program.run(f"{folder}/transpose-{type_name}")


#===------------------------------------------------------------------------===#
# Expand
#===------------------------------------------------------------------------===#

def expand_once(program, type_name, result):
    """`result` is the shape that comes out."""
    own = [int(pick(size, 1)) for size in result[rng.integers(0, len(result) + 1):]]
    asked = [int(pick(size, 1)) for size in result[rng.integers(0, len(result) + 1):]]
    array = random_array(rng, type_name, own)
    expected = np.broadcast_to(array, np.broadcast_shapes(tuple(own), tuple(asked)))
    value = program.input(type_name, array, pick(own, hide(own), [None] * len(own)))
    shape = pick(program.constant, program.input)("i64", np.array(asked, "i8"))
    declared = pick(None, hide(expected.shape))
    output = program.op("Expand", [value, shape], [(type_name, declared)])
    program.expect(output, expected.copy())


def expand_to_own_size(program):
    """Asks for a size that the model has read from the operand itself."""
    array = random_array(rng, "f32", (3, 1, 2))
    value = program.input("f32", array, [None, 1, None])
    shape = program.op("Shape", [value], [("i64", [3])])
    factors = program.constant("i64", [1, 4, 1])
    output = program.op("Expand", [value, program.op("Mul", [shape, factors], [("i64", [3])])],
                        [("f32", None)])
    program.expect(output, np.broadcast_to(array, (3, 4, 2)).copy())
    output = program.op("Expand", [value, shape], [("f32", None)])
    program.expect(output, array)


def expand():
    """Shows neighbour-r46."""
    for type_name in TYPES:
        program = Program(pick(13, 25))
        for result in [(), (3,), (20,), (2, 3), (0,), (2, 0, 3), (4, 1, 5)]:
            expand_once(program, type_name, result)
        for _ in range(10):
            expand_once(program, type_name, random_shape(4, [0, 1, 2, 3]))
        program.run(f"{folder}/expand-{type_name}")
    program = Program(8)
    expand_to_own_size(program)
    # Shape arithmetic: the sizes of the result are known.
    filled = program.op("Expand", [program.constant("i64", 2), program.constant("i64", [3])],
                        [("i64", None)])
    program.expect(filled, np.full(3, 2))
    ones = program.input("u8", np.ones((1, 1, 1)))
    program.expect(program.op("Expand", [ones, filled], [("u8", [2, 2, 2])]), np.ones((2, 2, 2)))
    program.run(f"{folder}/expand-shapes")


#===------------------------------------------------------------------------===#
# DepthToSpace and SpaceToDepth
#===------------------------------------------------------------------------===#

def depth_to_space(array, block, mode):
    n, c, h, w = array.shape
    rest = c // block**2
    if mode == "DCR":
        moved = array.reshape(n, block, block, rest, h, w).transpose(0, 3, 4, 1, 5, 2)
    else:
        moved = array.reshape(n, rest, block, block, h, w).transpose(0, 1, 4, 2, 5, 3)
    return moved.reshape(n, rest, h * block, w * block)


def space_to_depth(array, block):
    n, c, h, w = array.shape
    moved = array.reshape(n, c, h // block, block, w // block, block)
    return moved.transpose(0, 3, 5, 1, 2, 4).reshape(n, c * block**2, h // block, w // block)


def blocks_once(program, type_name, sizes, block):
    n, c, h, w = sizes
    if rng.integers(2):
        array = random_array(rng, type_name, (n, c * block**2, h, w))
        mode = pick("DCR", "CRD") if program.opset >= 11 else "DCR"
        attributes = {"mode": f'"{mode}"'} if mode == "CRD" or rng.integers(3) == 0 else {}
        if program.opset < 11:
            attributes = {}
        name, expected = "DepthToSpace", depth_to_space(array, block, mode)
    else:
        array = random_array(rng, type_name, (n, c, h * block, w * block))
        name, attributes, expected = "SpaceToDepth", {}, space_to_depth(array, block)
    value = program.input(type_name, array, pick(list(array.shape), hide(array.shape)))
    declared = pick(None, hide(expected.shape))
    result = program.op(name, [value], [(type_name, declared)], blocksize=block, **attributes)
    program.expect(result, expected.copy())


def blocks():
    """Shows neighbour-r63, neighbour-r64."""
    for type_name in TYPES:
        for opset in (5, 11, 13):
            if type_name == "bf16" and opset < 13:
                continue
            program = Program(opset)
            for sizes in [(1, 1, 1, 1), (2, 3, 4, 5), (0, 1, 2, 3), (1, 0, 2, 3), (1, 2, 0, 3)]:
                blocks_once(program, type_name, sizes, pick(1, 2, 3))
            program.run(f"{folder}/blocks-{type_name}-{opset}")


{"transpose": transpose, "expand": expand, "blocks": blocks}[sys.argv[1]]()
