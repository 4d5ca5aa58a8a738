// Each operator of the dialect and each of its attributes, as torch-mlir's importer
// writes them, to the dialect and back; and what stays.
//
// RUN: onnxops-opt %s --allow-unregistered-dialect --convert-torch-onnx-to-onnx --convert-onnx-to-onnxops | FileCheck %s
// The packaged mlir-opt, with the plugin.
// RUN: %mlir_opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --allow-unregistered-dialect --pass-pipeline='builtin.module(convert-torch-onnx-to-onnx,convert-onnx-to-onnxops)' %s | FileCheck %s
// RUN: onnxops-opt %s --allow-unregistered-dialect --mlir-print-op-generic -o %t.before
// RUN: onnxops-opt %s --allow-unregistered-dialect --convert-torch-onnx-to-onnx --convert-onnx-to-onnxops --convert-onnxops-to-onnx --convert-onnx-to-torch-onnx --mlir-print-op-generic -o %t.after
// RUN: diff %t.before %t.after
// RUN: onnxops-opt %s --allow-unregistered-dialect --convert-torch-onnx-to-onnx --convert-onnx-to-torch-onnx --mlir-print-op-generic -o %t.names
// RUN: diff %t.before %t.names

// CHECK: module attributes {onnxops.opset = 17 : i64}
// CHECK-LABEL: func @concat(
//  CHECK-SAME:   %arg0: tensor<2x?xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x?xf32>
//  CHECK-SAME:   torch.onnx_meta.ir_version = 8
//       CHECK:   onnxops.concat_v13 %arg0, %arg1 axis = -1 : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<2x?xf32>
func.func @concat(%a: !torch.vtensor<[2,?],f32>, %b: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,?],f32> attributes {torch.onnx_meta.ir_version = 8 : si64, torch.onnx_meta.opset_version = 17 : si64, torch.onnx_meta.producer_name = "", torch.onnx_meta.producer_version = ""} {
  %0 = "torch.operator"(%a, %b) <{name = "onnx.Concat"}> {torch.onnx.axis = -1 : si64} : (!torch.vtensor<[2,?],f32>, !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// CHECK-LABEL: func @tile(
//       CHECK:   %[[R:.*]] = "onnx.Constant"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
//       CHECK:   onnxops.tile_v13 %arg0, %[[R]] : (tensor<2x3xi8>, tensor<2xi64>) -> tensor<2x6xi8>
func.func @tile(%a: !torch.vtensor<[2,3],si8>) -> !torch.vtensor<[2,6],si8> attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %none = "torch.constant.none"() : () -> !torch.none
  %r = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense<[1, 2]> : tensor<2xsi64>} : () -> !torch.vtensor<[2],si64>
  %0 = "torch.operator"(%a, %r) <{name = "onnx.Tile"}> : (!torch.vtensor<[2,3],si8>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,6],si8>
  return %0 : !torch.vtensor<[2,6],si8>
}

