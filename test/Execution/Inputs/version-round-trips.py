# Random modules of Concat, Tile and SplitToSequence at a random opset, converted
# to others and back, those of Concat alone to OpenVINO as well. Each module on
# the way is run, and its outputs compared with numpy's bit by bit. Steps that
# cannot be are refused elsewhere: here every conversion must succeed.
#
# With --files every module on the way is exported, and it is the file that is
# run, and imported again for the next step; OpenVINO is left out.
#
# usage: version-round-trips.py SEED COUNT FOLDER [--files]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import random
import subprocess
import sys

import numpy as np

from onnx_case import BEFORE_BF16, FLOATS, NUMBERS, random_array
from onnx_program import Program


NOT_OPENVINO = ["bool", "string", "complex64", "complex128"]


def version(family, opset):
    """The version of a family that an opset selects."""
    versions = {"concat": [1, 4, 11, 13], "tile": [1, 6, 13],
                "split_to_sequence": [11, 24], "sequence_at": [11]}[family]
    return f"onnxops.{family}_v{max(v for v in versions if v <= opset)}"


class Modules:
    """Builds a module at `opset` whose every op can get to `other` and back."""

    def __init__(self, seed, opset, other):
        self.random = random.Random(seed)
        self.program = Program(opset)
        self.opset = opset
        self.lowest, self.highest = lowest, _ = sorted([opset, other])
        types = BEFORE_BF16 if lowest >= 6 else FLOATS
        # SplitToSequence takes bf16 from 24 on, the others from 13 on.
        if lowest >= 24:
            types = types + ["bf16"]
        self.type = self.random.choice(types)
        # OpenVINO has Concat only, of numbers only.
        self.only_concat = self.random.random() < 0.3 and self.type not in NOT_OPENVINO
        self.arrays = np.random.default_rng(self.random.randrange(2**32))

    def blur(self, shape, chance=0.4):
        """The shape with some sizes unknown."""
        return [None if self.random.random() < chance else size for size in shape]

    def input(self, shape):
        array = random_array(self.arrays, self.type, shape)
        return self.program.input(self.type, array, self.blur(shape)), array

    def concat(self, value, array):
        axis = self.random.randrange(array.ndim)
        operands, arrays = [value], [array]
        for _ in range(self.random.randrange(3)):
            shape = list(array.shape)
            shape[axis] = self.random.randrange(4)
            other, data = self.input(shape)
            operands.append(other)
            arrays.append(data)
        self.random.shuffle(order := list(range(len(arrays))))
        result = np.concatenate([arrays[i] for i in order], axis)
        written = axis
        if self.opset >= 11 and self.random.random() < 0.5:
            written -= array.ndim
        attributes = {"axis": written}
        if self.opset < 4 and axis == 1:
            attributes = {}
        return self.program.op(
            version("concat", self.opset), [operands[i] for i in order],
            [(self.type, self.blur(result.shape))], **attributes), result

    def number(self, type_name, data):
        """What only the run knows cannot step down from Tile-6 again."""
        if self.random.random() < 0.5 and self.highest < 6:
            return self.program.input(type_name, data)
        return self.program.constant(type_name, data, "arith.constant")

    def tile_v1(self, value, array):
        axis = self.random.randrange(array.ndim)
        repeats = [1] * array.ndim
        repeats[axis] = self.random.randrange(4)
        numbers = []
        for number in (repeats[axis], axis):
            type_name = self.random.choice(["i64", self.type])
            dtype = NUMBERS[type_name][1]
            data = np.array(number, dtype).reshape(self.random.choice([(), (1,)]))
            numbers.append(self.number(type_name, data))
        result = np.tile(array, repeats)
        return self.program.op("onnxops.tile_v1", [value, *numbers],
                               [(self.type, self.blur(result.shape))]), result

    def tile(self, value, array):
        if self.opset < 6:
            return self.tile_v1(value, array)
        repeats = [self.random.choice([0, 1, 1, 1, 2, 2, 3]) for _ in array.shape]
        if self.lowest < 6 or self.random.random() < 0.5:
            operand = self.program.constant("i64", repeats, "arith.constant")
        else:
            operand = self.program.input("i64", repeats, self.blur([len(repeats)]))
        result = np.tile(array, repeats)
        return self.program.op(version("tile", self.opset), [value, operand],
                               [(self.type, self.blur(result.shape))]), result

    def split(self, value, array):
        axes = [axis for axis, size in enumerate(array.shape) if size]
        if not axes:
            return value, array
        axis = self.random.choice(axes)
        chunk = self.random.randint(1, array.shape[axis])
        number = -self.random.randint(1, -(-array.shape[axis] // chunk))
        shape = [None if i == axis else size for i, size in enumerate(array.shape)]
        sequence = self.program.op(
            version("split_to_sequence", self.opset),
            [value, self.program.constant("i64", chunk, "arith.constant")],
            [(self.type, shape, True)], axis=axis - self.random.choice([0, array.ndim]))
        position = self.program.constant("i64", number, "arith.constant")
        starts = range(0, array.shape[axis], chunk)
        start = starts[number]
        result = np.take(array, range(start, min(start + chunk, array.shape[axis])), axis)
        return self.program.op(version("sequence_at", self.opset), [sequence, position],
                               [(self.type, shape)]), result

    def build(self):
        shape = [self.random.randrange(1, 4) for _ in range(self.random.randint(2, 4))]
        value, array = self.input(shape)
        steps = [self.concat, self.tile] + ([self.split] if self.lowest >= 11 else [])
        if self.only_concat:
            steps = [self.concat]
        for _ in range(self.random.randint(2, 5)):
            value, array = self.random.choice(steps)(value, array)
            if array.size > 20000:
                break
        self.program.expect(value, array)
        return self.program


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"{' '.join(command)}\nexit {done.returncode}: {done.stderr}")


def convert(source, target, result):
    """`target` is an opset, or OpenVINO, for which it is None."""
    option = "target=openvino" if target is None else f"target-opset={target}"
    run("onnxops-opt", source, f"-onnxops-convert-version={option}", "-o", result)
    before, text = pathlib.Path(source).read_text(), pathlib.Path(result).read_text()
    if target is None and ("onnxops.opset" in text or "onnxops.concat_v" in text):
        sys.exit(f"{result}: expected operators of OpenVINO only")
    # A module that comes from OpenVINO tells no opset.
    if target and "onnxops.opset" in before and f"onnxops.opset = {target} " not in text:
        sys.exit(f"{result}: does not mean opset {target}")


def convert_file(source, target, result):
    """The same from file to file."""
    if source.endswith(".onnx"):
        run("onnxops-translate", "--import-onnx", source, "-o", f"{source}.mlir")
        source = f"{source}.mlir"
    convert(source, target, f"{result}.mlir")
    run("onnxops-translate", "--export-onnx", f"{result}.mlir", "-o", result)


def main():
    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    in_files = sys.argv[4:] == ["--files"]
    choose = random.Random(seed)
    trips = 0
    for number in range(count):
        # Both ways: down and up again, up and down again.
        opset, other = choose.choice([1, 3, 4, 5, 6, 10, 11, 12, 13, 17, 24, 27]), 0
        while other in (0, opset):
            other = choose.randint(1, 27)
        modules = Modules(f"{seed} {number}", opset, other)
        program = modules.build()
        place = f"{folder}/{number}"
        source, *inputs = program.save(place)
        program.check(place, [source, *inputs])
        targets = [other, opset]
        if modules.only_concat and not in_files:
            targets += [None, opset]
        for index, target in enumerate(targets):
            result = f"{place}/converted{index}.{'onnx' if in_files else 'mlir'}"
            (convert_file if in_files else convert)(source, target, result)
            # Shows version-r15.
            program.check(place, [result, *inputs])
            source = result
        trips += 1
    print(f"{trips} round trips")


main()
