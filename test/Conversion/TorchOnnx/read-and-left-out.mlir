// What changes on the way: absent operands at the end are left out, others are
// torch.constant.none; small resources are read.
//
// RUN: onnxops-opt %s --allow-unregistered-dialect --convert-torch-onnx-to-onnx --convert-onnx-to-onnxops --convert-onnxops-to-onnx --convert-onnx-to-torch-onnx --mlir-print-op-generic | FileCheck %s

// A small resource is read.
// CHECK: torch.onnx.value = dense<[1, 2]> : tensor<2xsi64>
//
// CHECK: %[[NONE:.*]] = "torch.constant.none"() : () -> !torch.none
// CHECK: "torch.operator"(%{{[^,]*}}) <{name = "onnx.SplitToSequence"}>
// CHECK: "torch.operator"(%[[A:.*]], %[[NONE]], %[[A]]) <{name = "onnx.Clip"}> : ({{.*}}, !torch.none, {{.*}})
func.func @absent(%a: !torch.vtensor<[],f32>, %b: !torch.vtensor<[4],f32>) -> !torch.vtensor<[],f32> attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %c = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense_resource<bytes> : tensor<2xsi64>} : () -> !torch.vtensor<[2],si64>
  %none = "torch.constant.none"() : () -> !torch.none
  %s = "torch.operator"(%b, %none) <{name = "onnx.SplitToSequence"}> {torch.onnx.keepdims = 1 : si64} : (!torch.vtensor<[4],f32>, !torch.none) -> !torch.list<vtensor<[1],f32>>
  %0 = "torch.operator"(%a, %none, %a) <{name = "onnx.Clip"}> : (!torch.vtensor<[],f32>, !torch.none, !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

{-#
  dialect_resources: {
    builtin: {
      bytes: "0x0800000001000000000000000200000000000000"
    }
  }
#-}
