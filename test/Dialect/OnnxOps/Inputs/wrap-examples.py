# Converts the examples in the ops' descriptions to functions that onnxops-opt
# parses and verifies: each line becomes the body of one, with the lines after it
# that are indented further. Undefined values become arguments, with the operand
# types of the line, or else with the type given for the name below.
#
# usage: wrap-examples.py FILE.td...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import sys

TYPES = {
    "same": "i1",
    "a": "index",
    "b": "index",
    "i": "index",
    "n": "index",
    "size": "index",
    "position": "index",
    "sequence": "!onnxops.handle",
}


def split_types(text):
    """Splits "tensor<2xf32>, tensor<3xf32>", not at commas within brackets."""
    types, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "<(") - (c in ">)")
        if c == "," and depth == 0:
            types.append(text[start:i].strip())
            start = i + 1
    return [t for t in types + [text[start:].strip()] if t]


def argument_types(line):
    body = line.split(" = ", 1)[-1] if line.startswith("%") else line
    names = re.findall(r"%(\w+)", body)
    functional = re.search(r" : \((.*)\) -> ", body)
    if functional:
        operands = split_types(functional.group(1))
        if len(operands) != len(names):
            sys.exit(f"{len(names)} operands, {len(operands)} types: {line}")
        return dict(zip(names, operands))
    groups = {}
    for operands, types in re.findall(r"\((%[^:()]*) : ([^()]*)\)", body):
        groups |= zip(re.findall(r"%(\w+)", operands), split_types(types))
    if groups:
        return {n: groups[n] if n in groups else TYPES[n] for n in names}
    own = body.rsplit(" : ", 1)[-1].split(" to ")[0]
    return {n: TYPES[n] if n in TYPES else own for n in names}


def join_lines(block):
    """The examples of a block, each in one line."""
    examples, margin = [], 0
    for line in filter(str.strip, block.splitlines()):
        indent = len(line) - len(line.lstrip())
        if examples and indent > margin:
            examples[-1] += " " + line.strip()
        else:
            examples.append(line.strip())
            margin = indent
    return examples


def check_documented(path, text):
    for name, body in re.findall(r"^def (\w+Op)\b(.*?)^}", text, re.S | re.M):
        if "```mlir" not in body:
            sys.exit(f"{path}: no example in {name}")


# The symbols that an example may reference.
print("func.func private @kernel(!llvm.ptr, i64, i64)")

count = 0
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    check_documented(path, text)
    for block in re.findall(r"```mlir\n(.*?)```", text, re.S):
        for line in join_lines(block):
            arguments = argument_types(line)
            listed = ", ".join(f"%{n}: {t}" for n, t in arguments.items())
            print(f"func.func @example{count}({listed}) {{\n  {line}\n  return\n}}")
            count += 1
