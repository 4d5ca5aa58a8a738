# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The frame of a generator: names, scopes and operands of the graph so far."""

import contextlib

import numpy as np

from evaluate import Evaluator
from model import Graph, Node, Port, Type
from values import Fails, Sequence, Unjudged, make, random_tensor

MOST_DEPTH = 2
REFUSALS = (Fails, Unjudged)


class Builder:
    """Builds a model whose values are known while it is built: those of the
    inputs that it begins with."""

    def __init__(self, rng, model, type_names):
        self.rng, self.model = rng, model
        self.type_names = type_names
        self.env = {}
        self.evaluator = Evaluator(model, self.env)
        self.count = 0
        self.nodes = []
        self.scopes = [[]]  # names that can be used, the outermost graph's first
        # Sizes of dimensions that change together.
        self.variables = {name: int(self.pick([0, 1, 1, 2, 2, 3, 3, 4, 5, 7]))
                          for name in "ABCD"}

    # Choices.

    def pick(self, choices):
        return choices[int(self.rng.integers(len(choices)))]

    def chance(self, probability):
        return self.rng.random() < probability

    def whole(self, low, high):
        """A number from low to high."""
        return int(self.rng.integers(low, high + 1))

    # Names and what is behind them.

    def new_name(self, prefix="v"):
        self.count += 1
        return f"{prefix}{self.count}"

    def type_of(self, name):
        return self.model.types[name]

    def array(self, name):
        return self.env[name].array

    def shape(self, name):
        return self.env[name].shape

    def visible(self, condition=lambda type_: True):
        return [name for scope in self.scopes for name in scope
                if condition(self.model.types[name])]

    def choose(self, condition=lambda type_: True):
        """A value, mostly a late one; the same one many times."""
        names = self.visible(condition)
        if not names:
            raise Unjudged("no value")
        if self.chance(0.4):
            return self.pick(names[-4:])
        return self.pick(names[:3] if self.chance(0.2) else names)

    def choose_tensor(self, type_names=None, low=0, high=5):
        return self.choose(lambda t: not t.is_sequence and low <= t.rank <= high and
                           (type_names is None or t.type_name in type_names))

    # Nodes.

    def emit(self, operator, inputs, attributes=None, rank=None, bodies=None, outputs=1,
             show=True, ranks=None):
        """Adds a node, or raises what its evaluation does. `rank` is that of the
        elements of a result that is a sequence."""
        node = Node(operator, list(inputs), [self.new_name() for _ in range(outputs)],
                    attributes, bodies)
        for at, name in enumerate(node.outputs):
            self.model.types[name] = ranks[at] if ranks else Type("f32", rank, True)
        self.evaluator.run_node(node)
        for at, name in enumerate(node.outputs):
            if not ranks:
                self.model.types[name] = self.describe(self.env[name], rank)
        self.nodes.append(node)
        if show:
            self.scopes[-1] += node.outputs
        return node.outputs[0] if outputs == 1 else node.outputs

    @staticmethod
    def describe(value, rank):
        if isinstance(value, Sequence):
            return Type(value.type_name, rank, True)
        return Type(value.type_name, value.rank)

    def body(self, arguments, steps, finish):
        """A graph of `steps` nodes whose arguments begin with the given values;
        `finish` names what it returns."""
        outer, self.nodes = self.nodes, []
        names = [self.new_name("a") for _ in arguments]
        for name, (type_, value) in zip(names, arguments):
            self.model.types[name], self.env[name] = type_, value
        self.scopes.append(list(names))
        try:
            for _ in range(steps):
                self.step()
            outputs = self.distinct(finish(names))
            return Graph(names, self.nodes, outputs)
        finally:
            self.nodes = outer
            self.scopes.pop()

    def distinct(self, names):
        """No name twice."""
        seen = []
        for name in names:
            seen.append(self.copy(name) if name in seen else name)
        return seen

    def copy(self, name):
        """The same value under another name."""
        if self.type_of(name).is_sequence and self.model.opset < 14:
            raise Unjudged("opset")
        return self.emit("Identity", [name], rank=self.type_of(name).rank, show=False)

    @contextlib.contextmanager
    def attempt(self):
        """Takes back the nodes of a step that could not be finished."""
        count, shown = len(self.nodes), len(self.scopes[-1])
        try:
            yield
        except REFUSALS:
            del self.nodes[count:]
            del self.scopes[-1][shown:]

    # Operands.

    def add_constant(self, tensor):
        if self.chance(0.3):
            return self.emit("Constant", [], {"value": tensor}, show=False)
        name = self.new_name("c")
        self.model.constants[name] = self.env[name] = tensor
        self.model.types[name] = Type(tensor.type_name, tensor.rank)
        return name

    def add_input(self, value, type_, sizes, declared, role):
        name = self.new_name("x")
        self.model.ports.append(Port(name, type_, sizes, declared, role))
        self.model.types[name], self.env[name] = type_, value
        return name

    def number(self, numbers, type_name="i64"):
        """An operand of integers that steers: known at compile time or not. Shown
        nowhere, so that it is used as what it is meant for."""
        tensor = make(type_name, np.array(numbers, np.int64))
        if self.chance(0.55):
            return self.add_constant(tensor)
        declared = list(tensor.shape)
        return self.add_input(tensor, Type(type_name, tensor.rank), list(tensor.shape), declared,
                              "control")

    def flag(self, value):
        tensor = make("bool", np.array(value))
        if self.chance(0.3):
            return self.add_constant(tensor)
        return self.add_input(tensor, Type("bool", tensor.rank), list(tensor.shape),
                              list(tensor.shape), "control")

    def size_of(self, size):
        return size if isinstance(size, int) else self.variables[size]

    def declare(self, sizes):
        """What a model says of the sizes of an input."""
        style = self.pick(["mixed", "mixed", "symbols", "none", "exact"])
        declared = []
        for size in sizes:
            how = style if style != "mixed" else self.pick(["symbols", "none", "exact"])
            if how == "exact":
                size = self.size_of(size)
            elif how == "none" or isinstance(size, int):
                size = None
            declared.append(size)
        return declared

    def random_sizes(self, rank):
        return [self.pick(["A", "B", "C", "D", "A", "B", 1, 2]) for _ in range(rank)]

    def data_input(self, type_name, sizes=None):
        sizes = self.random_sizes(self.pick([0, 1, 1, 2, 2, 2, 3, 4])) if sizes is None else sizes
        shape = [self.size_of(size) for size in sizes]
        value = random_tensor(self.rng, type_name, shape)
        name = self.add_input(value, Type(type_name, len(sizes)), sizes, self.declare(sizes),
                              "data")
        self.scopes[0].append(name)
        return name

    def sequence_input(self, type_name):
        rank = self.pick([1, 2, 2, 3])
        like = self.random_sizes(rank)
        sizes = []
        for _ in range(self.whole(0, 4)):
            own = list(like)
            if self.chance(0.3):
                own[self.whole(0, rank - 1)] = self.whole(0, 3)
            sizes.append(own)
        elements = tuple(random_tensor(self.rng, type_name, [self.size_of(s) for s in own])
                         for own in sizes)
        name = self.add_input(Sequence(type_name, elements), Type(type_name, rank, True), sizes,
                              [None] * rank, "data")
        self.scopes[0].append(name)
        return name

    def random_constant(self, type_, shape=None):
        shape = [self.whole(0, 3) for _ in range(type_.rank)] if shape is None else shape
        return self.add_constant(random_tensor(self.rng, type_.type_name, shape))

