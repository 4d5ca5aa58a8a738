//===- ExternalData.cpp - external data of tensors ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks which files a model may name, and which part of one.
//
//===----------------------------------------------------------------------===//

#include "ExternalData.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir::onnxops;
using llvm::createStringError;
using llvm::StringRef;
using llvm::Twine;

namespace path = llvm::sys::path;

static bool isRelativePathDown(StringRef location) {
  return !location.empty() && !path::is_absolute(location) &&
         !location.contains('\0') &&
         !llvm::is_contained(
             llvm::make_range(path::begin(location), path::end(location)),
             "..");
}

llvm::Expected<InputFile>
mlir::onnxops::openExternalData(const ExternalData &external,
                                StringRef directory, uint64_t bytes) {
  StringRef location = external.location;
  if (!isRelativePathDown(location))
    return createStringError("expected the location of external data to be a "
                             "path inside the model's directory, but got '" +
                             location + "'");
  llvm::Expected<InputFile> file = InputFile::openBelow(
      directory, location, "external data '" + location + "'");
  if (!file)
    return file.takeError();
  uint64_t size = file->getSize();
  uint64_t offset = external.offset;
  uint64_t length = external.length.value_or(size - std::min(offset, size));
  if (offset > size || length > size - offset)
    return createStringError("external data '" + location + "' ends at byte " +
                             Twine(size) + ", before offset " + Twine(offset) +
                             " plus length " + Twine(length));
  if (length != bytes)
    return createStringError("expected " + Twine(bytes) +
                             " bytes of external data, but got " +
                             Twine(length));
  return file;
}
