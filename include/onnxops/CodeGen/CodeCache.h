//===- CodeCache.h - objects of earlier compilations ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps object files in a directory, under a hash of all that they are made
// from: LLVM IR, machine, and the compiler itself. A model that is compiled
// again needs neither LLVM's passes nor its code generator.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CODEGEN_CODECACHE_H
#define ONNXOPS_CODEGEN_CODECACHE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace mlir::onnxops {

/// A directory of object files, which many processes may use at once. What is
/// in it is run: it must be as trusted as the program itself. Files that were
/// not used for a month are deleted, and the oldest beyond 1 GiB.
class CodeCache {
public:
  /// Opens a directory, and creates it if it is missing. Fails if that is not
  /// possible, if it belongs to another user, or if every user may write to it.
  static llvm::Expected<CodeCache> open(StringRef directory);

  /// The object stored under a key; null if there is none, or its file is
  /// damaged.
  std::unique_ptr<llvm::MemoryBuffer> find(StringRef key) const;

  /// Whether there is a file for that key, damaged or not.
  bool contains(StringRef key) const;

  /// Stores an object under a key of letters and digits. Does nothing if that
  /// is not possible: the object can be made again.
  void store(StringRef key, StringRef object) const;

private:
  explicit CodeCache(StringRef directory) : directory(directory) {}
  std::string getPath(StringRef key) const;

  std::string directory;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_CODEGEN_CODECACHE_H
