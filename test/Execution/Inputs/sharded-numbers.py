# Random graphs of what has a rule for sharded tensors, on one to nine ranks or on a
# grid of them: each rank has a part of some inputs, and numpy says what the parts of
# the results are together. Options say who has what, or annotations of a module.
#
# usage: sharded-numbers.py SEED CASES FOLDER [LAUNCHER...]
#   LAUNCHER  starts processes, as "mpirun" does: ranks are one to eight of them, which
#             read most inputs from .npy files, in C order or Fortran's, and write
#             results to such files
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import re
import subprocess
import sys

import numpy as np

import onnx_case
from onnx_case import Case, random_array

MOVED = ["u8", "bool", "f16", "f32", "f64", "complex64", "complex128"]
COMPUTED = ["i32", "i64"]


class Graph:
    def __init__(self, rng, grid):
        self.rng = rng
        self.grid = grid
        self.case = Case(18)
        self.computes = rng.random() < 0.6
        self.type_name = str(rng.choice(COMPUTED if self.computes else MOVED))
        self.is_dynamic = bool(rng.integers(2))
        self.shards = []
        self.is_annotated = rng.random() < 0.25
        self.arrays = {}
        shape = [int(size) for size in rng.integers(1, 8, rng.integers(1, 4))]
        if rng.random() < 0.1:
            shape[rng.integers(len(shape))] = 0
        self.values = [self.input(shape, 1)]

    def input(self, shape, chance=0.7):
        array = random_array(self.rng, self.type_name, shape)
        declared = [None] * len(shape) if self.is_dynamic else list(shape)
        name = self.case.input(self.type_name, array, declared)
        self.arrays[name] = array
        if not (self.is_dynamic or self.is_annotated) and self.values_exist() and self.rng.random() < 0.25:
            self.shards.append(f"{name}=free")
            return name, array
        dimensions = self.rng.permutation(len(shape))
        axes = self.rng.permutation(len(self.grid))
        for dimension, axis in zip(dimensions, axes):
            if self.rng.random() < chance:
                where = f"@{axis}" if axis or self.rng.random() < 0.5 else ""
                self.shards.append(f"{name}={dimension}{where}")
        return name, array

    def values_exist(self):
        return hasattr(self, "values")

    def pick(self):
        return self.values[self.rng.integers(len(self.values))]

    def add(self, operator, inputs, array, **attributes):
        if array.size <= 20000:
            name = self.case.node(operator, inputs, **attributes)
            self.values.append((name, array))

    def numbers(self, numbers):
        return self.case.constant("i64", np.array(numbers, np.int64))

    def concat(self):
        name, array = self.pick()
        axis = int(self.rng.integers(array.ndim))
        operands = [(name, array)]
        for _ in range(self.rng.integers(0, 3)):
            if self.rng.random() < 0.3:
                operands.append((name, array))
                continue
            shape = list(array.shape)
            shape[axis] = int(self.rng.integers(0, 9))
            operands.append(self.input(shape))
        self.add("Concat", [name for name, _ in operands],
                 np.concatenate([array for _, array in operands], axis), axis=axis)

    def tile(self):
        name, array = self.pick()
        repeats = [int(n) for n in self.rng.choice([0, 1, 1, 1, 2, 3], array.ndim)]
        self.add("Tile", [name, self.numbers_at_run_time(repeats)], np.tile(array, repeats))

    def numbers_at_run_time(self, numbers):
        """What the compiler knows, or what only the call does."""
        if self.is_dynamic and self.rng.random() < 0.5:
            return self.case.input("i64", np.array(numbers, np.int64))
        return self.numbers(numbers)

    def split(self):
        """A chunk of vectors of sizes, of a common size, or one row."""
        name, array = self.pick()
        axis = int(self.rng.integers(array.ndim))
        size, form, keeps = array.shape[axis], self.rng.integers(3), True
        if form == 0:
            cuts = sorted(self.rng.integers(0, size + 1, 2))
            lengths = [int(n) for n in np.diff([0, *cuts, size])]
            operands = [name, self.numbers_at_run_time(lengths)]
        else:
            length = int(self.rng.integers(1, 4)) if form == 1 else 1
            cuts = list(range(length, size, length))
            operands = [name, self.numbers_at_run_time(length)] if form == 1 else [name]
            keeps = form == 1 or self.rng.random() < 0.5
        chunks = np.split(array, cuts, axis)
        if size == 0 and form != 0:
            return
        at = int(self.rng.integers(len(chunks)))
        sequence = self.case.node("SplitToSequence", operands, axis=axis, keepdims=int(keeps))
        position = self.numbers_at_run_time(at - len(chunks) * int(self.rng.integers(2)))
        chunk = chunks[at] if keeps else chunks[at].squeeze(axis)
        if chunk.ndim > 0:
            self.add("SequenceAt", [sequence, position], chunk)

    def slice(self):
        name, array = self.pick()
        axis = int(self.rng.integers(array.ndim))
        begin, end = sorted(self.rng.integers(0, array.shape[axis] + 3, 2))
        where = [slice(None)] * array.ndim
        where[axis] = slice(begin, end)
        self.add("Slice", [name, self.numbers([begin]), self.numbers([end]),
                           self.numbers([axis])], array[tuple(where)])

    def transpose(self):
        name, array = self.pick()
        order = [int(n) for n in self.rng.permutation(array.ndim)]
        self.add("Transpose", [name], array.transpose(order), perm=order)

    def compute(self):
        name, array = self.pick()
        if not self.computes or self.rng.random() < 0.4:
            return self.add("Identity", [name], array)
        if self.rng.random() < 0.3:
            return self.add("Neg", [name], -array)
        shape = list(array.shape[self.rng.integers(array.ndim):])
        other, numbers = self.input(shape)
        self.add("Add", [name, other], array + numbers)

    def annotate(self, path):
        """Writes the shards of inputs, and others of some results, into a module of MLIR."""
        module = subprocess.run(["onnxops-translate", "--import-onnx", f"{path}.onnx"],
                                capture_output=True, text=True, check=True).stdout
        annotations = Annotations(self.rng, self.grid, module)
        for name in self.case.input_names():
            axes = {}
            for shard in self.shards:
                owner, where = shard.rsplit("=", 1)
                if owner == name:
                    dimension, _, axis = where.partition("@")
                    axes[int(dimension)] = int(axis or 0)
            annotations.add_input(name, axes)
        annotations.add_results()
        with open(f"{path}.mlir", "w") as file:
            file.write(annotations.module)

    def run_processes(self, folder, launcher):
        flags = ["--mpi"]
        for name, array in self.arrays.items():
            if self.rng.random() < 0.8:
                order = np.asfortranarray if self.rng.random() < 0.3 else np.asarray
                np.save(f"{folder}/{name}.npy", order(array))
                flags.append(f"--input={name}={folder}/{name}.npy")
        onnx_case.FLAGS += flags
        self.case.run_saved(folder, [*launcher, "-np", str(math.prod(self.grid))], self.model())
        del onnx_case.FLAGS[-len(flags):]

    def model(self):
        return "model.mlir" if self.is_annotated else "model.onnx"

    def run(self, folder, launcher):
        kinds = [self.concat, self.concat, self.tile, self.slice, self.transpose,
                 self.compute, self.split]
        for _ in range(self.rng.integers(1, 7)):
            kinds[self.rng.integers(len(kinds))]()
        for name, array in self.values[1:][-3:] or self.values:
            result = self.case.node("Identity", [name])
            shape = [None] * array.ndim if self.is_dynamic else list(array.shape)
            self.case.expect(result, self.type_name, array, shape)
        self.case.save(folder)
        flags = []
        if self.is_annotated:
            self.annotate(f"{folder}/model")
        else:
            flags = [f"--shard={shard}" for shard in self.shards]
            flags.append(f"--ranks={'x'.join(map(str, self.grid))}")
        onnx_case.FLAGS += flags
        if launcher:
            self.run_processes(folder, launcher)
        else:
            self.case.run_saved(folder, model=self.model())
        del onnx_case.FLAGS[-len(flags):]


