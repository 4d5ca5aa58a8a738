# Random cases of each operator, several to a model: what goes in comes from other
# operators now and then, and so does what becomes of the result. numpy follows
# along, so that the next operator knows the shapes.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import numpy as np

from .inputs import LARGEST, NUMBERS, Inputs, Sequence, Tensor

FLOATS = ["f16", "f32", "f64"]
# Strings have no form on devices.
TYPES = [name for name in NUMBERS if name != "string"]
BEFORE_BF16 = [name for name in TYPES if name != "bf16"]
# By the name that is printed: operator, opsets that have this version.
OPERATORS = {
    "Concat-1": ("concat", [1, 2, 3]),
    "Concat-4": ("concat", [4, 6, 10]),
    "Concat-11": ("concat", [11, 12]),
    "Concat-13": ("concat", [13, 17, 24]),
    "Tile-1": ("tile", [1, 3, 5]),
    "Tile-6": ("tile", [6, 9, 12]),
    "Tile-13": ("tile", [13, 19, 24]),
    "SplitToSequence-11": ("split", [11, 13, 23]),
    "SplitToSequence-24": ("split", [24]),
    "SequenceConstruct": ("construct", [11, 17, 24]),
    "SequenceEmpty": ("empty", [11, 17, 24]),
    "SequenceInsert": ("insert", [11, 17, 24]),
    "SequenceErase": ("erase", [11, 17, 24]),
    "SequenceAt": ("at", [11, 17, 24]),
    "SequenceLength": ("length", [11, 17, 24]),
    "ConcatFromSequence": ("join", [11, 17, 24]),
}


def list_types(operator, opset):
    """Of the operator and, but for Concat and Tile, of those around it."""
    if opset < 4 or (opset < 6 and operator == "tile"):
        return FLOATS
    is_old = opset < (13 if operator in ("concat", "tile") else 24)
    return BEFORE_BF16 if is_old else TYPES


def list_joins(sequence):
    """Axes that ConcatFromSequence can take, and whether it makes a new one."""
    shapes = [array.shape for array in sequence.arrays]
    if not shapes or not sequence.is_ranked:
        return []
    joins = [(axis, False) for axis in range(sequence.rank)
             if len({shape[:axis] + shape[axis + 1:] for shape in shapes}) == 1]
    if len(set(shapes)) == 1:
        joins += [(axis, True) for axis in range(sequence.rank + 1)]
    return joins


