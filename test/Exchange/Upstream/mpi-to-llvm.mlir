// Why an exchange is a call of ours and not ops of upstream's mpi dialect: what
// --convert-to-llvm of the packaged mlir-opt makes of them. A test that fails
// here says that a reason is gone.
//
// RUN: %mlir_opt %s --convert-to-llvm | FileCheck %s
// RUN: sed 's/MPICH/OpenMPI/' %s | %mlir_opt --convert-to-llvm | FileCheck %s --check-prefix=OPENMPI
// RUN: sed 's/MPICH/OpenMPI/' %s | %mlir_opt --convert-to-llvm | not %mlir_opt 2>&1 | FileCheck %s --check-prefix=SYMBOL

// The sum of floats has another name in OpenMPI (ompi_mpi_op_sum), and the data
// type of f16 none at all.
// OPENMPI-DAG: llvm.mlir.global external @ompi_mpi_sum()
// OPENMPI-DAG: llvm.mlir.global external @<<INVALID EMPTY SYMBOL>>()
// SYMBOL: error:

module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "MPICH">} {

// The first size is the count, without an error: 4 of 16 elements.
// CHECK-LABEL: llvm.func @rank2
// CHECK:         %[[ROWS:.*]] = llvm.extractvalue %{{.*}}[3, 0]
// CHECK-NOT:     llvm.mul
// CHECK:         %[[COUNT:.*]] = llvm.trunc %[[ROWS]] : i64 to i32
// CHECK:         llvm.call @MPI_Send(%{{.*}}, %[[COUNT]],
func.func @rank2(%comm: !mpi.comm, %m: memref<4x4xf32>) {
  %c0 = arith.constant 0 : i32
  mpi.send(%m, %c0, %c0, %comm) : memref<4x4xf32>, i32, i32
  return
}

// Strides are not looked at.
// CHECK-LABEL: llvm.func @strided
// CHECK-NOT:     llvm.extractvalue %{{.*}}[4, 0]
// CHECK:         llvm.call @MPI_Send
func.func @strided(%comm: !mpi.comm, %m: memref<4xf32, strided<[8]>>) {
  %c0 = arith.constant 0 : i32
  mpi.send(%m, %c0, %c0, %comm) : memref<4xf32, strided<[8]>>, i32, i32
  return
}

// More than 2^31 elements are cut without an error.
// CHECK-LABEL: llvm.func @many
// CHECK:         llvm.trunc %{{.*}} : i64 to i32
// CHECK-NOT:     llvm.icmp
// CHECK:         llvm.call @MPI_Send
func.func @many(%comm: !mpi.comm, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : i32
  mpi.send(%m, %c0, %c0, %comm) : memref<?xf32>, i32, i32
  return
}

// The data type of f16 is 0.
// CHECK-LABEL: llvm.func @half
// CHECK:         %[[TYPE:.*]] = llvm.mlir.constant(0 : i32)
// CHECK:         %[[NONE:.*]] = llvm.mlir.constant(0 : i32)
// CHECK:         llvm.call @MPI_Send(%{{.*}}, %{{.*}}, %[[NONE]], %[[TYPE]], %[[TYPE]],
func.func @half(%comm: !mpi.comm, %m: memref<4xf16>) {
  %c0 = arith.constant 0 : i32
  mpi.send(%m, %c0, %c0, %comm) : memref<4xf16>, i32, i32
  return
}

// A communicator of OpenMPI is a pointer, of which half is read.
// OPENMPI-LABEL: llvm.func @split
// OPENMPI:         llvm.call @MPI_Comm_split(%{{.*}}, %[[PLACE:.*]]) :
// OPENMPI:         llvm.load %{{.*}} : !llvm.ptr -> i32
func.func @split(%comm: !mpi.comm, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : i32
  %part = mpi.comm_split(%comm, %c0, %c0) : !mpi.comm
  mpi.allreduce(%m, %m, MPI_SUM, %part) : memref<4xf32>, memref<4xf32>
  return
}

// Left as they are: what does not block, and what looks at errors.
// CHECK-LABEL: llvm.func @left
// CHECK:         mpi.isend
// CHECK:         mpi.barrier
// CHECK:         mpi.retval_check
func.func @left(%comm: !mpi.comm, %m: memref<4xf32>) -> i1 {
  %c0 = arith.constant 0 : i32
  %request = mpi.isend(%m, %c0, %c0, %comm) : memref<4xf32>, i32, i32 -> !mpi.request
  mpi.barrier(%comm)
  %status = mpi.send(%m, %c0, %c0, %comm) : memref<4xf32>, i32, i32 -> !mpi.retval
  %isSent = mpi.retval_check %status = <MPI_SUCCESS> : i1
  return %isSent : i1
}

}
