// Assertions of a module follow the mode of the checks.
//
// RUN: onnxops-opt %s --convert-onnxops-to-linalg | FileCheck %s
// RUN: onnxops-opt %s --convert-onnxops-to-linalg="checks=assert" | FileCheck %s --check-prefix=ASSERT
// RUN: onnxops-opt %s --convert-onnxops-to-linalg="checks=none" | FileCheck %s --check-prefix=NONE

// CHECK-LABEL: func private @asserts(
//  CHECK-SAME:   %[[C:.*]]: i1
//       CHECK:   onnxops.check %[[C]], "{{.*}}asserts.mlir:[[#@LINE + 9]]:3: assert: {{[{][{]}}0} holds"
//   CHECK-NOT:   cf.assert
// ASSERT-LABEL: func private @asserts(
//       ASSERT:   cf.assert %{{.*}}, "{0} holds"
//   ASSERT-NOT:   onnxops.check
// NONE-LABEL: func private @asserts(
//    NONE-NOT:   cf.assert
//    NONE-NOT:   onnxops.check
func.func private @asserts(%c: i1) {
  cf.assert %c, "{0} holds"
  return
}
