//===- StorageTypes.h - conversion to storage types -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts elements that are only moved to signless integers of the same width,
// so that no later stage reads packed bits, quiets a NaN or lacks an
// instruction for the type. Types that the module uses in arithmetic are kept.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_STORAGETYPES_H
#define ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_STORAGETYPES_H

#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::onnxops {

/// bool and 8-bit types become i8, f32 becomes i32, complex<f32> i64, and so
/// on; a string becomes its address as an i64. A tensor of complex<f64> becomes
/// one of i64 with an additional last dimension of 2, since no target supports
/// 128-bit moves everywhere. Sequences become handles.
class StorageTypeConverter : public TypeConverter {
public:
  /// Keeps the element types of ops in `module` that do more than move data.
  StorageTypeConverter(Operation *module, const DenseSet<Operation *> &keptOps);

private:
  Type convertTensor(TensorType type) const;
  llvm::DenseSet<Type> kept;
};

/// Whether an upstream op only moves elements, so that it can be rebuilt with
/// other element types.
bool isDataMovement(Operation *op);

/// Whether an upstream op reads or writes single elements, which can be
/// converted from and to storage types.
bool isElementAccess(Operation *op);

/// The patterns for data movement ops, and for ops that access elements.
void populateDataMovementPatterns(const TypeConverter &converter,
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
