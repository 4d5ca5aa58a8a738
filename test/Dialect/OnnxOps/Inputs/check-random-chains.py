# Compares the resolution of random chains of sequence operators with Python
# lists: each SequenceAt must become the argument or the chunk at its position in
# the list, each SequenceLength the length.
#
# usage: check-random-chains.py onnxops-opt SEED
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import random
import re
import subprocess
import sys

TENSOR, SEQ = "tensor<2xf32>", "!onnxops.seq<tensor<2xf32>>"
ARGUMENTS, STEPS = 8, 400


class Chain:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.body = []
        self.returned, self.expected = [], []
        self.sequences = [("%s0", self.start())]

    def add(self, line):
        self.body.append("  " + line)

    def start(self):
        """Chunks of a tensor<12xf32>: [0:2], [2:4], ..."""
        self.add(f"%s0 = onnxops.split_to_sequence_v24 %x, %two : "
                 f"(tensor<12xf32>, tensor<i64>) -> {SEQ}")
        return [f"slice {2 * i}" for i in range(6)]

    def position(self, low, high):
        value = self.random.randint(low, high)
        name = f"%p{len(self.body)}"
        self.add(f"{name} = arith.constant dense<{value}> : tensor<i64>")
        return name, value

    def step(self, index):
        # Mostly the newest value, sometimes an older one.
        last = self.random.random() < 0.8
        name, items = self.sequences[-1] if last else self.random.choice(
            self.sequences)
        items, n = list(items), len(items)
        if n == 0 or self.random.random() < 0.6:
            tensor = self.random.randrange(ARGUMENTS)
            position, value = self.position(-n, n)
            items.insert(value + n if value < 0 else value, f"arg {tensor}")
            self.add(f"%s{index} = onnxops.sequence_insert_v11 {name}, "
                     f"%a{tensor}, {position} : ({SEQ}, {TENSOR}, tensor<i64>) "
                     f"-> {SEQ}")
        else:
            position, value = self.position(-n, n - 1)
            del items[value]
            self.add(f"%s{index} = onnxops.sequence_erase_v11 {name}, "
                     f"{position} : ({SEQ}, tensor<i64>) -> {SEQ}")
        self.sequences.append((f"%s{index}", items))
        self.query(index)

    def query(self, index):
        name, items = self.random.choice(self.sequences)
        if items:
            position, value = self.position(-len(items), len(items) - 1)
            self.add(f"%t{index} = onnxops.sequence_at_v11 {name}, {position} : "
                     f"({SEQ}, tensor<i64>) -> {TENSOR}")
            self.returned.append((f"%t{index}", TENSOR))
            self.expected.append(items[value])
        self.add(f"%n{index} = onnxops.sequence_length_v11 {name} : ({SEQ}) -> "
                 "tensor<i64>")
        self.returned.append((f"%n{index}", "tensor<i64>"))
        self.expected.append(f"length {len(items)}")

    def module(self):
        for index in range(1, STEPS + 1):
            self.step(index)
        arguments = [f"%a{i}: {TENSOR}" for i in range(ARGUMENTS)]
        arguments += ["%x: tensor<12xf32>"]
        names, types = zip(*self.returned)
        return "\n".join([
            f"func.func @f({', '.join(arguments)}) -> ({', '.join(types)}) {{",
            "  %two = arith.constant dense<2> : tensor<i64>",
            *self.body,
            f"  return {', '.join(names)} : {', '.join(types)}", "}\n",
        ])


def read_results(text):
    meaning = {f"%arg{i}": f"arg {i}" for i in range(ARGUMENTS)}
    for name, offset in re.findall(r"(%\w+) = tensor.extract_slice %arg8\[(\d+)\]", text):
        meaning[name] = f"slice {offset}"
    for name, value in re.findall(r"(%\w+) = arith.constant dense<(-?\d+)>", text):
        meaning[name] = f"length {value}"
    names = re.search(r"return (.*?) :", text).group(1).split(", ")
    return [meaning.get(name, name) for name in names]


def main(tool, seed):
    chain = Chain(int(seed))
    run = subprocess.run([tool, "--onnxops-resolve-sequences"],
                         input=chain.module(), text=True,
                         stdout=subprocess.PIPE, check=True)
    assert "onnxops." not in run.stdout
    actual = read_results(run.stdout)
    wrong = sum(a != e for a, e in zip(actual, chain.expected, strict=True))
    print(f"{len(actual)} values, {wrong} wrong")


main(*sys.argv[1:])
