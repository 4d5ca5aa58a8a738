//===- HostValues.h - what harnesses of data files share --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files for functions that take paths, and the rules for what readers return.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_FUZZ_HOSTVALUES_H
#define ONNXOPS_TEST_FUZZ_HOSTVALUES_H

#include "Fuzzing.h"
#include "onnxops/Data/Compare.h"
#include "llvm/ADT/SmallString.h"

namespace mlir::onnxops::fuzz {

/// A file in memory, rewritten for each input: for functions that take paths.
class ScratchFile {
public:
  ScratchFile();
  ~ScratchFile();

  /// Makes the file hold these bytes. Returns its path.
  const std::string &write(llvm::StringRef bytes) const;

private:
  int descriptor;
  std::string path;
};

/// A directory for this run alone, removed with all that is in it when the
/// program ends. utils/fuzz puts it into memory, by TMPDIR.
class ScratchDirectory {
public:
  ScratchDirectory();
  ~ScratchDirectory();

  /// The path of a file in it.
  std::string path(llvm::StringRef name) const;

  /// Writes a whole file, and returns its path.
  std::string write(llvm::StringRef name, llvm::StringRef bytes) const;

private:
  llvm::SmallString<64> directory;
};

inline llvm::StringRef toText(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

/// Takes an error, which must explain itself in one line that a terminal can
/// show.
void requireMessage(llvm::Error error);

/// The two must not differ.
void requireSame(const HostValue &actual, const HostValue &expected,
                 const char *rule);

} // namespace mlir::onnxops::fuzz

#endif // ONNXOPS_TEST_FUZZ_HOSTVALUES_H
