//===- HostValues.cpp - what harnesses of data files share ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostValues.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::onnxops;
using namespace mlir::onnxops::fuzz;
namespace fs = llvm::sys::fs;

ScratchFile::ScratchFile()
    : descriptor(memfd_create("fuzz", MFD_CLOEXEC)),
      path("/proc/self/fd/" + std::to_string(descriptor)) {
  require(descriptor >= 0, "expected a file in memory");
}

ScratchFile::~ScratchFile() { close(descriptor); }

const std::string &ScratchFile::write(llvm::StringRef bytes) const {
  require(ftruncate(descriptor, bytes.size()) == 0 &&
              pwrite(descriptor, bytes.data(), bytes.size(), 0) ==
                  ssize_t(bytes.size()),
          "expected a file in memory to take an input");
  return path;
}

ScratchDirectory::ScratchDirectory() {
  require(!fs::createUniqueDirectory("onnxops-fuzz", directory),
          "expected a directory for scratch files");
}

ScratchDirectory::~ScratchDirectory() { fs::remove_directories(directory); }

std::string ScratchDirectory::path(llvm::StringRef name) const {
  llvm::SmallString<64> path = directory;
  llvm::sys::path::append(path, name);
  return std::string(path);
}

std::string ScratchDirectory::write(llvm::StringRef name,
                                    llvm::StringRef bytes) const {
  std::string file = path(name);
  std::error_code code;
  llvm::raw_fd_ostream os(file, code);
  require(!code, "expected a scratch file", code.message());
  os << bytes;
  return file;
}

void mlir::onnxops::fuzz::requireMessage(llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  require(!message.empty(), "an error has a message");
}

void mlir::onnxops::fuzz::requireSame(const HostValue &actual,
                                      const HostValue &expected,
                                      const char *rule) {
  if (std::optional<std::string> difference = findDifference(actual, expected))
    require(false, rule, *difference);
}
