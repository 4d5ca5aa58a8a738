//===- ConstantPool.h - the constants of one model --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many constants of a model may refer to one part of a file, and a sparse file
// may be of any length. So each part is read only once, and the bytes of all
// constants together are limited.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_CONSTANTPOOL_H
#define ONNXOPS_DATA_CONSTANTPOOL_H

#include "onnxops/Data/TensorData.h"
#include "onnxops/Support/Limits.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FileSystem/UniqueID.h"

#include <map>

namespace mlir::onnxops {

class ConstantPool {
public:
  explicit ConstantPool(const ModelLimits &limits) : limits(limits) {}

  /// Counts bytes of a constant. Fails if they exceed the limit.
  llvm::Error add(uint64_t bytes);

  /// A constant of zeros, or of empty strings, whose text is not counted yet.
  /// Fails as TensorData::create does, and if a limit is exceeded.
  llvm::Expected<TensorData> create(int32_t elementType,
                                    llvm::ArrayRef<int64_t> sizes);

  /// The location of a constant's bytes.
  struct FilePart {
    llvm::sys::fs::UniqueID file;
    uint64_t offset;
  };
  using ReadBytes =
      llvm::function_ref<llvm::Error(llvm::MutableArrayRef<char>)>;

  /// A constant, not of strings, from a file. Lets `readBytes` fill in the
  /// bytes unless another constant has them already; both share them then.
  /// Fails as `create` does, and if `readBytes` does.
  llvm::Expected<TensorData> read(FilePart part, int32_t elementType,
                                  llvm::ArrayRef<int64_t> sizes,
                                  ReadBytes readBytes);

private:
  ModelLimits limits;
  uint64_t numBytes = 0;
  // By file, offset, length and whether they are booleans, for which bytes
  // other than 0 and 1 are normalized. Not hashed, since files control the
  // keys.
  std::map<std::tuple<llvm::sys::fs::UniqueID, uint64_t, uint64_t, bool>,
           TensorData>
      parts;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_CONSTANTPOOL_H
