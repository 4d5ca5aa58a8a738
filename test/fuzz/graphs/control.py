# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of the generator that have bodies: If, Loop and SequenceMap."""

import numpy as np

from builder import MOST_DEPTH, REFUSALS
from model import Type
from sequences import Sequences
from tensors import Tensors
from values import NUMBERS, Unjudged, make


class Control(Tensors, Sequences):

    def check_depth(self):
        if len(self.scopes) > MOST_DEPTH:
            raise Unjudged("depth")

    # If.

    def condition(self):
        """A boolean: known, given, or of what there is."""
        kind = self.pick(["flag", "flag", "length", "argument", "number"])
        if kind == "length":
            length = self.emit("SequenceLength", [self.choose_sequence()], show=False)
            return self.emit("Cast", [length], {"to": 9}, show=False)
        if kind == "argument":
            names = [n for n in self.visible(lambda t: t.type_name == "bool" and
                                             not t.is_sequence) if self.array(n).size == 1 and
                     self.type_of(n).rank == 0]
            if names:
                return self.pick(names)
        if kind == "number":
            names = self.visible(lambda t: t == Type("i64", 0))
            if names:
                return self.emit("Cast", [self.pick(names)], {"to": 9}, show=False)
        return self.flag(self.pick([True, False, [True], [False]]))

    def if_(self):
        self.check_depth()
        condition = self.condition()
        count = self.pick([1, 1, 2, 3])
        first = self.body([], self.pick([0, 1, 2, 3]),
                          lambda _: [self.choose_result() for _ in range(count)])
        types = [self.type_of(name) for name in first.outputs]
        second = self.body([], self.pick([0, 1, 2, 3]),
                           lambda _: [self.value_of(type_) for type_ in types])
        types = [self.join_types(a, self.type_of(b)) for a, b in zip(types, second.outputs)]
        bodies = {"then_branch": first, "else_branch": second}
        if self.chance(0.5):
            bodies = {"then_branch": second, "else_branch": first}
        self.emit("If", [condition], bodies=bodies, outputs=count, ranks=types)

    def choose_result(self):
        """What a body returns: mostly what it has made."""
        if self.scopes[-1] and self.chance(0.75):
            return self.pick(self.scopes[-1][-3:])
        return self.choose()

    @staticmethod
    def join_types(a, b):
        return a if a.rank is not None else b

    def value_of(self, type_):
        """Some value of a type, made if there is none."""
        def matches(other):
            return other[::2] == type_[::2] and (other.rank == type_.rank or type_.is_sequence and
                                                 None in (other.rank, type_.rank))
        own = [name for name in self.scopes[-1] if matches(self.type_of(name))]
        names = self.visible(matches)
        if own and self.chance(0.8):
            return self.pick(own[-3:])
        if names and self.chance(0.9):
            return self.pick(names)
        if type_.is_sequence:
            return self.emit("SequenceEmpty", [], {"dtype": int(NUMBERS[type_.type_name][0])},
                             show=False)
        return self.random_constant(type_)

    # Loop.

    def loop(self):
        self.check_depth()
        count = self.pick([0, 1, 1, 2, 3, 3, 5])
        carried = [self.choose() for _ in range(self.pick([1, 1, 2, 2, 3]))]
        number_type, flag_type = self.pick([(Type("i64", 0), Type("bool", 0))] * 5 + [
            (Type("i64", 1), Type("bool", 1))])
        shape = (1,) * number_type.rank
        arguments = [(number_type, make("i64", self.zeros(shape))),
                     (flag_type, make("bool", self.zeros(shape) == 0))]
        arguments += [(self.type_of(name), self.env[name]) for name in carried]
        form = self.pick(["passed", "passed", "passed", "true", "flags", "count", "not"])
        scans = self.pick([0, 0, 0, 1, 2])

        def finish(names):
            return self.finish_loop(names, form, scans, count)
        body = self.body(arguments, self.pick([1, 2, 2, 3, 4]), finish)
        types = [self.join_types(self.type_of(a), self.type_of(b))
                 for a, b in zip(carried, body.outputs[1:])]
        types += [Type(t.type_name, t.rank + 1) for t in
                  (self.type_of(name) for name in body.outputs[1 + len(carried):])]
        has_flag = form in ("flags", "count", "not") or self.chance(0.6)
        counts = [self.number([count] if self.chance(0.1) else count)]
        if form in ("flags", "count") and self.chance(0.3):
            counts = [""]
        conditions = [self.flag(self.chance(0.93)) if has_flag else ""]
        self.emit("Loop", counts + conditions + carried, bodies={"body": body},
                  outputs=len(types), ranks=types)

    @staticmethod
    def zeros(shape):
        return np.zeros(shape, "<i8")

    def finish_loop(self, names, form, scans, count):
        number, flag, *carried = names
        flag = self.next_flag(number, flag, form, count)
        with_growth = self.chance(0.4)
        results = []
        for name in carried:
            result = self.value_of(self.type_of(name))
            if with_growth:
                result = self.grow(name, result)
            results.append(result)
        for _ in range(scans):
            results.append(self.choose_scanned())
        return [flag, *results]

    def grow(self, name, otherwise):
        """What is carried, with something more."""
        type_ = self.type_of(name)
        try:
            if type_.is_sequence:
                tensor = self.pick_or_raise(self.elements_for(type_))
                return self.emit("SequenceInsert", [name, tensor], rank=self.type_of(tensor).rank)
            if type_.rank == 0:
                return otherwise
            axis = self.whole(0, type_.rank - 1)
            parts = [name, self.pick(self.fitting(name, axis))]
            if self.chance(0.3):
                parts.reverse()
            return self.emit("Concat", parts, {"axis": axis})
        except REFUSALS:
            return otherwise

    def choose_scanned(self):
        names = [name for name in self.scopes[-1] if not self.type_of(name).is_sequence]
        return self.pick(names[-4:])

    def next_flag(self, number, flag, form, count):
        """The condition that a body returns."""
        if form == "passed":
            return flag if self.chance(0.5) else self.emit("Identity", [flag], show=False)
        if form == "true":
            return self.add_constant(make("bool", self.array(flag)))
        if form == "not":
            return self.emit("Not", [flag], show=False)
        if form == "count":
            # Stops when as many iterations are done.
            stop = self.number([self.whole(1, 4)] if self.type_of(number).rank else
                               self.whole(1, 4))
            one = self.add_constant(make("i64", self.zeros(self.shape(number)) + 1))
            done = self.emit("Add", [number, one], show=False)
            left = self.emit("Sub", [stop, done], show=False)
            return self.emit("Cast", [left], {"to": 9}, show=False)
        stop = self.whole(0, 4)
        flags = self.flag([at < stop for at in range(8)])
        return self.emit("Gather", [flags, number], show=False)

    # SequenceMap.

    def map(self):
        self.check_depth()
        if self.model.opset < 17:
            raise Unjudged("opset")
        first = self.choose_sequence(known_rank=True, filled=True)
        count = len(self.env[first].elements)
        inputs = [first]
        for _ in range(self.pick([0, 0, 1])):
            others = [n for n in self.visible(lambda t: t.is_sequence and t.rank is not None)
                      if len(self.env[n].elements) == count]
            inputs.append(self.pick(others) if self.chance(0.6) else self.choose_tensor())
        arguments = []
        for name in inputs:
            type_, value = self.type_of(name), self.env[name]
            arguments.append((Type(type_.type_name, type_.rank),
                              value.elements[0] if type_.is_sequence else value))

        def finish(names):
            own = [n for n in self.scopes[-1] if not self.type_of(n).is_sequence]
            return [self.pick(own[-3:]) for _ in range(results)]
        results = self.pick([1, 1, 2])
        body = self.body(arguments, self.pick([1, 1, 2, 3]), finish)
        types = [self.type_of(name)._replace(is_sequence=True) for name in body.outputs]
        self.emit("SequenceMap", inputs, bodies={"body": body}, outputs=len(types), ranks=types)
