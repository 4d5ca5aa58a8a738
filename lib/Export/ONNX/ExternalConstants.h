//===- ExternalConstants.h - constants beside a model -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file for the large constants of a model whose constants are not in the
// model's own file.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXPORT_ONNX_EXTERNALCONSTANTS_H
#define ONNXOPS_LIB_EXPORT_ONNX_EXTERNALCONSTANTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace onnx {
class TensorProto;
} // namespace onnx

namespace mlir::onnxops {

class ExternalConstants {
public:
  /// `location` is the path of the file, relative to the model's directory.
  explicit ExternalConstants(llvm::StringRef location)
      : location(location.str()) {}

  /// Moves the data of a tensor to the file, unless it is small or strings.
  /// Equal data is stored once. Returns the number of bytes that were moved.
  int64_t takeData(onnx::TensorProto &proto);

  /// Whether nothing was moved: then there is no need for a file.
  bool empty() const { return parts.empty(); }
  llvm::Error print(llvm::raw_ostream &os) const;

private:
  struct Part {
    std::string data;
    uint64_t offset;
  };

  std::string location;
  std::vector<Part> parts; // by offset
  uint64_t end = 0;        // of the last part
  // The parts by their hashes, which files control, so that some are equal.
  std::multimap<uint64_t, size_t> partsByHash;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_EXTERNALCONSTANTS_H
