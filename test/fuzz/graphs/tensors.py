# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of the generator that make tensors of tensors."""

import numpy as np

from builder import Builder
from nearest_reference import COORDINATES, ROUNDINGS
from values import (ALL_TYPES, FLOATS, INTEGERS, NUMBERS, NUMERIC, SIGNED, Unjudged, make,
                    random_tensor)


class Tensors(Builder):

    def fitting(self, name, axis):
        """What can be joined with `name`."""
        type_, shape = self.type_of(name), self.shape(name)

        def fits(other):
            own = self.shape(other)
            return all(a == b for at, (a, b) in enumerate(zip(shape, own)) if at != axis)
        return [other for other in self.visible(lambda t: t == type_) if fits(other)]

    def concat(self):
        base = self.choose_tensor(low=1)
        rank = self.type_of(base).rank
        axis = self.whole(0, rank - 1)
        names = self.fitting(base, axis)
        chosen = [self.pick(names) for _ in range(self.pick([1, 1, 2, 2, 3, 6]))]
        if self.chance(0.15):
            shape = list(self.shape(base))
            shape[axis] = self.whole(0, 3)
            chosen.append(self.random_constant(self.type_of(base), shape))
        chosen.insert(self.whole(0, len(chosen)), base)
        return self.emit("Concat", chosen, {"axis": self.negative(axis, rank)})

    def negative(self, axis, rank):
        return axis - rank if self.chance(0.3) else axis

    def tile(self):
        data = self.choose_tensor()
        repeats = [self.pick([0, 1, 1, 1, 2, 2, 3] if self.chance(0.5) else [1, 1, 2])
                   for _ in range(self.type_of(data).rank)]
        return self.emit("Tile", [data, self.number(repeats)])

    def identity(self):
        data = self.choose()
        if self.type_of(data).is_sequence and self.model.opset < 14:
            raise Unjudged("opset")
        return self.emit("Identity", [data], rank=self.type_of(data).rank)

    def transpose(self):
        data = self.choose_tensor()
        rank = self.type_of(data).rank
        perm = [int(axis) for axis in self.rng.permutation(rank)]
        return self.emit("Transpose", [data], {"perm": perm} if rank and self.chance(0.8) else {})

    def expand(self):
        data = self.choose_tensor()
        shape = list(self.shape(data))
        if self.chance(0.3):
            return self.emit("Expand", [data, self.emit(
                "Shape", [self.choose_tensor(high=4)], show=False)])
        wanted = [self.pick([1, size, 3]) if size == 1 else self.pick([1, size]) for size in shape]
        more = [self.whole(0, 3) for _ in range(self.pick([0, 0, 1, 2]))]
        wanted = more + wanted
        if not more and wanted and self.chance(0.2):
            wanted = wanted[self.whole(0, len(wanted)):]
        return self.emit("Expand", [data, self.number(wanted)])

    def gather(self):
        data = self.choose_tensor(low=1)
        rank = self.type_of(data).rank
        axis = self.whole(0, rank - 1)
        size = self.shape(data)[axis]
        shape = [self.whole(0 if not size else 1, 3)
                 for _ in range(self.pick([0, 1, 1, 2]))]
        indices = self.rng.integers(-size, max(size, 1), shape) if size else (
            self.rng.integers(0, 1, [0] + shape))
        attributes = {"axis": self.negative(axis, rank)} if axis or self.chance(0.5) else {}
        return self.emit("Gather", [data, self.number(indices, self.pick(["i32", "i64"]))],
                         attributes)

    def slice(self):
        data = self.choose_tensor(low=1)
        rank = self.type_of(data).rank
        axes = [int(a) for a in self.rng.permutation(rank)[:self.pick([1, 1, 1, rank])]]
        edge = [-2**63, 2**63 - 1]
        starts, ends = ([self.pick([*range(-5, 7), 0, 1, *edge]) for _ in axes] for _ in "se")
        if self.chance(0.4):
            starts = [0 for _ in axes]
        inputs = [data, self.number(starts), self.number(ends),
                  self.add_constant_axes([self.negative(axis, rank) for axis in axes])]
        if self.chance(0.3):
            inputs.append(self.number([self.pick([1, 2, 3, -1, -1, -2]) for _ in axes]))
        return self.emit("Slice", inputs)

    def add_constant_axes(self, axes):
        return self.add_constant(make("i64", axes))

    def split(self):
        data = self.choose_tensor(low=1)
        rank = self.type_of(data).rank
        axis = self.whole(0, rank - 1)
        size, count = self.shape(data)[axis], self.pick([2, 2, 3])
        inputs, attributes = [data], {"axis": self.negative(axis, rank), "#outputs": count}
        if self.chance(0.6) or (self.model.opset < 18 and size % count):
            ends = sorted(self.whole(0, size) for _ in range(count - 1))
            lengths = [b - a for a, b in zip([0, *ends], [*ends, size])]
            if self.model.opset >= 13:
                inputs.append(self.number(lengths))
            else:
                attributes["split"] = lengths
        elif self.model.opset >= 18:
            attributes["num_outputs"] = count
        return self.emit("Split", inputs, attributes, outputs=count)

    def axes(self, axes):
        """Axes as the opset has them."""
        if self.model.opset >= 13:
            return [self.add_constant_axes(axes)], {}
        return [], {"axes": axes}

    def squeeze(self):
        data = self.choose_tensor(low=1)
        rank = self.type_of(data).rank
        units = [at for at, size in enumerate(self.shape(data)) if size == 1]
        if not units:
            return self.unsqueeze()
        chosen = [self.negative(self.pick(units), rank)]
        inputs, attributes = self.axes(chosen)
        return self.emit("Squeeze", [data, *inputs], attributes)

    def unsqueeze(self):
        data = self.choose_tensor(high=4)
        rank = self.type_of(data).rank + 1
        inputs, attributes = self.axes([self.negative(self.whole(0, rank - 1), rank)])
        return self.emit("Unsqueeze", [data, *inputs], attributes)

    def reshape(self):
        data = self.choose_tensor()
        shape = list(self.shape(data))
        if self.chance(0.2):
            like = [name for name in self.visible(lambda t: not t.is_sequence and t.rank <= 5)
                    if self.array(name).size == self.array(data).size]
            return self.emit("Reshape", [data, self.emit("Shape", [self.pick(like)], show=False)],
                             {"allowzero": 1} if 0 in shape and self.model.opset >= 14 else {})
        wanted = self.factors(shape)
        attributes = {}
        if self.chance(0.5) and 0 not in wanted and wanted:
            wanted[self.whole(0, len(wanted) - 1)] = -1
        for at, size in enumerate(wanted):
            if size > 0 and at < len(shape) and shape[at] == size and self.chance(0.4):
                wanted[at] = 0
        if 0 in shape and 0 in wanted and self.model.opset >= 14 and self.chance(0.5):
            wanted, attributes = list(shape), {"allowzero": 1}
        return self.emit("Reshape", [data, self.number(wanted)], attributes)

    def factors(self, shape):
        """Other sizes for as many elements: adjacent ones joined, ones put in."""
        wanted = list(shape)
        for _ in range(self.pick([1, 1, 2])):
            if len(wanted) > 1 and self.chance(0.6):
                at = self.whole(0, len(wanted) - 2)
                wanted[at:at + 2] = [wanted[at] * wanted[at + 1]]
            else:
                wanted.insert(self.whole(0, len(wanted)), 1)
        if 0 not in wanted and self.chance(0.3):
            self.rng.shuffle(wanted)
            wanted = [int(size) for size in wanted]
        return wanted

    # Sizes.

    def shape_of(self):
        data = self.choose_tensor()
        attributes = {}
        if self.model.opset >= 15 and self.chance(0.3):
            attributes = {"start": self.whole(-3, 2), "end": self.whole(-1, 4)}
        return self.emit("Shape", [data], attributes)

    def size(self):
        return self.emit("Size", [self.choose_tensor()])

    def constant_of_shape(self):
        if self.chance(0.5):
            sizes = self.emit("Shape", [self.choose_tensor(high=4)], show=False)
        else:
            sizes = self.number([self.whole(0, 4) for _ in range(self.whole(0, 3))])
        names = [name for name in self.type_names if name in NUMERIC + ["bool"]]
        if not names or self.chance(0.1):
            return self.emit("ConstantOfShape", [sizes])
        fill = random_tensor(self.rng, self.pick(names), (1,))
        return self.emit("ConstantOfShape", [sizes], {"value": fill})

    # Arithmetic.

    def pair(self, type_names):
        """Two operands that broadcast, in any order."""
        left = self.choose_tensor(type_names)
        type_ = self.type_of(left)
        same = self.visible(lambda t: not t.is_sequence and t.type_name == type_.type_name)
        shape = self.shape(left)

        def broadcasts(other):
            return all(a == b or 1 in (a, b)
                       for a, b in zip(shape[::-1], self.shape(other)[::-1]))
        others = [name for name in same if broadcasts(name)]
        right = self.pick(others)
        if self.chance(0.15):
            right = self.random_constant(type_, shape[self.whole(0, len(shape)):])
        return [left, right] if self.chance(0.5) else [right, left]

    def binary(self):
        pair = self.pair(NUMERIC)
        return self.emit(self.pick(["Add", "Sub", "Mul", "Add", "Div"]), pair)

    # Comparison and selection.

    def numeric(self, bf16):
        """The numeric types, with bf16 from the opset `bf16` on."""
        return [name for name in NUMERIC if name != "bf16" or self.model.opset >= bf16]

    def compare(self):
        if self.model.opset >= 12 and self.chance(0.3):
            operator = self.pick(["LessOrEqual", "GreaterOrEqual"])
            return self.emit(operator, self.pair(self.numeric(16)))
        return self.emit(self.pick(["Equal", "Less", "Greater"]), self.pair(self.numeric(13)))

    def logic(self):
        return self.emit(self.pick(["And", "Or", "Xor"]), self.pair(["bool"]))

    def where(self):
        condition = self.choose_tensor(["bool"])
        names = [name for name in ALL_TYPES if name != "string" and (
            name != "bf16" or self.model.opset >= 16)]
        return self.emit("Where", [condition, *self.pair(names)])

    def extreme(self):
        if self.model.opset < 12:
            raise Unjudged("opset")
        pair = self.pair(self.numeric(13))
        operands = pair + [self.pick(pair) for _ in range(self.pick([0, 0, 1, 2]))]
        return self.emit(self.pick(["Max", "Min"]), operands)

    def mod(self):
        return self.emit("Mod", self.pair(INTEGERS), {"fmod": 1} if self.chance(0.3) else {})

    # Reductions and lengths.

    def reduce(self):
        operator = self.pick(["ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum"])
        data = self.choose_tensor(["i32", "i64", "u32", "u64"])
        rank = self.type_of(data).rank
        axes = [self.negative(int(axis), rank)
                for axis in self.rng.permutation(rank)[:self.whole(0, rank)]]
        inputs, attributes = [data], {"keepdims": self.pick([0, 1])}
        if axes and self.model.opset >= (13 if operator == "ReduceSum" else 18):
            inputs.append(self.add_constant_axes(axes))
        elif axes:
            attributes["axes"] = axes
        return self.emit(operator, inputs, attributes)

    def flatten(self):
        data = self.choose_tensor()
        rank = self.type_of(data).rank
        return self.emit("Flatten", [data], {"axis": self.whole(-rank, rank)})

    def blocks(self):
        """DepthToSpace and SpaceToDepth, mostly of blocks that fit."""
        names = ALL_TYPES if self.model.opset >= 13 else [
            name for name in ALL_TYPES if name != "bf16"]
        data = self.choose_tensor(names, high=4)
        sizes = list(self.shape(data))
        if len(sizes) < 4:
            while len(sizes) < 4:
                sizes.insert(self.whole(0, len(sizes)), 1)
            data = self.emit("Reshape", [data, self.number(sizes)],
                             {"allowzero": 1} if self.model.opset >= 14 else {})
        if self.chance(0.5):
            fitting = [block for block in (2, 3) if sizes[1] % block**2 == 0]
            modes = self.pick([{}, {"mode": "DCR"}, {"mode": "CRD"}])
            return self.emit("DepthToSpace", [data],
                             {"blocksize": self.pick(fitting or [1]), **modes})
        fitting = [block for block in (2, 3) if not sizes[2] % block and not sizes[3] % block]
        return self.emit("SpaceToDepth", [data], {"blocksize": self.pick(fitting or [1])})

    def scatter(self):
        names = ALL_TYPES if self.model.opset >= 13 else [
            name for name in ALL_TYPES if name != "bf16"]
        data = self.choose_tensor(names, low=1)
        shape = list(self.shape(data))
        depth = self.whole(1, len(shape))
        count = self.whole(0, 3) if all(shape[:depth]) else 0
        rows = [[self.whole(-size, size - 1) for size in shape[:depth]] for _ in range(count)]
        indices = self.number(np.array(rows, np.int64).reshape(count, depth))
        updates = self.random_constant(self.type_of(data), [count, *shape[depth:]])
        return self.emit("ScatterND", [data, indices, updates])

    def resize(self):
        """Resize in mode nearest, to sizes or by scales."""
        names = [name for name in ALL_TYPES if name != "string" and (
            name != "bf16" or self.model.opset >= 13)]
        data = self.choose_tensor(names, high=4)
        shape = self.shape(data)
        attributes = {"coordinate_transformation_mode": self.pick(
                          [name for name in COORDINATES if name != "half_pixel_symmetric" or
                           self.model.opset >= 19]),
                      "nearest_mode": self.pick(list(ROUNDINGS)[:4])}
        absent = "" if self.model.opset >= 13 else self.add_constant(make("f32", []))
        if self.chance(0.5):
            sizes = [self.pick([size, size, 2 * size, self.whole(0, 5)]) if size else 0
                     for size in shape]
            return self.emit("Resize", [data, absent, absent, self.number(sizes)], attributes)
        scales = [self.pick([1, 1, 1, 2, 1.5, 0.5, 0.3]) for _ in shape]
        return self.emit("Resize", [data, absent, self.add_constant(make("f32", scales))],
                         attributes)

    def pad(self):
        names = ALL_TYPES if self.model.opset >= 13 else [
            name for name in NUMERIC if name != "bf16"]
        data = self.choose_tensor(names)
        type_ = self.type_of(data)
        pads = [self.pick([0, 0, 0, 1, 1, 2, -1]) for _ in range(2 * type_.rank)]
        mode = "constant" if type_.type_name == "string" else self.pick(
            ["constant", "constant", "edge", "reflect"])
        inputs = [data, self.number(pads)]
        if mode == "constant" and self.chance(0.5):
            inputs.append(self.random_constant(type_, []))
        return self.emit("Pad", inputs, {"mode": mode})

    def range(self):
        type_name = self.pick(["i32", "i64"])
        bounds = [self.whole(-3, 3), self.whole(-3, 9), self.pick([1, 1, 2, -1, 3])]
        return self.emit("Range", [self.number(bound, type_name) for bound in bounds])

    def unary(self):
        operator = self.pick(["Neg", "Neg", "Abs", "Relu", "Not"])
        types = {"Neg": SIGNED + FLOATS, "Abs": NUMERIC, "Not": ["bool"],
                 "Relu": FLOATS + (SIGNED if self.model.opset >= 14 else [])}[operator]
        return self.emit(operator, [self.choose_tensor(types)])

    def near(self):
        return self.emit(self.pick(["Exp", "Sigmoid", "Sqrt", "Sqrt", "Tanh"]),
                         [self.choose_tensor(FLOATS)])

    def cast(self):
        data = self.choose_tensor(NUMERIC + ["bool"])
        names = [name for name in self.type_names if name in NUMERIC + ["bool"]]
        target = self.pick(names) if names and self.chance(0.7) else self.pick(NUMERIC + ["bool"])
        if target == "bf16" and self.model.opset < 13:
            target = "f16"  # Concat and others do not take bf16 yet
        return self.emit("Cast", [data], {"to": int(NUMBERS[target][0])})

