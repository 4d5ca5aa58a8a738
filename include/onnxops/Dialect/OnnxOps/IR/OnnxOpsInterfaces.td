//===- OnnxOpsInterfaces.td - what all versions share -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface through which importers, the upgrade and the version
// conversion see an op: its family, its opsets, and its steps to the versions
// next to it.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSINTERFACES
#define ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSINTERFACES

include "mlir/IR/OpBase.td"

// One step away from a version.
class OnnxOps_Step<string name, string stepDescription>
    : InterfaceMethod<stepDescription,
        "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", name,
        (ins "::mlir::OpBuilder &":$builder,
             "::mlir::onnxops::ErrorEmitter":$emit),
        /*methodBody=*/"", /*defaultImplementation=*/[{
          return ::llvm::SmallVector<::mlir::Value>();
        }]>;

def VersionedOpInterface : OpInterface<"VersionedOpInterface"> {
  let cppNamespace = "::mlir::onnxops";
  let description = [{
    An operator at one version. `getFamily() + "_v" + getFirstOpset()` is the
    op's mnemonic.

    A step builds what means the same in another version before the op and
    returns the values that the caller puts in place of the op's results. Where
    there is no such version it returns no value. It fails where the step needs
    a fact that is not known, such as a rank, or where the other version lacks
    what the op has, with an error that begins with the version that cannot be
    reached and tells why: `Tile-6: the rank of input is unknown`.
  }];
  let methods = [
    StaticInterfaceMethod<"The operator, without its version.",
      "::llvm::StringRef", "getFamily">,
    StaticInterfaceMethod<"The first opset that selects this version.",
      "int64_t", "getFirstOpset">,
    StaticInterfaceMethod<"The last opset that selects this version.",
      "int64_t", "getLastOpset">,
    StaticInterfaceMethod<"The operands in order.",
      "::llvm::ArrayRef<::mlir::onnxops::OperandInfo>", "getOperandInfos">,
    OnnxOps_Step<"buildUpgrade", "Steps to the next version of ONNX.">,
    OnnxOps_Step<"buildDowngrade", "Steps to the version before, if any.">,
    OnnxOps_Step<"buildOpenVINO", "Steps to OpenVINO's version, if any.">
  ];
  let extraClassDeclaration = [{
    /// Whether no opset of ONNX selects another version instead, which is never
    /// so for OpenVINO's.
    bool isNewest();
  }];
}

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSINTERFACES
