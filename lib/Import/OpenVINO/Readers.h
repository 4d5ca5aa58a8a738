//===- Readers.h - from an OpenVINO file to a graph -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps on the way, in their order. Those that take a context emit one
// error when they fail; the others return it without a place.
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

/// Reads the XML file. Its edges are checked: every input has one source.
FailureOr<Net> readNet(llvm::MemoryBufferRef file, MLIRContext &context,
                       const ModelLimits &limits);

/// The layers' indices, each after its sources; where there is a choice, in the
/// order of the file. Refuses a cycle by the names on it.
FailureOr<std::vector<unsigned>> orderLayers(const Net &net,
                                             MLIRContext &context);

class Weights;

/// Turns layers into a graph, with the constants out of the .bin file.
FailureOr<FileModel> readGraph(const Net &net, Weights &weights,
                               MLIRContext &context);

/// What is known of a size. `n` is n to n, `?` is 0 to 2^63 - 1.
struct SizeBounds {
  int64_t least = 0;
  int64_t most = std::numeric_limits<int64_t>::max();

  /// The only size within, kDynamic if there are more.
  int64_t getSize() const {
    return least == most ? least : ShapedType::kDynamic;
  }
};

/// What is known of a shape; none for unknown rank.
using ShapeBounds = std::optional<std::vector<SizeBounds>>;

/// Reads a list of dimensions: `n`, `?`, `-1`, `a..b`, `..b`, `a..`; `...`
/// alone is unknown rank, nothing is rank 0.
llvm::Expected<ShapeBounds> readShape(StringRef text);

/// The bounds of a concat's result. Refuses inputs that can never have one size
/// in another dimension than `axis`, unless both sizes are known: that, ranks
/// and `axis` are for the op to check, and nothing is known if they are wrong.
FailureOr<ShapeBounds> inferConcatBounds(ErrorEmitter emit,
                                         ArrayRef<const ShapeBounds *> inputs,
                                         int64_t axis);

/// Refuses a port's size that the bounds of its value rule out.
LogicalResult verifyWithinBounds(ErrorEmitter emit, const ShapeBounds &bounds,
                                 const DeclaredType &port);

/// Whether a Parameter's `element_type` leaves the type open.
bool isDynamicElementType(StringRef text);

/// Gives the graph inputs whose element type is open the type of what is
/// joined with them. Refuses one that nothing tells the type of.
LogicalResult resolveElementTypes(const Net &net, FileModel &model,
                                  MLIRContext &context);

/// Sets the element type: `f32`, or the `FP32` of a port. One that is open
/// leaves it unset.
llvm::Error readElementType(StringRef text, DeclaredType &type,
                            MLIRContext &context);
llvm::Error readPrecision(StringRef text, DeclaredType &type,
                          MLIRContext &context);

/// The .bin file of a model.
class Weights {
public:
  /// The one beside the model, which is opened when it is first needed. A link
  /// may not lead out of the model's directory: a model must not make its user
  /// read other files and hand them on.
  Weights(StringRef model, const ModelLimits &limits);
  /// One in memory, which outlives this object.
  Weights(llvm::MemoryBufferRef file, const ModelLimits &limits);

  /// Reads the elements of a tensor, which are stored as in memory, from the
  /// `size` bytes at `offset`. There may be more of these than it needs.
  /// Tensors of the same bytes share them.
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
