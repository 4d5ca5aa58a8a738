// A concat as copies shared by threads are lowered, written by hand: each range
// of the kernel is some rows. From IR to numbers, all of it under
// ThreadSanitizer.
//
// DEFINE: %{lower} = onnxops-opt --convert-scf-to-cf --onnxops-lower-runtime-ops --convert-arith-to-llvm --convert-cf-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts
// DEFINE: %{instrument} = %llvm_tools/opt -passes=forceattrs -force-attribute=sanitize_thread
// DEFINE: %{link} = %llvm_tools/clang -fsanitize=thread -g -O1 -Wno-override-module -I%root/include %S/Inputs/concat.c %S/Inputs/pool.c %root/lib/Runtime/*.c %root/lib/Runtime/Device/*.c
//
// RUN: %{lower} %s -o %t.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.mlir | %{instrument} -o %t.bc
// RUN: %{link} %t.bc -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK-NOT: {{.}}
// CHECK: status 0, 0 elements wrong, 20 calls on 4 threads
// CHECK-NOT: {{.}}
//
// It sees what generated code does: rows too close together overlap.
// RUN: sed 's/constant(57 : i64)/constant(56 : i64)/' %t.mlir > %t.racy.mlir
// RUN: not cmp %t.mlir %t.racy.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.racy.mlir | %{instrument} -o %t.racy.bc
// RUN: %{link} %t.racy.bc -o %t.racy
// RUN: not %t.racy 2>&1 | FileCheck %s --check-prefix=RACY
// RACY: WARNING: ThreadSanitizer: data race
// RACY: rows

func.func private @copy(%target: !llvm.ptr, %source: !llvm.ptr, %count: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %count step %c1 {
    %k = arith.index_cast %i : index to i64
    %from = llvm.getelementptr %source[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %to = llvm.getelementptr %target[%k] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %value = llvm.load %from : !llvm.ptr -> f32
    llvm.store %value, %to : f32, !llvm.ptr
  }
  return
}

// The table: output, a, b.
func.func private @rows(%table: !llvm.ptr, %begin: i64, %end: i64) {
  %c1 = arith.constant 1 : index
  %c17 = arith.constant 17 : i64
  %c40 = arith.constant 40 : i64
  %c57 = arith.constant 57 : i64
  %n17 = arith.index_cast %c17 : i64 to index
  %n40 = arith.index_cast %c40 : i64 to index
  %output = llvm.load %table : !llvm.ptr -> !llvm.ptr
  %slot1 = llvm.getelementptr %table[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %a = llvm.load %slot1 : !llvm.ptr -> !llvm.ptr
  %slot2 = llvm.getelementptr %table[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %b = llvm.load %slot2 : !llvm.ptr -> !llvm.ptr
  %from = arith.index_cast %begin : i64 to index
  %to = arith.index_cast %end : i64 to index
  scf.for %i = %from to %to step %c1 {
    %row = arith.index_cast %i : index to i64
    %inOutput = arith.muli %row, %c57 : i64
    %inA = arith.muli %row, %c17 : i64
    %inB = arith.muli %row, %c40 : i64
    %left = llvm.getelementptr %output[%inOutput] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %right = llvm.getelementptr %left[17] : (!llvm.ptr) -> !llvm.ptr, f32
    %rowOfA = llvm.getelementptr %a[%inA] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %rowOfB = llvm.getelementptr %b[%inB] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    func.call @copy(%left, %rowOfA, %n17) : (!llvm.ptr, !llvm.ptr, index) -> ()
    func.call @copy(%right, %rowOfB, %n40) : (!llvm.ptr, !llvm.ptr, index) -> ()
  }
  return
}

func.func private @address(%m: memref<?x?xf32>) -> !llvm.ptr {
  %index = memref.extract_aligned_pointer_as_index %m : memref<?x?xf32> -> index
  %integer = arith.index_cast %index : index to i64
  %pointer = llvm.inttoptr %integer : i64 to !llvm.ptr
  return %pointer : !llvm.ptr
}

func.func @onnxops_main(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %success = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c57 = arith.constant 57 : index
  %three = llvm.mlir.constant(3 : i64) : i64
  %numbers = llvm.alloca %three x i64 : (i64) -> !llvm.ptr
  onnxops.rt.enter [2, 1, 0, 0, 0, 1, 2, 5, -1, 17, 0, 1, 2, 7, -1, 40, 0, 1, 2, 9, -1, 57] "main\00a\00b\00c\00"
  %a = onnxops.rt.argument 0 of 1 : memref<?x?xf32>
  %b = onnxops.rt.argument 1 of 1 : memref<?x?xf32>
  %rows = memref.dim %a, %c0 : memref<?x?xf32>
  %output = onnxops.rt.output 0 of 1(%rows, %c57) : memref<?x?xf32>
  %p = func.call @address(%output) : (memref<?x?xf32>) -> !llvm.ptr
  %q = func.call @address(%a) : (memref<?x?xf32>) -> !llvm.ptr
  %r = func.call @address(%b) : (memref<?x?xf32>) -> !llvm.ptr
  llvm.store %p, %numbers : !llvm.ptr, !llvm.ptr
  %slot1 = llvm.getelementptr %numbers[1] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %q, %slot1 : !llvm.ptr, !llvm.ptr
  %slot2 = llvm.getelementptr %numbers[2] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %r, %slot2 : !llvm.ptr, !llvm.ptr
  onnxops.rt.parallel_for @rows(%numbers, %rows) words 3 grain %c8 threads 4 : !llvm.ptr
  return %success : i32
}
