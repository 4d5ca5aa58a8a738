# Compiles copies of random strided views, runs them and compares the memory
# with what numpy makes of the same views. Sizes, offsets and steps are, each by
# chance, constants or function arguments, so that every way in which the pass
# learns of contiguity is met. Needs onnxops-opt and LLVM's tools on the PATH.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import ctypes
import math
import random
import subprocess
import sys
import tempfile

import numpy as np

TYPES = {"i8": np.int8, "f16": np.float16, "f32": np.float32, "i64": np.int64,
         "complex<f64>": np.complex128}
PASSES = """builtin.module(func.func(onnxops-concat-in-place{copy-operands leave-copies}),
  one-shot-bufferize{bufferize-function-boundaries
    function-boundary-type-conversion=identity-layout-map},
  canonicalize, cse, lower-copies{out-of-line-threshold=%d},
  expand-strided-metadata, lower-affine, convert-scf-to-cf,
  finalize-memref-to-llvm, convert-arith-to-llvm, convert-func-to-llvm,
  convert-cf-to-llvm, reconcile-unrealized-casts)"""


class Case:
    """A function over buffers, its arguments, and what it should do to them."""

    def __init__(self, name, rng):
        self.name, self.rng = name, rng
        self.arguments, self.values, self.body = [], [], []

    def buffer(self, shape, element, fill=None):
        """An argument with identity layout; filled with distinct values."""
        array = np.zeros(shape, TYPES[element])
        if fill is None:
            array[...] = np.arange(array.size).reshape(shape) % 120 + 1
        # A subview of a memref with a static size of 0 is refused by upstream.
        sizes = "".join("%sx" % self.rng.choice([size or "?", "?"])
                        for size in shape)
        self.arguments.append("memref<%s%s>" % (sizes, element))
        self.values.append(array)
        return "%%a%d" % (len(self.values) - 1), self.arguments[-1], array

    def number(self, value):
        """An index: a constant, or the value of an argument."""
        if self.rng.random() < 0.5:
            return str(value)
        self.arguments.append("index")
        self.values.append(value)
        return "%%a%d" % (len(self.values) - 1)

    def whole(self, buffer, size, dimension):
        """The size of a dimension of a buffer, in one of three spellings."""
        if self.rng.random() < 0.5:
            return self.number(size)
        result = "%%d%d" % len(self.body)
        self.body.append("%s_i = arith.constant %d : index" % (result, dimension))
        self.body.append("%s = memref.dim %s, %s_i : %s" %
                         (result, buffer[0], result, buffer[1]))
        return result

    def view(self, sizes, element, fill=None):
        """A random strided view of the given sizes, of a buffer of its own."""
        steps = [self.rng.choice([1, 1, 1, 2]) for _ in sizes]
        whole = [step == 1 and self.rng.random() < 0.6 for step in steps]
        offsets = [0 if all_ else self.rng.randrange(3) for all_ in whole]
        shape = [size if all_ else offset + size * step + self.rng.randrange(2)
                 for size, all_, offset, step in zip(sizes, whole, offsets, steps)]
        buffer = self.buffer(shape, element, fill)
        if self.rng.random() < 0.3 and all(whole):
            return buffer
        numbers = [
            [self.number(offset) for offset in offsets],
            [self.whole(buffer, size, i) if all_ else self.number(size)
             for i, (size, all_) in enumerate(zip(sizes, whole))],
            [self.number(step) if step > 1 else "1" for step in steps]]
        type_ = view_type(buffer[1], element, *numbers)
        name = "%%v%d" % len(self.body)
        self.body.append("%s = memref.subview %s%s : %s to %s" % (
            name, buffer[0], " ".join("[%s]" % ", ".join(n) for n in numbers),
            buffer[1], type_))
        slices = tuple(slice(o, o + n * s, s)
                       for o, n, s in zip(offsets, sizes, steps))
        return name, type_, buffer[2][slices + (Ellipsis,)]

    def text(self):
        arguments = ", ".join("%%a%d: %s" % a for a in enumerate(self.arguments))
        return "func.func @%s(%s) attributes {llvm.emit_c_interface} {\n  %s\n  return\n}\n" % (
            self.name, arguments, "\n  ".join(self.body))


def product(numbers):
    if "0" in numbers:
        return "0"
    known = all(n.isdigit() for n in numbers)
    return str(math.prod(map(int, numbers))) if known else "?"


