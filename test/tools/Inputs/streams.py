# Standard streams that are closed, full, endless or without a reader, and memory
# that is not there: the exit status tells, and no tool ends by a signal of its own.
#
# usage: streams.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import resource
import signal
import subprocess
import sys

os.makedirs(sys.argv[1], exist_ok=True)
os.chdir(sys.argv[1])
with open("m.mlir", "w") as file:
    file.write("func.func @main(%x: tensor<2xi8>) -> tensor<2xi8> {\n"
               "  return %x : tensor<2xi8>\n}\n")
RUN = ["onnxops-run", "m.mlir", "--random", "1"]
REFUSED = {
    "run": ["onnxops-run", "none.onnx"],
    "compile": ["onnxops-compile", "none.onnx", "-o", "none.o"],
    "translate": ["onnxops-translate", "--import-onnx", "none.onnx"],
    "lsp": ["onnxops-lsp-server", "--frob"],
    "usage of run": ["onnxops-run", "--frob"],
    "usage of compile": ["onnxops-compile", "--frob"],
    "usage of translate": ["onnxops-translate", "--frob"],
}


def run(command, streams="", memory=None, **options):
    """The tool, by a shell that changes its streams."""
    def limit():
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return subprocess.run(["sh", "-c", f'exec "$@" {streams}', "sh", *command],
                          capture_output=True, text=True, preexec_fn=limit, timeout=170,
                          **options)


def check(name, done, status, out, err):
    actual = (done.returncode, done.stdout, done.stderr)
    assert actual == (status, out, err), (name, actual)


# Nobody hears why, but it has failed all the same.
for name, command in REFUSED.items():
    for streams in ["2>&-", "2>/dev/full", "0<&- 1>&- 2>&-"]:
        check(f"{name} {streams}", run(command, streams), 2, "", "")
# Passes report through upstream's own tool, whose status is 1.
check("opt", run(["onnxops-opt", "none.mlir"], "2>/dev/full"), 1, "", "")

# Results that nobody gets.
check("full", run(RUN, ">/dev/full"), 2, "",
      "error: standard output: No space left on device\n")
check("closed", run(RUN, ">&-"), 2, "", "error: standard output: Bad file descriptor\n")
check("both", run(RUN, ">&- 2>&-"), 2, "", "")
check("no input", run(["onnxops-translate", "--import-onnx", "-"], "<&-"), 2, "",
      "error: -: cannot read the model: Bad file descriptor\n")

# No file takes the place of a closed stream.
check("model", run(["onnxops-compile", "m.mlir", "-o", "m.o"]), 0, "", "")
check("model", run(["onnxops-compile", "m.mlir", "-o", "n.o"], "<&- >&- 2>&-"), 0, "", "")
with open("m.o", "rb") as one, open("n.o", "rb") as other:
    assert one.read() == other.read()

# A pipe without a reader ends a program, as everywhere; or is an error where that
# is ignored.
read, write = os.pipe()
os.close(read)
for ignored, status, message in [
    (signal.SIG_DFL, -signal.SIGPIPE, b""),
    (signal.SIG_IGN, 2, b"error: standard output: Broken pipe\n"),
]:
    done = subprocess.run(RUN, stdout=write, stderr=subprocess.PIPE, restore_signals=False,
                          preexec_fn=lambda: signal.signal(signal.SIGPIPE, ignored))
    assert (done.returncode, done.stderr) == (status, message), done

# Input without end, and a module that is too large for the memory there is. A
# sanitizer's own memory goes beyond any limit.
if "sanitize" not in sys.argv:
    done = run(["onnxops-translate", "--import-onnx", "-"], "</dev/zero", memory=1 << 30)
    assert done.returncode == 2 and done.stdout == "", done
    assert done.stderr.startswith("error: -: cannot read the model: not enough memory for")
    with open("large.mlir", "w") as file:
        file.write("func.func @main(%0: tensor<2xi8>) -> tensor<2xi8> {\n")
        for i in range(200000):
            file.write(f'  %{i + 1} = "onnx.Neg"(%{i}) : (tensor<2xi8>) -> tensor<2xi8>\n')
        file.write("  return %200000 : tensor<2xi8>\n}\n")
    for command in [["onnxops-run", "large.mlir"],
                    ["onnxops-opt", "--allow-unregistered-dialect", "large.mlir"],
                    ["onnxops-compile", "large.mlir", "-o", "large.o"],
                    ["onnxops-translate", "--export-onnx", "large.mlir", "-o", "l.onnx"]]:
        # What finds no memory differs from limit to limit.
        for megabytes in (345, 360, 375, 392, 395, 400):
            done = run(command, memory=megabytes << 20)
            check(f"{megabytes} MB for {command[0]}", done, 2, "",
                  "error: not enough memory\n")
    assert not [name for name in os.listdir(".") if name.startswith(".")], os.listdir(".")
print("all is told")
