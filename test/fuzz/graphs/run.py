#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random whole graphs, with numpy as judge.

    utils/fuzz graphs --graphs 10000 --jobs 2
    utils/fuzz graphs --minutes 60 --seed 70000
    utils/fuzz graphs --seed 4711 --graphs 1 --keep /tmp/graph

Each number is a graph of all operators that are lowered, with nested bodies,
sequences and strings, and five calls of it: what it was made for, other sizes, and
calls that must fail, of sizes that do not fit and integers that are out of range.
It is compiled by default and in ways that its number chooses (settings.py); every
result is compared with numpy's, and what must fail must fail as an error. A worker
that dies or does not end is a finding like a difference.

The last line tells what was done; the exit status is 1 where there are findings.
"""

import argparse
import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading
import time

from settings import ALL, BY_DEFAULT

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
SECONDS_TO_STAGE = 120  # of a graph: a compilation, a call
JOBS_TO_WORKER = 300  # after which another one begins with little memory


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message):
        self.exit(2, f"error: {message}\n")


def count(text):
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def seed(text):
    value = int(text)
    if not 0 <= value < 2**62:
        raise ValueError
    return value


def minutes(text):
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


count.__name__, seed.__name__, minutes.__name__ = (
    "whole number above 0", "whole number from 0 on", "number above 0")


def parse_options():
    parser = Parser(prog="utils/fuzz graphs", description=__doc__.splitlines()[0])
    parser.add_argument("--graphs", type=count, help="how many; default: 1000, or what fits "
                        "into --minutes")
    parser.add_argument("--minutes", type=minutes)
    parser.add_argument("--seed", type=seed, default=0, help="number of the first graph")
    parser.add_argument("--jobs", type=count, default=1, help="processes at a time")
    parser.add_argument("--nodes", type=count, default=40, help="of a graph, at most")
    parser.add_argument("--setting", action="append", default=[], dest="settings",
                        help="instead of what each graph chooses; may be repeated")
    parser.add_argument("--sanitize", action="store_true",
                        help="build with sanitizers, in the compiler and in its code, into "
                        "build-sanitize")
    parser.add_argument("--no-verify", action="store_false", dest="verify",
                        help="do not verify the module after each pass")
    parser.add_argument("--mistake", choices=["value", "outcome"],
                        help="expect what is wrong, to show that it is found")
    parser.add_argument("--keep", metavar="DIR", help="write the graph and its calls there; "
                        "takes --graphs 1")
    parser.add_argument("--shrink", action="store_true",
                        help="make a graph with a finding small before it is kept")
    parser.add_argument("--build", help="a folder that is built; default: build, which is "
                        "brought up to date")
    options = parser.parse_args()
    if options.keep and options.graphs != 1:
        parser.error("expected --graphs 1 with --keep")
    if options.shrink and not options.keep:
        parser.error("expected --keep with --shrink")
    for name in options.settings:
        if name not in ALL:
            parser.error(f"expected a setting of {', '.join(ALL)}, but got '{name}'")
    if not options.graphs and not options.minutes:
        options.graphs = 1000
    return options


def build(options):
    """What the workers load, unless a folder is given."""
    if options.build:
        folder = pathlib.Path(options.build).resolve()
        cache = folder / "CMakeCache.txt"
        options.sanitize |= cache.exists() and "ONNXOPS_SANITIZE:BOOL=ON" in cache.read_text()
        return folder
    sanitize = ["--sanitize"] if options.sanitize else []
    done = subprocess.run([str(ROOT / "utils" / "build"), *sanitize, "OnnxOpsPython",
                           "onnxops-run", "onnxops-compile", "onnxops-opt", "onnxops-translate",
                           "OnnxOpsRuntimeShared"],
                          stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(2)
    return ROOT / ("build-sanitize" if options.sanitize else "build")


def make_environment(options):
    environment = dict(os.environ)
    if not options.sanitize:
        # What is freed or new does not look like numbers.
        environment["MALLOC_PERTURB_"] = "165"
        return environment
    library = subprocess.run(["clang-22", "-print-file-name=libclang_rt.asan-x86_64.so"],
                             text=True, check=True, capture_output=True).stdout.strip()
    environment["LD_PRELOAD"] = library
    environment["ASAN_OPTIONS"] = ("detect_leaks=0:abort_on_error=1:allow_user_poisoning=0:"
                                   "allocator_may_return_null=1:malloc_context_size=2:"
                                   "quarantine_size_mb=16")
    environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1:abort_on_error=1"
    return environment


class Worker:
    """A process that does one graph at a time. A thread reads what it says."""

    def __init__(self, options, folder, number):
        self.options, self.number, self.jobs = options, number, 0
        self.log_path = pathlib.Path(folder) / f"worker{number}"
        self.start()

    def start(self):
        options = self.options
        self.log = open(self.log_path, "w+", errors="replace")
        command = [sys.executable, "-B", str(HERE / "worker.py"), "--build", str(options.build),
                   "--nodes", str(options.nodes)]
        command += ["--sanitize"] * options.sanitize + ["--verify"] * options.verify
        if options.mistake:
            command += ["--mistake", options.mistake]
        for name in options.settings:
            command += ["--settings", name]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.log, text=True, env=options.environment)
        self.said, self.stage, self.seed, self.is_ready = queue.Queue(), "", None, False
        threading.Thread(target=self.listen, args=(self.process, self.said), daemon=True).start()

    @staticmethod
    def listen(process, said):
        for line in process.stdout:
            said.put(line)
        said.put(None)

    def give(self, seed):
        self.jobs += 1
        if self.jobs % JOBS_TO_WORKER == 0:
            self.end()
            self.start()
        self.seed, self.stage, self.since = seed, "start", time.monotonic()
        try:
            self.process.stdin.write(f"{seed}\n")
            self.process.stdin.flush()
        except OSError:
            pass  # it has died: that is seen when it is listened to

    def take(self):
        """What came of the graph; None if it is still at work."""
        try:
            while True:
                line = self.said.get_nowait()
                if line is None:
                    return self.bury("dies")
                words = json.loads(line)
                if "seed" in words:
                    return words
                self.stage, self.since, self.is_ready = words["stage"], time.monotonic(), True
        except queue.Empty:
            pass
        if time.monotonic() - self.since > SECONDS_TO_STAGE * (5 if self.options.sanitize else 1):
            return self.bury("hangs")
        return None

    def bury(self, kind):
        """The finding of a process that ends, or must be ended. Starts another."""
        if kind == "hangs":
            self.process.kill()
        status = self.process.wait()
        self.log.seek(0)
        text = self.log.read()
        self.log.close()
        if not self.is_ready:
            sys.exit(f"{text[-3000:]}error: a worker ends before its first graph")
        if kind == "dies":
            kind = f"dies of signal {-status}" if status < 0 else f"exits with {status}"
        found = {"seed": self.seed, "calls": 0, "failed": 0, "nodes": 0, "findings": [
            {"setting": self.stage, "kind": kind, "detail": text[-3000:], "call": None}]}
        self.start()
        return found

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.log.close()


class Fuzzing:
    def __init__(self, options):
        self.options, self.begin = options, time.monotonic()
        self.next, self.graphs, self.calls, self.failed, self.nodes = options.seed, 0, 0, 0, 0
        self.findings, self.last = 0, None

    def is_over(self):
        options = self.options
        given = self.next - options.seed
        if options.graphs and given >= options.graphs:
            return True
        return bool(options.minutes and time.monotonic() - self.begin > 60 * options.minutes)

    def take(self, result):
        self.graphs += 1
        for name in ("calls", "failed", "nodes"):
            setattr(self, name, getattr(self, name) + result[name])
        for finding in result["findings"]:
            self.findings, self.last = self.findings + 1, finding
            where = finding["setting"]
            if finding["call"] is not None:
                where += f", call {finding['call']}"
            print(f"graph {result['seed']} ({where}) {finding['kind']}: {finding['detail']}\n"
                  f"  again: utils/fuzz graphs --seed {result['seed']} --graphs 1 --keep DIR",
                  flush=True)

    def run(self):
        with tempfile.TemporaryDirectory() as folder:
            workers = [Worker(self.options, folder, number)
                       for number in range(self.options.jobs)]
            try:
                self.drive(workers)
            except KeyboardInterrupt:
                pass  # the last line tells what is done
            finally:
                for worker in workers:
                    worker.end()
        spent = (time.monotonic() - self.begin) / 60
        print(f"graphs: {self.graphs} graphs, {self.calls} calls, {self.failed} calls that had "
              f"to fail, {self.findings} findings, {spent:.1f} minutes")
        return 1 if self.findings else 0

    def keep(self):
        """Writes the graph; with a finding, if it is asked for, a small one."""
        from generate import generate
        from keep import write
        from shrink import shrink
        model, calls = generate(self.options.seed, self.options.nodes)
        if self.options.shrink and self.last:
            setting = self.last["setting"]
            named = [name for name in ALL if setting.endswith(name)]
            self.options.settings = named[-1:] or [BY_DEFAULT]
            with tempfile.TemporaryDirectory() as folder:
                worker = Worker(self.options, folder, 0)
                model, calls = shrink(worker, f"{folder}/graph", model, calls, self.last)
                worker.end()
        write(model, calls, self.options.keep)

    def drive(self, workers):
        idle, busy = list(workers), []
        while busy or not self.is_over():
            while idle and not self.is_over():
                worker = idle.pop()
                worker.give(self.next)
                self.next += 1
                busy.append(worker)
            for worker in list(busy):
                result = worker.take()
                if result:
                    busy.remove(worker)
                    idle.append(worker)
                    self.take(result)
            time.sleep(0.005)


def main():
    options = parse_options()
    options.build = build(options)
    options.environment = make_environment(options)
    fuzzing = Fuzzing(options)
    status = fuzzing.run()
    if options.keep:
        fuzzing.keep()
    return status


if __name__ == "__main__":
    sys.exit(main())
