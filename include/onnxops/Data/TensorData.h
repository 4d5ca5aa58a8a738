//===- TensorData.h - tensors and sequences in host memory ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of files, constants, and arguments and results of compiled
// functions: owned by C++ objects, laid out according to the calling convention
// (Runtime.h).
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_TENSORDATA_H
#define ONNXOPS_DATA_TENSORDATA_H

#include "onnxops/ABI/Runtime.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"

#include <cstdlib>
#include <memory>
#include <variant>
#include <vector>

namespace mlir::onnxops {

/// The number of elements of a tensor of these sizes, or an error when a size
/// is negative, the rank is above kMaxRank, or the bytes do not fit in 63 bits.
llvm::Expected<int64_t> countElements(int32_t elementType,
                                      llvm::ArrayRef<int64_t> sizes);

/// A tensor that owns its elements, alone unless shareAs is used: row-major,
/// stored according to Runtime.h. Movable, not copyable.
class TensorData {
public:
  /// A tensor of zeros, or of empty strings. Fails on an unknown element type,
  /// a negative size, a size beyond 63 bits, or when there is no memory.
  static llvm::Expected<TensorData> create(int32_t elementType,
                                           llvm::ArrayRef<int64_t> sizes);

  /// An OnnxopsElementType.
  int32_t getElementType() const { return elementType; }
  llvm::ArrayRef<int64_t> getSizes() const { return sizes; }
  int64_t getNumElements() const { return numElements; }
  bool isString() const { return elementType == ONNXOPS_STRING; }

  /// The elements as stored; for strings, pointers to OnnxopsString.
  llvm::ArrayRef<char> getBytes() const { return {data.get(), numBytes}; }
  llvm::MutableArrayRef<char> getMutableBytes() {
    return {data.get(), numBytes};
  }

  /// A tensor of another type or other sizes with the same bytes, and as many
  /// of them. They must not be changed from then on. Not for strings; booleans
  /// share only with booleans, whose bytes are 0 and 1.
  TensorData shareAs(int32_t elementType, llvm::ArrayRef<int64_t> sizes) const;
  /// Whether another tensor shares the bytes.
  bool isShared() const { return data.use_count() > 1; }

  /// One element of a tensor of strings.
  llvm::StringRef getString(int64_t index) const;
  void setString(int64_t index, llvm::StringRef value);

  /// The tensor as an input slot of a compiled function, which does not own it:
  /// valid while this object lives and is not moved.
  OnnxopsValue getSlot() const;

private:
  TensorData() = default;

  int32_t elementType = ONNXOPS_FLOAT32;
  llvm::SmallVector<int64_t, 4> sizes;
  int64_t numElements = 0;
  size_t numBytes = 0;
  std::shared_ptr<char> data; // never null, even without elements
  std::unique_ptr<llvm::BumpPtrAllocator> strings; // null except for strings
};

/// Normalizes the elements of a tensor of bool to 0 and 1, as Runtime.h
/// requires and files do not guarantee. Leaves other tensors unchanged.
void normalizeBools(TensorData &tensor);

/// A sequence of tensors of one element type.
struct SequenceData {
  int32_t elementType = ONNXOPS_FLOAT32;
  std::vector<TensorData> elements;
};

/// The value of one input or output.
using HostValue = std::variant<TensorData, SequenceData>;

/// Prints one element so that it parses back as the same value; strings in
/// quotes with escapes.
void printElement(llvm::raw_ostream &os, const TensorData &tensor,
                  int64_t index);

/// Prints the elements of a tensor in brackets, one pair for each dimension:
/// "[[1, 2], [3, 4]]". Beyond `limit` elements, prints only the first ones and
/// "...".
void printElements(llvm::raw_ostream &os, const TensorData &tensor,
                   int64_t limit);

/// The type of a tensor in MLIR's syntax: "tensor<2x3xf32>".
std::string describeType(const TensorData &tensor);
std::string describeType(int32_t elementType, llvm::ArrayRef<int64_t> sizes);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_TENSORDATA_H