def view_type(base, element, offsets, sizes, steps):
    """The type that memref.subview infers."""
    shape = base[len("memref<"):-len(element) - 1].split("x")[:-1]
    bases = [product(shape[i + 1:]) for i in range(len(shape))]
    strides = [product([b, s if s.isdigit() else "?"]) for b, s in zip(bases, steps)]
    parts = [product([b, o if o.isdigit() else "?"]) for b, o in zip(bases, offsets)]
    offset = "?" if "?" in parts else str(sum(map(int, parts)))
    shown = "".join("%sx" % (s if s.isdigit() else "?") for s in sizes)
    return "memref<%s%s, strided<[%s], offset: %s>>" % (
        shown, element, ", ".join(strides), offset)


def random_sizes(rng, rank):
    return [rng.choice([0, 1, 1, 2, 3, 4, 5, 7]) if rng.random() < 0.2
            else rng.randrange(1, 6) for _ in range(rank)]


def copy_case(index, rng):
    case = Case("copy%d" % index, rng)
    element = rng.choice(list(TYPES))
    sizes = random_sizes(rng, rng.randrange(6))
    source = case.view(sizes, element)
    target = case.view(sizes, element, fill=0)
    case.body.append("memref.copy %s, %s : %s to %s" %
                     (source[0], target[0], source[1], target[1]))
    return case, lambda: target[2].__setitem__(Ellipsis, source[2])


def concat_case(index, rng):
    case = Case("concat%d" % index, rng)
    element = rng.choice(list(TYPES))
    sizes = random_sizes(rng, rng.randrange(1, 6))
    axis = rng.randrange(len(sizes))
    operands = []
    for _ in range(rng.randrange(1, 5)):
        sizes[axis] = rng.randrange(4)
        operands.append(case.buffer(sizes, element))
    sizes[axis] = sum(o[2].shape[axis] for o in operands)
    result = case.buffer(sizes, element, fill=0)
    tensor = lambda type_: type_.replace("memref", "tensor")
    dynamic = "tensor<%s%s>" % ("?x" * len(sizes), element)
    for name, type_, _ in operands:
        case.body.append("%s_t = bufferization.to_tensor %s restrict : %s to %s" %
                         (name, name, type_, tensor(type_)))
        case.body.append("%s_d = tensor.cast %s_t : %s to %s" %
                         (name, name, tensor(type_), dynamic))
    case.body.append("%%r = tensor.concat dim(%d) %s : (%s) -> %s" % (
        axis, ", ".join(o[0] + "_d" for o in operands),
        ", ".join([dynamic] * len(operands)), dynamic))
    case.body.append("bufferization.materialize_in_destination %%r in restrict "
                     "writable %s : (%s, %s) -> ()" %
                     (result[0], dynamic, result[1]))
    return case, lambda: result[2].__setitem__(
        Ellipsis, np.concatenate([o[2] for o in operands], axis))


def compile_(text, threshold, folder):
    passes = "-pass-pipeline=" + PASSES.replace("\n", "") % threshold
    object_, library = folder + "/copies.o", folder + "/copies.so"
    data = text.encode()
    for command in (["onnxops-opt", passes], ["mlir-translate", "--mlir-to-llvmir"],
                    ["opt", "-O2"],
                    ["llc", "-relocation-model=pic", "-filetype=obj", "-o", object_]):
        data = subprocess.run(command, input=data, stdout=subprocess.PIPE,
                              check=True).stdout
        if command[0] == "mlir-translate":
            assert b"memrefCopy" not in data, "a copy was left to upstream"
    subprocess.run(["ld.lld", "-shared", object_, "-o", library], check=True)
    return ctypes.CDLL(library)


def descriptor(array):
    strides = [s // array.itemsize for s in array.strides]
    numbers = [0] + list(array.shape) + strides
    return (ctypes.c_int64 * (2 + len(numbers)))(
        array.ctypes.data, array.ctypes.data, *numbers)


def main():
    threshold = {"--inline": 1000000, "--out-of-line": 0}[sys.argv[1]]
    rng = random.Random(2026)
    cases = [copy_case(i, rng) for i in range(150)]
    cases += [concat_case(i, rng) for i in range(50)]
    # memcpy, malloc and free come from the process, which has the C library.
    with tempfile.TemporaryDirectory() as folder:
        library = compile_("".join(c.text() for c, _ in cases), threshold, folder)
        for case, expect in cases:
            arrays = [v for v in case.values if isinstance(v, np.ndarray)]
            copies = [a.copy() for a in arrays]
            memory = iter(copies)
            # Descriptors must outlive the call, hence the list.
            arguments = [descriptor(next(memory)) if isinstance(v, np.ndarray)
                         else ctypes.c_int64(v) for v in case.values]
            getattr(library, "_mlir_ciface_" + case.name)(*arguments)
            expect()
            for expected, actual in zip(arrays, copies):
                if expected.tobytes() != actual.tobytes():
                    sys.exit("wrong numbers in\n%s" % case.text())


main()
