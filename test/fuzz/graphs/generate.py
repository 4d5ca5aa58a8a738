# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random whole graphs, valid for the inputs that they come with."""

import numpy as np

from calls import make_calls
from control import Control
from model import Model
from values import ALL_TYPES, INTEGERS, NUMERIC, Sequence

OPSETS = [11, 13, 14, 15, 17, 17, 18, 21, 24, 24]
MOST_OUTPUTS = 8

# How often a step is taken, by the kind of a graph.
STEPS = {
    "concat": 8, "tile": 4, "identity": 2, "transpose": 3, "expand": 3, "gather": 4, "slice": 4,
    "split": 3, "squeeze": 1, "unsqueeze": 2, "reshape": 3, "shape_of": 2, "size": 1,
    "constant_of_shape": 1, "binary": 6, "unary": 4, "near": 1, "cast": 2,
    "construct": 3, "empty": 1, "insert": 4, "erase": 3, "at": 4, "length": 1, "join": 4,
    "split_to_sequence": 4, "if_": 3, "loop": 4, "map": 1,
    "compare": 2, "logic": 1, "where": 3, "extreme": 2, "mod": 1, "reduce": 2, "flatten": 1,
    "blocks": 1, "scatter": 1, "pad": 3, "range": 1, "resize": 1,
}
KINDS = {
    "all": {},
    "sequences": dict.fromkeys(("construct", "empty", "insert", "erase", "at", "join",
                                "split_to_sequence", "loop", "if_", "map"), 3),
    "control": {"loop": 4, "if_": 4, "map": 3},
    "concats": {"concat": 4, "unary": 2, "binary": 2, "slice": 2, "tile": 2, "split": 2},
    "arithmetic": {"binary": 4, "unary": 3, "cast": 2, "expand": 2, "concat": 2},
    "selection": {"compare": 4, "logic": 3, "where": 5, "extreme": 3, "reduce": 3, "pad": 3},
}


class Generator(Control):

    def __init__(self, rng, model, type_names, kind):
        super().__init__(rng, model, type_names)
        weights = np.array([often * KINDS[kind].get(name, 1) for name, often in STEPS.items()],
                           float)
        self.names, self.weights = list(STEPS), np.cumsum(weights / weights.sum())

    def step(self):
        """One more node, or a few."""
        for _ in range(8):
            at = int(np.searchsorted(self.weights, self.rng.random()))
            count = len(self.nodes)
            with self.attempt():
                getattr(self, self.names[min(at, len(self.names) - 1)])()
            if len(self.nodes) > count:
                return

    def add_inputs(self):
        for _ in range(self.pick([1, 2, 2, 3, 4])):
            self.data_input(self.pick(self.type_names))
        if self.chance(0.3):
            self.sequence_input(self.pick(self.type_names))
        if self.chance(0.3):
            # The sizes of one that is there.
            port = self.pick(self.model.ports)
            if not port.type.is_sequence:
                self.data_input(port.type.type_name, port.sizes)

    def choose_outputs(self):
        made = [name for name in self.scopes[0]
                if any(name in node.outputs for node in self.nodes)]
        used = set().union(*(node.uses() for node in self.nodes))
        ends = [name for name in made if name not in used]
        others = [name for name in made if name in used and self.chance(0.15)]
        if self.chance(0.05):
            others.append(self.scopes[0][0])
        chosen = list(dict.fromkeys(ends[-MOST_OUTPUTS:] + others))
        self.rng.shuffle(chosen)
        # A rank that nothing tells cannot be declared.
        self.model.graph.outputs = [str(name) for name in chosen[:MOST_OUTPUTS]]

    def declare_more(self):
        """Sizes that may not follow from the operators."""
        if not self.chance(0.35):
            return
        for node in self.model.graph.nodes:
            for name in node.outputs:
                often = 0.3 if name in self.model.graph.outputs else 0.1
                if isinstance(self.env[name], Sequence) or not self.chance(often):
                    continue
                self.model.declared[name] = [
                    size if self.chance(0.5) else None for size in self.shape(name)]


def pick_types(rng):
    """The element types that a graph is about."""
    groups = [ALL_TYPES, ALL_TYPES, ["f32"], NUMERIC, ["string"], INTEGERS]
    group = groups[int(rng.integers(len(groups)))]
    count = int(rng.choice([1, 1, 2, 3]))
    names = [str(name) for name in rng.choice(group, count)]
    return names + (["i64"] if rng.random() < 0.2 else [])


def generate(seed, most_nodes=40):
    """The model with this number and calls of it: the same for ever."""
    rng = np.random.default_rng(seed)
    model = Model(int(rng.choice(OPSETS)))
    types = pick_types(rng)
    if model.opset < 13:
        types = [name if name != "bf16" else "f16" for name in types]
    generator = Generator(rng, model, types, str(rng.choice(list(KINDS))))
    generator.add_inputs()
    wanted = int(rng.integers(5, most_nodes + 1))
    model.graph.nodes = generator.nodes
    for _ in range(wanted):
        if model.graph.count() >= wanted:
            break
        generator.step()
    model.graph.nodes = generator.nodes
    generator.choose_outputs()
    model.drop_unused()
    generator.declare_more()
    inputs = [generator.env[port.name] for port in model.ports]
    return model, make_calls(rng, model, generator.variables, inputs)
