"""Concatenates shards of a matrix across processes: mpirun -np 3 python3 ranks.py"""

import numpy
import onnxops
from mpi4py import MPI

ranks = MPI.COMM_WORLD

MODEL = """
func.func @main(%x: tensor<?x2xf32> {onnxops.name = "x"}) -> tensor<?x2xf32> {
  %0 = onnxops.concat_v13 %x, %x axis = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
"""
if ranks.rank == 0:
    with open("twice.mlir", "w") as file:
        file.write(MODEL)
ranks.Barrier()

twice = onnxops.compile("twice.mlir", shards={"x": 0}, communicator=ranks)
shard = numpy.full((ranks.rank + 1, 2), ranks.rank, "float32")
result = twice(shard)
print(f"rank {ranks.rank} gave {len(shard)} rows and has {len(result)}\n", end="")
twice.close()
