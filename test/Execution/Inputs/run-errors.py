# Data that an operator finds wrong when it runs: exit status 1, and a line that
# names node, operator, operand and values.
#
# usage: run-errors.py concat|tile|tile-v1|split|sequence|sizes FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array
from refusal import finish, refuse

folder = sys.argv[2]
rng = np.random.default_rng(0)


def hidden(case, array, type_name="f32"):
    """An input of which the model knows the rank alone."""
    array = np.asarray(array)
    return case.input(type_name, array, [None] * array.ndim)


def refuse_run(name, case, message):
    """The node that fails is the last one but those that only pass on."""
    path = f"{folder}/{name}"
    case.save(path)
    arguments = [f"{path}/model.onnx", "--input-dir", path]
    refuse(name, path, arguments, 1, f"FOLDER/model.onnx: {message}")


def refuse_concat(name, shapes, message, axis, opset=13, type_name="f32"):
    case = Case(opset)
    inputs = [
        hidden(case, random_array(rng, type_name, shape), type_name) for shape in shapes
    ]
    case.expect(case.node("Concat", inputs, axis=axis), type_name, np.zeros(()),
                [None] * len(shapes[0]))
    refuse_run(name, case, f"node 'node0': {message}")


def refuse_tile(name, shape, repeats, message):
    case = Case(13)
    inputs = [hidden(case, np.zeros(shape)), hidden(case, repeats, "i64")]
    case.expect(case.node("Tile", inputs), "f32", np.zeros(()), [None] * len(shape))
    refuse_run(name, case, f"node 'node0': {message}")


def refuse_tile_1(name, tiles, axis, message):
    case = Case(1)
    inputs = [hidden(case, np.zeros((2, 3)))]
    inputs += [case.input("f32", value) for value in (tiles, axis)]
    case.expect(case.node("Tile", inputs), "f32", np.zeros(()), [None] * 2)
    refuse_run(name, case, f"node 'node0': {message}")


def refuse_split(name, shape, split, message, type_name="i64", **attributes):
    case = Case(11)
    inputs = [hidden(case, np.zeros(shape)), hidden(case, split, type_name)]
    result = case.node("SplitToSequence", inputs, **attributes)
    case.expect_sequence(result, "f32", [])
    refuse_run(name, case, f"node 'node0': {message}")


def refuse_position(name, operator, shapes, position, message):
    """The sequence comes from outside, its elements have `shapes`."""
    case = Case(11)
    inputs = [case.input_sequence("f32", [np.zeros(shape) for shape in shapes], [None])]
    if operator == "SequenceInsert":
        inputs.append(hidden(case, np.zeros(2)))
    if position is not None:
        inputs.append(hidden(case, position, "i64"))
    result = case.node(operator, inputs)
    if operator == "SequenceAt":
        case.expect(result, "f32", np.zeros(2), [None])
    else:
        case.expect_sequence(result, "f32", [])
    refuse_run(name, case, f"node 'node0': {message}")


def refuse_join(name, shapes, message, rank=2, **attributes):
    case = Case(11)
    arrays = [np.zeros(shape) for shape in shapes]
    sequence = case.input_sequence("f32", arrays, [None] * rank)
    result = case.node("ConcatFromSequence", [sequence], **attributes)
    case.expect(result, "f32", np.zeros(()),
                [None] * (rank + attributes.get("new_axis", 0)))
    refuse_run(name, case, f"node 'node0': {message}")


UNREACHABLE = "that is more than an address can reach"
REFUSED = "there is not enough"


def refuse_memory(name, repeats, sizes, reason, again=None):
    """A tensor too large to be made: the result, or one that a second Tile makes
    small again."""
    case = Case(13)
    inputs = [hidden(case, np.zeros((2, 3))), hidden(case, repeats, "i64")]
    result = case.node("Tile", inputs)
    what = f"output '{result}'"
    if again:
        result = case.node("Tile", [result, hidden(case, again, "i64")])
        what = "node 'node0': a temporary tensor"
    case.expect(result, "f32", np.zeros(()), [None] * 2)
    path = f"{folder}/{name}"
    case.save(path)
    arguments = [f"{path}/model.onnx", "--input-dir", path]
    message = f"{what}: expected memory for {sizes} elements of 4 bytes, but {reason}"
    refuse(name, path, arguments, 1, f"FOLDER/model.onnx: {message}")


