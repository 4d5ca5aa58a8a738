// A repeat of single elements is written in units wider than an element.
//
// RUN: onnxops-opt %s --onnxops-launch-kernels=target=spirv --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,SPIRV
// RUN: onnxops-opt %s --onnxops-launch-kernels=target=nvptx --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,LLVM

// Both repeated dimensions are one run.
func.func @bytes(%a: memref<?xi8>, %r: memref<?x48x32xi8>) {
  linalg.broadcast ins(%a : memref<?xi8>) outs(%r : memref<?x48x32xi8>) dimensions = [1, 2]
  return
}

func.func @doubles(%a: memref<4xf64>, %r: memref<4x6xf64>) {
  linalg.broadcast ins(%a : memref<4xf64>) outs(%r : memref<4x6xf64>) dimensions = [1]
  return
}

// Rows are not single elements.
func.func @rows(%a: memref<4x2xf32>, %r: memref<4x6x2xf32>) {
  linalg.broadcast ins(%a : memref<4x2xf32>) outs(%r : memref<4x6x2xf32>) dimensions = [1]
  return
}

// CHECK-LABEL: gpu.func @move_0
// SPIRV:         %[[X:.*]] = spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 1] : i8
// LLVM:          %[[X:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr<1> -> i8
// CHECK:         %[[WIDE:.*]] = arith.extui %[[X]] : i8 to i32
// CHECK:         %[[FOUR:.*]] = arith.muli %[[WIDE]], %c16843009_i32
// CHECK:         %[[UNIT:.*]] = vector.broadcast %[[FOUR]] : i32 to vector<4xi32>
// SPIRV:         spirv.Store "PhysicalStorageBuffer" %{{.*}}, %[[UNIT]] ["Aligned", 16] : vector<4xi32>
// LLVM:          llvm.store %[[UNIT]], %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// Where the target is not aligned, the whole blocks in it are.
// CHECK:         scf.while
// CHECK:           arith.muli %{{.*}}, %c16843009_i32
// SPIRV:         spirv.Store "PhysicalStorageBuffer" %{{.*}} ["Aligned", 16] : vector<4xi32>
// SPIRV:         spirv.Store "PhysicalStorageBuffer" %{{.*}} ["Aligned", 4] : i32
// LLVM:          llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// LLVM:          llvm.store %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<1>

// CHECK-LABEL: gpu.func @move_1
// SPIRV:         spirv.ConvertUToPtr %{{.*}} : i64 to !spirv.ptr<i64, PhysicalStorageBuffer>
// SPIRV-NEXT:    %[[X:.*]] = spirv.Load
// LLVM:          llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
// LLVM-NEXT:     %[[X:.*]] = llvm.load
// CHECK-NEXT:    %[[REST:.*]] = arith.shrui %[[X]], %c32_i64
// CHECK-NEXT:    %[[LOW:.*]] = arith.trunci %[[X]] : i64 to i32
// CHECK-NEXT:    %[[HIGH:.*]] = arith.trunci %[[REST]] : i64 to i32
// CHECK-NEXT:    vector.from_elements %[[LOW]], %[[HIGH]], %[[LOW]], %[[HIGH]] : vector<4xi32>

// CHECK-LABEL: gpu.func @move_2
// CHECK-NOT:     vector.broadcast
// SPIRV-COUNT-4: spirv.Load "PhysicalStorageBuffer" %{{.*}} ["Aligned", 4] : i32
// LLVM-COUNT-4:  llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// CHECK:         vector.from_elements
// CHECK:         gpu.return
