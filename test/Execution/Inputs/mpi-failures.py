# What fails on one of several processes: an error on all of them, within seconds,
# and no file that is half written.
#
# usage: mpi-failures.py MPI FOLDER LAUNCHER...
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
from onnx_case import make_sequence, save

MPI, FOLDER, LAUNCHER = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
OTHER = {"openmpi": "mpich", "mpich": "openmpi"}[MPI]
SECONDS = 60  # a process takes less than one, on a machine that has time

MODELS = {
    # The result has half a megabyte.
    "static": """
func.func @main(%x: tensor<8x4096xi32> {onnxops.name = "x"}) -> (tensor<32x4096xi32> {onnxops.name = "y"}) {
  %n = arith.constant dense<[4, 1]> : tensor<2xi64>
  %0 = onnxops.tile_v13 %x, %n : (tensor<8x4096xi32>, tensor<2xi64>) -> tensor<32x4096xi32>
  return %0 : tensor<32x4096xi32>
}""",
    "huge": """
func.func @main(%x: tensor<1000xi8> {onnxops.name = "x"}) -> (tensor<1000000000xi8> {onnxops.name = "y"}) {
  %n = arith.constant dense<1000000> : tensor<1xi64>
  %0 = onnxops.tile_v13 %x, %n : (tensor<1000xi8>, tensor<1xi64>) -> tensor<1000000000xi8>
  return %0 : tensor<1000000000xi8>
}""",
    "dynamic": """
func.func @main(%x: tensor<?x?xi32> {onnxops.name = "x"}, %b: tensor<?x?xi32> {onnxops.name = "b"}) -> (tensor<?x?xi32> {onnxops.name = "y"}) {
  %0 = onnxops.concat_v13 %x, %b axis = 0 : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}""",
    "strings": """
func.func @main(%x: tensor<8xi32> {onnxops.name = "x"}, %s: tensor<2x!onnxops.string> {onnxops.name = "s"}) -> (tensor<16xi32> {onnxops.name = "y"}, tensor<2x!onnxops.string> {onnxops.name = "t"}) {
  %0 = onnxops.concat_v13 %x, %x axis = 0 : (tensor<8xi32>, tensor<8xi32>) -> tensor<16xi32>
  return %0, %s : tensor<16xi32>, tensor<2x!onnxops.string>
}""",
    "sequence": """
func.func @main(%x: tensor<8xi32> {onnxops.name = "x"}, %s: !onnxops.seq<tensor<?xi32>> {onnxops.name = "s"}) -> (tensor<16xi32> {onnxops.name = "y"}, !onnxops.seq<tensor<?xi32>> {onnxops.name = "t"}) {
  %0 = onnxops.concat_v13 %x, %x axis = 0 : (tensor<8xi32>, tensor<8xi32>) -> tensor<16xi32>
  return %0, %s : tensor<16xi32>, !onnxops.seq<tensor<?xi32>>
}""",
    "bf16": """
func.func @main(%x: tensor<8xbf16> {onnxops.name = "x"}) -> (tensor<16xbf16> {onnxops.name = "y"}) {
  %0 = onnxops.concat_v13 %x, %x axis = 0 : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<16xbf16>
  return %0 : tensor<16xbf16>
}""",
}

# A rank that runs other code first: $RANK is its number.
SCRIPT = """
RANK=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
%s
exec onnxops-run "$@"
"""

# What happens where a process would write its part: $PWRITE says what.
STUB = """
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
ssize_t pwrite(int file, const void *data, size_t bytes, off_t offset) {
  if (getenv("PWRITE")[0] == 'k')
    return raise(SIGKILL);
  errno = ENOSPC;
  return -1;
}
ssize_t pwrite64(int file, const void *data, size_t bytes, off_t offset) {
  return pwrite(file, data, bytes, offset);
}
"""


def run(model, arguments, first="", ranks=4, mpi="--mpi"):
    """Runs a model by processes that begin with a script."""
    (FOLDER / "rank.sh").write_text(SCRIPT % first)
    command = [*LAUNCHER, "-np", str(ranks), "sh", "rank.sh", f"{model}.mlir", mpi,
               "--output-dir=out", *arguments]
    return subprocess.run(command, cwd=FOLDER, capture_output=True, text=True,
                          timeout=SECONDS)


def expect(what, done, error):
    """Expects that a run has failed, with one error unless a rank is killed."""
    errors = re.findall("^.*error: .*$", done.stderr, re.MULTILINE)
    if done.returncode == 0:
        sys.exit(f"{what}: expected a failure")
    if error and (len(errors) != 1 or not re.search(error, errors[0])):
        sys.exit(f"{what}: expected '{error}', but got:\n{done.stderr}")
    if done.stdout and error:
        sys.exit(f"{what}: expected no results, but got {done.stdout}")


def check(what, error, model, arguments, leaves_temporary=False, **options):
    """Expects an error and the files that were there before."""
    out = FOLDER / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    (out / "y.npy").write_bytes(b"old")
    expect(what, run(model, arguments, **options), error)
    found = os.listdir(out)
    if leaves_temporary:
        found = [name for name in found if not name.startswith(".onnxops-")]
    if found != ["y.npy"] or (out / "y.npy").read_bytes() != b"old":
        sys.exit(f"{what}: expected y.npy as it was, but got {found}")
    print(what)


shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)
for name, text in MODELS.items():
    (FOLDER / f"{name}.mlir").write_text(text)
# Files of other sizes or elements on one rank.
for rank in range(4):
    rows = np.arange(8 * 4096, dtype="i4").reshape(8, 4096)
    np.save(FOLDER / f"static{rank}.npy", rows[:6] if rank == 1 else rows)
    np.save(FOLDER / f"sizes{rank}.npy", rows[:, :3] if rank == 2 else rows[:, :4])
    np.save(FOLDER / f"same{rank}.npy", rows[:, :4])
    np.save(FOLDER / f"elements{rank}.npy", rows[:2, :4] + (rank == 3))
    cut = 3 if rank == 1 else 2
    save(make_sequence("i32", [rows[0, :cut], rows[0, cut:4]]), FOLDER / f"sequence{rank}.pb")
subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", FOLDER / "stub.so"],
               check=True, text=True, input=STUB)

check("a wrong size", r"^error: rank 1: input 'x': expected dimension 0 to be 8, but got 6$",
      "static", ["--shard=x=0"], first='set -- "$@" --input=x=static$RANK.npy')
check("an unknown size that differs",
      r"^error: rank 2: input 'x': expected the sizes that rank 0 has, but got tensor<8x3xi32>$",
      "dynamic", ["--shard=x=0"],
      first='set -- "$@" --input=x=sizes$RANK.npy --input=b=elements0.npy')
check("elements that differ",
      r"^error: rank 3: input 'b': expected the elements that rank 0 has, but got others$",
      "dynamic", ["--shard=x=0"],
      first='set -- "$@" --input=x=same$RANK.npy --input=b=elements$RANK.npy')
check("strings that differ",
      r"^error: rank 1: input 's': expected the elements that rank 0 has, but got others$",
      "strings", ["--shard=x=0"],
      first='test $RANK = 1 && set -- "$@" --random=2 || set -- "$@" --random=1')
check("a sequence cut elsewhere",
      r"^error: rank 1: input 's': expected the elements that rank 0 has, but got others$",
      "sequence", ["--shard=x=0", "--random=1"],
      first='set -- "$@" --input=s=sequence$RANK.pb')
check("no such file", r"^error: rank 1: none1.npy: No such file or directory$", "static",
      ["--shard=x=0"],
      first='test $RANK = 1 && set -- "$@" --input=x=none1.npy || set -- "$@" --random=1')
check("no such file anywhere", r"^error: none.npy: No such file or directory$", "static",
      ["--shard=x=0", "--input=x=none.npy"])
check("another ranks' model", r"^error: rank 2: none.mlir: ", "static",
      ["--shard=x=0", "--random=1"], first="test $RANK = 2 && shift && set -- none.mlir \"$@\"")
check("no memory",
      r"^error: rank 2: huge.mlir: .* over the limit of 100000000 bytes for a call$",
      "huge", ["--shard=x=0", "--random=1"],
      first='test $RANK = 2 && set -- "$@" --memory-limit=100000000')
check("a full disk on one rank", r"^error: rank 1: output 'y': No space left on device$",
      "static", ["--shard=x=0", "--random=1"],
      first="test $RANK = 1 && export PWRITE=full LD_PRELOAD=./stub.so")
check("a full disk on rank 0", r"^error: rank 0: out/y.npy: No space left on device$",
      "static", ["--shard=x=0", "--random=1"],
      first="test $RANK = 0 && export PWRITE=full LD_PRELOAD=./stub.so")
check("a type that numpy lacks",
      r"^error: rank 0: out/y.npy: a .npy file cannot hold tensor<16xbf16>$", "bf16",
      ["--shard=x=0", "--random=1"])
check("a wrong number of ranks", r"^error: --ranks: expected 4, the ranks that MPI has, but got 3$",
      "static", ["--shard=x=0", "--random=1", "--ranks=3"])

# Files that cannot be replaced.
(FOLDER / "out" / "y.npy").unlink()
os.mkfifo(FOLDER / "out" / "y.npy")
expect("a pipe", run("static", ["--shard=x=0", "--random=1"]),
       r"^error: rank 0: out/y.npy: expected a regular file, which others can write to as well$")
assert os.listdir(FOLDER / "out") == ["y.npy"]

# Killed ranks: mpirun ends the others. That of MPICH kills them, so that none can
# remove the file that has no name yet.
for rank in range(4):
    check(f"rank {rank} killed before it starts MPI", None, "static",
          ["--shard=x=0", "--random=1"], first=f"test $RANK = {rank} && kill -9 $$")
    check(f"rank {rank} killed while it writes", None, "static", ["--shard=x=0", "--random=1"],
          leaves_temporary=MPI == "mpich",
          first=f"test $RANK = {rank} && export PWRITE=kill LD_PRELOAD=./stub.so")

# The mpirun of one MPI, and the library of another.
done = run("static", ["--shard=x=0", "--random=1"], ranks=3, mpi=f"--mpi={OTHER}")
if f"{OTHER}: cannot open" not in done.stderr:
    assert done.returncode != 0 and re.search(
        "^error: --mpi: expected the 3 ranks that mpirun has started, but got 1 from "
        f"{OTHER}: mpirun may be that of another MPI$", done.stderr, re.MULTILINE), done.stderr
print("another MPI")
