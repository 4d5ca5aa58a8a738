//===- Operators.h - ONNX operators outside the dialect ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators of ONNX that are no ops of our dialect stay generic ops of the
// unregistered dialect `onnx`. For each known one: its versions, the number of
// its operands, rules for the types of its results and for known values. Most
// of them are lowered by --convert-onnx-to-upstream.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_ONNX_OPERATORS_H
#define ONNXOPS_ONNX_OPERATORS_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Operation.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

namespace mlir::onnxops {

class ValueReader;

/// Attributes that are no attributes of the operator: its domain, where that is
/// not ONNX's default one, and the names of the attributes that regions were.
constexpr StringLiteral kOnnxDomainAttr = "onnx.domain";
constexpr StringLiteral kOnnxRegionsAttr = "onnx.regions";

/// What onnx-mlir calls the node that an op was: an attribute of any op, of
/// ours too.
constexpr StringLiteral kOnnxNodeNameAttr = "onnx_node_name";

/// What a rule for types goes by.
struct InferenceMode {
  int64_t opset; ///< whose operators the ops are
  /// The importer's rules are rougher: what a Slice takes, and what a Squeeze
  /// without axes drops, is not for it to say. A type that a model declares for
  /// them is judged later, by inference or where they are lowered.
  bool isImport = false;
};

/// A known operator.
struct OnnxOperator {
  /// Computes the types of the results from the operands' types and known
  /// values: what is not known, and what breaks the operator's rules, stays
  /// unknown. Those rules are checked where it is lowered. Empty if not even
  /// the element types can be told.
  using InferTypes = SmallVector<Type> (*)(Operation *op,
                                           const InferenceMode &mode);
  /// The elements of result `index`, as far as they are known.
  using ReadElements = std::optional<KnownElements> (*)(Operation *op,
                                                        unsigned index,
                                                        ValueReader &reader);

  StringLiteral opType;
  /// The opsets at which ONNX published a version, in order, up to opset 27
  /// (ONNX 1.22). Empty where versions are not followed.
  ArrayRef<int64_t> versions;
  int64_t firstOpset; ///< the first one whose version is known here
  unsigned minOperands, maxOperands;
  /// Null for control flow, whose types are the regions'.
  InferTypes inferTypes = nullptr;
  /// Null where values are not followed.
  ReadElements readElements = nullptr;
  bool isVariadic = false; ///< has any number of results but 0, instead of 1
  ArrayRef<StringLiteral> graphs = {}; ///< the attributes that become regions
  bool isLowered = true; ///< otherwise kept only by --allow-unsupported
};

/// The operator of ONNX's default domain of that name, null if it is not known.
const OnnxOperator *findOnnxOperator(StringRef opType);

/// Whether the op is one of `onnx`, an operator or what stands between them:
/// NoValue and Yield.
bool isOnnxOp(Operation *op);

/// Whether the op stands for an operand that is not given.
bool isNoValue(Operation *op);

/// Whether an attribute of that name is metadata of ours on an `onnx` op,
/// which no operator of a model may have.
bool isReservedAttribute(StringRef attribute);

/// Its domain, "" for ONNX's default one.
StringRef getOnnxDomain(Operation *op);

/// Whether `op` is an operator of ONNX's default domain, known or not.
bool isOnnxOperator(Operation *op);

/// The known operator that `op` is, if its operands and results are such as the
/// rules need them; null otherwise.
const OnnxOperator *matchOnnxOperator(Operation *op);

/// The types of the results of a known operator, empty if they cannot be told.
SmallVector<Type> inferOnnxTypes(Operation *op, const InferenceMode &mode);

/// The inferred types, of tensors refined by what is declared, which must be
/// compatible: otherwise emits an error that names both. Declared types may be
/// null, and fewer.
FailureOr<SmallVector<Type>> refineTypes(ErrorEmitter emit,
                                         ArrayRef<Type> inferred,
                                         ArrayRef<Type> declared);

/// Adds our dialect, with rules for known values of generic `onnx` ops: see
/// KnownValues.h. Part of registerDialect in InitAll.h; passes and importers
/// that rely on the rules register them themselves.
void registerOnnxOperators(DialectRegistry &registry);

/// Emits an error that tells why, and fails, unless `op`, which means opset
/// `from`, means the same at opset `to`: unless ONNX published no version of it
/// in between. What is no versioned operator of ONNX's default domain always
/// does.
LogicalResult verifySameAtOpset(ErrorEmitter emit, Operation *op, int64_t from,
                                int64_t to);

/// The opset that the operators in `module` mean.
int64_t getOpset(Operation *module);

/// Operand `index` of a generic op, null if it is not given.
Value getGivenOperand(Operation *op, unsigned index);

/// The value of a Constant in any attribute form that holds numbers, null if
/// there is none.
ElementsAttr getConstantValue(Operation *op);

/// The element type that a Cast converts to, or a ConstantOfShape fills with;
/// null if it is not known.
Type getCastType(Operation *op);
Type getFillType(Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_ONNX_OPERATORS_H
