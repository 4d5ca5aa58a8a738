# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a graph with a finding as small as can be: outputs, nodes and declarations
are left out as long as the finding stays."""

import copy
import pickle
import re
import time

import numpy as np

from calls import judge
from failures import Failed, LazyEvaluator
from model import Port
from prune import prune
from settings import INVALID
from values import Fails, Sequence, Unjudged

SECONDS = 900


def skeleton(finding):
    """What the same finding has in common in graphs of other names and sizes."""
    is_message = finding["kind"] in ("refused", "fails", "fuzzer", INVALID)
    detail = finding["detail"] if is_message else ""
    return finding["kind"], re.sub(r"node '[^']*'|\d+|[\w-]*x[if]\w+", "", detail)[:200]


class Case:
    """A model and one call's inputs, by name."""

    def __init__(self, model, inputs):
        self.model, self.inputs = model, inputs

    def copy(self):
        model = copy.copy(self.model)
        model.ports, model.constants = list(model.ports), dict(model.constants)
        model.declared, model.types = dict(model.declared), dict(model.types)
        model.graph = copy.deepcopy(model.graph)
        return Case(model, self.inputs)

    def values(self):
        """Every value of the outermost graph, where nothing fails."""
        env = dict(self.model.constants)
        env.update(self.inputs)
        with np.errstate(all="ignore"):
            LazyEvaluator(self.model, env).run_graph(self.model.graph)
        return env

    def call(self):
        inputs = [self.inputs[port.name] for port in self.model.ports]
        return judge(self.model, prune(self.model), "shrunk", inputs)

    def size(self):
        return self.model.graph.count(), len(self.model.graph.outputs)


#===------------------------------------------------------------------------===#
# Smaller cases
#===------------------------------------------------------------------------===#

def without_outputs(case):
    names = case.model.graph.outputs
    if len(names) > 1:
        for kept in [[name] for name in names] + [
                names[:at] + names[at + 1:] for at in range(len(names))]:
            other = case.copy()
            other.model.graph.outputs = list(kept)
            yield other


def without_nodes(case):
    """What a node makes comes in as an input."""
    values = case.values()
    for at in reversed(range(len(case.model.graph.nodes))):
        other = case.copy()
        node = other.model.graph.nodes.pop(at)
        if any(isinstance(values.get(name), (Failed, type(None))) for name in node.outputs):
            continue
        other.inputs = dict(case.inputs)
        for name in node.outputs:
            value = values[name]
            if isinstance(value, Sequence):
                if any(isinstance(element, Failed) for element in value.elements):
                    break
                sizes = [list(element.shape) for element in value.elements]
                declared = [None] * (other.model.types[name].rank or 0)
            else:
                sizes, declared = list(value.shape), [None] * value.rank
            other.model.ports.append(Port(name, other.model.types[name], sizes, declared))
            other.inputs[name] = value
        else:
            yield other


def all_graphs(graph):
    yield graph
    for node in graph.nodes:
        for body in node.bodies.values():
            yield from all_graphs(body)


def rename(graph, old, new):
    for node in graph.nodes:
        node.inputs = [new if name == old else name for name in node.inputs]
        for body in node.bodies.values():
            rename(body, old, new)
    graph.outputs = [new if name == old else name for name in graph.outputs]


def with_others(case):
    """A value in place of another one of its type."""
    outside = [port.name for port in case.model.ports] + list(case.model.constants)
    for number, graph in enumerate(all_graphs(case.model.graph)):
        seen = outside + list(graph.inputs)
        for node in graph.nodes:
            for name in node.outputs:
                types = case.model.types
                for new in [n for n in node.inputs + seen if n and types[n] == types[name]][:3]:
                    other = case.copy()
                    rename(list(all_graphs(other.model.graph))[number], name, new)
                    yield other


def without_declarations(case):
    for name in case.model.declared:
        other = case.copy()
        del other.model.declared[name]
        yield other


def smaller(case):
    yield Case(prune(case.model), case.inputs)
    for make in (without_outputs, without_nodes, with_others, without_declarations):
        yield from make(case)


#===------------------------------------------------------------------------===#
# The search
#===------------------------------------------------------------------------===#

class Shrinking:
    def __init__(self, worker, path, finding):
        self.worker, self.path, self.wanted = worker, path, skeleton(finding)
        self.seen = set()

    def has_finding(self, case):
        call = case.call()
        if call is None:
            return False
        data = pickle.dumps((case.model, [call]))
        if data in self.seen:
            return False
        self.seen.add(data)
        with open(self.path, "wb") as file:
            file.write(data)
        self.worker.give(self.path)
        result = self.worker.take()
        while result is None:
            time.sleep(0.005)
            result = self.worker.take()
        return any(skeleton(finding) == self.wanted for finding in result["findings"])

    def run(self, case):
        end = time.monotonic() + SECONDS
        is_smaller = True
        while is_smaller and time.monotonic() < end:
            is_smaller = False
            for other in smaller(case):
                other.model.drop_unused()
                if self.try_one(other):
                    case, is_smaller = other, True
                    break
        return case

    def try_one(self, case):
        try:
            return bool(case.model.graph.outputs) and self.has_finding(case)
        except (Fails, Unjudged, KeyError, AttributeError):
            return False  # no case any more: a name is gone, or nothing judges it


def shrink(worker, path, model, calls, finding):
    """The smallest model and its call."""
    call = calls[finding["call"] or 0]
    names = [port.name for port in model.ports]
    case = Shrinking(worker, path, finding).run(Case(model, dict(zip(names, call.inputs))))
    return case.model, [case.call()]
