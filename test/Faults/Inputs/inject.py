# Runs the tools while one call of the system fails, for many calls, and sees that
# each ends as it must: status 0 and the same files as without a fault, or status 2
# and one error line, with earlier files as they were. Never by a signal, and with
# no file that is neither.
#
# usage: inject.py FOLDER FAULTS.so [--points N] [--seeds N] [--jobs N] [--only TOOL]
#
# --points: how many calls of each kind fail in turn, all when 0. --seeds: how many
# runs there are in which one call in 50 fails.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import concurrent.futures
import os
import pathlib
import shlex
import shutil
import struct
import subprocess
import sys

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

# Which calls, and how many bytes a call for memory has at least. Small blocks are of
# a kind of their own: most code of LLVM and MLIR takes them for granted, and tools
# have a malloc that does not return without one.
KINDS = {"memory": 1024, "small": 1, "open": 0, "read": 0, "write": 0,
         "short": 0, "interrupt": 0}
# No failures: programs go on.
HARMLESS = ("short", "interrupt")
SECONDS = 100

MODULE = """
func.func @main(%a: tensor<?x4xf32> {onnxops.name = "a"},
                %b: tensor<?x4xf32> {onnxops.name = "b"})
    -> (tensor<?x4xf32> {onnxops.name = "both"}) {
  %0 = onnxops.concat_v13 %a, %b axis = 0
      : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""


def write_inputs():
    """A model with external data, what it is called on, and a module."""
    pathlib.Path("m.mlir").write_text(MODULE)
    x = numpy.arange(32, dtype="f4").reshape(8, 4)
    numpy.save("x.npy", x)
    value = helper.make_tensor_value_info
    nodes = [
        helper.make_node("Concat", ["x", "weights"], ["all"], "cat", axis=1),
        helper.make_node("SplitToSequence", ["x"], ["rows"], "cut", axis=0),
    ]
    graph = helper.make_graph(
        nodes, "graph", [value("x", TensorProto.FLOAT, ["N", 4])],
        [value("all", TensorProto.FLOAT, [None, 104]),
         helper.make_tensor_sequence_value_info("rows", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(numpy.ones((8, 100), "f4"), "weights")])
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, "m.onnx", save_as_external_data=True, location="m.data",
              size_threshold=0)


# Tools by name: what they do, where OUT is a folder of their own. Statuses beside 0.
TOOLS = {
    "run": (["onnxops-run", "m.onnx", "--input", "x=x.npy", "--output-dir", "OUT"], {2}),
    "compile": (["onnxops-compile", "m.mlir", "-o", "OUT/m.o", "--header", "OUT/m.h"],
                {2}),
    "import": (["onnxops-translate", "--import-onnx", "m.onnx", "-o", "OUT/m.mlir"], {2}),
    "export": (["onnxops-translate", "--export-onnx", "m.mlir", "-o", "OUT/m.onnx"], {2}),
    # Upstream's tool, with a status and words of its own; its output is no file here,
    # since it would be written in place.
    "opt": (["onnxops-opt", "m.mlir", "--onnxops-to-llvm-pipeline"], {1, 2}),
}


def list_files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class Fault:
    """One call that fails, or some by chance."""

    def __init__(self, kind, at=None, seed=None):
        self.kind, self.at, self.seed = kind, at, seed

    def environment(self, counts):
        variables = {
            "LD_PRELOAD": options.faults,
            "ONNXOPS_FAULT_KIND": "memory" if self.kind == "small" else self.kind,
            "ONNXOPS_FAULT_LEAST": str(KINDS[self.kind]),
            "ONNXOPS_FAULT_COUNT": str(counts),
        }
        if self.at is not None:
            variables["ONNXOPS_FAULT_AT"] = str(self.at)
        if self.seed is not None:
            variables["ONNXOPS_FAULT_SEED"] = str(self.seed)
        return variables


class Run:
    """A tool in a folder that holds nothing, or what was written earlier."""

    def __init__(self, tool, fault, name, earlier=()):
        self.folder = pathlib.Path("runs", f"{tool}-{name}").absolute()
        out = self.folder / "out"
        out.mkdir(parents=True)
        for file in earlier:
            (out / file).write_bytes(b"earlier " + file.encode())
        self.before = list_files(out)
        counts = self.folder / "counts"
        counts.write_bytes(bytes(16))
        self.command = [str(out) + word[3:] if word.startswith("OUT") else word
                        for word in TOOLS[tool][0]]
        self.variables = fault.environment(counts)
        try:
            done = subprocess.run(self.command, env={**os.environ, **self.variables},
                                  capture_output=True, timeout=SECONDS)
            self.status, self.printed = done.returncode, done.stdout
            self.errors = done.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            self.status, self.printed, self.errors = "too long", b"", ""
        self.calls, self.failed = struct.unpack("qq", counts.read_bytes())
        self.files = list_files(out)
        shutil.rmtree(self.folder)

    def describe(self):
        variables = " ".join(f"{name}={value}" for name, value in self.variables.items()
                             if not name.endswith("COUNT"))
        return f"{variables} {shlex.join(self.command)}"


def find_fault(run, good, tool, kind):
    """What is wrong with a run, or nothing."""
    if run.status == 0:
        if run.errors:
            return f"status 0, but it prints {run.errors!r}"
        if (run.files, run.printed) != (good.files, good.printed):
            return f"status 0, but other results: {sorted(run.files)}"
        return None
    if kind in HARMLESS:
        return f"status {run.status}, {run.errors!r}"
    if run.status not in TOOLS[tool][1]:
        return f"status {run.status}, {run.errors[:300]!r}"
    lines = run.errors.splitlines()
    if len(lines) != 1 or not (tool == "opt" or lines[0].startswith("error: ")):
        return f"expected one error line, but got {run.errors[:300]!r}"
    if run.files not in (run.before, good.files):
        return f"neither earlier files nor new ones: {sorted(run.files)}"
    return None


def choose(calls, tool, kind):
    """Numbers of calls, from the first to the last, all while options are parsed and
    all while a file is written."""
    numbers = set(spread(calls))
    if kind == "small":
        numbers.update(range(min(calls, 16)))
    if (tool, kind) == ("import", "small"):
        numbers.update(range(max(0, calls - 60), calls))
    return sorted(numbers)


def spread(calls):
    if not options.points or calls <= options.points:
        return range(calls)
    if calls > 1000:
        calls -= calls // 50  # their number is not the same in each run
    step = (calls - 1) / (options.points - 1)
    return [round(i * step) for i in range(options.points)]


def tell(text):
    print(text + "\n", end="", flush=True)  # in one piece, whatever others print


def inject(tool):
    """All runs of a tool. Returns how many there were, and how many were wrong."""
    runs = wrong = 0
    for kind in KINDS:
        good = Run(tool, Fault(kind), f"{kind}-good")
        if good.status != 0 or good.failed:
            tell(f"{tool} without a fault: {good.status} {good.errors}")
            return runs, wrong + 1
        faults = [Fault(kind, at=at) for at in choose(good.calls, tool, kind)]
        # Several failures may also be one in undoing what an earlier one has done.
        if kind != "write":
            faults += [Fault(kind, seed=seed) for seed in range(options.seeds)]
        reached = 0
        for number, fault in enumerate(faults):
            earlier = good.files if number % 2 else ()
            run = Run(tool, fault, f"{kind}-{number}", earlier)
            reached += run.failed > 0 or fault.at is None
            what = find_fault(run, good, tool, kind)
            if what:
                wrong += 1
                tell(f"{tool}, {kind}: {what}\n  {run.describe()}")
        if reached < 0.5 * len(faults):
            wrong += 1
            tell(f"{tool}, {kind}: only {reached} of {len(faults)} have failed")
        runs += len(faults)
        tell(f"{tool}, {kind}: {good.calls} calls, {len(faults)} faults")
    return runs, wrong


def main():
    shutil.rmtree(options.folder, ignore_errors=True)
    options.folder.mkdir(parents=True)
    os.chdir(options.folder)
    write_inputs()
    tools = [options.only] if options.only else TOOLS
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(inject, tools))
    runs, wrong = (sum(numbers) for numbers in zip(*results))
    tell(f"{runs} faults, {wrong} ended wrongly")
    return 1 if wrong else 0


parser = argparse.ArgumentParser()
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("faults", type=os.path.abspath)
parser.add_argument("--points", type=int, default=12)
parser.add_argument("--seeds", type=int, default=2)
parser.add_argument("--jobs", type=int, default=2)
parser.add_argument("--only", choices=TOOLS)
options = parser.parse_args()
sys.exit(main())
