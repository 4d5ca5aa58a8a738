# Random concats, tiles and slices of TOSA, converted to the dialect and run, and
# concats and tiles of the dialect, to TOSA and back: numbers against numpy.
#
# usage: tosa-numbers.py FOLDER CASES
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import subprocess
import sys

import numpy as np

folder, cases = sys.argv[1], int(sys.argv[2])
rng = np.random.default_rng(7)
os.makedirs(folder, exist_ok=True)
TYPES = {"f32": np.float32, "i8": np.int8, "i32": np.int32, "i64": np.int64}


def spell(sizes, element):
    return "tensor<" + "".join(f"{'?' if n is None else n}x" for n in sizes) + element + ">"


def forget(sizes):
    return [None if rng.random() < 0.3 else int(n) for n in sizes]


def shape(name, values):
    return (f"  {name} = tosa.const_shape {{values = dense<{list(map(int, values))}> : "
            f"tensor<{len(values)}xindex>}} : () -> !tosa.shape<{len(values)}>\n")


def make_case(element):
    """Inputs with their types, the body, the type of its result, and the result."""
    rank = int(rng.integers(1, 4))
    sizes = [int(n) for n in rng.integers(1, 6, rank)]
    kind = rng.integers(3)

    def tensor(sizes):
        return rng.integers(0, 99, sizes).astype(TYPES[element])

    if kind == 0:
        axis = int(rng.integers(rank))
        count = int(rng.choice([1, 2, 5, 70]))
        arrays = []
        for _ in range(count):
            sizes[axis] = int(rng.integers(1, 4))
            arrays.append(tensor(sizes))
        types = [spell(forget(array.shape), element) for array in arrays]
        result = np.concatenate(arrays, axis)
        out = spell([None] * rank, element)
        names = ", ".join(f"%x{i}" for i in range(count))
        return arrays, types, (f"  %r = tosa.concat {names} {{axis = {axis} : i32}} : "
                               f"({', '.join(types)}) -> {out}\n"), out, result
    array = tensor(sizes)
    types = [spell(forget(sizes), element)]
    if kind == 1:
        repeats = rng.integers(1, 4, rank)
        result = np.tile(array, repeats)
        out = spell([None] * rank, element)
        return [array], types, (shape("%m", repeats) + f"  %r = tosa.tile %x0, %m : ({types[0]}, "
                                f"!tosa.shape<{rank}>) -> {out}\n"), out, result
    start = [int(rng.integers(n)) for n in sizes]
    size = [int(rng.integers(1, n - s + 1)) for n, s in zip(sizes, start)]
    result = array[tuple(slice(s, s + n) for s, n in zip(start, size))]
    out = spell(forget(result.shape), element)
    return [array], types, (shape("%s", start) + shape("%n", size)
                            + f"  %r = tosa.slice %x0, %s, %n : ({types[0]}, !tosa.shape<{rank}>, "
                            f"!tosa.shape<{rank}>) -> {out}\n"), out, result


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit(f"{' '.join(command)}\nexit {done.returncode}: {done.stderr}")


for number in range(cases):
    arrays, types, body, out, expected = make_case(str(rng.choice(list(TYPES))))
    arguments = ", ".join(f'%x{i}: {kind} {{onnxops.name = "x{i}"}}'
                          for i, kind in enumerate(types))
    with open(f"{folder}/tosa.mlir", "w") as file:
        file.write(f'func.func @main({arguments}) -> ({out} {{onnxops.name = "y"}}) {{\n'
                   f"{body}  return %r : {out}\n}}\n")
    run("onnxops-opt", f"{folder}/tosa.mlir", "--convert-tosa-to-onnxops", "-o",
        f"{folder}/ours.mlir")
    # A slice whose bounds are checked stays one of tensors.
    run("onnxops-opt", f"{folder}/ours.mlir", "--convert-onnxops-to-tosa",
        "--convert-tosa-to-onnxops", "-o", f"{folder}/back.mlir")
    inputs = []
    for i, array in enumerate(arrays):
        np.save(f"{folder}/x{i}.npy", array)
        inputs += ["--input", f"x{i}={folder}/x{i}.npy"]
    for name in ("ours", "back"):
        run("onnxops-run", f"{folder}/{name}.mlir", *inputs, "--output-dir", f"{folder}/out")
        result = np.load(f"{folder}/out/y.npy")
        if result.dtype != expected.dtype or not np.array_equal(result, expected):
            sys.exit(f"case {number}, {name}: expected {expected}, but got {result}")
