# Compares the changes of a report with both models, and prints them: a node that
# changed is listed once, and one that did not is not.
#
# usage: check-changes.py BEFORE.onnx AFTER.onnx REPORT.json
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import collections
import json
import sys

import onnx

before, after, report = sys.argv[1:]


def label(node):
    return node.name or f"{node.op_type}:{node.output[0]}"


def count(graph, prefix=""):
    """The nodes of a graph and its inner ones, by place and operator."""
    found = collections.Counter()
    for node in graph.node:
        if node.op_type == "Constant":
            continue
        place = prefix + label(node)
        found[place, node.op_type] += 1
        for attribute in node.attribute:
            if attribute.HasField("g"):
                found += count(attribute.g, f"{place}/{attribute.name}/")
    return found


with open(report, encoding="utf-8") as file:
    changes = json.load(file)["changes"]
old, new = (count(onnx.load(path).graph) for path in (before, after))
listed = collections.Counter()
for change in changes:
    place = change["location"].split("'")[1]
    assert change["reason"], change
    assert change["becomes"] == sorted(change["becomes"]), change
    print(f"{place}: {change['operator'] or 'nothing'} -> "
          f"{', '.join(change['becomes']) or 'nothing'}: {change['reason']}")
    if change["operator"]:
        listed[place, change["operator"]] += 1
operators = {operator for change in changes for operator in change["becomes"]}
assert operators <= {operator for _, operator in new}, operators
for key, number in old.items():
    assert listed[key] <= number, key
    # Of a branch that is taken, the nodes are in the outer graph.
    name = key[0].rsplit("/", 1)[-1]
    kept = sum(number for (place, operator), number in new.items()
               if place.rsplit("/", 1)[-1] == name and operator == key[1])
    assert number - listed[key] <= kept, f"{key} is gone, and not listed"
assert not listed - old, listed - old
print(f"{sum(old.values()) - sum(listed.values())} unchanged")
