//===- InputFile.h - safe reading of files ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads files for every tool and library of the project. A file is opened once
// and then queried by its descriptor, so that it cannot be replaced in between.
// Its bytes are copied, never mapped: truncating a mapped file ends the
// process. Memory is allocated only after the file is known to be that large.
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

/// The most bytes that protobuf reads, also the limit for input of unknown
/// length.
constexpr uint64_t kMaxModelBytes = (uint64_t(1) << 31) - 1;
/// For files of any length.
constexpr uint64_t kAnyBytes = INT64_MAX;

/// An open regular file. Errors do not name it.
class InputFile {
public:
  /// Opens the target of `path`, following links. Does not wait for the other
  /// end of a pipe: anything but a regular file is refused.
  static llvm::Expected<InputFile> open(StringRef path);

  /// Opens a file below `directory`, the current one if empty, named by a
  /// model. Neither `location` nor a symbolic link may lead out of it, not even
  /// one that is created while this runs. Errors begin with `what`.
  static llvm::Expected<InputFile>
  openBelow(StringRef directory, StringRef location, const Twine &what);

  InputFile(InputFile &&other);
  InputFile &operator=(InputFile &&other) = delete;
  ~InputFile();

  /// The size in bytes when it was opened.
  uint64_t getSize() const { return size; }
  /// Identifies a file independently of its name.
  llvm::sys::fs::UniqueID getID() const { return id; }

  /// Fills `bytes` from `offset` on. Fails if the file has become too short.
  llvm::Error read(uint64_t offset, MutableArrayRef<char> bytes) const;

  /// The whole file, of at most `maxBytes`, with the name under which it was
  /// opened. A system file of size 0 is read to its end.
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

/// Reads a file named by a user: "-" is standard input, and a pipe or device is
/// read to its end. Fails beyond `maxBytes`, and beyond kMaxModelBytes for
/// anything but a regular file. Errors do not name the file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(StringRef path, uint64_t maxBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_INPUTFILE_H
