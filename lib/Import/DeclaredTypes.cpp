//===- DeclaredTypes.cpp - types that a model declares --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts the types that a model declares for its values, and combines them
// with the types that operators give. Exporters leave sizes in models that are
// wrong after a change; runtimes ignore them, and so does this.
//
//===----------------------------------------------------------------------===//

#include "NodeBuilders.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

Type mlir::onnxops::convertType(const DeclaredType &type,
                                MLIRContext *context) {
  if (!type.otherKind.empty())
    return AnyType::get(context);
  Type element = type.foreignElement;
  if (!element)
    element = getElementTypeOfOnnx(type.elementType, context);
  // Models declare sequences with elements of rank 0 whose actual rank differs.
  bool isRanked =
      type.dimensions && !(type.isSequence && type.dimensions->empty());
  TensorType tensor = UnrankedTensorType::get(element);
  if (isRanked) {
    SmallVector<int64_t> shape;
    for (const GraphDimension &dimension : *type.dimensions)
      shape.push_back(dimension.size);
    tensor = RankedTensorType::get(shape, element);
  }
  Type value = tensor;
  if (type.isSequence)
    value = SequenceType::get(tensor);
  return type.isOptional ? OptionalType::get(value) : value;
}

LogicalResult mlir::onnxops::checkDeclared(Location loc, const Twine &what,
                                           Type type, Type &declared) {
  if (areCompatibleTypes(declared, type))
    return success();
  if (forgetShape(declared, /*keepsRank=*/false) !=
      forgetShape(type, /*keepsRank=*/false))
    return emitError(loc) << "expected " << what << " to have type " << type
                          << ", but it is declared as " << declared;
  emitWarning(loc) << what << " has type " << type << "; the declared type "
                   << declared << " is ignored";
  declared = type;
  return success();
}

FailureOr<SmallVector<Type>>
mlir::onnxops::refineDeclared(Location loc, ArrayRef<Type> inferred,
                              ArrayRef<Type> declared) {
  SmallVector<Type> types(inferred), checked(declared);
  for (size_t index = 0; index < std::min(types.size(), checked.size());
       ++index) {
    if (!checked[index])
      continue;
    if (isa<AnyType>(types[index]))
      types[index] = checked[index];
    if (failed(checkDeclared(loc, "result #" + Twine(index), types[index],
                             checked[index])))
      return failure();
  }
  return refineTypes([&] { return emitError(loc); }, types, checked);
}
