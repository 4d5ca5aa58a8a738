# Random programs of SplitToSequence and the sequence operators, one for each
# element type, all in one model. What a program leaves behind is compared:
# elements, lengths, joined tensors and whole sequences.
#
# usage: sequence-numbers.py OPSET SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import BEFORE_BF16, NUMBERS, TYPES, Case, random_array

ELEMENT_TYPES = {11: BEFORE_BF16, 24: TYPES}
STEPS = 8


class Program:
    """A sequence as the model has it (`name`) and as numpy does (`arrays`).

    `rank` is that of every element, also while there is none.
    """

    def __init__(self, case, rng, type_name):
        self.case, self.rng, self.type_name = case, rng, type_name

    def pick(self, *choices):
        return choices[self.rng.integers(len(choices))]

    def integers(self, value):
        """An operand that is i32 or i64, constant or known at run time only."""
        make = self.pick(self.case.constant, self.case.input)
        return make(self.pick("i32", "i64"), np.array(value))

    def position(self, low, high):
        value = int(self.rng.integers(low, high + 1))
        return value, self.integers(self.pick(value, [value]))

    def tensor(self, rank):
        """A tensor of random sizes, of which the model may know some."""
        shape = tuple(int(size) for size in self.rng.integers(0, 5, rank))
        # Shows types-r10.
        array = random_array(self.rng, self.type_name, shape)
        declared = [self.pick(size, None) for size in shape]
        return array, self.case.input(self.type_name, array, declared)

    def start(self):
        self.pick(self.split, self.split, self.split, self.construct, self.empty,
                  self.receive)()

    def split(self):
        array, name = self.tensor(int(self.rng.integers(1, 6)))
        axis = int(self.rng.integers(array.ndim))
        size = array.shape[axis]
        attributes = {"axis": self.pick(axis, axis - array.ndim)}
        if axis == 0:
            attributes = self.pick({}, attributes)
        self.rank = array.ndim
        form = self.pick("ones", "squeeze", "scalar", "vector")
        inputs = [name]
        if form == "vector":
            lengths = np.diff([0, *sorted(self.rng.integers(0, size + 1, 3)), size])
            inputs.append(self.integers(lengths))
        elif form == "scalar":
            length = int(self.rng.integers(1, size + 3))
            lengths = [min(length, size - at) for at in range(0, size, length)]
            inputs.append(self.integers(length))
            attributes.update(self.pick({}, {"keepdims": 0}))
        else:
            lengths = [1] * size
            inputs += self.pick([], [""])
        ends = np.cumsum(lengths, dtype=int)
        self.arrays = [
            np.take(array, range(end - length, end), axis)
            for end, length in zip(ends, lengths)
        ]
        if form == "squeeze":
            attributes["keepdims"] = 0
            self.rank -= 1
            self.arrays = [chunk.squeeze(axis) for chunk in self.arrays]
        self.name = self.case.node("SplitToSequence", inputs, **attributes)

    def construct(self):
        self.rank = int(self.rng.integers(0, 5))
        pairs = [self.tensor(self.rank) for _ in range(self.rng.integers(1, 4))]
        self.arrays = [array for array, _ in pairs]
        self.name = self.case.node("SequenceConstruct", [name for _, name in pairs])

    def empty(self):
        self.rank, self.arrays = int(self.rng.integers(0, 4)), []
        attributes = {"dtype": NUMBERS[self.type_name][0]}
        # Shows sequence-r13.
        if self.type_name == "f32":
            attributes = self.pick({}, attributes)
        self.name = self.case.node("SequenceEmpty", [], **attributes)

    def receive(self):
        self.rank = int(self.rng.integers(1, 4))
        shapes = self.rng.integers(0, 4, (self.rng.integers(4), self.rank))
        self.arrays = [
            random_array(self.rng, self.type_name, tuple(shape)) for shape in shapes
        ]
        # One symbol for all sizes: inside a sequence it binds nothing. Shows
        # sequence-r20.
        self.name = self.case.input_sequence(
            self.type_name, self.arrays, self.pick(["N"], [None]) * self.rank
        )

    def insert(self):
        array, name = self.tensor(self.rank)
        inputs, at = [self.name, name], len(self.arrays)
        if self.rng.integers(4):
            at, position = self.position(-at, at)
            inputs.append(position)
        at = at + len(self.arrays) if at < 0 else at
        self.arrays = self.arrays[:at] + [array] + self.arrays[at:]
        self.name = self.case.node("SequenceInsert", inputs)

    def erase(self):
        if not self.arrays:
            return
        inputs, at = [self.name], -1
        if self.rng.integers(4):
            at, position = self.position(-len(self.arrays), len(self.arrays) - 1)
            inputs.append(position)
        self.arrays = list(self.arrays)
        del self.arrays[at]
        self.name = self.case.node("SequenceErase", inputs)

    def expect(self, operator, inputs, array, **attributes):
        self.case.expect(
            self.case.node(operator, inputs, **attributes), self.type_name, array,
            [None] * array.ndim,
        )

    def at(self):
        if not self.arrays:
            return
        at, position = self.position(-len(self.arrays), len(self.arrays) - 1)
        self.expect("SequenceAt", [self.name, position], self.arrays[at])

    def length(self):
        self.case.expect(
            # Shows sequence-r14.
            self.case.node("SequenceLength", [self.name]), "i64", len(self.arrays)
        )

    def join(self):
        """ConcatFromSequence on each axis on which the elements fit. Shows
        sequence-r16, sequence-r19."""
        for axis in range(self.rank):
            rests = {a.shape[:axis] + a.shape[axis + 1:] for a in self.arrays}
            if len(rests) == 1:
                self.expect("ConcatFromSequence", [self.name],
                            np.concatenate(self.arrays, axis),
                            axis=self.pick(axis, axis - self.rank))

    def stack(self):
        # Shows sequence-r17.
        if len({array.shape for array in self.arrays}) == 1:
            axis = int(self.rng.integers(-self.rank - 1, self.rank + 1))
            self.expect("ConcatFromSequence", [self.name],
                        np.stack(self.arrays, axis), axis=axis, new_axis=1)

    def run(self):
        self.start()
        for _ in range(STEPS):
            self.pick(self.insert, self.erase, self.at, self.length, self.join,
                      self.stack)()
        self.join()
        self.stack()
        self.length()
        self.case.expect_sequence(self.name, self.type_name, self.arrays,
                                  self.pick(None, [None] * self.rank))


opset, seed = int(sys.argv[1]), int(sys.argv[2])
rng = np.random.default_rng(seed)
case = Case(opset)
for type_name in ELEMENT_TYPES[opset]:
    Program(case, rng, type_name).run()
case.run(sys.argv[3])
