# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a graph gives for given inputs: the judge."""

import numpy as np

import arithmetic  # noqa: F401, for what it adds to OPERATORS
import selection  # noqa: F401, likewise
from operators import OPERATORS, position
from values import MOST_IN_SEQUENCE, MOST_ITERATIONS, Fails, Sequence, Unjudged, check_size, make


class Evaluator:
    """Runs nodes over `env`, the values by name: no two values share a name, also
    in bodies."""

    def __init__(self, model, env):
        self.model, self.env = model, env

    def run_node(self, node):
        operands = [self.env[name] if name else None for name in node.inputs]
        try:
            for name, result in zip(node.outputs, self.compute(node, operands)):
                self.take(name, result)
        except Fails as failure:
            self.fail(node, failure)

    def fail(self, node, failure):
        if len(failure.args) == 1:
            failure.args += (f"{node.operator} of {node.outputs[0]}",)
        raise failure

    def compute(self, node, operands):
        control = {"If": self.run_if, "Loop": self.run_loop,
                   "SequenceMap": self.run_map}.get(node.operator)
        if control:
            return control(node, operands)
        if node.operator == "Constant":
            return [node.attributes["value"]]
        return OPERATORS[node.operator](node.attributes, operands, self.model.opset)

    def take(self, name, value):
        if isinstance(value, Sequence):
            if len(value.elements) > MOST_IN_SEQUENCE:
                raise Unjudged("long sequence")
        else:
            declared = self.model.declared.get(name)
            for at, size in enumerate(declared or ()):
                if isinstance(size, int) and size != value.shape[at]:
                    raise Fails("declared size")
        self.env[name] = value

    def run_graph(self, graph, inputs=()):
        self.env.update(zip(graph.inputs, inputs))
        for node in graph.nodes:
            self.run_node(node)
        return [self.env[name] for name in graph.outputs]

    def decide(self, value):
        return position(value)

    def run_if(self, node, operands):
        chosen = "then_branch" if self.decide(operands[0]) else "else_branch"
        return self.run_graph(node.bodies[chosen])

    def run_loop(self, node, operands):
        count, condition, *carried = operands
        most = max(self.decide(count), 0) if count else MOST_ITERATIONS + 1
        goes_on = bool(self.decide(condition)) if condition else True
        body, rows, number = node.bodies["body"], [], 0
        while number < most and goes_on:
            if number == MOST_ITERATIONS:
                raise Unjudged("many iterations")
            results = self.run_graph(body, [
                self.scalar(body.inputs[0], "i64", number),
                self.scalar(body.inputs[1], "bool", goes_on), *carried])
            # Without a condition what the body says of it is not asked for.
            goes_on = bool(self.decide(results[0])) if condition else True
            carried = results[1:1 + len(carried)]
            rows.append(results[1 + len(carried):])
            number += 1
        return [*carried, *self.stack(node, rows, len(carried))]

    def scalar(self, name, type_name, value):
        """Bodies may take numbers as vectors of one element."""
        return make(type_name, np.reshape(value, (1,) * self.model.types[name].rank))

    def stack(self, node, rows, carried):
        if len(node.outputs) > carried and not rows:
            raise Unjudged("a scan of no iteration")
        return [self.stack_one(tensors) for tensors in zip(*rows)]

    def stack_one(self, tensors):
        if len({tensor.shape for tensor in tensors}) > 1:
            raise Fails("sizes of scan outputs")
        check_size((len(tensors), *tensors[0].shape))
        return make(tensors[0].type_name, np.stack([t.array for t in tensors]), *tensors)

    def run_map(self, node, operands):
        count = len(operands[0].elements)
        if any(isinstance(x, Sequence) and len(x.elements) != count for x in operands):
            raise Fails("lengths of sequences")
        rows = [self.run_graph(node.bodies["body"], [
            x.elements[at] if isinstance(x, Sequence) else x for x in operands])
            for at in range(count)]
        columns = zip(*rows) if rows else [()] * len(node.outputs)
        return [Sequence(self.model.types[name].type_name, tuple(column))
                for name, column in zip(node.outputs, columns)]
