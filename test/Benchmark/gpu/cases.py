# What the benchmark on devices moves, and the modules that do it.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import dataclasses
import math

ELEMENT_BYTES = {"f32": 4, "f16": 2, "u8": 1}
MLIR_TYPES = {"f32": "f32", "f16": "f16", "u8": "ui8"}


@dataclasses.dataclass
class Case:
    family: str  # concat, tile or split
    type: str
    shapes: list  # of the operands
    axis: int = 0
    repeats: list = dataclasses.field(default_factory=list)
    parts: int = 0
    use: str = ""  # of a split: at, join or all
    position: int = 3  # of the chunk that is asked for

    def results(self):
        """The shapes of the results."""
        shape = list(self.shapes[0])
        if self.family == "concat":
            shape[self.axis] = sum(operand[self.axis] for operand in self.shapes)
        elif self.family == "tile":
            shape = [size * repeat for size, repeat in zip(shape, self.repeats)]
        elif self.use != "join":
            shape[self.axis] //= self.parts
        return [shape] * (self.parts if self.use == "all" else 1)

    def bytes(self):
        """Of all results."""
        return sum(math.prod(shape) for shape in self.results()) * ELEMENT_BYTES[self.type]

    def name(self):
        shapes = ["[" + ",".join(map(str, shape)) + "]" for shape in self.shapes]
        if len(shapes) > 2 or shapes[0] == shapes[-1]:
            shapes = [f"{len(shapes)}x{shapes[0]}" if len(shapes) > 1 else shapes[0]]
        rest = {
            "concat": f"axis {self.axis}",
            "tile": "by [" + ",".join(map(str, self.repeats)) + "]",
            "split": f"axis {self.axis} in {self.parts}, " + {
                "at": "one returned", "join": "joined again", "all": "all returned"
            }.get(self.use, ""),
        }
        return f"{self.family} {'+'.join(shapes)} {rest[self.family]} {self.type}"


#===------------------------------------------------------------------------===#
# Cases
#===------------------------------------------------------------------------===#

def list_large(size):
    """Those whose results have about `size` bytes."""
    rows = lambda row_bytes: max(size // row_bytes, 1)
    yield Case("concat", "f32", [[rows(8192), 1024]] * 2)
    yield Case("concat", "f32", [[rows(8192), 1024]] * 2, axis=1)
    yield Case("concat", "f32", [[64, rows(1 << 17), 16]] * 32, axis=2)
    yield Case("concat", "f32", [[1, rows(4000)]] * 1000)
    yield Case("concat", "f32", [[256, rows(1024000)]] * 1000, axis=1)
    yield Case("concat", "f32", [[rows(96), 3]] * 8, axis=1)
    yield Case("concat", "u8", [[rows(2050), 1025]] * 2, axis=1)
    yield Case("concat", "f16", [[rows(131072), 4096]] * 16, axis=1)
    yield Case("concat", "f32", [[rows(8), 1]] * 2, axis=1)
    cache = rows(8192)
    yield Case("concat", "f16", [[1, 32, cache - 1, 128], [1, 32, 1, 128]], axis=2)
    yield Case("tile", "f32", [[rows(16384), 1024]], repeats=[1, 4])
    yield Case("tile", "f32", [[rows(16384), 1024]], repeats=[4, 1])
    yield Case("tile", "f32", [[rows(4096), 1]], repeats=[1, 1024])
    yield Case("tile", "f32", [[1, rows(100352), 1, 1]], repeats=[8, 1, 56, 56])
    yield Case("tile", "f16", [[3, 5, 7]], repeats=[rows(2 * 105 * 512), 32, 16])
    yield Case("tile", "u8", [[1]], repeats=[size])
    yield Case("tile", "f32", [[rows(49152), 3]], repeats=[1, 4096])
    yield Case("tile", "u8", [[rows(3072), 3]], repeats=[1, 1024])
    split = rows(1 << 16)
    for axis, shape in enumerate(([64, split, 256], [64, 16 * split, 16])):
        yield Case("split", "f32", [shape], axis=axis, parts=16 if axis else 64, use="join")
    yield Case("split", "f32", [[4, rows(4096), 1024]], parts=4, use="at")
    yield Case("split", "f16", [[rows(2048), 4096]], axis=1, parts=4, use="at")
    yield Case("split", "f32", [[rows(4096), 1024]], axis=1, parts=4, use="all")


def list_small():
    """Those that are launches more than work."""
    yield Case("concat", "f32", [[8]] * 2)
    yield Case("concat", "f32", [[64, 64]] * 2, axis=1)
    yield Case("concat", "f32", [[1, 256]] * 1000)
    yield Case("tile", "f32", [[8]], repeats=[2])
    yield Case("split", "f32", [[16, 64]], parts=16, use="at")


#===------------------------------------------------------------------------===#
# Modules
#===------------------------------------------------------------------------===#

def tensor(case, shape):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{MLIR_TYPES[case.type]}>"


def number(name, values, type_name):
    return f"  %{name} = arith.constant dense<{values}> : {type_name}\n"


def write_concat(case):
    operands = [f"%x{k}" for k in range(len(case.shapes))]
    types = ", ".join(tensor(case, shape) for shape in case.shapes)
    result = tensor(case, case.results()[0])
    return (f"  %y = onnxops.concat_v13 {', '.join(operands)} axis = {case.axis}"
            f" : ({types}) -> {result}\n", ["%y"])


def write_tile(case):
    counts = f"tensor<{len(case.repeats)}xi64>"
    return (number("n", case.repeats, counts) +
            f"  %y = onnxops.tile_v13 %x0, %n : ({tensor(case, case.shapes[0])}, {counts})"
            f" -> {tensor(case, case.results()[0])}\n", ["%y"])


def write_split(case):
    whole, result = tensor(case, case.shapes[0]), tensor(case, case.results()[0])
    chunk = list(case.shapes[0])
    chunk[case.axis] //= case.parts
    sequence = f"!onnxops.seq<{tensor(case, chunk)}>"
    text = number("n", chunk[case.axis], "tensor<i64>")
    text += (f"  %s = onnxops.split_to_sequence_v11 %x0, %n axis = {case.axis}"
             f" : ({whole}, tensor<i64>) -> {sequence}\n")
    if case.use == "join":
        return text + (f"  %y = onnxops.concat_from_sequence_v11 %s axis = {case.axis}"
                       f" : ({sequence}) -> {result}\n"), ["%y"]
    positions = [case.position] if case.use == "at" else range(case.parts)
    for k in positions:
        text += number(f"p{k}", k, "tensor<i64>")
        text += (f"  %y{k} = onnxops.sequence_at_v11 %s, %p{k}"
                 f" : ({sequence}, tensor<i64>) -> {result}\n")
    return text, [f"%y{k}" for k in positions]


def write_module(case):
    """A module whose function `main` does the case."""
    write = {"concat": write_concat, "tile": write_tile, "split": write_split}
    body, values = write[case.family](case)
    arguments = ", ".join(f"%x{k}: {tensor(case, s)}" for k, s in enumerate(case.shapes))
    results = ", ".join(tensor(case, shape) for shape in case.results())
    return (f"func.func @main({arguments}) -> ({results}) {{\n{body}"
            f"  return {', '.join(values)} : {results}\n}}\n")
