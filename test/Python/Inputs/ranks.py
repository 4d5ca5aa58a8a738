# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One of several processes, whose calls are compared with numpy."""

import os
import signal
import sys
import threading
import time

import numpy as np
from mpi4py import MPI

import onnxops

WORLD = MPI.COMM_WORLD
RANK, RANKS = WORLD.rank, WORLD.size

JOIN = """
func.func @main(%x: tensor<?x3xf32> {onnxops.name = "x"}, %b: tensor<2x3xf32> {onnxops.name = "b"})
    -> (tensor<?x3xf32> {onnxops.name = "y"}, tensor<4x3xf32> {onnxops.name = "z"}) {
  %y = onnxops.concat_v13 %b, %x, %x axis = 0 : (tensor<2x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %z = onnxops.concat_v13 %b, %b axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return %y, %z : tensor<?x3xf32>, tensor<4x3xf32>
}"""


FREE = """
func.func @main(%x: tensor<5xf32> {onnxops.name = "x"}, %y: tensor<4xf32> {onnxops.name = "y"})
    -> tensor<9xf32> {
  %z = onnxops.concat_v13 %x, %y axis = 0 : (tensor<5xf32>, tensor<4xf32>) -> tensor<9xf32>
  return %z : tensor<9xf32>
}"""

# Of a number of ranks, and where the shards of x begin.
ANNOTATED = """
shard.grid @ranks(shape = %d)
func.func @main(%%x: tensor<4xf32> {onnxops.name = "x"}) -> tensor<8xf32> {
  %%from = shard.sharding @ranks split_axes = [[0]] sharded_dims_offsets = %s : !shard.sharding
  %%all = shard.sharding @ranks split_axes = [[]] : !shard.sharding
  %%0 = shard.shard %%x to %%from : tensor<4xf32>
  %%1 = onnxops.concat_v13 %%0, %%0 axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %%2 = shard.shard %%1 to %%all : tensor<8xf32>
  return %%2 : tensor<8xf32>
}"""


def write(folder, text):
    path = f"{folder}/rank{RANK}.mlir"
    with open(path, "w") as file:
        file.write(text)
    return path


def expect(error, text, call):
    """Expects an error, whose text may depend on the rank."""
    try:
        call()
    except error as raised:
        assert text in str(raised), f"rank {RANK}: expected {text!r}, but got {raised}"
    else:
        sys.exit(f"rank {RANK}: expected {error.__name__} {text!r}")


def check_numbers(program, communicator, rng):
    """Shards of any sizes; each rank knows the whole."""
    rank, ranks = communicator.rank, communicator.size
    rows = rng.integers(0, 5, ranks)
    x = rng.random((rows.sum(), 3), "f4")
    b = rng.random((2, 3), "f4")
    begin = rows[:rank].sum()
    y, z = program(x[begin : begin + rows[rank]], b)
    assert (z == np.concatenate([b, b])).all()
    shards = communicator.allgather(y)
    assert max(map(len, shards)) - min(map(len, shards)) <= 1
    assert (np.concatenate(shards) == np.concatenate([b, x, x])).all()
    lent = np.empty_like(y)
    results = program(x[begin : begin + rows[rank]], b=b, out={"y": lent})
    assert results[0] is lent and (lent == y).all()


def check_failures(program, communicator):
    rank, ranks = communicator.rank, communicator.size
    last = ranks - 1
    x, b = np.zeros((1, 3), "f4"), np.zeros((2, 3), "f4")
    wrong = np.zeros((1, 2), "f4") if rank == last else x
    expect(
        onnxops.CallError,
        "input 'x': expected dimension 1 to be 3" if rank == last else f"rank {last} failed",
        lambda: program(wrong, b),
    )
    # What fails on one rank before its call, and after it.
    for error, text, arguments, options in [
        (TypeError, "expected element type f32", (x.astype("f8"), b), {}),
        (TypeError, "input 'b' is not given", (x,), {}),
        (TypeError, "expected an output of y, z", (x, b), {"out": {"w": x}}),
        (ValueError, "timeout: expected 0 or more", (x, b), {"timeout": -1}),
        (onnxops.CallError, "expected lent memory of shape (4, 3)", (x, b), {"out": {"z": np.zeros((9, 3), "f4")}}),
    ]:
        is_wrong = rank == last
        expect(
            error if is_wrong else onnxops.CallError,
            text if is_wrong else f"rank {last} failed",
            lambda: program(*(arguments if is_wrong else (x, b)),
                            **(options if is_wrong else {})),
        )
    limit = 0 if rank == last else None
    expect(
        onnxops.CallError,
        "limit" if rank == last else f"rank {last} failed",
        lambda: program(x, b, memory_limit=limit),
    )


def check_signal(program):
    """A signal whose handler returns ends the call, which other calls repeat."""
    last = RANKS - 1
    x, b = np.zeros((1, 3), "f4"), np.zeros((2, 3), "f4")
    caught = []
    old = signal.signal(signal.SIGINT, lambda number, frame: caught.append(number))
    if RANK == last:
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    else:
        time.sleep(0.6)  # the last rank waits
    text = "cancelled" if RANK == last else f"rank {last} failed"
    expect(onnxops.CallError, text, lambda: program(x, b))
    assert len(caught) == (RANK == last)
    signal.signal(signal.SIGINT, old)


def check_compilation(path, folder):
    """A model that one rank cannot read, or has not."""
    last = RANKS - 1
    compile_it = lambda path, **options: onnxops.compile(
        path, shards={"x": 0}, communicator=WORLD, **options
    )
    other = f"cannot be compiled on rank {last}" if RANKS > 1 else "No such file"
    text = "No such file" if RANK == last else other
    expect(
        onnxops.ModelError,
        text,
        lambda: compile_it(f"{folder}/none.mlir" if RANK == last else path),
    )
    text = "expected 1 to 1024 threads" if RANK == last else other
    expect(
        onnxops.ModelError,
        text,
        lambda: compile_it(path, threads=2000 if RANK == last else 1),
    )