def concat():
    # Breaks concat-r11.
    refuse_concat(
        "size", [(2, 3), (2, 4)],
        "concat: expected inputs[1] to have size 3 in dimension 1, as inputs[0] "
        "has, but got 4", axis=0,
    )
    refuse_concat(
        "last", [(2, 3), (2, 3), (0, 3), (5, 9)],
        "concat: expected inputs[3] to have size 3 in dimension 1, as inputs[0] "
        "has, but got 9", axis=0,
    )
    # Of many inputs, most sizes are compared when the call begins.
    for wrong in (1, 20, 39):
        shapes = [(2, i % 4 + 1, 5) for i in range(40)]
        shapes[wrong] = (2, 1, 6)
        refuse_concat(
            f"many-{wrong}", shapes,
            f"concat: expected inputs[{wrong}] to have size 5 in dimension 2, as inputs[0] "
            "has, but got 6", axis=1,
        )
    # They agree in all dimensions but one, which is not the axis.
    refuse_concat(
        "many-inner", [(2, 1, i + 1) for i in range(40)],
        "concat: expected inputs[1] to have size 1 in dimension 2, as inputs[0] "
        "has, but got 2", axis=1,
    )
    # Breaks concat-r18.
    refuse_concat(
        "empty", [(0, 3), (2, 4)],
        "concat: expected inputs[1] to have size 3 in dimension 1, as inputs[0] "
        "has, but got 4", axis=0,
    )
    refuse_concat(
        "nothing", [(0, 3), (0, 4)],
        "concat: expected inputs[1] to have size 3 in dimension 1, as inputs[0] "
        "has, but got 4", axis=0,
    )
    refuse_concat(
        "inner", [(2, 1, 5), (2, 9, 5), (2, 1, 6)],
        "concat: expected inputs[2] to have size 5 in dimension 2, as inputs[0] "
        "has, but got 6", axis=1, opset=4,
    )
    refuse_concat(
        "bool", [(3, 1), (2, 1)],
        "concat: expected inputs[1] to have size 3 in dimension 0, as inputs[0] "
        "has, but got 2", axis=-1, type_name="bool",
    )
    # Breaks concat-r15: no elements, and more rows than can be counted.
    refuse_concat(
        "sum", [(2**62, 0), (2**62, 0)],
        "concat: expected the sizes along axis 0 to sum to less than 2^63, but "
        "they exceed it", axis=0, type_name="i8",
    )


def tile():
    # Breaks tile-r5.
    refuse_tile(
        "negative", (2, 3), [2, -1],
        "tile: expected repeats[1] to be 0 or more, but got -1",
    )
    refuse_tile(
        "nothing", (0, 3), [1, -7],
        "tile: expected repeats[1] to be 0 or more, but got -7",
    )
    # Breaks tile-r3.
    refuse_tile(
        "short", (2, 3), [2],
        "tile: expected repeats to have 2 elements, one for each dimension of "
        "input, but got 1",
    )
    # Breaks tile-r3.
    refuse_tile(
        "long", (2, 3), [1, 1, 1],
        "tile: expected repeats to have 2 elements, one for each dimension of "
        "input, but got 3",
    )


def tile_v1():
    # Breaks tile-r15.
    refuse_tile_1("v1-axis", 2, 2, "tile: expected axis to be in [0, 1], but got 2")
    # Breaks tile-r15.
    refuse_tile_1(
        "v1-negative-axis", 2, -1,
        "tile: expected axis to be in [0, 2^53), but got -1, fraction and excess left out",
    )
    # Breaks tile-r15.
    refuse_tile_1(
        "v1-half-axis", 2, 0.5,
        "tile: expected axis to be a whole number, but got 0 and a fraction",
    )
    # Breaks tile-r14.
    refuse_tile_1(
        "v1-negative", -1, 0,
        "tile: expected tiles to be in [0, 2^53), but got -1, fraction and excess left out",
    )
    # Breaks tile-r14.
    refuse_tile_1(
        "v1-half", 1.5, 0,
        "tile: expected tiles to be a whole number, but got 1 and a fraction",
    )
    # Breaks tile-r14.
    refuse_tile_1(
        "v1-nan", np.nan, 0,
        "tile: expected tiles to be a number, but got NaN",
    )
    refuse_tile_1(
        "v1-huge", 1e30, 0,
        "tile: expected tiles to be in [0, 2^53), but got 9007199254740992, fraction and "
        "excess left out",
    )


def split():
    # Breaks split-r14.
    refuse_split(
        "sum", (6, 2), [2, 3],
        "split_to_sequence: expected split to sum to 6, the size of axis 0, but "
        "got 5",
    )
    refuse_split(
        "sum-axis", (6, 2), [2, 3],
        "split_to_sequence: expected split to sum to 2, the size of axis 1, but "
        "got 5", "i32", axis=-1,
    )
    # Breaks split-r8.
    refuse_split(
        "zero", (6,), 0,
        "split_to_sequence: expected split to be 1 or more, but got 0",
    )
    # Breaks split-r8.
    refuse_split(
        "negative", (6,), -2,
        "split_to_sequence: expected split to be 1 or more, but got -2", "i32",
    )
    refuse_split(
        "zero-of-nothing", (0,), 0,
        "split_to_sequence: expected split to be 1 or more, but got 0",
    )
    # Breaks split-r12.
    refuse_split(
        "negative-entry", (6,), [4, -1, 3],
        "split_to_sequence: expected split[1] to be 0 or more, but got -1",
    )
    # Breaks split-r11.
    refuse_split(
        "empty", (0,), [],
        "split_to_sequence: expected split to have an element, but got none",
    )
    # Breaks split-r14.
    refuse_split(
        "overflow", (6,), [2**62, 2**62, 2**62, 2**62, 6],
        "split_to_sequence: expected split to sum to less than 2^63, but it "
        "exceeds it",
    )


