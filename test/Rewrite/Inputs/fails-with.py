# Runs a command, and prints its standard error. Fails if its exit status is another
# one than expected, or if it prints anything to standard output.
#
# usage: fails-with.py STATUS COMMAND...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import subprocess
import sys

done = subprocess.run(sys.argv[2:], capture_output=True, text=True)
if done.returncode != int(sys.argv[1]) or done.stdout:
    sys.exit(f"exit {done.returncode}: {done.stdout}{done.stderr}")
print(done.stderr, end="")