def list_grids():
    return [(RANKS, 1), (1, RANKS), (RANKS,)] + [(2, RANKS // 2)] * (RANKS % 2 == 0)


def check_grids(path):
    """Blocks of x, which join to columns of y, whose rows join to y."""
    b = np.full((2, 3), -1, "f4")
    whole = np.arange(3 * RANKS, dtype="f4").reshape(RANKS, 3)
    for grid in list_grids():
        rows, columns = (*grid, 1)[:2]
        program = onnxops.compile(
            path, shards={"x": (0, 1)[: len(grid)]}, grid=grid, communicator=WORLD
        )
        assert program.grid == grid
        assert program.inputs[0].shard == ((0, 1) if len(grid) > 1 else 0)
        assert program.inputs[1].shard == ((None, None) if len(grid) > 1 else None)
        row, column = divmod(RANK, columns)
        first, end = RANKS * row // rows, RANKS * (row + 1) // rows
        # The first blocks have one column more, as even shards do.
        bounds = [i * (3 // columns) + min(i, 3 % columns) for i in range(columns + 1)]
        block = np.ascontiguousarray(whole[first:end, bounds[column] : bounds[column + 1]])
        y, z = program(block, b)
        assert (z == np.concatenate([b, b])).all()
        blocks = WORLD.allgather(y)
        joined = [np.concatenate(blocks[i : i + columns], 1) for i in range(0, RANKS, columns)]
        assert (np.concatenate(joined) == np.concatenate([b, whole, whole])).all()
        program.close()


def check_free(folder):
    """The compiler says what a rank needs of y."""
    path = write(folder, FREE)
    program = onnxops.compile(path, shards={"x": 0, "y": "free"}, communicator=WORLD)
    x, y = np.arange(5, dtype="f4"), np.arange(10, 14, dtype="f4")
    offsets = program.inputs[1].shard_offsets[0]
    if RANKS == 3:
        assert offsets == (0, 0, 1, 4)
        assert program.inputs[0].shard_offsets == (None,)
    # Even offsets are not listed.
    offsets = offsets or (0, 4)
    sizes = [5 // RANKS + (i < 5 % RANKS) for i in range(RANKS)]
    begin = sum(sizes[:RANK])
    z = program(x[begin : begin + sizes[RANK]], y[offsets[RANK] : offsets[RANK + 1]])
    assert (np.concatenate(WORLD.allgather(z)) == np.concatenate([x, y])).all()
    program.close()


def check_annotations(folder):
    """The last rank has most of x, and all ranks get all of the result."""
    wanted = [*range(RANKS), 4] if RANKS < 4 else [0] * RANKS + [4]
    path = write(folder, ANNOTATED % (RANKS, wanted))
    program = onnxops.compile(path, communicator=WORLD)
    assert program.grid == (RANKS,)
    x = np.arange(4, dtype="f4")
    offsets = program.inputs[0].shard_offsets[0] or (0, 4)
    assert list(offsets) == wanted
    y = program(x[offsets[RANK] : offsets[RANK + 1]])
    assert (y == np.concatenate([x, x])).all()
    program.close()


def check_arguments(path):
    """What is wrong on all ranks."""
    for error, text, options in [
        (ValueError if RANKS == 1 else onnxops.ModelError,
         "expected shards as well" if RANKS == 1 else "ranks: expected an input with shards",
         {"communicator": WORLD}),
        (ValueError, "grid: expected a communicator as well", {"grid": (1, RANKS)}),
        (ValueError, "grid: expected the numbers of ranks along axes, but got (0, 2)",
         {"grid": (0, 2), "shards": {"x": 0}, "communicator": WORLD}),
        (ValueError, "grid: expected the numbers of ranks along axes, but got 3",
         {"grid": 3, "shards": {"x": 0}, "communicator": WORLD}),
        (ValueError, "a dimension or None for each of 2 axes of the grid for input 'x', but got (0,)",
         {"grid": (1, RANKS), "shards": {"x": (0,)}, "communicator": WORLD}),
        (onnxops.ModelError, f"ranks: expected {7 * RANKS}, those of the grid, but got {RANKS}",
         {"grid": (RANKS, 7), "shards": {"x": 0}, "communicator": WORLD}),
        (onnxops.ModelError, "expected free input 'x' to have known sizes",
         {"shards": {"x": "free"}, "communicator": WORLD}),
        (TypeError, "expected a dimension of input 'x', but got 'fee'",
         {"shards": {"x": "fee"}, "communicator": WORLD}),
        (TypeError, "expected a dimension of input 'x', but got array([0, 1])",
         {"shards": {"x": np.array([0, 1])}, "communicator": WORLD}),
        (ValueError, "shards: expected a communicator as well", {"shards": {"x": 0}}),
        (TypeError, "communicator: expected one of mpi4py, but got int",
         {"shards": {"x": 0}, "communicator": 3}),
        (ValueError, "expected one with ranks, but got COMM_NULL",
         {"shards": {"x": 0}, "communicator": MPI.COMM_NULL}),
        (TypeError, "shards: expected a dictionary", {"shards": [0], "communicator": WORLD}),
        (TypeError, "shards: expected str", {"shards": {1: 0}, "communicator": WORLD}),
        (TypeError, "expected a dimension of input 'x', but got 0.0",
         {"shards": {"x": 0.0}, "communicator": WORLD}),
        (ValueError, "expected 0 to 63 for input 'x', but got -1",
         {"shards": {"x": -1}, "communicator": WORLD}),
        (onnxops.ModelError, "the function has no input 'w'",
         {"shards": {"w": 0}, "communicator": WORLD}),
        (onnxops.ModelError, "expected a dimension of 'tensor<?x3xf32>', input 'x', but got '2'",
         {"shards": {"x": 2}, "communicator": WORLD}),
    ]:
        expect(error, text, lambda: onnxops.compile(path, **options))


def main():
    folder = sys.argv[1]
    path = write(folder, JOIN)
    rng = np.random.default_rng(1)  # the same numbers on all ranks
    # All ranks, and those of half of the world in another order.
    half = WORLD.Split(RANK % 2, -RANK)
    for communicator in (WORLD, half):
        program = onnxops.compile(path, shards={"x": 0}, communicator=communicator)
        assert [info.shard for info in program.inputs] == [0, None]
        assert [info.shard for info in program.outputs] == [0, None]
        for _ in range(20):
            check_numbers(program, communicator, rng)
        if communicator.size > 1:
            check_failures(program, communicator)
        if communicator == WORLD and RANKS > 1:
            check_signal(program)
        check_numbers(program, communicator, rng)
        program.close()
        program.close()
        expect(ValueError, "it is closed", lambda: program(0, 0))
    check_grids(path)
    check_free(folder)
    check_annotations(folder)
    path = write(folder, JOIN)
    check_compilation(path, folder)
    check_arguments(path)
    WORLD.Barrier()
    if RANK == 0:
        print(f"{RANKS} ranks are right")


main()
