//===- my-ops.cpp - builds ops of onnxops ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a compiler that has onnxops among its sources.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

mlir::Value join(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::ValueRange tensors) {
  return mlir::onnxops::ConcatV13Op::create(builder, loc, tensors, /*axis=*/0);
}
