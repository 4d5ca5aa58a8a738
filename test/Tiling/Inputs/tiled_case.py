# One random concat or tile, maybe with elementwise producers and a consumer: its
# MLIR, a transform script that tiles it, inputs, and the result that numpy says it
# has.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import numpy as np

TYPES = {"f32": np.float32, "i8": np.int8, "i64": np.int64, "ui16": np.uint16,
         "i1": np.bool_}


def spell(sizes, element):
    """A tensor type; None is a size that is not known."""
    return "tensor<" + "".join(f"{'?' if n is None else n}x" for n in sizes) + element + ">"


class TiledCase:
    """The function @main, and the sequence that transforms it."""

    def __init__(self, rng):
        self.rng = rng
        self.inputs = {}
        self.lines = []
        self.number = 0
        self.is_elementwise = rng.random() < 0.6
        self.element = "f32" if self.is_elementwise else str(rng.choice(list(TYPES)))
        self.arguments = []
        self.must_fail = False
        self.reads_upstream_concat = False

    def pick(self, chance):
        return self.rng.random() < chance

    def forget(self, sizes, chance):
        """Sizes, or None. Upstream has faults where a loop is known to be empty."""
        return [None if n == 0 or self.pick(chance) else int(n) for n in sizes]

    def emit(self, text):
        name = f"%v{self.number}"
        self.number += 1
        self.lines.append(f"  {name} = {text}")
        return name

    def add_input(self, array, sizes, element):
        name = f"x{len(self.inputs)}"
        self.inputs[name] = array
        self.arguments.append(f"%{name}: {spell(sizes, element)} "
                              f'{{onnxops.name = "{name}"}}')
        return f"%{name}"

    def add_tensor(self, shape, chance, axis=None):
        """An input of random elements, which an elementwise op may follow. A size of 0
        along the axis may be known."""
        dtype = TYPES[self.element]
        count = int(np.prod(shape))
        if dtype == np.bool_:
            array = self.rng.integers(0, 2, count).astype(dtype)
        else:
            array = self.rng.integers(-9 if dtype != np.uint16 else 0, 90, count).astype(dtype)
        array = array.reshape(shape)
        sizes = self.forget(shape, chance)
        # Not of all operands: an op that is known to be empty has no loops.
        if axis is not None and shape[axis] == 0 and self.inputs and self.pick(0.3):
            sizes[axis] = 0
        value = self.add_input(array, sizes, self.element)
        if self.is_elementwise and 0 not in sizes and self.pick(0.5):
            value = self.add_elementwise("negf", value, sizes)
            array = -array
        return value, array, sizes

    def add_elementwise(self, name, value, sizes, mark=""):
        kind = spell(sizes, self.element)
        dims = []
        for dim, size in enumerate(sizes):
            if size is None:
                index = self.emit(f"arith.constant {dim} : index")
                dims.append(self.emit(f"tensor.dim {value}, {index} : {kind}"))
        empty = self.emit(f"tensor.empty({', '.join(dims)}) : {kind}")
        return self.emit(f"linalg.{name} {mark}ins({value} : {kind}) "
                         f"outs({empty} : {kind}) -> {kind}")

    def declare(self, shape, inferred):
        """The type of the result: as inferred, of fewer known sizes, or of more."""
        kind = self.rng.integers(4)
        if kind == 0:
            return self.forget(shape, 0.5)
        if kind == 1:
            return [None if self.pick(0.5) else n for n in inferred]
        return inferred

    def build_concat(self):
        rank = int(self.rng.integers(1, 5))
        axis = int(self.rng.integers(rank))
        common = [int(self.rng.integers(0 if self.pick(0.1) else 1, 9)) for _ in range(rank)]
        unit = int(self.rng.integers(1, 4)) if self.pick(0.4) else 1
        chance = float(self.rng.choice([0, 0.3, 1]))
        parts = []
        for _ in range(int(self.rng.integers(1, 7))):
            shape = list(common)
            shape[axis] = int(self.rng.integers(0, 6)) * unit
            parts.append(self.add_tensor(shape, chance, axis))
        expected = np.concatenate([array for _, array, _ in parts], axis)
        inferred = [next((sizes[dim] for _, _, sizes in parts if sizes[dim] is not None), None)
                    for dim in range(rank)]
        lengths = [sizes[axis] for _, _, sizes in parts]
        inferred[axis] = None if None in lengths else sum(lengths) or None
        values = ", ".join(value for value, _, _ in parts)
        types = ", ".join(spell(sizes, self.element) for _, _, sizes in parts)
        # Its result may state sizes that the operands do not, but not check them.
        if self.element != "ui16" and self.pick(0.4):
            sizes = inferred
            self.reads_upstream_concat = any(length != 0 for length in lengths)
            result = self.emit(f"tensor.concat dim({axis}) {values} {{tiled}} : ({types}) -> "
                               f"{spell(sizes, self.element)}")
        else:
            sizes = self.declare(expected.shape, inferred)
            self.disagree(axis, [sizes for _, _, sizes in parts])
            result = self.emit(f"onnxops.concat_v13 {values} axis = {axis} {{tiled}} : ({types}) "
                               f"-> {spell(sizes, self.element)}")
        return result, expected, sizes

    def disagree(self, axis, operands):
        """Gives an input another size than the others have, maybe."""
        choices = [(number, dim) for number, sizes in enumerate(operands)
                   for dim, size in enumerate(sizes) if size is None and dim != axis]
        if len(operands) < 2 or not choices or self.pick(0.85):
            return
        number, dim = choices[self.rng.integers(len(choices))]
        name = list(self.inputs)[number]
        shape = list(self.inputs[name].shape)
        shape[dim] += int(self.rng.choice([1, 1000]))
        self.inputs[name] = np.zeros(shape, self.inputs[name].dtype)
        self.must_fail = True

    def build_tile(self):
        rank = int(self.rng.integers(1, 4))
        shape = [int(self.rng.choice([0, 1, 1, 2, 3, 4, 6], p=[.03] + [.97 / 6] * 6))
                 for _ in range(rank)]
        repeats = [int(self.rng.choice([0, 1, 1, 2, 3, 4, 5], p=[.03] + [.97 / 6] * 6))
                   for _ in range(rank)]
        value, array, sizes = self.add_tensor(shape, float(self.rng.choice([0, 0.3, 1])))
        expected = np.tile(array, repeats)
        if 0 in repeats or self.pick(0.3):
            given = np.array(repeats, np.int64)
            if self.pick(0.15):
                given[self.rng.integers(rank)] = self.rng.choice([-1, -1 << 40])
                self.must_fail = True
            count = self.add_input(given, [rank], "i64")
            inferred = [None] * rank
        else:
            count = self.emit(f"arith.constant dense<{repeats}> : tensor<{rank}xi64>")
            inferred = [None if n is None else n * r for n, r in zip(sizes, repeats)]
        declared = self.declare(expected.shape, inferred)
        result = self.emit(
            f"onnxops.tile_v13 {value}, {count} {{tiled}} : ({spell(sizes, self.element)}, "
            f"tensor<{rank}xi64>) -> {spell(declared, self.element)}")
        return result, expected, declared

    def build(self):
        """The module and the script, as text."""
        result, expected, sizes = (self.build_tile() if self.pick(0.4)
                                   else self.build_concat())
        target = "attributes {tiled}"
        if self.is_elementwise and self.pick(0.5):
            result = self.add_elementwise("abs", result, sizes, "{reader} ")
            expected = np.abs(expected)
            target = "attributes {reader}"
        self.expected = expected
        kind = spell(sizes, self.element)
        body = "\n".join(self.lines)
        module = (f"func.func @main({', '.join(self.arguments)}) -> ({kind} "
                  f'{{onnxops.name = "y"}}) {{\n{body}\n  return {result} : {kind}\n}}\n')
        return module, self.build_script(target, len(sizes))

    def build_script(self, target, rank):
        any_op = "!transform.any_op"
        tiles = [int(self.rng.integers(0, 6)) for _ in range(rank)]
        if not any(tiles):
            tiles[int(self.rng.integers(rank))] = 2
        loops = sum(n != 0 for n in tiles)
        form = self.rng.integers(5)
        steps = [f"%op = transform.structured.match {target} in %root : ({any_op}) -> {any_op}"]
        if target == "attributes {reader}" and self.reads_upstream_concat and self.pick(0.5):
            steps = [steps[0].replace("%op", "%reader"), f"%op = "
                     f"transform.onnxops.split_concat_readers %reader : ({any_op}) -> {any_op}"]
        if form == 0:
            steps.append(f"%t, %l = transform.structured.tile_using_forall %op tile_sizes {tiles} : "
                         f"({any_op}) -> ({any_op}, {any_op})")
        elif form == 1:
            steps.append(f"%t, %l = transform.structured.tile_using_forall %op num_threads {tiles} "
                         f": ({any_op}) -> ({any_op}, {any_op})")
        elif form == 2:
            steps.append(f"%t, %l = transform.structured.fuse %op tile_sizes {tiles} "
                         f"{{use_forall}} : ({any_op}) -> ({any_op}, {any_op})")
        else:
            name = "structured.tile_using_for" if form == 3 else "structured.fuse"
            steps.append(f"%t, %l:{loops} = transform.{name} %op tile_sizes {tiles} : ({any_op}) "
                         f"-> ({', '.join([any_op] * (loops + 1))})")
        if target == "attributes {tiled}" and self.pick(0.3):
            match = 'transform.structured.match ops{["tensor.concat"]} in %root'
            steps.append(f"%more = {match} : ({any_op}) -> {any_op}")
            steps.append(f"%u, %k = transform.structured.tile_using_for %more tile_sizes "
                         f"[{self.rng.integers(1, 4)}] : ({any_op}) -> ({any_op}, {any_op})")
        lines = "\n".join(f"    {step}" for step in steps)
        return ("module attributes {transform.with_named_sequence} {\n"
                f"  transform.named_sequence @__transform_main(%root: {any_op}) {{\n"
                f"{lines}\n    transform.yield\n  }}\n}}\n")
