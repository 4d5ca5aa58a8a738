# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and calls graphs, one after the other: a line of standard input is a
job, a line of standard output says what is being done or what came of it.

A process of its own, since a compiler or a call that is wrong may end it.
"""

import argparse
import json
import pickle
import sys
import traceback

import numpy as np

import external
import functions
import programs
from calls import MUST_FAIL, SUCCEEDS
from compare import compare
from generate import generate
from model import to_onnx
from settings import BY_DEFAULT, INVALID, OTHERS, OUTSIDE, REWRITTEN, choose_settings
from values import NUMBERS, Sequence, Tensor, storage

GUARD = 64  # bytes on either side of what a call gets
CALL_SECONDS = 60
TYPES = {storage(name): name for name in NUMBERS if name != "bf16"}


class Finding(Exception):
    """What is wrong: a kind, and details."""


def say(**words):
    print(json.dumps(words), flush=True)


#===------------------------------------------------------------------------===#
# Values of calls
#===------------------------------------------------------------------------===#

class Memory:
    """An array between bytes that nobody may write."""

    def __init__(self, array, is_guarded):
        self.original = array
        if not is_guarded or array.dtype == object:
            self.guards, self.array = [], array.copy()
            return
        whole = np.full(array.nbytes + 2 * GUARD, 0xA5, np.uint8)
        self.guards = [whole[:GUARD], whole[GUARD + array.nbytes:]]
        inside = whole[GUARD:GUARD + array.nbytes]
        self.array = inside.view(array.dtype).reshape(array.shape)
        self.array[...] = array

    def has_same_guards(self):
        return all((guard == 0xA5).all() for guard in self.guards)

    def is_unchanged(self):
        if self.array.dtype == object:
            return list(self.array.reshape(-1)) == list(self.original.reshape(-1))
        return self.array.tobytes() == self.original.tobytes()


class Arguments:
    """The inputs of a call for Python, and the memory that they are in."""

    def __init__(self, module, inputs, is_guarded):
        self.module, self.is_guarded, self.memories = module, is_guarded, []
        self.values = [self.convert(value) for value in inputs]

    def convert(self, value):
        if isinstance(value, Sequence):
            return [self.convert(element) for element in value.elements]
        memory = Memory(value.array, self.is_guarded)
        self.memories.append(memory)
        if value.type_name == "bf16":
            return self.module.BFloat16Array(memory.array)
        return memory.array

    def check(self):
        if not all(memory.has_same_guards() for memory in self.memories):
            raise Finding("memory beside an input is written")
        if not all(memory.is_unchanged() for memory in self.memories):
            raise Finding("an input is changed")


def to_value(module, result):
    if isinstance(result, list):
        elements = tuple(to_value(module, element) for element in result)
        return Sequence(elements[0].type_name if elements else None, elements)
    if isinstance(result, module.BFloat16Array):
        return Tensor("bf16", result.bits)
    if result.dtype == object:
        texts = [text.encode(errors="surrogateescape") for text in result.reshape(-1)]
        array = np.empty(len(texts), object)
        array[:] = texts
        return Tensor("string", array.reshape(result.shape))
    return Tensor(TYPES[result.dtype], result)


def lend(rng, module, call, names, is_guarded):
    """Memory for some outputs: what the caller has, by name."""
    lent = {}
    if call.outputs is None or rng.random() < 0.6:
        return lent
    for name, value in zip(names, call.outputs):
        if isinstance(value, Tensor) and value.type_name != "string" and rng.random() < 0.7:
            memory = Memory(np.full_like(value.array, 1), is_guarded)
            lent[name] = memory
    return lent


#===------------------------------------------------------------------------===#
# What shows that the judge can find something
#===------------------------------------------------------------------------===#

def spoil(value):
    """The value with another first element."""
    if isinstance(value, Sequence):
        return value._replace(elements=(*map(spoil, value.elements[:1]), *value.elements[1:]))
    array = value.array.copy()
    if array.dtype == object:
        array.reshape(-1)[:1] = b"another"
    else:
        array.reshape(-1)[:1].view(np.uint8)[-1:] ^= 1
    return value._replace(array=array, nearness=0)


def make_mistake(call, mistake):
    if call.outcome != SUCCEEDS:
        return call
    if mistake == "outcome":
        return call._replace(outcome=MUST_FAIL, outputs=None, reason="a mistake")
    return call._replace(outputs=[spoil(value) for value in call.outputs])


#===------------------------------------------------------------------------===#
# One graph
#===------------------------------------------------------------------------===#

class Graph:
    """A job is the number of a graph, or the file of one with its calls."""

    def __init__(self, module, job, options):
        self.module, self.job, self.options = module, job, options
        self.rng = np.random.default_rng([int(job) if job.isdigit() else 0, 1])
        self.findings, self.calls, self.failed = [], 0, 0

    say = staticmethod(say)

    def find(self, setting, kind, detail, call=None):
        self.findings.append({"setting": setting, "kind": kind, "detail": detail,
                              "call": call})

    def run(self):
        say(stage="generate")
        if self.job.isdigit():
            self.model, self.given = generate(int(self.job), self.options.nodes)
        else:
            with open(self.job, "rb") as file:
                self.model, self.given = pickle.load(file)
        if self.options.mistake:
            self.given = [make_mistake(call, self.options.mistake) for call in self.given]
        self.names = self.model.graph.outputs
        if not self.names:
            return
        self.data = to_onnx(self.model).SerializeToString()
        for setting in choose_settings(self.rng, self.options.settings):
            if setting == REWRITTEN:
                self.run_rewritten()
            elif setting in OUTSIDE:
                self.run_outside(setting)
            else:
                self.run_here(setting)

    def compile(self, setting, data=None, **options):
        say(stage=f"compile, {setting}")
        try:
            return self.module.compile(data or self.data, **options)
        except self.module.ModelError as error:
            self.find(setting, "refused", str(error))

    def run_here(self, setting):
        options = {} if setting == BY_DEFAULT else dict(OTHERS[setting])
        verifies = setting == BY_DEFAULT and self.options.verify
        program = self.compile(setting, verify_passes=verifies, **options)
        if program is None and verifies:
            # Is the model refused, or the compiler wrong on the way?
            refused = self.findings.pop()
            program = self.compile(setting, **options)
            if program is not None:
                self.findings.append({**refused, "kind": INVALID})
        if program is None:
            return
        self.call_all(program, setting, self.given)

    def call_all(self, program, setting, calls):
        for number, call in enumerate(calls):
            say(stage=f"call {number} ({call.kind}), {setting}")
            try:
                self.call(program, call)
            except Finding as finding:
                kind, detail = (*finding.args, "")[:2]
                self.find(setting, kind, detail, number)

    def run_rewritten(self):
        """Calls that succeed: an operator that is rewritten may make no checks any more."""
        say(stage=REWRITTEN)
        data = self.data
        if self.rng.random() < 0.5:
            data = functions.move(data, self.rng)
        try:
            rewritten = external.rewrite(self, data)
        except external.Different as different:
            return self.find(REWRITTEN, *different.args)
        program = self.compile(REWRITTEN, data=rewritten)
        if program is not None:
            self.call_all(program, REWRITTEN,
                          [call for call in self.given if call.outcome == SUCCEEDS])

    def call(self, program, call):
        is_guarded = not self.options.sanitize
        arguments = Arguments(self.module, call.inputs, is_guarded)
        lent = lend(self.rng, self.module, call, self.names, is_guarded)
        out = {name: memory.array for name, memory in lent.items()}
        for name in out:
            if self.model.types[name].type_name == "bf16":
                out[name] = self.module.BFloat16Array(out[name])
        self.calls += 1
        try:
            results = program(*arguments.values, out=out, timeout=CALL_SECONDS,
                              memory_limit=programs.CALL_MEMORY)
        except self.module.CallError as error:
            arguments.check()
            if call.outcome == SUCCEEDS:
                raise Finding("fails", str(error)) from None
            self.failed += call.outcome == MUST_FAIL
            return
        except TimeoutError:
            raise Finding("hangs") from None
        except ValueError as error:
            if "numpy cannot hold" in str(error):
                return
            raise
        arguments.check()
        if not all(memory.has_same_guards() for memory in lent.values()):
            raise Finding("memory beside an output is written")
        results = results if isinstance(results, tuple) else (results,)
        self.compare([to_value(self.module, result) for result in results], call)

    def compare(self, results, call):
        if not call.can_succeed(self.names, results):
            raise Finding("does not fail", call.reason)
        for name, result, expected in zip(self.names, results, call.outputs or ()):
            difference = compare(result, expected)
            if difference:
                raise Finding("differs", f"{name}: {difference}")

    def run_outside(self, setting):
        say(stage=setting)
        try:
            self.calls += external.run(self, setting)
        except external.Different as different:
            self.find(setting, *different.args)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--nodes", type=int, default=40)
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--settings", action="append", default=[])
    parser.add_argument("--mistake")
    return parser.parse_args()


def main():
    options = parse_options()
    sys.path.insert(0, f"{options.build}/python")
    import onnxops
    for line in sys.stdin:
        graph = Graph(onnxops, line.strip(), options)
        try:
            graph.run()
        except Exception:  # of the fuzzer itself, too
            graph.find("", "fuzzer", traceback.format_exc())
        say(seed=graph.job, calls=graph.calls, failed=graph.failed, findings=graph.findings,
            nodes=graph.model.graph.count() if hasattr(graph, "model") else 0)


if __name__ == "__main__":
    main()
