# Cases that fail when they run: what is wrong is in the inputs, of which the
# model knows the rank alone, or in what is computed of them.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from .generate import Generator


class FailureGenerator(Generator):
    def add(self, operator):
        # Those that have no check of their own fail in another's.
        checked = {"construct": "at", "empty": "at", "length": "split"}
        result = getattr(self, "fail_" + checked.get(operator, operator))(operator)
        if operator in ("at", "construct", "empty"):
            self.case.expect(result, self.type_name, [], [None] * self.rank)
        elif operator in ("concat", "tile", "join"):
            self.case.expect(result, self.type_name, [], None)
        elif operator == "length":
            self.case.expect(self.node("SequenceLength", result), "i64", [], None)
        else:
            self.case.expect_sequence(result, self.type_name, [])

    def unknown(self, shape):
        makers = [self.input_of, self.input_of]
        makers += [self.tile_of] if self.has_tile and self.case.opset >= 6 else []
        makers += [self.negation_of] if self.can_negate() else []
        return self.pick(*makers)(list(shape))

    def input_of(self, shape):
        return self.given(shape, is_known=False).name

    # What may be computed in memory that was made for another's sizes.

    def tile_of(self, shape):
        rows = list(shape)
        repeats = [1] * len(shape)
        for dim in range(len(shape)):
            if shape[dim] and self.chance(0.5):
                rows[dim], repeats[dim] = 1, shape[dim]
        return self.node("Tile", self.input_of(rows), self.hidden(repeats, ["i64"]))

    def can_negate(self):
        signed = ["f16", "f32", "f64", "i8", "i16", "i32", "i64"]
        return self.type_name in signed and self.case.opset >= 6

    def negation_of(self, shape):
        return self.node("Neg", self.input_of(shape))

    def shapes_that_differ(self):
        """Three shapes, of which one does not fit the others on the axis."""
        shape = [self.position_in(0, 4) for _ in range(self.position_in(2, 5))]
        axis, other = (int(at) for at in self.rng.permutation(len(shape))[:2])
        shapes = [list(shape) for _ in range(self.position_in(2, 4))]
        self.pick(*shapes)[other] += self.pick(1, 2, 3, 3000)
        return axis, shapes

    def fail_concat(self, _):
        axis, shapes = self.shapes_that_differ()
        return self.node("Concat", *[self.unknown(shape) for shape in shapes], axis=axis)

    def fail_tile(self, _):
        rank = self.position_in(1, 5)
        tensor = self.unknown(self.shape(rank))
        if self.case.opset < 6:
            types = [self.type_name, "i64"]
            tiles, axis = self.pick((2, rank), (-1, 0), (2, -1))
            return self.node("Tile", tensor, self.hidden(tiles, types), self.hidden(axis, types))
        repeats = [self.position_in(0, 2) for _ in range(rank)]
        if self.chance(0.6):
            repeats[self.position_in(0, rank - 1)] = -self.position_in(1, 3)
        else:
            repeats = self.pick(repeats + [1], repeats[1:])
        return self.node("Tile", tensor, self.hidden(repeats, ["i64"]))

    def fail_split(self, _):
        rank = self.position_in(1, 5)
        axis = self.position_in(0, rank - 1)
        shape = self.shape(rank)
        size = shape[axis]
        split = self.pick(0, -2, [size, 1], [size + 2, -2], [], [2**62, 2**62, 2**62])
        types = ["i64"] if split and split != -2 and max(split) > size + 2 else ["i32", "i64"]
        return self.node("SplitToSequence", self.unknown(shape), self.hidden(split, types),
                         axis=axis)

    def sequence_and_position(self, operator):
        """A sequence, and a position that is not in it, nor right behind it."""
        makers = {"construct": self.construct, "empty": self.empty}
        depth = self.position_in(0, 2)
        sequence = makers[operator](depth) if operator in makers else self.sequence(depth)
        count = len(sequence.arrays)
        at = self.pick(count + 1, count + 9, -count - 1, -2**31)
        return sequence, self.hidden(self.pick(at, [at]))

    def fail_at(self, operator):
        sequence, position = self.sequence_and_position(operator)
        self.rank = sequence.rank
        return self.node("SequenceAt", sequence.name, position)

    def fail_erase(self, operator):
        sequence, position = self.sequence_and_position(operator)
        if not sequence.arrays and self.chance(0.5):
            return self.node("SequenceErase", sequence.name)
        return self.node("SequenceErase", sequence.name, position)

    def fail_insert(self, operator):
        sequence, position = self.sequence_and_position(operator)
        tensor = self.unknown(self.shape(sequence.rank))
        return self.node("SequenceInsert", sequence.name, tensor, position)

    def fail_join(self, _):
        axis, shapes = self.shapes_that_differ()
        rank = len(shapes[0])
        if self.chance(0.2):
            shapes = []
        sequence = self.received(shapes, rank, is_ranked=True)
        return self.node("ConcatFromSequence", sequence.name, axis=axis,
                         new_axis=self.pick(0, 1))
