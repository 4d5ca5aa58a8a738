# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of the generator that make sequences, and tensors of sequences."""

from builder import Builder
from values import NUMBERS, Unjudged


class Sequences(Builder):

    def choose_sequence(self, known_rank=False, filled=False):
        names = self.visible(lambda t: t.is_sequence and (t.rank is not None or not known_rank))
        if filled:
            names = [name for name in names if self.env[name].elements]
        if not names:
            raise Unjudged("no sequence")
        return self.pick(names[-3:] if self.chance(0.6) else names)

    def elements_for(self, type_):
        """Tensors that a sequence takes."""
        return self.visible(lambda t: not t.is_sequence and t.type_name == type_.type_name and
                            type_.rank in (None, t.rank))

    def position(self, numbers):
        at = self.pick(numbers)
        return self.number([at] if self.chance(0.15) else at, self.pick(["i32", "i64", "i64"]))

    def construct(self):
        first = self.choose_tensor(self.type_names)
        type_ = self.type_of(first)
        names = self.elements_for(type_)
        chosen = [first] + [self.pick(names) for _ in range(self.pick([0, 1, 1, 2, 4]))]
        return self.emit("SequenceConstruct", chosen, rank=type_.rank)

    def empty(self):
        name = self.pick(self.type_names)
        attributes = {"dtype": int(NUMBERS[name][0])}
        if name == "f32" and self.chance(0.5):
            attributes = {}
        return self.emit("SequenceEmpty", [], attributes)

    def insert(self):
        sequence = self.choose_sequence()
        tensor = self.pick_or_raise(self.elements_for(self.type_of(sequence)))
        inputs = [sequence, tensor]
        count = len(self.env[sequence].elements)
        if self.chance(0.6):
            inputs.append(self.position(range(-count, count + 1)))
        return self.emit("SequenceInsert", inputs, rank=self.type_of(tensor).rank)

    def pick_or_raise(self, names):
        if not names:
            raise Unjudged("no value")
        return self.pick(names)

    def erase(self):
        sequence = self.choose_sequence(filled=True)
        count = len(self.env[sequence].elements)
        inputs = [sequence]
        if self.chance(0.6):
            inputs.append(self.position(range(-count, count)))
        return self.emit("SequenceErase", inputs, rank=self.type_of(sequence).rank)

    def at(self):
        sequence = self.choose_sequence(known_rank=True, filled=True)
        count = len(self.env[sequence].elements)
        return self.emit("SequenceAt", [sequence, self.position(range(-count, count))])

    def length(self):
        return self.emit("SequenceLength", [self.choose_sequence()])

    def join(self):
        sequence = self.choose_sequence(known_rank=True, filled=True)
        rank = self.type_of(sequence).rank
        new_axis = self.pick([0, 0, 1])
        if rank == 0:
            new_axis = 1
        axis = self.whole(-rank - new_axis, rank + new_axis - 1)
        attributes = {"axis": axis}
        if new_axis or self.chance(0.5):
            attributes["new_axis"] = new_axis
        return self.emit("ConcatFromSequence", [sequence], attributes)

    def split_to_sequence(self):
        types = self.type_names if self.model.opset >= 24 else [
            name for name in self.type_names if name != "bf16"]
        data = self.choose_tensor(types, low=1)
        rank = self.type_of(data).rank
        axis = self.whole(0, rank - 1)
        size = self.shape(data)[axis]
        inputs, attributes = [data], {"axis": axis - rank if self.chance(0.3) else axis}
        how = self.pick(["each", "each", "scalar", "scalar", "lengths"])
        if how == "each":
            keepdims = self.pick([0, 1])
            attributes["keepdims"] = keepdims
            rank -= 1 - keepdims
        elif how == "scalar":
            inputs.append(self.number(self.whole(1, 4), self.pick(["i32", "i64"])))
        else:
            ends = sorted(self.whole(0, size) for _ in range(self.whole(0, 3)))
            lengths = [b - a for a, b in zip([0, *ends], [*ends, size])]
            inputs.append(self.number(lengths))
        return self.emit("SplitToSequence", inputs, attributes, rank=rank)
