//===- ExternalData.cpp - tensors' bytes beside a model -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which files a model may name, and reads a part of one.
//
//===----------------------------------------------------------------------===//

#include "ExternalData.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir::onnxops;
using llvm::createStringError;
using llvm::StringRef;
using llvm::Twine;

namespace path = llvm::sys::path;
namespace fs = llvm::sys::fs;

static bool isRelativePathDown(StringRef location) {
  return !location.empty() && !path::is_absolute(location) &&
         !llvm::is_contained(
             llvm::make_range(path::begin(location), path::end(location)),
             "..");
}

// The real path of a location below `directory`, from which neither the path
// nor a symbolic link may lead out.
static llvm::Expected<std::string> resolveLocation(StringRef location,
                                                   StringRef directory) {
  if (!isRelativePathDown(location))
    return createStringError("expected the location of external data to be a "
                             "path inside the model's directory, but got '" +
                             location + "'");
  llvm::SmallString<128> joined(directory.empty() ? "." : directory);
  llvm::SmallString<128> root, file;
  std::error_code error = fs::real_path(joined, root);
  path::append(joined, location);
  if (!error)
    error = fs::real_path(joined, file);
  if (error)
    return createStringError("cannot read external data '" + location +
                             "': " + error.message());
  if (!path::is_separator(root.back()))
    root += path::get_separator();
  if (!file.starts_with(root))
    return createStringError("external data '" + location +
                             "' leads out of the model's directory");
  if (!fs::is_regular_file(file))
    return createStringError("external data '" + location + "' is not a file");
  return std::string(file);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::onnxops::readExternalData(const ExternalData &external,
                                StringRef directory, uint64_t bytes) {
  llvm::Expected<std::string> file =
      resolveLocation(external.location, directory);
  if (!file)
    return file.takeError();
  uint64_t size = 0;
  if (std::error_code error = fs::file_size(*file, size))
    return llvm::errorCodeToError(error);
  uint64_t offset = external.offset;
  uint64_t length = external.length.value_or(size - std::min(offset, size));
  if (offset > size || length > size - offset)
    return createStringError("external data '" + external.location +
                             "' ends at byte " + Twine(size) +
                             ", before offset " + Twine(offset) +
                             " plus length " + Twine(length));
  if (length != bytes)
    return createStringError("expected " + Twine(bytes) +
                             " bytes of external data, but got " +
                             Twine(length));
  auto buffer = llvm::MemoryBuffer::getFileSlice(*file, length, offset);
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  return std::move(*buffer);
}
