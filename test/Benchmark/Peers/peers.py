#!/usr/bin/python3
# The cases of the benchmark in numpy or torch, from and into the same memory as all
# other code: the fastest way that the library has for each. Reads requests from
# standard input, one a line, and answers each with a line.
#
# usage: peers.py LIBRARY THREADS INPUTS OUTPUTS
#   INPUTS, OUTPUTS  numbers of open files, to be mapped
#   hello      yes, if the library is there
#   case JSON  yes, if it can do it
#   run N      the seconds of N runs
#   forget     frees the case
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import math
import mmap
import os
import sys
import time

LIBRARY, THREADS = sys.argv[1], int(sys.argv[2])
# All pages are there before anything is timed.
FLAGS = mmap.MAP_SHARED | mmap.MAP_POPULATE
INPUTS, OUTPUTS = (mmap.mmap(int(number), 0, FLAGS) for number in sys.argv[3:])
# Before libraries start their threads, which keep to the same cores.
CORES = sorted(os.sched_getaffinity(0))
os.environ["OMP_NUM_THREADS"] = str(THREADS)
os.environ["OMP_PROC_BIND"] = "true" if THREADS > 1 else "false"


def interleave(first, second):
    return [size for pair in zip(first, second) for size in pair]


class Numpy:
    def __init__(self):
        import numpy
        self.np = numpy
        self.types = {1: numpy.uint8, 2: numpy.float16, 4: numpy.float32,
                      8: numpy.float64, 16: numpy.complex128}

    def make(self, memory, offset, shape, size):
        flat = self.np.frombuffer(memory, self.types[size], math.prod(shape), offset)
        return flat.reshape(shape)

    def concat(self, operands, axis, out):
        return lambda: self.np.concatenate(operands, axis, out=out)

    def tile(self, x, repeats, out):
        # numpy.tile has no `out`; this writes the same in place.
        wide = self.np.broadcast_to(x.reshape(interleave([1] * x.ndim, x.shape)),
                                    interleave(repeats, x.shape))
        target = out.reshape(wide.shape)
        return lambda: self.np.copyto(target, wide)

    def split(self, x, parts, axis):
        return self.np.split(x, parts, axis)

    def copy(self, out, x):
        self.np.copyto(out, x)


class Torch:
    def __init__(self):
        import torch
        self.torch = torch
        torch.set_num_threads(THREADS)
        self.types = {1: torch.uint8, 2: torch.float16, 4: torch.float32,
                      8: torch.float64, 16: torch.complex128}

    def make(self, memory, offset, shape, size):
        flat = self.torch.frombuffer(memory, dtype=self.types[size],
                                     count=math.prod(shape), offset=offset)
        return flat.reshape(shape)

    def concat(self, operands, axis, out):
        return lambda: self.torch.cat(operands, axis, out=out)

    def tile(self, x, repeats, out):
        wide = x.reshape(interleave([1] * x.dim(), x.shape)).expand(
            interleave(repeats, x.shape))
        target = out.view(wide.shape)
        return lambda: target.copy_(wide)

    def split(self, x, parts, axis):
        return self.torch.tensor_split(x, parts, axis)

    def copy(self, out, x):
        out.copy_(x)


def prepare_split(lib, case, x, size):
    axis, shape = case["axis"], case["operands"][0]
    parts = shape[axis] // case["chunk"]
    chunk = shape[:axis] + [case["chunk"]] + shape[axis + 1:]
    if case["use"] == "at":
        out = lib.make(OUTPUTS, 0, chunk, size)
        return lambda: lib.copy(out, lib.split(x, parts, axis)[case["position"]])
    if case["use"] == "joined":
        out = lib.make(OUTPUTS, 0, shape, size)
        return lambda: lib.concat(lib.split(x, parts, axis), axis, out)()
    outs = [lib.make(OUTPUTS, i * math.prod(chunk) * size, chunk, size)
            for i in range(parts)]

    def run():
        for out, part in zip(outs, lib.split(x, parts, axis)):
            lib.copy(out, part)
    return run


def prepare(lib, case):
    """A function that does the case once, or None."""
    size = case["elementBytes"]
    operands = [lib.make(INPUTS, offset, shape, size)
                for offset, shape in zip(case["offsets"], case["operands"])]
    if case["family"] == "concat":
        shape = list(case["operands"][0])
        shape[case["axis"]] = sum(o[case["axis"]] for o in case["operands"])
        return lib.concat(operands, case["axis"], lib.make(OUTPUTS, 0, shape, size))
    if case["family"] == "tile":
        shape = [n * r for n, r in zip(case["operands"][0], case["repeats"])]
        return lib.tile(operands[0], case["repeats"], lib.make(OUTPUTS, 0, shape, size))
    if case["family"] == "split":
        return prepare_split(lib, case, operands[0], size)
    return None


def time_runs(run, count):
    start = time.perf_counter()
    for _ in range(count):
        run()
    return time.perf_counter() - start


def main():
    os.sched_setaffinity(0, CORES)
    try:
        lib = {"numpy": Numpy, "torch": Torch}[LIBRARY]()
    except ImportError:
        return
    run = None
    for line in sys.stdin:
        verb, _, rest = line.strip().partition(" ")
        answer = "yes"
        if verb == "case":
            run = prepare(lib, json.loads(rest))
            answer = "yes" if run else "no"
        elif verb == "run":
            answer = repr(time_runs(run, int(rest)))
        elif verb == "forget":
            run = None
        print(answer, flush=True)


main()
