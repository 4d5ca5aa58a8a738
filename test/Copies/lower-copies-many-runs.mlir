// The kernel that copies rows of many runs of known lengths. Code for each of up to 256
// runs takes less time than one that reads lengths from a table.
//
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline=vector-bytes=64 -split-input-file | FileCheck %s
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline="vector-bytes=64 threads=2" -split-input-file | FileCheck %s --check-prefix=TWO

// Less than 1 MB is permuted, several rows at a time.

// CHECK-LABEL: llvm.func @onnxops_unequal(
// CHECK-NOT:   llvm.func internal
// CHECK:       llvm.func internal @onnxops_permute(
// TWO-LABEL:   llvm.func @onnxops_unequal(
// TWO-NOT:     llvm.func internal
// TWO:         llvm.func internal @onnxops_permute(
!a = tensor<100x3xi8>
!b = tensor<100x14xi8>
func.func @unequal(%a: !a, %b: !b) -> tensor<100x153xi8> {
  %out = onnxops.concat_v13 %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b
      axis = 1 : (!a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b)
      -> tensor<100x153xi8>
  return %out : tensor<100x153xi8>
}

// -----

// Of more, eighteen sources in turn would not be prefetched.

// CHECK-LABEL: llvm.func @onnxops_far(
// CHECK-NOT:   llvm.func internal
// CHECK:       llvm.func internal @onnxops_rows(
// TWO-LABEL:   llvm.func @onnxops_far(
// TWO-NOT:     llvm.func internal
// TWO:         llvm.func internal @onnxops_rows(
!a = tensor<100000x3xi8>
!b = tensor<100000x14xi8>
func.func @far(%a: !a, %b: !b) -> tensor<100000x153xi8> {
  %out = onnxops.concat_v13 %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b
      axis = 1 : (!a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b)
      -> tensor<100000x153xi8>
  return %out : tensor<100000x153xi8>
}

// -----

// A few short rows.

// CHECK-LABEL: llvm.func @onnxops_few_rows(
// CHECK-NOT:   llvm.func internal
// CHECK:       llvm.func internal @onnxops_rows(
// TWO-LABEL:   llvm.func @onnxops_few_rows(
// TWO-NOT:     llvm.func internal
// TWO:         llvm.func internal @onnxops_rows(
!a = tensor<3x71xi8>
!b = tensor<3x300xi8>
func.func @few_rows(%a: !a, %b: !b) -> tensor<3x3339xi8> {
  %out = onnxops.concat_v13 %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a
      axis = 1 : (!b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a)
      -> tensor<3x3339xi8>
  return %out : tensor<3x3339xi8>
}

// -----

// A few rows that two threads cannot share evenly: they share bytes.

// CHECK-LABEL: llvm.func @onnxops_few_shared_rows(
// CHECK-NOT:   llvm.func internal
// CHECK:       llvm.func internal @onnxops_rows(
// TWO-LABEL:   llvm.func @onnxops_few_shared_rows(
// TWO-NOT:     llvm.func internal
// TWO:         llvm.func internal @onnxops_table(
!a = tensor<3x1000xi8>
!b = tensor<3x1001xi8>
func.func @few_shared_rows(%a: !a, %b: !b) -> tensor<3x18009xi8> {
  %out = onnxops.concat_v13 %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b
      axis = 1 : (!a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b)
      -> tensor<3x18009xi8>
  return %out : tensor<3x18009xi8>
}

// -----

// For a few long rows, the code would be as long.

// CHECK-LABEL: llvm.func @onnxops_few_long_rows(
// CHECK-NOT:   llvm.func internal
// CHECK:       llvm.func internal @onnxops_table(
// TWO-LABEL:   llvm.func @onnxops_few_long_rows(
// TWO-NOT:     llvm.func internal
// TWO:         llvm.func internal @onnxops_table(
!a = tensor<3x1711xi8>
!b = tensor<3x3000xi8>
func.func @few_long_rows(%a: !a, %b: !b) -> tensor<3x42399xi8> {
  %out = onnxops.concat_v13 %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a
      axis = 1 : (!b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a, !b, !a)
      -> tensor<3x42399xi8>
  return %out : tensor<3x42399xi8>
}

// -----

// The table has permutes for groups of eight equal sources.

// CHECK-LABEL: llvm.func @onnxops_equal(
// CHECK-NOT:   llvm.func internal
// CHECK:       llvm.func internal @onnxops_table(
// TWO-LABEL:   llvm.func @onnxops_equal(
// TWO-NOT:     llvm.func internal
// TWO:         llvm.func internal @onnxops_table(
!a = tensor<100x8xi8>
func.func @equal(%a: !a, %b: !a) -> tensor<100x144xi8> {
  %out = onnxops.concat_v13 %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b, %a, %b
      axis = 1 : (!a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a)
      -> tensor<100x144xi8>
  return %out : tensor<100x144xi8>
}

// -----

// It has non-temporal stores for eight sources at a time, if runs are whole lines,

// CHECK-LABEL: llvm.func @onnxops_lines(
// CHECK-NOT:   llvm.func internal
// CHECK:       llvm.func internal @onnxops_table(
// TWO-LABEL:   llvm.func @onnxops_lines(
// TWO-NOT:     llvm.func internal
// TWO:         llvm.func internal @onnxops_table(
!a = tensor<40000x64xi8>
!b = tensor<40000x128xi8>
func.func @lines(%a: !a, %b: !b) -> tensor<40000x1216xi8> {
  %out = onnxops.concat_v13 %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %b
      axis = 1 : (!a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !b)
      -> tensor<40000x1216xi8>
  return %out : tensor<40000x1216xi8>
}

// -----

// which less than 2 MB do not get.

// CHECK-LABEL: llvm.func @onnxops_few_lines(
// CHECK-NOT:   llvm.func internal
// CHECK:       llvm.func internal @onnxops_rows(
// TWO-LABEL:   llvm.func @onnxops_few_lines(
// TWO-NOT:     llvm.func internal
// TWO:         llvm.func internal @onnxops_rows(
!a = tensor<100x64xi8>
!b = tensor<100x128xi8>
func.func @few_lines(%a: !a, %b: !b) -> tensor<100x1216xi8> {
  %out = onnxops.concat_v13 %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %b
      axis = 1 : (!a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !a, !b)
      -> tensor<100x1216xi8>
  return %out : tensor<100x1216xi8>
}

// -----

// Of 257 runs, the code would be long.

// CHECK-LABEL: llvm.func @onnxops_many(
// CHECK-NOT:   llvm.func internal
// CHECK:       llvm.func internal @onnxops_table(
// TWO-LABEL:   llvm.func @onnxops_many(
// TWO-NOT:     llvm.func internal
// TWO:         llvm.func internal @onnxops_table(
!a = tensor<2x3xi8>
!b = tensor<2x5xi8>
!c = tensor<2x14xi8>
func.func @many(%a: !a, %b: !b, %c: !c) -> tensor<2x2181xi8> {
  %out = onnxops.concat_v13 %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %a, %c, %b
      axis = 1 : (!a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !a, !c, !b)
      -> tensor<2x2181xi8>
  return %out : tensor<2x2181xi8>
}
