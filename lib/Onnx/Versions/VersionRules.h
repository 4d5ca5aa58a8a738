//===- VersionRules.h - versions that changed an operator -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for versions that changed more than element types and optional
// attributes: where the schemas of two versions do not show the change, or
// where the op has to be rewritten.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_ONNX_VERSIONS_VERSIONRULES_H
#define ONNXOPS_LIB_ONNX_VERSIONS_VERSIONRULES_H

#include "mlir/IR/Builders.h"
#include "onnxops/Onnx/Schemas.h"

namespace mlir::onnxops {

/// One op at the step across a version that changed it.
struct VersionStep {
  Operation *op;
  OpBuilder &builder; ///< inserts before the op
  ErrorEmitter emit;  ///< starts an error that ends in the reason
  int64_t from, to;   ///< adjacent opsets

  /// Emits an error with the reason.
  template <typename... Message>
  LogicalResult refuse(Message &&...message) const {
    return emitFailure(emit, std::forward<Message>(message)...);
  }
};

/// Rewrites the op of a step, which may be erased then. Refuses before it has
/// changed anything.
using RewriteVersion = LogicalResult (*)(const VersionStep &step);

/// A version that changed an operator. Null for a direction in which the
/// schemas tell enough.
struct VersionRule {
  StringLiteral opType;
  int64_t version;
  RewriteVersion upgrade = nullptr, downgrade = nullptr;
};

/// The rule for the version of an operator, null if there is none.
const VersionRule *findVersionRule(StringRef opType, int64_t version);

/// The rules of each file of this folder.
ArrayRef<VersionRule> getMovedAttributeRules();
ArrayRef<VersionRule> getBroadcastRules();
ArrayRef<VersionRule> getGroupNormalizationRules();
ArrayRef<VersionRule> getSoftmaxRules();
ArrayRef<VersionRule> getResizeRules();
ArrayRef<VersionRule> getAttributeRules();

/// Converts the op by the schemas of the versions on both sides of the step:
/// rules end in this after they have rewritten what the schemas do not show.
LogicalResult stepBySchema(const VersionStep &step);

/// Builds a generic op of ONNX's default domain with one result.
Value buildOnnx(const VersionStep &step, StringRef opType, ValueRange operands,
                Type result, ArrayRef<NamedAttribute> attributes = {});
/// Builds a vector of integers.
Value buildVector(const VersionStep &step, ArrayRef<int64_t> values);
/// Sets operand `index`; operands before it that are not given become absent.
void setOperand(const VersionStep &step, unsigned index, Value value);
/// Makes operand `index` absent.
void dropOperand(const VersionStep &step, unsigned index);
/// Makes `restored`, computed from the op's first result, the value that the
/// users of that result get, with its name.
void moveResult(const VersionStep &step, Value restored);
/// Replaces the op by one of another operator with the same operands, results
/// and attributes, and returns it.
Operation *renameOp(const VersionStep &step, StringRef opType);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_ONNX_VERSIONS_VERSIONRULES_H
