# Runs a command and fails unless it exits with the status that is given: lit's
# `not` takes any but 0.
#
# usage: expect-status.py STATUS COMMAND ARGUMENT ...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
if status != int(sys.argv[1]):
    sys.exit(f"expected exit status {sys.argv[1]}, but got {status}")
