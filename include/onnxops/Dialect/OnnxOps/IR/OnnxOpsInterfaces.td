//===- OnnxOpsInterfaces.td - interface of versioned ops ---*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of versioned ops for importers, the upgrade and the version
// conversion: an op's family, its opsets, and the steps to adjacent versions.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSINTERFACES
#define ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSINTERFACES

include "mlir/IR/OpBase.td"

// A conversion step to an adjacent version.
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
    One version of an operator. `getFamily() + "_v" + getFirstOpset()` is the
    op's mnemonic.

    A step builds the equivalent of the op in another version, before the op,
    and returns the values with which the caller replaces the op's results. It
    returns no values if there is no such version. It fails if it needs a fact
    that is not known, such as a rank, or if the other version lacks a feature
    that the op uses. The error begins with the version that cannot be reached
    and gives the reason: `Tile-6: the rank of input is unknown`.
  }];
  let methods = [
    StaticInterfaceMethod<"The name of the operator, without its version.",
      "::llvm::StringRef", "getFamily">,
    StaticInterfaceMethod<"The first opset that selects this version.",
      "int64_t", "getFirstOpset">,
    StaticInterfaceMethod<"The last opset that selects this version.",
      "int64_t", "getLastOpset">,
    StaticInterfaceMethod<"The operands in order.",
      "::llvm::ArrayRef<::mlir::onnxops::OperandInfo>", "getOperandInfos">,
    OnnxOps_Step<"buildUpgrade", "Converts to the next version in ONNX.">,
    OnnxOps_Step<"buildDowngrade", "Converts to the previous version, if any.">,
    OnnxOps_Step<"buildOpenVINO", "Converts to OpenVINO's version, if any.">
  ];
  let extraClassDeclaration = [{
    /// Whether this is the newest ONNX version of the operator; false for
    /// OpenVINO's.
    bool isNewest();
  }];
}

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSINTERFACES
