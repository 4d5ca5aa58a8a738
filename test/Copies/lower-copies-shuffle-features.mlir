// RUN: onnxops-opt %s --onnxops-lower-copies="vector-bytes=16 shuffle=ssse3" | FileCheck %s

// Functions with permutes say what they require.
// CHECK-LABEL: func.func @permute
//  CHECK-SAME:   attributes {passthrough = {{\[\[}}"target-features", "+ssse3"]]}
func.func @permute(%a: vector<16xi8>) -> vector<16xi8> {
  %0 = llvm.call_intrinsic "llvm.x86.ssse3.pshuf.b.128"(%a, %a) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  return %0 : vector<16xi8>
}

// What a function says of its target itself stays.
// CHECK-LABEL: func.func @other_target
//  CHECK-SAME:   attributes {passthrough = {{\[\[}}"target-features", "-ssse3"]]}
func.func @other_target(%a: vector<16xi8>) -> vector<16xi8> attributes {passthrough = [["target-features", "-ssse3"]]} {
  %0 = llvm.call_intrinsic "llvm.x86.ssse3.pshuf.b.128"(%a, %a) : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>
  return %0 : vector<16xi8>
}
