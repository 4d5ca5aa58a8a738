# Runs onnxops-run where it must fail, and checks how: the exit status, one line
# on standard error, nothing that looks like a result, no file written.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import re
import shutil
import subprocess

count = 0
complaints = []


def refuse(name, folder, arguments, status, message, **environment):
    """`message` is all of the line behind "error: ". FOLDER in it is `folder`, NAME
    what a driver calls its device, N the bytes that it would need."""
    global count
    count += 1
    results = f"{folder}/results"
    shutil.rmtree(results, ignore_errors=True)
    command = ["onnxops-run", *arguments, "--output-dir", results]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})
    # In a build with sanitizers, the allocator itself says that it has refused.
    errors = re.sub(
        r"(?m)^==\d+==WARNING: AddressSanitizer failed to allocate .*\n", "", done.stderr
    )
    errors = re.sub(r"(vulkan|cuda) device '.*?'", r"\1 device 'NAME'", errors)
    errors = re.sub(r"memory for \d+ bytes", "memory for N bytes", errors)
    expected = f"error: {message.replace('FOLDER', str(folder))}\n"
    for what, want, got in [
        ("exit status", status, done.returncode),
        ("standard error", expected, errors),
        ("standard output", "", done.stdout),
        ("files written", False, os.path.exists(results)),
    ]:
        if want != got:
            complaints.append(f"{name}: {what}: expected {want!r}, but got {got!r}")


def finish():
    """Ends the process with all that went wrong."""
    if complaints:
        raise SystemExit("\n".join(complaints))
    print(f"{count} refusals")