// Operands at the end that are absent, and all attributes.
//
// CHECK-LABEL: func @sequences(
//       CHECK:   %[[S:.*]] = onnxops.split_to_sequence_v11 %arg0 axis = 1 keepdims = 0 : (tensor<4x6xui16>) -> !onnxops.seq<tensor<4xui16>>
//       CHECK:   %[[T:.*]] = onnxops.split_to_sequence_v11 %arg0, %arg1 axis = -1 {{.*}}: (tensor<4x6xui16>, tensor<i64>) -> !onnxops.seq<tensor<4x?xui16>>
//       CHECK:   %[[A:.*]] = onnxops.sequence_at_v11 %[[S]], %arg1 : (!onnxops.seq<tensor<4xui16>>, tensor<i64>) -> tensor<4xui16>
//       CHECK:   onnxops.sequence_length_v11 %[[T]]
//       CHECK:   %[[U:.*]] = onnxops.sequence_insert_v11 %[[S]], %[[A]], %arg1
//       CHECK:   %[[V:.*]] = onnxops.sequence_insert_v11 %[[U]], %[[A]] :
//       CHECK:   %[[W:.*]] = onnxops.sequence_erase_v11 %[[V]] :
//       CHECK:   %[[X:.*]] = onnxops.sequence_erase_v11 %[[W]], %arg1
//       CHECK:   onnxops.concat_from_sequence_v11 %[[X]] axis = 1 new_axis = 1
func.func @sequences(%a: !torch.vtensor<[4,6],ui16>, %p: !torch.vtensor<[],si64>) -> (!torch.vtensor<[4,?],ui16>, !torch.vtensor<[],si64>) attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %none = "torch.constant.none"() : () -> !torch.none
  %s = "torch.operator"(%a) <{name = "onnx.SplitToSequence"}> {torch.onnx.axis = 1 : si64, torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[4,6],ui16>) -> !torch.list<vtensor<[4],ui16>>
  %t = "torch.operator"(%a, %p) <{name = "onnx.SplitToSequence"}> {torch.onnx.axis = -1 : si64} : (!torch.vtensor<[4,6],ui16>, !torch.vtensor<[],si64>) -> !torch.list<vtensor<[4,?],ui16>>
  %e = "torch.operator"(%s, %p) <{name = "onnx.SequenceAt"}> : (!torch.list<vtensor<[4],ui16>>, !torch.vtensor<[],si64>) -> !torch.vtensor<[4],ui16>
  %n = "torch.operator"(%t) <{name = "onnx.SequenceLength"}> : (!torch.list<vtensor<[4,?],ui16>>) -> !torch.vtensor<[],si64>
  %u = "torch.operator"(%s, %e, %p) <{name = "onnx.SequenceInsert"}> : (!torch.list<vtensor<[4],ui16>>, !torch.vtensor<[4],ui16>, !torch.vtensor<[],si64>) -> !torch.list<vtensor<[4],ui16>>
  %v = "torch.operator"(%u, %e) <{name = "onnx.SequenceInsert"}> : (!torch.list<vtensor<[4],ui16>>, !torch.vtensor<[4],ui16>) -> !torch.list<vtensor<[4],ui16>>
  %w = "torch.operator"(%v) <{name = "onnx.SequenceErase"}> : (!torch.list<vtensor<[4],ui16>>) -> !torch.list<vtensor<[4],ui16>>
  %x = "torch.operator"(%w, %p) <{name = "onnx.SequenceErase"}> : (!torch.list<vtensor<[4],ui16>>, !torch.vtensor<[],si64>) -> !torch.list<vtensor<[4],ui16>>
  %y = "torch.operator"(%x) <{name = "onnx.ConcatFromSequence"}> {torch.onnx.axis = 1 : si64, torch.onnx.new_axis = 1 : si64} : (!torch.list<vtensor<[4],ui16>>) -> !torch.vtensor<[4,?],ui16>
  return %y, %n : !torch.vtensor<[4,?],ui16>, !torch.vtensor<[],si64>
}

// CHECK-LABEL: func @made(
//       CHECK:   onnxops.sequence_construct_v11 %arg0, %arg0 : (tensor<*xf16>, tensor<*xf16>) -> !onnxops.seq<tensor<*xf16>>
//       CHECK:   onnxops.sequence_empty_v11 dtype = 7 : () -> !onnxops.seq<tensor<*xi64>>
func.func @made(%a: !torch.vtensor<*,f16>) -> (!torch.list<vtensor<*,f16>>, !torch.list<vtensor<*,si64>>) attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %s = "torch.operator"(%a, %a) <{name = "onnx.SequenceConstruct"}> : (!torch.vtensor<*,f16>, !torch.vtensor<*,f16>) -> !torch.list<vtensor<*,f16>>
  %t = "torch.operator"() <{name = "onnx.SequenceEmpty"}> {torch.onnx.dtype = 7 : si64} : () -> !torch.list<vtensor<*,si64>>
  return %s, %t : !torch.list<vtensor<*,f16>>, !torch.list<vtensor<*,si64>>
}

