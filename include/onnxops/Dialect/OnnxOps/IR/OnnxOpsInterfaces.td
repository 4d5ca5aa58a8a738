//===- OnnxOpsInterfaces.td - what all versions share -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface through which importers, the upgrade and later the version
// conversion see an op: its family, its opsets, and its step to the next
// version.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSINTERFACES
#define ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSINTERFACES

include "mlir/IR/OpBase.td"

def VersionedOpInterface : OpInterface<"VersionedOpInterface"> {
  let cppNamespace = "::mlir::onnxops";
  let description = [{
    An operator at one version. `getFamily() + "_v" + getFirstOpset()` is the
    op's mnemonic.
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
    InterfaceMethod<[{
      Builds the same operator in the next version before this op and returns
      its results, which the caller puts in place of this op's. Returns no
      value for the newest version. Fails, with an error that says why, where
      the step needs a fact that is not known, such as a rank.
    }], "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "buildUpgrade",
      (ins "::mlir::OpBuilder &":$builder), /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return ::llvm::SmallVector<::mlir::Value>();
      }]>
  ];
}

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSINTERFACES
