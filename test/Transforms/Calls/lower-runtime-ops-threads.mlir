// RUN: onnxops-opt %s --onnxops-lower-runtime-ops="threads=3 parallel-threshold=5" | FileCheck %s
// RUN: onnxops-opt %s --onnxops-lower-runtime-ops | FileCheck %s --check-prefix=ONE

// The threads that copy a sequence, and the minimum number of bytes.
// CHECK-DAG: %[[INDEX:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-DAG: %[[THREADS:.*]] = llvm.mlir.constant(3 : i64)
// CHECK-DAG: %[[BYTES:.*]] = llvm.mlir.constant(5 : i64)
//     CHECK: llvm.call @onnxopsRtOutputSequence(%{{.*}}, %[[INDEX]], %{{.*}}, %[[THREADS]], %[[BYTES]])
// ONE-DAG: %[[THREADS:.*]] = llvm.mlir.constant(1 : i64)
// ONE-DAG: %[[BYTES:.*]] = llvm.mlir.constant(-1 : i64)
//     ONE: llvm.call @onnxopsRtOutputSequence(%{{.*}}, %{{.*}}, %{{.*}}, %[[THREADS]], %[[BYTES]])
func.func private @output(%sequence: !onnxops.handle) {
  onnxops.rt.output_sequence 0 %sequence
  return
}
