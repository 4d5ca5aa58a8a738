#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random graphs on several ranks, with numpy as judge.

    utils/fuzz ranks --graphs 3000
    utils/fuzz ranks --graphs 100 --launcher "mpirun.mpich"

Ranks are threads, or processes that the launcher starts. A folder whose graph is
wrong is kept. The last line tells what was done; the exit status is 1 where there
are findings. Needs ./utils/build before.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "test" / "Execution" / "Inputs" / "sharded-numbers.py"
AT_ONCE = 20  # graphs of one seed


def count(text):
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphs", type=count, default=1000)
    parser.add_argument("--seed", type=count, default=1, help=f"of the first {AT_ONCE} graphs")
    parser.add_argument("--jobs", type=count, default=os.cpu_count())
    parser.add_argument("--launcher", default="", help="what starts processes: mpirun and options")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    return parser.parse_args()


def run(options, folder, seed, graphs):
    """Whether all graphs of a seed are right; says what is wrong."""
    own = folder / str(seed)
    path = f"{options.build / 'bin'}:{os.environ.get('PATH', os.defpath)}"
    done = subprocess.run(
        [sys.executable, "-B", SCRIPT, str(seed), str(graphs), own, *shlex.split(options.launcher)],
        env={**os.environ, "PATH": path}, capture_output=True, text=True)
    if done.returncode == 0:
        shutil.rmtree(own)
        return True
    print(f"seed {seed}: {own}: {done.stderr.strip()}\n"
          f"  again: {SCRIPT.relative_to(ROOT)} {seed} {graphs} DIR {options.launcher}".rstrip(),
          flush=True)
    return False


def main():
    options = parse_options()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fuzz-ranks-"))
    parts = [(options.seed + first // AT_ONCE, min(AT_ONCE, options.graphs - first))
             for first in range(0, options.graphs, AT_ONCE)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        findings = list(pool.map(lambda part: run(options, folder, *part), parts)).count(False)
    if not findings:
        folder.rmdir()
    print(f"ranks: {options.graphs} graphs, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
