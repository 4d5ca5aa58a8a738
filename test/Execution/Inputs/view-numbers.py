# Random graphs of what moves rows: tensors are sliced, split, joined and tiled
# along random axes, at places that are known.
#
# usage: view-numbers.py RANK SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array

RANK = int(sys.argv[1])
LARGEST = 2000
rng = np.random.default_rng(int(sys.argv[2]))
TYPE = ["i16", "f32", "complex128", "string"][rng.integers(4)]
case = Case(17)
# What there is so far: pairs of a name and what numpy has under that name.
tensors = []


def pick(choices):
    return choices[rng.integers(len(choices))]


def pick_tensor():
    """One of the last few: long ways between inputs and outputs."""
    return tensors[-1 - min(int(rng.geometric(0.3)) - 1, len(tensors) - 1)]


def add(name, array):
    if array.size <= LARGEST:
        tensors.append((name, array))


def concat():
    axis = int(rng.integers(RANK))
    name, array = pick_tensor()
    fits = lambda other: np.delete(other.shape, axis).tolist() == np.delete(array.shape, axis).tolist()
    fitting = [pair for pair in tensors if fits(pair[1])]
    chosen = [pick(fitting) for _ in range(rng.integers(4))] + [(name, array)]
    add(case.node("Concat", [name for name, _ in chosen], axis=axis),
        np.concatenate([array for _, array in chosen], axis))


def tile():
    name, array = pick_tensor()
    repeats = rng.choice([0, 1, 1, 1, 2, 3], RANK, p=[0.02, 0.3, 0.2, 0.18, 0.2, 0.1])
    add(case.node("Tile", [name, case.constant("i64", repeats)]), np.tile(array, repeats))


def slice_rows():
    name, array = pick_tensor()
    axis = int(rng.integers(RANK))
    # Beyond the ends and from the end, mostly with a step of 1.
    start, end = np.sort(rng.integers(-1, array.shape[axis] + 2, 2))
    step = pick([1, 1, 1, 1, 2, 3])
    if start < 0:
        start, end = start - 3, pick([-1, end])
    bounds = [case.constant("i64", [value]) for value in (start, end, axis, step)]
    rows = [slice(None)] * axis + [slice(start, end, step)]
    add(case.node("Slice", [name, *bounds]), array[tuple(rows)])


def split(name, array, axis):
    """Adds the parts of a tensor and returns them."""
    count = int(rng.integers(1, 5))
    ends = np.sort(rng.integers(0, array.shape[axis] + 1, count - 1)).tolist()
    lengths = np.diff([0, *ends, array.shape[axis]])
    sequence = case.node("SplitToSequence", [name, case.constant("i64", lengths)], axis=axis)
    parts = []
    for i, part in enumerate(np.split(array, ends, axis)):
        parts.append((case.node("SequenceAt", [sequence, case.constant("i64", i)]), part))
    return parts


def split_and_keep():
    name, array = pick_tensor()
    tensors.extend(split(name, array, int(rng.integers(RANK))))


def split_and_join():
    name, array = pick_tensor()
    axis = int(rng.integers(RANK))
    parts = split(name, array, axis)
    if rng.integers(3) == 0:
        parts.append(pick(parts))
    if rng.integers(3) == 0:
        parts = parts[1:] or parts
    add(case.node("Concat", [name for name, _ in parts], axis=axis),
        np.concatenate([part for _, part in parts], axis))


shape = rng.integers(1, 5, RANK)
for _ in range(4):
    array = random_array(rng, TYPE, shape)
    # Each size may be known or not.
    declared = [int(size) if rng.random() < 0.8 else None for size in shape]
    tensors.append((case.input(TYPE, array, declared), array))
    shape = shape.copy()
    shape[rng.integers(RANK)] = rng.integers(0, 6)
for _ in range(30):
    pick([concat, concat, tile, slice_rows, slice_rows, split_and_keep, split_and_join])()

# Few outputs: what is one has another use.
results = {output for node in case.nodes for output in node.output}
for i, (name, array) in enumerate(tensors):
    if name in results and (rng.random() < 0.2 or i == len(tensors) - 1):
        case.expect(name, TYPE, array, [None] * RANK)
if case.expected:
    case.run(sys.argv[3])
