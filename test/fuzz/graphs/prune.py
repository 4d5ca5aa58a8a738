# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model without what none of its outputs needs, results of If and Loop too.

What a compiler may leave out it may leave out with its checks, so that a call fails
for certain only if it fails here.
"""

import copy


def prune(model):
    """A copy, of which types and constants are shared."""
    pruned = copy.copy(model)
    pruned.graph = copy.deepcopy(model.graph)
    prune_graph(pruned.graph)
    return pruned


def prune_graph(graph):
    needed, kept = set(graph.outputs), []
    for node in reversed(graph.nodes):
        if needed.isdisjoint(node.outputs):
            continue
        if node.operator == "If":
            keep_results(node, [name in needed for name in node.outputs])
        elif node.operator == "Loop":
            prune_loop(node, needed)
        elif node.operator == "SequenceMap":
            prune_map(node, needed)
        for body in node.bodies.values():
            prune_graph(body)
        needed |= node.uses()
        kept.append(node)
    graph.nodes = kept[::-1]


def select(names, flags):
    return [name for name, flag in zip(names, flags) if flag]


def keep_results(node, flags):
    node.outputs = select(node.outputs, flags)
    for body in node.bodies.values():
        body.outputs = select(body.outputs, flags)


def prune_map(node, needed):
    """Leaves out what the body does not use; the first input tells how often it runs."""
    keep_results(node, [name in needed for name in node.outputs])
    body = node.bodies["body"]
    prune_graph(body)
    used = {name for inner in body.nodes for name in inner.uses()} | set(body.outputs)
    is_kept = [at == 0 or name in used for at, name in enumerate(body.inputs)]
    node.inputs = select(node.inputs, is_kept)
    body.inputs = select(body.inputs, is_kept)


def prune_loop(node, needed):
    """Leaves out carried values that only they themselves need."""
    body = node.bodies["body"]
    count = len(node.inputs) - 2
    is_kept = [name in needed for name in node.outputs]
    while True:
        trial = copy.deepcopy(body)
        trial.outputs = body.outputs[:1] + select(body.outputs[1:], is_kept)
        prune_graph(trial)
        used = {name for inner in trial.nodes for name in inner.uses()} | set(trial.outputs)
        more = [flag or at < count and body.inputs[2 + at] in used
                for at, flag in enumerate(is_kept)]
        if more == is_kept:
            break
        is_kept = more
    carried = is_kept[:count]
    node.inputs = node.inputs[:2] + select(node.inputs[2:], carried)
    node.outputs = select(node.outputs, is_kept)
    body.inputs = body.inputs[:2] + select(body.inputs[2:], carried)
    body.outputs = body.outputs[:1] + select(body.outputs[1:], is_kept)
