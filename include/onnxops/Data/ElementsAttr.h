//===- ElementsAttr.h - tensors as constants in IR --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts host tensors to and from MLIR's attributes for constant tensors.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_ELEMENTSATTR_H
#define ONNXOPS_DATA_ELEMENTSATTR_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "onnxops/Data/TensorData.h"
#include "llvm/ADT/StringMap.h"

#include <map>

namespace mlir::onnxops {

/// The tensor's type. Loads no dialect: for a tensor of strings, the context
/// must have ours.
RankedTensorType getTensorType(const TensorData &tensor, MLIRContext *context);

/// Makes the constants of one model. Tensors that share bytes share a resource;
/// they have to outlive this object.
class ElementsBuilder {
public:
  explicit ElementsBuilder(MLIRContext *context) : context(context) {}

  /// The tensor as a constant: dense if verifiers may read the elements or all
  /// are equal, otherwise a resource that is stored once, outside the context's
  /// uniquing, under a key derived from `name`.
  ElementsAttr build(const TensorData &tensor, llvm::StringRef name);

  /// The same for elements of `type` that are packed in a vector of bytes:
  /// always a resource.
  ElementsAttr buildPacked(const TensorData &bytes, RankedTensorType type,
                           llvm::StringRef name);

private:
  bool isSplat(const TensorData &tensor);
  DenseResourceElementsHandle makeResource(const TensorData &tensor,
                                           llvm::StringRef name);

  MLIRContext *context;
  // For tensors that share their bytes, keyed by these: their resource, and, by
  // element size in bytes, whether all elements are equal.
  std::map<const char *, DenseResourceElementsHandle> resources;
  std::map<std::pair<const char *, size_t>, bool> splats;
  // The number of resources by name.
  llvm::StringMap<unsigned> names;
};

/// The elements of a constant. Fails if the elements are missing (an elided
/// resource) or of a type that ONNX does not have.
llvm::Expected<TensorData> copyElements(ElementsAttr constant);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_ELEMENTSATTR_H
