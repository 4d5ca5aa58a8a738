# Runs copies whose runs are no multiples of 16 bytes on a device, as functions of
# known and of unknown sizes, and compares the results with numpy's.
#
#   unaligned-numbers.py SEED CASES DIR [DEVICE]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import subprocess
import sys

import numpy as np

TYPES = {"ui8": np.uint8, "i16": np.int16, "f16": np.float16, "f32": np.float32, "f64": np.float64}


def write_type(shape, name, is_known):
    return "tensor<" + "".join(f"{n if is_known else '?'}x" for n in shape) + f"{name}>"


class Concat:
    """Operands of unequal widths, some of them empty."""

    def __init__(self, rng):
        self.count = int(rng.choice([1, 2, 3, 8, 9, 40, 300]))
        most = int(rng.choice([1, 3, 20, 700]))
        outer = [int(n) for n in rng.integers(1, 6, rng.integers(0, 3))]
        inner = [int(n) for n in rng.integers(1, 4, rng.integers(0, 2))]
        widths = rng.integers(0, most + 1, self.count)
        if rng.integers(2):
            widths[:] = most
        self.shapes = [outer + [int(n)] + inner for n in widths]
        self.axis = len(outer)

    def compute(self, arrays):
        return np.concatenate(arrays, self.axis)

    def write(self, types, result):
        operands = ", ".join(f"%x{k}" for k in range(self.count))
        return f"  %y = onnxops.concat_v13 {operands} axis = {self.axis} : ({', '.join(types)}) -> {result}\n"


class Tile:
    """Repeats of the innermost dimension, and of others."""

    def __init__(self, rng):
        rank = int(rng.integers(1, 5))
        self.shapes = [[int(n) for n in rng.choice([1, 2, 3, 5, 7, 33, 101], rank)]]
        while np.prod(self.shapes[0]) > 5000:
            self.shapes[0][int(rng.integers(rank))] = 1
        self.repeats = [int(n) for n in rng.choice([1, 2, 3, 8, 17], rank)]

    def compute(self, arrays):
        return np.tile(arrays[0], self.repeats)

    def write(self, types, result):
        counts = f"tensor<{len(self.repeats)}xi64>"
        return (f"  %n = arith.constant dense<{self.repeats}> : {counts}\n"
                f"  %y = onnxops.tile_v13 %x0, %n : ({types[0]}, {counts}) -> {result}\n")


class Join:
    """Tiles that are computed in their place in a concat."""

    def __init__(self, rng):
        tile = Tile(rng)
        self.tiles = [tile, Tile(rng)]
        self.axis = int(rng.integers(len(tile.repeats)))
        other = self.tiles[1]
        other.repeats = list(tile.repeats)
        other.shapes = [list(tile.shapes[0])]
        other.shapes[0][self.axis] = int(rng.integers(1, 9))
        self.shapes = [tile.shapes[0], other.shapes[0]]

    def compute(self, arrays):
        return np.concatenate([np.tile(array, tile.repeats)
                               for array, tile in zip(arrays, self.tiles)], self.axis)

    def write(self, types, result):
        counts = f"tensor<{len(self.tiles[0].repeats)}xi64>"
        text = f"  %n = arith.constant dense<{self.tiles[0].repeats}> : {counts}\n"
        whole = "tensor<" + "?x" * len(self.shapes[0]) + types[0].split("x")[-1]
        for k in range(2):
            text += f"  %t{k} = onnxops.tile_v13 %x{k}, %n : ({types[k]}, {counts}) -> {whole}\n"
        return (f"{text}  %y = onnxops.concat_v13 %t0, %t1 axis = {self.axis}"
                f" : ({whole}, {whole}) -> {result}\n")


def run(number, case, type_name, is_known, folder, device, rng):
    """What is wrong; None if nothing is."""
    arrays = []
    for shape in case.shapes:
        raw = rng.integers(0, 256, int(np.prod(shape)) * np.dtype(TYPES[type_name]).itemsize, "u1")
        arrays.append(raw.view(TYPES[type_name]).reshape(shape))
    expected = case.compute(arrays)
    types = [write_type(shape, type_name, is_known) for shape in case.shapes]
    result = write_type(expected.shape, type_name, is_known)
    arguments = ", ".join(f'%x{k}: {text} {{onnxops.name = "x{k}"}}' for k, text in enumerate(types))
    model = folder / f"{number}.mlir"
    model.write_text(f"func.func @main({arguments}) -> {result} {{\n"
                     f"{case.write(types, result)}  return %y : {result}\n}}\n")
    command = ["onnxops-run", model, "--device", device, "--output-dir", folder]
    for k, array in enumerate(arrays):
        np.save(folder / f"x{k}.npy", array)
        command += ["--input", f"x{k}={folder / f'x{k}.npy'}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr
    got = np.load(folder / "result0.npy")
    if got.shape != expected.shape:
        return f"expected the shape {expected.shape}, but got {got.shape}"
    return None if got.tobytes() == expected.tobytes() else "wrong bytes"


def main():
    seed, cases, folder = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    device = sys.argv[4] if len(sys.argv) > 4 else "vulkan"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(cases):
        rng = np.random.default_rng([seed, number])
        case = [Concat, Tile, Join][int(rng.integers(3))](rng)
        type_name, is_known = str(rng.choice(list(TYPES))), bool(rng.integers(2))
        wrong = run(number, case, type_name, is_known, folder, device, rng)
        if wrong:
            sys.exit(f"{folder / f'{number}.mlir'}: {wrong}")
    print(f"{cases} cases, seed {seed}: equal")


main()
