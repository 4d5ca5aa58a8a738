//===- Types.h - types of torch-mlir's ONNX importer ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts types of values between the dialect torch, which is not registered,
// and builtin and onnxops types. The whole module is converted, so that no
// value needs a cast: ops that are not converted forward such values too.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_TORCHONNX_TYPES_H
#define ONNXOPS_LIB_CONVERSION_TORCHONNX_TYPES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::onnxops {

/// The types that torch.operator has for ONNX:
///
///   !torch.vtensor<[2,?],si64>           tensor<2x?xi64>
///   !torch.vtensor<*,f32>                tensor<*xf32>
///   !torch.vtensor<[2],!torch.str>       tensor<2x!onnxops.string>
///   !torch.list<vtensor<[2,?],f32>>      !onnxops.seq<tensor<2x?xf32>>
///   !torch.optional<vtensor<[2,?],f32>>  !onnxops.optional<tensor<2x?xf32>>
///   !torch.none                          none
///
/// A list of tensors of rank 0 becomes a sequence of tensors of any rank, since
/// the importer writes it for elements of unknown rank. All others, such as
/// tensors of unknown element type, are unchanged.
void importTorchTypes(ModuleOp module);

/// The inverse. Values of unknown type, `!onnxops.any`, have the type
/// `!torch.none`.
void exportTorchTypes(ModuleOp module);

/// The constant with the element type that torch-mlir has for it, or back:
/// signed integers where they are signless here, and small resources of
/// integers are read. Other attributes are returned as they are.
Attribute importTorchConstant(Attribute attribute);
Attribute exportTorchConstant(Attribute attribute);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_TORCHONNX_TYPES_H