class Generator(Inputs):
    """Adds cases of one element type to a model."""

    def __init__(self, case, rng, type_name):
        super().__init__(case, rng, type_name)
        self.has_tile = case.opset >= 6 or type_name in FLOATS
        self.has_sequences = case.opset >= (24 if type_name == "bf16" else 11)
        # What the next operator takes before it makes anything of its own.
        self.waiting = None

    def take(self, kind):
        """What waits, if it is of that kind."""
        waiting = self.waiting
        if isinstance(waiting, kind):
            self.waiting = None
            return waiting
        return None

    def tensor(self, depth, lowest_rank=0):
        waiting = self.take(Tensor)
        if waiting:
            return waiting
        rank = self.position_in(lowest_rank, 5)
        if depth == 0 or self.chance(0.5):
            return self.given(self.shape(rank))
        makers = [self.concat] + [self.tile] * self.has_tile
        if self.has_sequences:
            makers += [self.at, self.join]
        made = self.pick(*makers)(depth - 1)
        return made if made.array.ndim >= lowest_rank else self.given(self.shape(rank))

    def sequence(self, depth, lowest_length=0):
        waiting = self.take(Sequence)
        if waiting:
            return waiting
        makers = [self.split, self.construct, self.empty]
        if depth:
            makers += [self.insert, self.erase]
        if not self.chance(0.35):
            made = self.pick(*makers)(max(depth - 1, 0))
            if len(made.arrays) >= lowest_length:
                return made
        rank = self.position_in(0, 4)
        count = self.position_in(lowest_length, 5)
        return self.received([self.shape(rank) for _ in range(count)], rank)

    # Operators that give a tensor.

    def axis(self, rank, opset=11):
        axis = int(self.rng.integers(rank))
        return axis, axis - rank if self.case.opset >= opset and self.chance(0.4) else axis

    def concat(self, depth=0):
        first = self.tensor(depth, lowest_rank=1)
        rank = first.array.ndim
        axis, written = self.axis(rank)
        tensors = [first]
        for _ in range(self.pick(0, 1, 1, 2, 3, 6)):
            shape = list(first.array.shape)
            shape[axis] = self.shape(1)[0]
            if np.prod(shape, dtype=np.int64) <= LARGEST // 4:
                tensors.append(self.given(shape))
        self.rng.shuffle(tensors)
        attributes = {"axis": written}
        if self.case.opset < 4 and axis == 1 and self.chance(0.5):
            attributes = {}
        name = self.node("Concat", *[tensor.name for tensor in tensors], **attributes)
        return Tensor(name, np.concatenate([tensor.array for tensor in tensors], axis))

    def tile(self, depth=0):
        # Repeats for each dimension since 6, of one dimension before.
        is_old = self.case.opset < 6
        tensor = self.tensor(depth, lowest_rank=1 if is_old else 0)
        rank = tensor.array.ndim
        repeats = np.ones(rank, np.int64)
        for at in self.rng.permutation(rank)[:1 if is_old else rank]:
            repeats[at] = self.pick(0, 1, 1, 1, 2, 3, 5, 40)
            if np.prod(repeats) * tensor.array.size > LARGEST:
                repeats[at] = 1
        if is_old:
            axis = int(np.argmax(repeats != 1))
            types = [self.type_name, "i64"]
            operands = [self.integers(repeats[axis], types), self.integers(axis, types)]
        else:
            operands = [self.integers(repeats, ["i64"])]
        name = self.node("Tile", tensor.name, *operands)
        return Tensor(name, np.tile(tensor.array, tuple(repeats)))

    def at(self, depth=0):
        sequence = self.sequence(depth, lowest_length=1)
        at = self.position_in(-len(sequence.arrays), len(sequence.arrays) - 1)
        name = self.node("SequenceAt", sequence.name, self.integers(self.pick(at, [at])))
        tensor = Tensor(name, sequence.arrays[at])
        if not sequence.is_ranked:
            self.output(tensor, [None] * tensor.array.ndim)  # says which rank it has
        return tensor

    def fitting(self, depth):
        """A sequence whose elements fit, from outside where others do not."""
        sequence = self.sequence(depth, lowest_length=1)
        if list_joins(sequence):
            return sequence
        rank = self.position_in(1, 4)
        shape = self.shape(rank)
        axis = self.pick(None, *range(rank))
        shapes = [list(shape) for _ in range(self.position_in(1, 5))]
        for other in shapes if axis is not None else []:
            other[axis] = self.shape(1)[0]
        return self.received(shapes, rank, is_ranked=True)

    def join(self, depth=0):
        sequence = self.fitting(depth)
        axis, stacks = self.pick(*list_joins(sequence))
        rank = sequence.rank + stacks
        attributes = {"axis": self.pick(axis, axis - rank)}
        if stacks or self.chance(0.5):
            attributes["new_axis"] = int(stacks)
        name = self.node("ConcatFromSequence", sequence.name, **attributes)
        function = np.stack if stacks else np.concatenate
        return Tensor(name, function(sequence.arrays, axis))

    def length(self, depth=0):
        sequence = self.sequence(depth)
        name = self.node("SequenceLength", sequence.name)
        return Tensor(name, np.array(len(sequence.arrays)), "i64")

    # Operators that give a sequence.

    def split(self, depth=0):
        tensor = self.tensor(depth, lowest_rank=1)
        rank = tensor.array.ndim
        axis, written = self.axis(rank)
        size = tensor.array.shape[axis]
        form = self.pick("ones", "ones", "scalar", "scalar", "vector", "vector")
        inputs, attributes = [tensor.name], {"axis": written}
        if form == "vector":
            cuts = self.rng.integers(0, size + 1, self.position_in(0, 4))
            ends = [*sorted(int(cut) for cut in cuts), size]
            inputs.append(self.integers(np.diff([0, *ends])))
        else:
            length = 1 if form == "ones" else self.pick(1, 2, 3, 7, size + 2)
            ends = [min(end, size) for end in range(length, size + length, length)]
        if form == "scalar":
            inputs.append(self.integers(length))
        if form == "ones" and self.chance(0.5):
            attributes["keepdims"] = 0
        arrays = np.split(tensor.array, ends[:-1], axis) if ends else []
        if "keepdims" in attributes:
            arrays, rank = [array.squeeze(axis) for array in arrays], rank - 1
        return Sequence(self.node("SplitToSequence", *inputs, **attributes), arrays, rank)

    def construct(self, depth=0):
        first = self.tensor(depth)
        rank = first.array.ndim
        tensors = [first]
        for _ in range(self.position_in(0, 3)):
            shape = first.array.shape if self.chance(0.5) else self.shape(rank)
            tensors.append(self.given(shape))
        self.rng.shuffle(tensors)
        name = self.node("SequenceConstruct", *[tensor.name for tensor in tensors])
        return Sequence(name, [tensor.array for tensor in tensors], rank)

    def empty(self, depth=0):
        attributes = {"dtype": NUMBERS[self.type_name][0]}
        if self.type_name == "f32" and self.chance(0.5):
            attributes = {}
        rank = self.position_in(0, 4)
        return Sequence(self.node("SequenceEmpty", **attributes), [], rank, is_ranked=False)

    def insert(self, depth=0):
        sequence = self.sequence(depth)
        tensor = self.given(self.shape(sequence.rank))
        count = len(sequence.arrays)
        inputs, at = [sequence.name, tensor.name], count
        if self.chance(0.75):
            at = self.position_in(-count, count)
            inputs.append(self.integers(self.pick(at, [at])))
        at = at + count if at < 0 else at
        arrays = sequence.arrays[:at] + [tensor.array] + sequence.arrays[at:]
        name = self.node("SequenceInsert", *inputs)
        return Sequence(name, arrays, sequence.rank, sequence.is_ranked)

    def erase(self, depth=0):
        sequence = self.sequence(depth, lowest_length=1)
        count = len(sequence.arrays)
        inputs, at = [sequence.name], -1
        if self.chance(0.75):
            at = self.position_in(-count, count - 1)
            inputs.append(self.integers(self.pick(at, [at])))
        arrays = [array for i, array in enumerate(sequence.arrays) if i != at % count]
        name = self.node("SequenceErase", *inputs)
        return Sequence(name, arrays, sequence.rank, sequence.is_ranked)

    # What becomes of the result.

    def output(self, value, declared="any"):
        if value.name in (name for name, _, _ in self.case.expected):
            return
        if isinstance(value, Sequence):
            return self.case.expect_sequence(value.name, self.type_name, value.arrays)
        if declared == "any":
            declared = self.pick([None] * value.array.ndim, None)
        self.case.expect(value.name, value.type_name or self.type_name, value.array, declared)

    def follow(self, value):
        """What another operator makes of it."""
        self.waiting = value
        if isinstance(value, Sequence):
            followers = [self.insert, self.length]
            followers += [self.erase, self.at] if value.arrays else []
            followers += [self.join] * 2 if list_joins(value) else []
        else:
            has_axis = value.array.ndim > 0
            followers = [self.concat] if has_axis else []
            if self.has_tile and (has_axis or self.case.opset >= 6):
                followers.append(self.tile)
            followers += [self.construct] if self.has_sequences else []
            followers += [self.split] if self.has_sequences and has_axis else []
        if not followers:
            self.waiting = None
            return value
        return self.pick(*followers)()

    def add(self, operator):
        """A case: the operator, with others before and behind it."""
        value = getattr(self, operator)(self.position_in(0, 2))
        for _ in range(self.pick(0, 0, 1, 2)):
            if isinstance(value, Tensor) and value.type_name:
                break  # a length
            if self.chance(0.4):
                self.output(value)
            value = self.follow(value)
        self.output(value)
