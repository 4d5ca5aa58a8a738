# Random graphs of Concat, Tile and arithmetic on shapes of which the model says
# nothing but the rank: operands that broadcast in either direction or not at all,
# sizes of 0 and 1, runs and periods that are long, short or one element. Whichever
# version of the code a shape takes, the numbers are numpy's.
#
# usage: version-numbers.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import Case, random_array

TYPE = "i32"
LARGEST = 40000
rng = np.random.default_rng(int(sys.argv[1]))
case = Case(13)
# Pairs of a name and what numpy has under that name.
tensors = []


def pick(choices):
    return choices[rng.integers(len(choices))]


def pick_size():
    return int(rng.choice([0, 1, 2, 3, 40, 64, 70], p=[0.03, 0.32, 0.1, 0.1, 0.1, 0.2, 0.15]))


# The last ones most often: chains fuse.
def pick_tensor():
    return tensors[-1] if rng.random() < 0.7 else pick(tensors)


def add(operator, inputs, array, **attributes):
    if array.size <= LARGEST:
        tensors.append((case.node(operator, inputs, **attributes), array))


def add_input(shape):
    array = random_array(rng, TYPE, shape)
    # A size that is known now and then: types differ from operand to operand.
    declared = [int(size) if rng.random() < 0.1 else None for size in shape]
    tensors.append((case.input(TYPE, array, declared), array))
    return tensors[-1]


def concat():
    name, array = pick_tensor()
    if array.ndim == 0:
        return
    axis = int(rng.integers(array.ndim))
    pairs = [(name, array)]
    for _ in range(rng.integers(1, 4)):
        shape = list(array.shape)
        shape[axis] = pick_size()
        pairs.append(add_input(shape))
    rng.shuffle(pairs)
    add("Concat", [name for name, _ in pairs],
        np.concatenate([array for _, array in pairs], axis), axis=axis)


def tile():
    name, array = pick_tensor()
    repeats = rng.choice([0, 1, 2, 40, 64], array.ndim, p=[0.02, 0.38, 0.2, 0.2, 0.2])
    make = pick([case.constant, case.input])
    add("Tile", [name, make("i64", repeats)], np.tile(array, repeats))


def negate():
    name, array = pick_tensor()
    add("Neg", [name], -array)


# A shape that goes with the tensor's: the same, fewer dimensions, some of them 1 on
# either side, or one more.
def partner_shape(shape):
    other = [size if rng.random() < 0.8 else 1 for size in shape]
    other = [pick_size() if size == 1 and rng.random() < 0.3 else size for size in other]
    if rng.random() < 0.2:
        other = other[int(rng.integers(len(other) + 1)):]
    elif rng.random() < 0.1 and len(shape) < 3:
        other = [pick_size()] + other
    return [theirs if theirs == 1 or i >= len(shape) or shape[-1 - i] in (1, theirs)
            else shape[-1 - i]
            for i, theirs in reversed(list(enumerate(reversed(other))))]


def fits(shape, other):
    return all(a == b or 1 in (a, b) for a, b in zip(reversed(shape), reversed(other)))


def combine():
    name, array = pick_tensor()
    found = [pair for pair in tensors if fits(pair[1].shape, array.shape)]
    other, values = pick(found) if rng.random() < 0.4 else add_input(partner_shape(array.shape))
    operator, compute = pick([("Add", np.add), ("Sub", np.subtract), ("Mul", np.multiply)])
    operands = [(name, array), (other, values)]
    rng.shuffle(operands)
    (a, x), (b, y) = operands
    add(operator, [a, b], compute(x, y))


add_input([pick_size() for _ in range(rng.integers(0, 4))])
add_input([pick_size() for _ in range(rng.integers(1, 3))])
for _ in range(10):
    pick([concat, tile, tile, negate, combine, combine, combine])()
inputs = {info.name for info in case.inputs}
computed = [pair for pair in tensors if pair[0] not in inputs]
if computed:
    for name, array in dict([computed[-1], pick(computed)]).items():
        case.expect(name, TYPE, array, [None] * array.ndim)
    case.run(sys.argv[2])
