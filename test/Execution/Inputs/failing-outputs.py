# Outputs where one cannot be written: earlier results stay as they were, and there
# is no other file.
#
# usage: failing-outputs.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import resource
import subprocess
import sys

import numpy as np

os.makedirs(sys.argv[1], exist_ok=True)
os.chdir(sys.argv[1])

# Two outputs, a small and a large one.
LARGE = 1 << 20


def write_module(names):
    """A module of two outputs, in m.mlir."""
    with open("m.mlir", "w") as file:
        file.write(f"""
func.func @main(%a: tensor<1xi8>, %b: tensor<{LARGE}xi8>)
    -> (tensor<1xi8> {{onnxops.name = "{names[0]}"}},
        tensor<{LARGE}xi8> {{onnxops.name = "{names[1]}"}}) {{
  return %a, %b : tensor<1xi8>, tensor<{LARGE}xi8>
}}
""")


def run(*command, file_bytes=None):
    def limit():
        if file_bytes:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))

    return subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)


def list_files(folder):
    """What is in a folder, and in its files."""
    files = {}
    for name in sorted(os.listdir(folder)):
        with open(f"{folder}/{name}", "rb") as file:
            files[name] = file.read()
    return files


def make_old(folder, *names):
    os.makedirs(folder, exist_ok=True)
    for name in names:
        with open(f"{folder}/{name}", "wb") as file:
            file.write(b"old " + name.encode())
    return list_files(folder)


def check_failure(done, message, folder, old):
    assert (done.returncode, done.stderr) == (2, f"error: {message}\n"), done
    assert list_files(folder) == old, (sorted(list_files(folder)), sorted(old))


RUN = ["onnxops-run", "m.mlir", "--random", "1", "--output-dir"]
write_module(["small", "large"])

# A full disk, with and without something to lose.
old = make_old("out", "large.npy", "other", "small.npy")
done = run(*RUN, "out", file_bytes=LARGE // 2)
check_failure(done, "out/large.npy: File too large", "out", old)
done = run(*RUN, "fresh", file_bytes=LARGE // 2)
check_failure(done, "fresh/large.npy: File too large", "fresh", {})

# All is well: new results, with the permissions of the old ones.
os.chmod("out/small.npy", 0o600)
done = run(*RUN, "out")
assert done.returncode == 0 and not done.stderr, done
assert sorted(os.listdir("out")) == sorted(old), os.listdir("out")
assert np.load("out/large.npy").shape == (LARGE,)
assert np.load("out/small.npy").shape == (1,)
assert os.stat("out/small.npy").st_mode & 0o7777 == 0o600

# One output is a link to the other's file.
os.remove("out/large.npy")
os.symlink("small.npy", "out/large.npy")
old = list_files("out")
check_failure(run(*RUN, "out"), "out/large.npy: expected a file of its own, but got a "
              "link to another output", "out", old)

# Names that are too long, of which one begins like the other. Shows the rule of
# run-i6: they are cut and numbered.
write_module(["x" * 300, "x" * 301])
done = run(*RUN, "long")
assert done.returncode == 0 and not done.stderr, done
assert sorted(os.listdir("long")) == ["x" * 249 + "_0.npy", "x" * 249 + "_1.npy"], (
    os.listdir("long"))
# As long as a file's name can be.
write_module(["y" * 251, "z" * 252])
done = run(*RUN, "longest")
assert done.returncode == 0 and not done.stderr, done
assert sorted(os.listdir("longest")) == ["y" * 251 + ".npy", "z" * 249 + "_1.npy"], (
    os.listdir("longest"))

# Code and its header.
COMPILE = ["onnxops-compile", "m.mlir", "-o", "code/m.o", "--header", "code/m.h"]
write_module(["small", "large"])
old = make_old("code", "m.h", "m.o")
check_failure(run(*COMPILE, file_bytes=1024), "code/m.o: File too large", "code", old)
os.makedirs("folder", exist_ok=True)
done = run(*COMPILE[:-1], "folder")
check_failure(done, "folder: Is a directory", "code", old)
done = run(*COMPILE[:-1], "none/m.h")
check_failure(done, "none/m.h: No such file or directory", "code", old)
os.symlink("m.o", "code/link.h")
old = list_files("code")
done = run(*COMPILE[:-1], "code/link.h")
check_failure(done, "code/link.h: expected a file of its own, but got a link to another "
              "output", "code", old)
os.remove("code/link.h")
done = run(*COMPILE)
assert done.returncode == 0 and not done.stderr, done
assert sorted(os.listdir("code")) == ["m.h", "m.o"], os.listdir("code")

# A module that does not fit, and a name as long as it can be.
TRANSLATE = ["onnxops-translate", "--export-onnx", "m.mlir", "-o"]
with open("m.mlir", "w") as file:
    file.write("""func.func @main(%a: tensor<2xf32> {onnxops.name = "a"})
    -> (tensor<4xf32> {onnxops.name = "b"}) {
  %0 = onnxops.concat_v13 %a, %a axis = 0
      : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
""")
old = make_old("models", "m.onnx")
check_failure(run(*TRANSLATE, "models/m.onnx", file_bytes=10),
              "models/m.onnx: File too large", "models", old)
longest = "m" * 250 + ".onnx"
done = run(*TRANSLATE, f"models/{longest}")
assert done.returncode == 0 and not done.stderr, done
assert sorted(os.listdir("models")) == sorted(["m.onnx", longest]), os.listdir("models")
print("earlier results stay")
