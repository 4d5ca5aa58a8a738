//===- InputFile.h - files that others may change ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How every tool and library of the project reads a file. A file is opened once
// and then asked what it is, so that nothing can take its place in between. Its
// bytes are copied, never mapped: a mapped file that becomes shorter ends the
// process. Memory is asked for once the file is known to be that large.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_INPUTFILE_H
#define ONNXOPS_SUPPORT_INPUTFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace mlir::onnxops {

/// The most bytes that protobuf reads, and that anything has whose end is not
/// known beforehand.
constexpr uint64_t kMaxModelBytes = (uint64_t(1) << 31) - 1;
/// For a file that may be as long as it is.
constexpr uint64_t kAnyBytes = INT64_MAX;

/// An open regular file. Errors do not name it.
class InputFile {
public:
  /// Opens what `path` or a link there leads to. Does not wait for the other
  /// end of a pipe: whatever is not a regular file is refused.
  static llvm::Expected<InputFile> open(StringRef path);

  /// Opens a file below `directory`, the current one if empty, for a model that
  /// names it. Neither `location` nor a symbolic link may lead out of it, not
  /// even one that is put there while this runs. Errors begin with `what`.
  static llvm::Expected<InputFile>
  openBelow(StringRef directory, StringRef location, const Twine &what);

  InputFile(InputFile &&other);
  InputFile &operator=(InputFile &&other) = delete;
  ~InputFile();

  /// Bytes when it was opened.
  uint64_t getSize() const { return size; }
  /// Tells files apart, whatever they are called.
  llvm::sys::fs::UniqueID getID() const { return id; }

  /// Fills `bytes` with those from `offset` on. Fails where the file has become
  /// too short for that.
  llvm::Error read(uint64_t offset, MutableArrayRef<char> bytes) const;

  /// The whole file, which has at most `maxBytes`, under the name that it was
  /// opened by. A file of the system's that has a size of 0 is read to its end.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  readAll(uint64_t maxBytes) const;

private:
  InputFile(int descriptor, StringRef name)
      : descriptor(descriptor), name(name) {}
  static llvm::Expected<InputFile> take(int descriptor, StringRef name);

  int descriptor;
  std::string name;
  uint64_t size = 0;
  llvm::sys::fs::UniqueID id;
};

/// Reads a file that a user names: "-" is standard input, and a pipe or device
/// is read to its end. Fails beyond `maxBytes`, and beyond kMaxModelBytes of
/// what is not a regular file. Errors do not name the file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(StringRef path, uint64_t maxBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_INPUTFILE_H
