//===- StorageTypes.h - element types as memory holds them ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An element that is only moved becomes a signless integer of its width: no
// later stage can then read packed bits, quiet a NaN or lack an instruction
// for it. A type that arithmetic in the same module works on stays as it is.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_STORAGETYPES_H
#define ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_STORAGETYPES_H

#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::onnxops {

/// bool and 8-bit types become i8, f32 becomes i32, complex<f32> i64, and so
/// on; a string becomes the i64 of its address. A tensor of complex<f64>
/// becomes one of i64 with a last dimension of 2: no target moves 128 bits
/// everywhere. Sequences become handles.
class StorageTypeConverter : public TypeConverter {
public:
  /// Keeps the element types that ops other than movers use in `module`.
  explicit StorageTypeConverter(Operation *module);

private:
  Type convertTensor(TensorType type) const;
  llvm::DenseSet<Type> kept;
};

/// Whether an upstream op only moves elements, so that it can be rebuilt with
/// other element types.
bool isMover(Operation *op);

/// Whether an upstream op takes or gives single elements that can be had from
/// storage.
bool isElementAccess(Operation *op);

/// The patterns for movers, and for ops that look at elements.
void populateMoverPatterns(const TypeConverter &converter,
                           RewritePatternSet &patterns);
void populateElementPatterns(const TypeConverter &converter,
                             RewritePatternSet &patterns);

/// Patterns and legality for constants, functions, control flow and the
/// upstream ops that only move elements.
void populateStorageTypePatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns,
                                 ConversionTarget &target);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_STORAGETYPES_H
