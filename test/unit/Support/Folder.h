//===- Folder.h - a temporary directory for tests ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A directory for files and links.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_SUPPORT_FOLDER_H
#define ONNXOPS_TEST_UNIT_SUPPORT_FOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace mlir::onnxops::test {

/// A directory that is removed with all of its content.
class Folder {
public:
  Folder() {
    llvm::SmallString<128> unique;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("onnxops", unique));
    // In the form in which links are compared with it.
    EXPECT_FALSE(llvm::sys::fs::real_path(unique, path));
  }
  ~Folder() { llvm::sys::fs::remove_directories(path); }

  std::string operator/(llvm::StringRef name) const {
    return (path + "/" + name).str();
  }
  llvm::StringRef getPath() const { return path; }

  void write(llvm::StringRef name, llvm::StringRef content) const {
    std::error_code error;
    llvm::raw_fd_ostream(*this / name, error) << content;
    EXPECT_FALSE(error);
  }
  std::string read(llvm::StringRef name) const {
    auto file = llvm::MemoryBuffer::getFile(*this / name);
    return file ? (*file)->getBuffer().str() : file.getError().message();
  }
  void link(llvm::StringRef name, llvm::StringRef to) const {
    EXPECT_EQ(::symlink(to.str().c_str(), (*this / name).c_str()), 0);
  }
  /// Its content, sorted.
  std::vector<std::string> list() const {
    std::vector<std::string> names;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(path, error), end; it != end;
         it.increment(error))
      names.push_back(llvm::sys::path::filename(it->path()).str());
    llvm::sort(names);
    return names;
  }

private:
  llvm::SmallString<128> path;
};

} // namespace mlir::onnxops::test

#endif // ONNXOPS_TEST_UNIT_SUPPORT_FOLDER_H