// Attributes of other operators, of all kinds; types that have no equivalent.
//
// CHECK-LABEL: func @others(
//  CHECK-SAME:   %arg0: tensor<1x3x8x8xf32>, %arg1: tensor<2x!onnxops.string>, %arg2: !torch.vtensor<[2],unk>, %arg3: !onnxops.optional<!onnxops.seq<tensor<?xf32>>>, %arg4: tensor<complex<f32>>, %arg5: tensor<i1>
//       CHECK:   "onnx.Conv"(%arg0, %arg0) {auto_pad = "SAME", dilations = [1, 1], group = 1 : si64}
//       CHECK:   "onnx.LeakyRelu"(%arg0) {alpha = 1.000000e-01 : f32}
//       CHECK:   "onnx.Random"() {names = ["a"], scales = [1.000000e+00 : f32], tensors = [dense<1> : tensor<1xi32>]}
//       CHECK:   "onnx.Constant"() {value = dense_resource<bytes> : tensor<2xf32>}
//       CHECK:   "torch.aten.relu"(%arg0) : (tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
//       CHECK:   "torch.operator"(%arg2) <{name = "quant.fancy"}> : (!torch.vtensor<[2],unk>) -> !torch.int
func.func @others(%a: !torch.vtensor<[1,3,8,8],f32>, %s: !torch.vtensor<[2],!torch.str>, %u: !torch.vtensor<[2],unk>, %o: !torch.optional<list<vtensor<[?],f32>>>, %c: !torch.vtensor<[],complex<f32>>, %b: !torch.vtensor<[],i1>) attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %0 = "torch.operator"(%a, %a) <{name = "onnx.Conv"}> {torch.onnx.auto_pad = "SAME", torch.onnx.dilations = [1 : si64, 1 : si64], torch.onnx.group = 1 : si64} : (!torch.vtensor<[1,3,8,8],f32>, !torch.vtensor<[1,3,8,8],f32>) -> !torch.vtensor<[1,1,8,8],f32>
  %1 = "torch.operator"(%a) <{name = "onnx.LeakyRelu"}> {torch.onnx.alpha = 1.000000e-01 : f32} : (!torch.vtensor<[1,3,8,8],f32>) -> !torch.vtensor<[1,3,8,8],f32>
  %2 = "torch.operator"() <{name = "onnx.Random"}> {torch.onnx.names = ["a"], torch.onnx.scales = [1.000000e+00 : f32], torch.onnx.tensors = [dense<1> : tensor<1xsi32>]} : () -> !torch.vtensor<[1],f32>
  %3 = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense_resource<bytes> : tensor<2xf32>} : () -> !torch.vtensor<[2],f32>
  %4 = "torch.aten.relu"(%a) : (!torch.vtensor<[1,3,8,8],f32>) -> !torch.vtensor<[1,3,8,8],f32>
  %5 = "torch.operator"(%u) <{name = "quant.fancy"}> : (!torch.vtensor<[2],unk>) -> !torch.int
  return
}

// Branches are in the order of their names, and of the operator here.
//
// CHECK-LABEL: func @control(
//       CHECK:   "onnx.If"(%arg0) ({
//  CHECK-NEXT:     %[[THEN:.*]] = "onnx.Neg"(%arg1)
//  CHECK-NEXT:     "onnx.Yield"(%[[THEN]]) : (tensor<?xf32>) -> ()
//       CHECK:   }, {
//       CHECK:     %[[ELSE:.*]] = "onnx.Abs"(%arg1)
//       CHECK:     "onnx.Yield"(%[[ELSE]])
//       CHECK:   "onnx.Loop"(%arg2, %arg0, %arg1) ({
//  CHECK-NEXT:   ^bb0(%{{.*}}: tensor<i64>, %[[GO:.*]]: tensor<i1>, %[[X:.*]]: tensor<?xf32>):
//       CHECK:     onnxops.concat_v13 %[[X]], %[[X]] axis = 0
//       CHECK:     "onnx.Yield"
func.func @control(%c: !torch.vtensor<[],i1>, %a: !torch.vtensor<[?],f32>, %n: !torch.vtensor<[],si64>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>) attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %0 = "torch.operator"(%c) <{name = "onnx.If"}> ({
    %else = "torch.operator"(%a) <{name = "onnx.Abs"}> : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
    "torch.operator_terminator"(%else) : (!torch.vtensor<[?],f32>) -> ()
  }, {
    %then = "torch.operator"(%a) <{name = "onnx.Neg"}> : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
    "torch.operator_terminator"(%then) : (!torch.vtensor<[?],f32>) -> ()
  }) : (!torch.vtensor<[],i1>) -> !torch.vtensor<[?],f32>
  %1 = "torch.operator"(%n, %c, %a) <{name = "onnx.Loop"}> ({
  ^bb0(%i: !torch.vtensor<[],si64>, %go: !torch.vtensor<[],i1>, %x: !torch.vtensor<[?],f32>):
    %y = "torch.operator"(%x, %x) <{name = "onnx.Concat"}> {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
    "torch.operator_terminator"(%go, %y) : (!torch.vtensor<[],i1>, !torch.vtensor<[?],f32>) -> ()
  }) : (!torch.vtensor<[],si64>, !torch.vtensor<[],i1>, !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
  return %0, %1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>
}

{-#
  dialect_resources: {
    builtin: {
      bytes: "0x040000000000803F00000040"
    }
  }
#-}
