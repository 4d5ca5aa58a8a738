# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the project's programs out of a worker."""

import os
import subprocess

# Bytes that a call may have: what numpy can judge needs less, and a loop that doubles a
# tensor, forty times because an input says so, would take all that the machine has.
CALL_MEMORY = 1 << 30


def run(command, seconds, **options):
    """Programs have a sanitizer of their own: the worker's, which is loaded before it
    for the sake of Python, is not for them."""
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    return subprocess.run(command, capture_output=True, text=True, errors="replace",
                          timeout=seconds, env=environment, **options)
