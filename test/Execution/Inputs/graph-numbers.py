# Random graphs of all operators at once: tensors are concatenated, tiled, split,
# put into sequences and taken out again, and used more than once on the way.
#
# usage: graph-numbers.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array

TYPE = "i16"
RANK = 2
LARGEST = 300
rng = np.random.default_rng(int(sys.argv[1]))
case = Case(13)
# What there is so far: pairs of a name and what numpy has under that name.
tensors, sequences = [], []


def pick(choices):
    return choices[rng.integers(len(choices))]


def number(value):
    return pick([case.constant, case.input])("i64", value)


def add_tensor(operator, inputs, array, **attributes):
    if array.size <= LARGEST:
        tensors.append((case.node(operator, inputs, **attributes), array))


def add_sequence(operator, inputs, arrays, **attributes):
    sequences.append((case.node(operator, inputs, **attributes), arrays))


def concat():
    axis = int(rng.integers(RANK))
    name, array = pick(tensors)
    fitting = [
        pair for pair in tensors if pair[1].shape[1 - axis] == array.shape[1 - axis]
    ]
    chosen = [(name, array)] + [pick(fitting) for _ in range(rng.integers(4))]
    add_tensor("Concat", [name for name, _ in chosen],
               np.concatenate([array for _, array in chosen], axis), axis=axis)


def tile():
    name, array = pick(tensors)
    repeats = rng.choice([0, 1, 1, 2, 2, 3], RANK)
    add_tensor("Tile", [name, number(repeats)], np.tile(array, repeats))


def split():
    name, array = pick(tensors)
    axis = int(rng.integers(RANK))
    size = array.shape[axis]
    if size == 0 or rng.integers(2):
        length = int(rng.integers(1, 4))
        ends = list(range(length, size, length))
        operand = number(length)
        arrays = np.split(array, ends, axis) if size else []
    else:
        ends = sorted(rng.integers(0, size + 1, 2))
        operand = number(np.diff([0, *ends, size]))
        arrays = np.split(array, ends, axis)
    add_sequence("SplitToSequence", [name, operand], arrays, axis=axis)


def construct():
    chosen = [pick(tensors) for _ in range(rng.integers(1, 4))]
    add_sequence("SequenceConstruct", [name for name, _ in chosen],
                 [array for _, array in chosen])


def insert():
    name, arrays = pick(sequences)
    tensor, array = pick(tensors)
    at = int(rng.integers(len(arrays) + 1))
    add_sequence("SequenceInsert", [name, tensor, number(at)],
                 arrays[:at] + [array] + arrays[at:])


def erase():
    name, arrays = pick(sequences)
    if arrays:
        at = int(rng.integers(len(arrays)))
        add_sequence("SequenceErase", [name, number(at)], arrays[:at] + arrays[at + 1:])


def take():
    name, arrays = pick(sequences)
    if arrays:
        at = int(rng.integers(-len(arrays), len(arrays)))
        add_tensor("SequenceAt", [name, number(at)], arrays[at])


def join():
    name, arrays = pick(sequences)
    axis = int(rng.integers(RANK))
    if len({array.shape[1 - axis] for array in arrays}) == 1:
        add_tensor("ConcatFromSequence", [name], np.concatenate(arrays, axis), axis=axis)


for shape in [(2, 3), (1, 3), (2, 1), (4, 4)]:
    array = random_array(rng, TYPE, shape)
    declared = pick([shape, [None] * RANK, [shape[0], None]])
    tensors.append((case.input(TYPE, array, declared), array))
split()
for _ in range(40):
    pick([concat, tile, split, construct, insert, erase, take, take, join])()

# Results of nodes, each with a chance: what is no output may be optimised away.
results = {output for node in case.nodes for output in node.output}
for name, array in tensors:
    if name in results and rng.integers(2):
        case.expect(name, TYPE, array, [None] * RANK)
for name, arrays in sequences:
    if rng.integers(4) == 0:
        case.expect_sequence(name, TYPE, arrays)
case.run(sys.argv[2])
