# Runs ONNX's own cases of operators, by the tool's own tolerance. Prints each case that
# is refused with the reason, and how many match.
#
# usage: standard-cases.py DATA PREFIX...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import glob
import os
import re
import subprocess
import sys

from onnx_case import FLAGS, is_left_out, is_refused

data, *prefixes = sys.argv[1:]


def run(case):
    """None if the case matches, or if a device refuses it by name; the reason if it is
    refused."""
    values = f"{case}/test_data_set_0"
    done = subprocess.run(["onnxops-run", f"{case}/model.onnx", "--input-dir", values,
                           "--expect-dir", values, *FLAGS], capture_output=True, text=True)
    if done.returncode == 0 and "matches the reference" in done.stdout:
        return None
    if is_refused(done, has_strings=False):
        return None
    if done.returncode != 2:
        sys.exit(f"{case}: exit {done.returncode}: {done.stdout}{done.stderr}")
    return re.sub(r"^error: \S+: (node '[^']*': )?", "", done.stderr.strip())


matches = 0
for prefix in prefixes:
    cases = sorted(glob.glob(f"{data}/node/test_{prefix}"))
    if not cases:
        sys.exit(f"no case of {prefix}")
    for case in cases:
        if is_left_out():
            continue
        reason = run(case)
        matches += reason is None
        if reason:
            print(f"{os.path.basename(case)}: {reason}")
print(f"{matches} match")
