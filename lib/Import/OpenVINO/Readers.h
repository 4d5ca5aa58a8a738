//===- Readers.h - convert an OpenVINO file to a graph ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of the conversion, in order. Functions with a context emit one
// error if they fail; the others return it without a location.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_OPENVINO_READERS_H
#define ONNXOPS_LIB_IMPORT_OPENVINO_READERS_H

#include "Net.h"
#include "onnxops/Data/ConstantPool.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Import/Graph.h"
#include "onnxops/Support/InputFile.h"

namespace mlir::onnxops {

/// Reads the XML file. Checks its edges: every input has one source.
FailureOr<Net> readNet(llvm::MemoryBufferRef file, MLIRContext &context,
                       const ModelLimits &limits);

/// The layers' indices in topological order, otherwise in the order of the
/// file. Emits an error with the names of the layers if there is a cycle.
FailureOr<std::vector<unsigned>> orderLayers(const Net &net,
                                             MLIRContext &context);

class Weights;

/// Converts layers to a graph, with constants from the .bin file.
FailureOr<FileModel> readGraph(const Net &net, Weights &weights,
                               MLIRContext &context);

/// The bounds of a size. `n` is n to n, `?` is 0 to 2^63 - 1.
struct SizeBounds {
  int64_t least = 0;
  int64_t most = std::numeric_limits<int64_t>::max();

  /// The size if the bounds are equal, kDynamic otherwise.
  int64_t getSize() const {
    return least == most ? least : ShapedType::kDynamic;
  }
};

/// The bounds of a shape; none for unknown rank.
using ShapeBounds = std::optional<std::vector<SizeBounds>>;

/// Reads a list of dimensions: `n`, `?`, `-1`, `a..b`, `..b`, `a..`. Only `...`
/// is unknown rank, an empty text is rank 0.
llvm::Expected<ShapeBounds> readShape(StringRef text);

/// The bounds of a concat's result. Rejects inputs whose sizes can never match
/// in a dimension other than `axis`, unless both sizes are known: the op checks
/// these, ranks and `axis`. The result is unknown if they are invalid.
FailureOr<ShapeBounds> inferConcatBounds(ErrorEmitter emit,
                                         ArrayRef<const ShapeBounds *> inputs,
                                         int64_t axis);

/// Rejects a size of a port that is not within the bounds of its value.
LogicalResult verifyWithinBounds(ErrorEmitter emit, const ShapeBounds &bounds,
                                 const DeclaredType &port);

/// Whether a Parameter's `element_type` is dynamic.
bool isDynamicElementType(StringRef text);

/// Gives graph inputs of dynamic element type the type of the values with which
/// they are concatenated. Rejects an input whose type cannot be inferred.
LogicalResult resolveElementTypes(const Net &net, FileModel &model,
                                  MLIRContext &context);

/// Sets the element type: `f32`, or the `FP32` of a port. Leaves it unset if it
/// is dynamic.
llvm::Error readElementType(StringRef text, DeclaredType &type,
                            MLIRContext &context);
llvm::Error readPrecision(StringRef text, DeclaredType &type,
                          MLIRContext &context);

/// The .bin file of a model.
class Weights {
public:
  /// The file next to the model, opened on first use. A link may not lead out
  /// of the model's directory: a model must not make its user read and pass on
  /// other files.
  Weights(StringRef model, const ModelLimits &limits);
  /// A file in memory, which must outlive this object.
  Weights(llvm::MemoryBufferRef file, const ModelLimits &limits);

  /// Reads the elements of a tensor, in their memory format, from the `size`
  /// bytes at `offset`, which may be more than it needs. Tensors of the same
  /// bytes share them.
  llvm::Expected<TensorData> read(int32_t elementType, ArrayRef<int64_t> sizes,
                                  uint64_t offset, uint64_t size);

private:
  llvm::Error open();
  uint64_t getNumBytes() const;
  llvm::Error copy(uint64_t offset, MutableArrayRef<char> to) const;

  std::string path;
  std::optional<InputFile> file;
  std::optional<StringRef> memory; ///< instead of a file
  ConstantPool pool;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_OPENVINO_READERS_H
