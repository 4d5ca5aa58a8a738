# Random loops that append to tensors that they carry, and read them before and
# after, against numpy: wherever they grow, the numbers are the same.
#
# usage: append-numbers.py SEED FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import random
import sys

import numpy as np

from onnx_program import Program

VAGUE = ("i32", None)
rng = random.Random(int(sys.argv[1]))
program = Program(13)


class InProgram:
    """Makes an operator of the program."""

    def concat(self, tensors, axis):
        return program.op("onnxops.concat_v13", tensors, [VAGUE], axis=axis)

    def negate(self, tensor):
        return program.op("Neg", [tensor], [VAGUE])

    def add(self, a, b):
        return program.op("Add", [a, b], [VAGUE])

    def row(self, tensor, number, axis):
        """What has that number along the axis, -1 for the last."""
        constant = lambda value: program.constant("i64", [value])
        end = constant(number + 1 if number >= 0 else 2**31)
        return program.op("Slice", [tensor, constant(number), end, constant(axis)], [VAGUE])


class InNumpy:
    concat = staticmethod(np.concatenate)
    negate = staticmethod(np.negative)
    add = staticmethod(np.add)

    def row(self, tensor, number, axis):
        return np.take(tensor, [number], axis)


class Cache:
    """A tensor that grows, and with `reads` others that say what it was."""

    def __init__(self):
        self.axis = rng.randrange(3)
        self.shape = [rng.choice([1, 1, 2, 3]) for _ in range(3)]
        self.init = self.make(rng.choice([0, 1, 1, 2, 5]))
        self.rows = [self.make(rng.choice([0, 1, 1, 2, 3]))
                     for _ in range(rng.choice([1, 1, 2]))]
        self.is_prepended = rng.random() < 0.3
        self.form = rng.choice(["given", "given", "computed", "own", "growing"])
        readers = ["none", "none", "before", "after", "late", "both", "row", "old", "twice"]
        self.reads = rng.choice(readers)
        self.has_rows = self.init.size > 0
        self.inputs = [self.declare(array) for array in [self.init, *self.rows]]

    def make(self, length):
        shape = [*self.shape]
        shape[self.axis] = length
        return np.array([rng.randrange(-99, 99) for _ in range(np.prod(shape))],
                        "i4").reshape(shape)

    def declare(self, array):
        known = rng.choice([0, 0.5, 1])
        shape = [size if rng.random() < known else None for size in array.shape]
        return program.input("i32", array, shape)

    def append(self, make, tensor, rows):
        """What the tensor is after a turn."""
        if self.form == "computed":
            rows = [make.negate(x) for x in rows]
        elif self.form == "own" and self.has_rows:
            last = make.row(tensor, -1, self.axis)
            rows = [*rows, rng.choice([last, make.negate(last)])]
        elif self.form == "growing" and len(rows) == 1 and self.init.shape[self.axis] < 2:
            rows = [*rows, tensor]
        parts = [*rows, tensor] if self.is_prepended else [tensor, *rows]
        return make.concat(parts, self.axis)

    def turn(self, make, tensor, seen, rows):
        """The next tensor, and what is seen of it."""
        if self.reads == "before":
            seen = make.negate(tensor)
        after = self.append(make, tensor, rows)
        if self.reads == "after":
            seen = make.add(after, after)
        elif self.reads == "late":
            seen = make.negate(tensor)
        elif self.reads == "both":
            seen = make.concat([after, make.negate(tensor), tensor], self.axis)
        elif self.reads == "row" and self.has_rows:
            seen = make.add(make.row(after, 0, self.axis), make.row(tensor, -1, self.axis))
        elif self.reads == "old":
            seen = tensor
        elif self.reads == "twice":
            seen = after
        return after, seen


def run_turn(make, caches, carried, rows, seed):
    """All caches one after the other, the same way for each way to make them."""
    rng.seed(seed)
    results = []
    for number, cache in enumerate(caches):
        results += cache.turn(make, *carried[2 * number:2 * number + 2], rows[number])
    return results


def add_loop(turns, nested):
    caches = [Cache() for _ in range(rng.randrange(1, 4))]
    seed = rng.random()
    rows = [cache.inputs[1:] for cache in caches]
    initial = [cache.inputs[0] for cache in caches for _ in range(2)]
    types = [("i64", []), ("bool", [])] + [VAGUE] * len(initial)
    results = [VAGUE] * len(initial)
    yes = program.constant("bool", True)
    count = rng.choice([program.constant, program.input])("i64", turns)

    def body(number, condition, *carried):
        return [condition, *run_turn(InProgram(), caches, carried, rows, seed)]

    def outer(number, condition, *carried):
        inner = program.region(types, body)
        return [condition, *program.op("Loop", [count, yes, *carried], results, [inner])]

    region = program.region(types, outer if nested else body)
    begin = program.constant("i64", 2) if nested else count
    values = program.op("Loop", [begin, yes, *initial], results, [region])
    arrays = [cache.init for cache in caches for _ in range(2)]
    for _ in range(turns * (2 if nested else 1)):
        arrays = run_turn(InNumpy(), caches, arrays, [cache.rows for cache in caches], seed)
    for value, array in zip(values, arrays):
        program.expect(value, array)


for _ in range(4):
    add_loop(rng.randrange(6), nested=rng.random() < 0.2)
program.run(sys.argv[2])
