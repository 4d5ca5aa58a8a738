# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What of a graph must fail, and what only may: a compiler may leave out what no
output needs, with its checks."""

from typing import NamedTuple

import numpy as np

from evaluate import Evaluator
from operators import position
from values import Fails, Sequence, Tensor


class Failed(NamedTuple):
    """In place of a value, or of an element: what makes it fails."""
    reason: str
    is_needed: bool = True  # False where only its size is asked for
    tail: tuple = ()  # of a sequence, the last elements, which are known
    is_empty: bool = False  # it has no elements, whatever is wrong


# The operands without which nothing can be said of a result; of others all.
DECIDING = {"If": [0], "Loop": [0, 1], "SequenceConstruct": [], "SequenceInsert": [0, 2],
            "Identity": []}
ASK_FOR_SIZES = ("Shape", "Size", "SequenceLength")
BROADCAST = ("Add", "Sub", "Mul", "Div", "Mod", "Max", "Min", "Where", "Equal", "Less", "Greater",
             "LessOrEqual", "GreaterOrEqual", "And", "Or", "Xor")


def is_known_anyway(node, operands):
    """Whether the result is known, or has no elements, whatever those operands are that
    fail."""
    shapes = [list(x.shape) for x in operands if isinstance(x, Tensor)]
    if node.operator == "Concat":
        for shape in shapes:
            del shape[node.attributes["axis"]]
    if node.operator in BROADCAST and len(set(node.inputs)) < len(node.inputs):
        return True  # of one value: what Equal and others make of it is known
    return node.operator in ("Concat", *BROADCAST) and any(0 in shape for shape in shapes)


def asks_for_length(node):
    """Whether the first operand only tells how often the body runs."""
    if node.operator != "SequenceMap":
        return False
    body = node.bodies["body"]
    used = {name for inner in body.nodes for name in inner.uses()} | set(body.outputs)
    return body.inputs[0] not in used


class LazyEvaluator(Evaluator):
    """Goes on behind what fails."""

    def fail(self, node, failure):
        operands = [self.env[name] if name else None for name in node.inputs]
        is_needed = not is_known_anyway(node, operands)  # neighbour-r62
        # A negative number of times nothing.
        is_empty = node.operator == "Tile" and 0 in operands[0].shape
        for name in node.outputs:
            self.env[name] = Failed(f"{failure.args[0]}: {node.operator} of {name}", is_needed,
                                    is_empty=is_empty)

    def take(self, name, value):
        if isinstance(value, Failed):
            self.env[name] = value
            return
        try:
            super().take(name, value)
        except Fails as failure:
            # Other results of the node are what they are.
            self.env[name] = Failed(f"{failure.args[0]}: {name}")

    def decide(self, value):
        if isinstance(value, Failed):
            raise Fails(value.reason)
        return super().decide(value)

    def compute(self, node, operands):
        deciding = [operands[at] for at in DECIDING.get(node.operator, range(len(operands)))
                    if at < len(operands)]
        failed = [x for x in deciding if isinstance(x, Failed)]
        if node.operator == "ConcatFromSequence":
            failed += find_failed(operands[0])
        if node.operator == "Concat":  # to which what is empty adds nothing
            failed = [x._replace(is_needed=x.is_needed and not x.is_empty) for x in failed]
        if failed and isinstance(operands[0], Failed):
            if node.operator == "SequenceInsert" and len(operands) == 2:
                return [operands[0]._replace(tail=(*operands[0].tail, operands[1]))]
            if node.operator == "SequenceAt" and isinstance(operands[1], Tensor):
                at = position(operands[1])
                if -len(operands[0].tail) <= at < 0:
                    return [operands[0].tail[at]]
        if failed and failed[0] is operands[0] and asks_for_length(node):
            failed[0] = failed[0]._replace(is_needed=False)
        if failed:
            worst = max(failed, key=lambda x: x.is_needed)
            if node.operator in ASK_FOR_SIZES or is_known_anyway(node, operands):
                worst = worst._replace(is_needed=False)
            return [worst._replace(tail=(), is_empty=False)] * len(node.outputs)
        if node.operator == "SequenceConstruct":
            type_ = self.model.types[node.outputs[0]]
            return [Sequence(type_.type_name, tuple(operands))]
        return super().compute(node, operands)

    def stack_one(self, tensors):
        failed = [x for x in tensors if isinstance(x, Failed)]
        return failed[0] if failed else super().stack_one(tensors)


def find_failed(value):
    parts = value.elements if isinstance(value, Sequence) else [value]
    return [part for part in parts if isinstance(part, Failed)]


def check_port(port, value):
    """That a tensor is what an input is declared to be."""
    if port.type.is_sequence or port.declared is None:
        return
    for declared, size in zip(port.declared, value.shape):
        if isinstance(declared, int) and declared != size:
            raise Fails("declared size of an input")


def check_symbols(ports, inputs):
    sizes = {}
    for port, value in zip(ports, inputs):
        if port.type.is_sequence:
            continue
        for declared, size in zip(port.declared or (), value.shape):
            if isinstance(declared, str) and sizes.setdefault(declared, size) != size:
                raise Fails("two sizes of a symbol")


def evaluate(model, inputs, evaluator=Evaluator):
    """The outputs; raises Fails or Unjudged."""
    with np.errstate(all="ignore"):
        for port, value in zip(model.ports, inputs):
            check_port(port, value)
        check_symbols(model.ports, inputs)
        env = dict(model.constants)
        env.update((port.name, value) for port, value in zip(model.ports, inputs))
        return evaluator(model, env).run_graph(model.graph)