# A ranked type in the text of a module.
TENSOR = r"tensor<(?:[?\d]+x)*[^,\s]+"


def list_sizes(type_text):
    return re.findall(r"([?\d]+)x", type_text)


class Annotations:
    """Adds annotations of the dialect shard to the function of a module."""

    def __init__(self, rng, grid, module):
        self.rng = rng
        self.grid = grid
        sizes = "x".join(map(str, grid))
        self.module = re.sub("(?=func.func)", f"shard.grid @ranks(shape = {sizes})\n  ", module, count=1)
        self.count = 0

    def make_sharding(self, axes, shape):
        """The text of a sharding by the axis of each sharded dimension, with offsets of
        any shards for some tensors of known sizes."""
        self.count += 1
        name = f"%sharding{self.count}"
        listed = [f"[{axes[d]}]" if d in axes else "[]" for d in range(max([0, *axes]) + 1)]
        text = f"{name} = shard.sharding @ranks split_axes = [{', '.join(listed)}]"
        if axes and all(shape[d] != "?" for d in axes) and self.rng.random() < 0.6:
            offsets = []
            for d in sorted(axes):
                size = int(shape[d])
                inner = self.rng.integers(0, size + 1, self.grid[axes[d]] - 1)
                offsets += [0, *sorted(map(int, inner)), size]
            text += f" sharded_dims_offsets = {offsets}"
        return name, f"    {text} : !shard.sharding\n"

    def replace(self, value, type_text, axes, place, after):
        """The module with an annotation of a value at a place, behind which the uses
        begin that become its own."""
        sharding, line = self.make_sharding(axes, list_sizes(type_text))
        new = f"%annotated{self.count}"
        line += f"    {new} = shard.shard {value} to {sharding} : {type_text}\n"
        rest = re.sub(re.escape(value) + r"\b", new, self.module[after:])
        self.module = self.module[:place] + line + self.module[place:after] + rest

    def add_input(self, name, axes):
        found = re.search(rf'(%\w+): ({TENSOR}) {{[^}}]*onnxops.name = "{name}"', self.module)
        # The end of the function's first line.
        begin = re.search(r"^.*func\.func.*\n", self.module, re.MULTILINE).end()
        if axes:
            self.replace(found.group(1), found.group(2), axes, begin, begin)

    def add_results(self):
        """Results in other shards than their ops have given them."""
        found = re.search(r"^ *return (.*) : (.*)\n", self.module, re.MULTILINE)
        values, types = found.group(1).split(", "), re.findall(TENSOR, found.group(2))
        for value, type_text in dict(zip(values, types)).items():
            if self.count and self.rng.random() < 0.4:
                continue
            rank = len(list_sizes(type_text))
            dimensions = self.rng.permutation(rank)[: self.rng.integers(0, rank + 1)]
            axes = dict(zip(map(int, dimensions), map(int, self.rng.permutation(len(self.grid)))))
            place = re.search(r"^ *return ", self.module, re.MULTILINE).start()
            self.replace(value, type_text, axes, place, place)


def choose_grid(rng):
    """The number of ranks, or of those along each axis."""
    threads = not sys.argv[4:]
    if rng.random() < 0.6:
        return [int(rng.integers(1, 10) if threads else rng.choice([1, 2, 3, 4, 8]))]
    axes = rng.integers(2, 4) if threads else 2
    return [int(size) for size in rng.integers(1, 4 if threads else 3, axes)]


seed, cases, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
for number in range(cases):
    rng = np.random.default_rng([seed, number])
    Graph(rng, choose_grid(rng)).run(f"{folder}/{number}", sys.argv[4:])
