# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of what is not the Python module: the tool, on the CPU and on a device, and
code that is made ahead of time."""

import os
import pathlib
import re
import subprocess
import tempfile

import ahead
import programs
from calls import MUST_FAIL, SUCCEEDS
from compare import DEVICE_ULPS, ULPS, compare
from keep import write
from onnx_case import read_result
from settings import AHEAD_OF_TIME, DEVICES, FOLDED
from values import Sequence, Tensor, Unjudged

SECONDS = 100
TOOL_MEMORY = 4 * programs.CALL_MEMORY  # for all that it does
# What devices do not have, and that there is none.
REFUSALS = (r"no device implementation of|unsupported type on a device|[Vv]ulkan|"
            "expected a CUDA device|libcuda")


class Different(Exception):
    """A kind of finding, and details."""


def read_output(folder, name, type_):
    """What the tool has written of an output."""
    stem = f"{folder}/{name}"
    if not type_.is_sequence:
        return Tensor(type_.type_name, read_result(stem, type_.type_name))
    suffix = "pb" if type_.type_name in ("bf16", "string") else "npy"
    count = len(list(pathlib.Path(folder).glob(f"{name}.*.{suffix}")))
    return Sequence(type_.type_name, tuple(
        Tensor(type_.type_name, read_result(f"{stem}.{at}", type_.type_name))
        for at in range(count)))


def run_tool(graph, folder, flags):
    """The calls of a graph by onnxops-run; those that a device refuses are none."""
    count = 0
    for number, call in enumerate(graph.given):
        graph.say(stage=f"call {number} ({call.kind}), onnxops-run {' '.join(flags)}")
        own, results = f"{folder}/call{number}", f"{folder}/results{number}"
        done = programs.run([f"{graph.options.build}/bin/onnxops-run", f"{folder}/model.onnx",
                             "--input-dir", own, "--output-dir", results,
                             "--memory-limit", str(TOOL_MEMORY), *flags], SECONDS)
        if flags and done.returncode == 2 and re.search(REFUSALS, done.stderr):
            return count
        count += 1
        check_call(graph, call, done, results, DEVICE_ULPS if flags else ULPS)
    return count


def check_call(graph, call, done, results, allowed):
    if done.returncode not in (0, 1, 2) or done.returncode and (
            not done.stderr.startswith("error: ")):
        raise Different("dies", f"exit status {done.returncode}: {done.stderr[-2000:]}")
    if done.returncode:
        if call.outcome == SUCCEEDS:
            raise Different("fails", done.stderr)
        if os.path.exists(results) and os.listdir(results):
            raise Different("fails with outputs", done.stderr)
        graph.failed += call.outcome == MUST_FAIL
        return
    check_results(graph, call, [read_output(results, name, graph.model.types[name])
                                for name in graph.names], allowed)


def check_results(graph, call, results, allowed=ULPS):
    if not call.can_succeed(graph.names, results):
        raise Different("does not fail", call.reason)
    for name, got, expected in zip(graph.names, results, call.outputs or ()):
        difference = compare(got, expected, allowed)
        if difference:
            raise Different("differs", f"{name}: {difference}")


def run_ahead(graph, folder):
    """The calls of a graph by a shared library; those of strings are none: they
    are not DLPack's."""
    if ahead.has_strings(graph):
        return 0
    try:
        library = ahead.Library(graph, folder)
    except subprocess.CalledProcessError as error:
        raise Different("refused", error.stderr) from None
    for call in graph.given:
        try:
            results = library.call(call.inputs)
        except Unjudged:
            continue
        if isinstance(results, str):
            if call.outcome == SUCCEEDS:
                raise Different("fails", results)
            graph.failed += call.outcome == MUST_FAIL
        else:
            check_results(graph, call, results)
    return len(graph.given)


def fold(graph, folder):
    """Replaces the model by one whose shape arithmetic is folded."""
    tools, model = f"{graph.options.build}/bin", f"{folder}/model.onnx"
    imported, folded = f"{folder}/imported.mlir", f"{folder}/folded.mlir"
    for command in (
            ["onnxops-translate", "--import-onnx", model, "-o", imported],
            ["onnxops-opt", imported, "--allow-unregistered-dialect", "--onnxops-infer-shapes",
             "--onnxops-fold-onnx", "--onnxops-infer-shapes", "-o", folded],
            ["onnxops-translate", "--export-onnx", folded, "-o", model]):
        graph.say(stage=" ".join(command[:2]))
        done = programs.run([f"{tools}/{command[0]}", *command[1:]], SECONDS)
        if done.returncode:
            raise Different("refused", f"{command[0]} ends with {done.returncode}: "
                            f"{done.stderr[-2000:]}")


def rewrite(graph, data):
    """The bytes of the rewritten model."""
    with tempfile.TemporaryDirectory() as folder:
        model, rewritten = f"{folder}/model.onnx", f"{folder}/rewritten.onnx"
        pathlib.Path(model).write_bytes(data)
        done = programs.run([f"{graph.options.build}/bin/onnxops-rewrite", model, "-o",
                             rewritten], SECONDS)
        if done.returncode:
            raise Different("refused", f"onnxops-rewrite ends with {done.returncode}: "
                            f"{done.stderr[-2000:]}")
        return pathlib.Path(rewritten).read_bytes()


def run(graph, setting):
    """The number of calls."""
    if setting == FOLDED:
        # An operator that is folded away makes no checks any more.
        graph.given = [call for call in graph.given if call.outcome == SUCCEEDS]
    with tempfile.TemporaryDirectory() as folder:
        write(graph.model, graph.given, folder)
        if setting == AHEAD_OF_TIME:
            return run_ahead(graph, folder)
        if setting == FOLDED:
            fold(graph, folder)
        return run_tool(graph, folder, ["--device", setting] if setting in DEVICES else [])
