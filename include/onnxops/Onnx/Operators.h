//===- Operators.h - ONNX operators outside of the dialect ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX operators outside of the dialect are represented as generic ops of the
// unregistered dialect `onnx`. This table has, for each known operator, its
// number of operands, and rules for its result types and known
// values. --convert-onnx-to-upstream lowers most of them.
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

/// Attributes that are not attributes of the operator: its domain, if it is not
/// ONNX's default domain, and the names of the attributes of its regions.
constexpr StringLiteral kOnnxDomainAttr = "onnx.domain";
constexpr StringLiteral kOnnxRegionsAttr = "onnx.regions";

/// onnx-mlir's attribute for the name of a node, on any op, including those of
/// the dialect.
constexpr StringLiteral kOnnxNodeNameAttr = "onnx_node_name";

/// Parameters of the type rules.
struct InferenceMode {
  int64_t opset; ///< of the operators
  /// The importer's rules are less precise: they do not infer the sizes of a
  /// Slice, or the axes dropped by a Squeeze without axes. A declared type is
  /// checked later, by inference or lowering.
  bool isImport = false;
};

/// A known operator.
struct OnnxOperator {
  /// Computes the types of the results from the operands' types and known
  /// values. Sizes are dynamic if they are unknown or violate the operator's
  /// constraints, which lowering checks. Empty if the element types cannot be
  /// inferred.
  using InferTypes = SmallVector<Type> (*)(Operation *op,
                                           const InferenceMode &mode);
  /// The known elements of result `index`.
  using ReadElements = std::optional<KnownElements> (*)(Operation *op,
                                                        unsigned index,
                                                        ValueReader &reader);

  StringLiteral opType;
  int64_t firstOpset; ///< the first opset with a supported version
  unsigned minOperands, maxOperands;
  /// Null for control flow, whose types come from its regions.
  InferTypes inferTypes = nullptr;
  /// Null if values are not tracked.
  ReadElements readElements = nullptr;
  bool isVariadic = false; ///< has one or more results, instead of 1
  ArrayRef<StringLiteral> graphs = {}; ///< the attributes that become regions
  bool isLowered = true;               ///< otherwise only kept
  /// Takes sequences and optional values too, other than as control flow.
  bool takesContainers = false;
};

/// The operator of that name in ONNX's default domain, null if unknown.
const OnnxOperator *findOnnxOperator(StringRef opType);

/// Whether the op is one of `onnx`: an operator, or an auxiliary op, NoValue or
/// Yield.
bool isOnnxOp(Operation *op);

/// Whether the op represents an absent operand.
bool isNoValue(Operation *op);

/// Whether an attribute of that name is metadata of the importers on an `onnx`
/// op; operators of a model may not have such an attribute.
bool isReservedAttribute(StringRef attribute);

/// All attributes of an unregistered op, including those in its properties.
DictionaryAttr getAllAttributes(Operation *op);

/// The names of the attributes that the regions of an op stand for: those that
/// the op specifies, or those of the known operator.
SmallVector<StringRef> getRegionNames(Operation *op);

/// The domain of the operator, "" for ONNX's default domain.
StringRef getOnnxDomain(Operation *op);

/// Whether `op` is an operator of ONNX's default domain, known or not.
bool isOnnxOperator(Operation *op);

/// The known operator of `op`, if its operands and results meet the
/// requirements of the rules; null otherwise.
const OnnxOperator *matchOnnxOperator(Operation *op);

/// The result types of a known operator, empty if they cannot be inferred.
SmallVector<Type> inferOnnxTypes(Operation *op, const InferenceMode &mode);

/// Refines inferred tensor types by declared types, which must be compatible:
/// otherwise emits an error that names both. Declared types may be null, and
/// fewer.
FailureOr<SmallVector<Type>> refineTypes(ErrorEmitter emit,
                                         ArrayRef<Type> inferred,
                                         ArrayRef<Type> declared);

/// Adds our dialect, with rules for known values of generic `onnx` ops: see
/// KnownValues.h. Part of registerDialect in InitAll.h; passes and importers
/// that rely on the rules register them themselves.
void registerOnnxOperators(DialectRegistry &registry);

/// The opset of the operators in `module`.
int64_t getOpset(Operation *module);

/// Operand `index` of a generic op, null if it is absent.
Value getGivenOperand(Operation *op, unsigned index);

/// The value of an integer attribute of any signedness: onnx-mlir writes signed
/// integers. None for another attribute, or null.
std::optional<int64_t> getIntegerValue(Attribute attribute);

/// The value of a Constant in any attribute form that holds numbers, null if
/// there is none.
ElementsAttr getConstantValue(Operation *op);

/// The element type to which a Cast converts, or with which a ConstantOfShape
/// fills; null if it is not known.
Type getCastType(Operation *op);
Type getFillType(Operation *op);

/// The argument type of the body of a Loop for the iteration number or the
/// condition: a scalar, or a vector of one element if declared as a vector.
/// onnx's checker and other runtimes accept both. `declared` may be null.
RankedTensorType getLoopControlType(Type declared, Type element);

/// The join of the type of a loop-carried value, which is null while it is only
/// known to be an empty sequence, with the type of `value`, which it may be as
/// well. An empty sequence adds nothing. Null if there is no join.
Type joinCarried(Type carried, Value value);

/// The type of a tensor, a sequence or an optional value without its sizes, or
/// without its rank; any other type as it is.
Type forgetShape(Type type, bool keepsRank);

} // namespace mlir::onnxops

#endif // ONNXOPS_ONNX_OPERATORS_H
