// RUN: onnxops-opt %s --onnxops-to-gpu-launches-pipeline | FileCheck %s --check-prefix=LAUNCH
// RUN: onnxops-opt %s --onnxops-to-gpu-pipeline="target=nvptx chip=sm_90" | FileCheck %s --check-prefixes=HOST,PTX
// RUN: onnxops-opt %s --onnxops-to-gpu-pipeline=target=amdgcn | FileCheck %s --check-prefixes=HOST,AMD
// RUN: onnxops-opt %s --onnxops-to-gpu-pipeline=target=spirv | FileCheck %s --check-prefix=HOST

// Chunks are views. Those returned are copied by one launch of the run-time
// library, which knows their number.

// LAUNCH-LABEL: func.func @onnxops_split
// LAUNCH-NOT:     gpu.launch_func
// LAUNCH:         onnxops.rt.sequence_push
// LAUNCH:         onnxops.rt.output_sequence 0 %{{.*}} by @onnxops.kernels::@segments_0 in blocks of 256
// LAUNCH-LABEL: func.func @onnxops_other
// LAUNCH:         onnxops.rt.output_sequence 0 %{{.*}} by @onnxops.kernels::@segments_0 in blocks of 256
// LAUNCH:       gpu.module @onnxops.kernels
// LAUNCH:         gpu.func @segments_0
// LAUNCH-NOT:     gpu.func

// PTX-DAG:    constant @onnxops.text{{.*}}ld.global.v4.b32{{.*}}st.global.v4.b32
// AMD-DAG:    constant @onnxops.text{{.*}}global_load_dwordx4{{.*}}global_store_dwordx4
// HOST-DAG:   llvm.mlir.global internal constant @[[CODE:onnxops.device_code[^(]*]]()
// HOST-DAG:   llvm.mlir.global internal constant @[[NAME:onnxops.text[^(]*]]("segments_0\00")
// HOST-LABEL: llvm.func @onnxops_split(
// HOST-DAG:     %[[ADDRESS:.*]] = llvm.mlir.addressof @[[CODE]]
// HOST-DAG:     %[[KERNEL:.*]] = llvm.mlir.addressof @[[NAME]]
// HOST:         llvm.call @onnxopsRtOutputSequenceBy(%arg2, %{{.*}}, %{{.*}}, %[[ADDRESS]], %[[KERNEL]])
// HOST-NOT:     llvm.call @onnxopsRtOutputSequence(
func.func @split(%x: tensor<?x12xf32>) -> !onnxops.seq<tensor<?x?xf32>> {
  %n = arith.constant dense<[3, 4, 5]> : tensor<3xi64>
  %0 = onnxops.split_to_sequence_v24 %x, %n axis = 1 : (tensor<?x12xf32>, tensor<3xi64>) -> !onnxops.seq<tensor<?x?xf32>>
  return %0 : !onnxops.seq<tensor<?x?xf32>>
}

func.func @other(%x: tensor<?xi8>) -> !onnxops.seq<tensor<i8>> {
  %0 = onnxops.split_to_sequence_v24 %x {keepdims = 0 : i64} : (tensor<?xi8>) -> !onnxops.seq<tensor<i8>>
  return %0 : !onnxops.seq<tensor<i8>>
}