def sequence():
    # Breaks sequence-r4.
    refuse_position(
        "at", "SequenceAt", [2, 2], 2,
        "sequence_at: expected position to be in [-n, n - 1] for a sequence of n "
        "= 2 elements, but got 2",
    )
    # Breaks sequence-r4.
    refuse_position(
        "at-negative", "SequenceAt", [2, 2], -3,
        "sequence_at: expected position to be in [-n, n - 1] for a sequence of n "
        "= 2 elements, but got -3",
    )
    refuse_position(
        "at-nothing", "SequenceAt", [], 0,
        "sequence_at: expected position to be in [-n, n - 1] for a sequence of n "
        "= 0 elements, but got 0",
    )
    refuse_position(
        "at-least", "SequenceAt", [2], -(2**63),
        "sequence_at: expected position to be in [-n, n - 1] for a sequence of n "
        "= 1 elements, but got -9223372036854775808",
    )
    # Breaks sequence-r7.
    refuse_position(
        "insert", "SequenceInsert", [2, 2], 3,
        "sequence_insert: expected position to be in [-n, n] for a sequence of n "
        "= 2 elements, but got 3",
    )
    # Breaks sequence-r7.
    refuse_position(
        "insert-negative", "SequenceInsert", [2, 2], -3,
        "sequence_insert: expected position to be in [-n, n] for a sequence of n "
        "= 2 elements, but got -3",
    )
    # Breaks sequence-r5.
    refuse_position(
        "erase", "SequenceErase", [2, 2], 2,
        "sequence_erase: expected position to be in [-n, n - 1] for a sequence of "
        "n = 2 elements, but got 2",
    )
    # Breaks sequence-r5.
    refuse_position(
        "erase-negative", "SequenceErase", [2, 2], -3,
        "sequence_erase: expected position to be in [-n, n - 1] for a sequence of "
        "n = 2 elements, but got -3",
    )
    # Breaks sequence-r6.
    refuse_position(
        "erase-nothing", "SequenceErase", [], None,
        "sequence_erase: expected a sequence with an element, but got none",
    )
    # Breaks sequence-r18.
    refuse_join(
        "join-nothing", [],
        "concat_from_sequence: expected a sequence with an element, but got none",
        axis=0,
    )
    # Breaks sequence-r18.
    refuse_join(
        "stack-nothing", [],
        "concat_from_sequence: expected a sequence with an element, but got none",
        axis=0, new_axis=1,
    )
    # Breaks sequence-r19.
    refuse_join(
        "join-size", [(2, 3), (1, 3), (2, 4)],
        "concat_from_sequence: expected element 2 to have size 3 in dimension 1, "
        "as element 0 has, but got 4", axis=0,
    )
    # Breaks sequence-r17.
    refuse_join(
        "stack-size", [(2, 3), (1, 3)],
        "concat_from_sequence: expected element 1 to have size 2 in dimension 0, "
        "as element 0 has, but got 1", axis=1, new_axis=1,
    )
    # Rows without elements, and more of them than can be counted.
    refuse_join(
        "join-sum", [(2**59, 0)] * 16,
        "concat_from_sequence: expected the sizes of the elements to sum to less "
        "than 2^63, but they exceed it", axis=0,
    )
    # Breaks sequence-r3: as many positions as it gets.
    refuse_position(
        "two-positions", "SequenceAt", [2, 2], [0, 1],
        "sequence_at: expected position to have 1 element, but got 2",
    )


def sizes():
    # Breaks tile-r7.
    refuse_tile(
        "overflow", (2, 3), [2**62, 2],
        "tile: expected dimension 0 of the result to be less than 2^63, but got 2 "
        "times 4611686018427387904",
    )
    refuse_memory("bytes", [2**61, 1], "4611686018427387904x3", UNREACHABLE)
    refuse_memory("memory", [2**45, 1], "70368744177664x3", REFUSED)
    refuse_memory("elements", [2**40, 2**40], "2199023255552x3298534883328", UNREACHABLE)
    refuse_memory(
        "temporary-bytes", [2**61, 1], "2305843009213693952x2x1x3", UNREACHABLE,
        again=[0, 1],
    )
    refuse_memory(
        "temporary-memory", [2**45, 1], "35184372088832x2x1x3", REFUSED, again=[0, 1],
    )


GROUPS = {
    "concat": concat,
    "tile": tile,
    "tile-v1": tile_v1,
    "split": split,
    "sequence": sequence,
    "sizes": sizes,
}
GROUPS[sys.argv[1]]()
finish()
