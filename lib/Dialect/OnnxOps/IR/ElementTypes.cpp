//===- ElementTypes.cpp - ONNX's numbers for element types ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table is the enumeration of TensorProto.DataType in onnx.proto.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

Type mlir::onnxops::getElementTypeOfOnnx(int64_t number, MLIRContext *context) {
  Builder b(context);
  switch (number) {
  case 1:
    return b.getF32Type();
  case 2:
    return b.getIntegerType(8, /*isSigned=*/false);
  case 3:
    return b.getIntegerType(8);
  case 4:
    return b.getIntegerType(16, /*isSigned=*/false);
  case 5:
    return b.getIntegerType(16);
  case 6:
    return b.getIntegerType(32);
  case 7:
    return b.getIntegerType(64);
  case 8:
    return StringType::get(context);
  case 9:
    return b.getI1Type();
  case 10:
    return b.getF16Type();
  case 11:
    return b.getF64Type();
  case 12:
    return b.getIntegerType(32, /*isSigned=*/false);
  case 13:
    return b.getIntegerType(64, /*isSigned=*/false);
  case 14:
    return ComplexType::get(b.getF32Type());
  case 15:
    return ComplexType::get(b.getF64Type());
  case 16:
    return b.getBF16Type();
  default:
    return Type();
  }
}

std::optional<int64_t> mlir::onnxops::getOnnxOfElementType(Type type) {
  for (int64_t number = 1; number <= 16; ++number)
    if (getElementTypeOfOnnx(number, type.getContext()) == type)
      return number;
  return std::nullopt;
}
