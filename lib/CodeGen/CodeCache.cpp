//===- CodeCache.cpp - objects of earlier compilations --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file is a checksum and the object behind it. It appears complete, by a
// rename, but a disk may lose its content later: what does not have its
// checksum is not used. Names are those that LLVM's pruning of caches deletes.
//
//===----------------------------------------------------------------------===//

#include "onnxops/CodeGen/CodeCache.h"

#include "onnxops/Support/InputFile.h"
#include "onnxops/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

#include <array>
#include <chrono>
#include <unistd.h>

using namespace mlir;
using namespace mlir::onnxops;
namespace fs = llvm::sys::fs;

static constexpr uint64_t kMaxBytes = uint64_t(1) << 30; // of all files
static constexpr std::chrono::hours kMaxAge(30 * 24);

static std::string hash(StringRef bytes) {
  std::array<uint8_t, 32> sum =
      llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes));
  return std::string(reinterpret_cast<const char *>(sum.data()), sum.size());
}

llvm::Expected<CodeCache> CodeCache::open(StringRef directory) {
  if (std::error_code error = fs::create_directories(
          directory, /*IgnoreExisting=*/true, fs::owner_all))
    return llvm::createStringError("cannot create '" + directory +
                                   "': " + error.message());
  fs::file_status status;
  if (std::error_code error = fs::status(directory, status))
    return llvm::createStringError("cannot read '" + directory +
                                   "': " + error.message());
  if (status.type() != fs::file_type::directory_file)
    return llvm::createStringError("expected a directory, but '" + directory +
                                   "' is not one");
  if (status.getUser() != geteuid() && status.getUser() != 0)
    return llvm::createStringError("expected a directory of this user, but '" +
                                   directory + "' belongs to another");
  if (status.permissions() & fs::others_write)
    return llvm::createStringError(
        "expected a directory to which not every user can write, but got '" +
        directory + "'");
  return CodeCache(directory);
}

std::string CodeCache::getPath(StringRef key) const {
  SmallString<128> path(directory);
  llvm::sys::path::append(path, "llvmcache-" + key);
  return path.str().str();
}

bool CodeCache::contains(StringRef key) const {
  return fs::exists(getPath(key));
}

std::unique_ptr<llvm::MemoryBuffer> CodeCache::find(StringRef key) const {
  auto file = InputFile::open(getPath(key));
  if (!file) {
    llvm::consumeError(file.takeError());
    return nullptr;
  }
  auto content = file->readAll(kMaxBytes);
  if (!content) {
    llvm::consumeError(content.takeError());
    return nullptr;
  }
  StringRef bytes = (*content)->getBuffer(), sum = bytes.take_front(32);
  StringRef object = bytes.drop_front(sum.size());
  if (sum != hash(object))
    return nullptr;
  return llvm::MemoryBuffer::getMemBufferCopy(object, key);
}

void CodeCache::store(StringRef key, StringRef object) const {
  if (object.size() >= kMaxBytes)
    return;
  llvm::consumeError(
      writeOutput(getPath(key), [&](raw_ostream &os) -> llvm::Error {
        os << hash(object) << object;
        return llvm::Error::success();
      }));
  llvm::CachePruningPolicy policy;
  policy.Expiration = kMaxAge;
  policy.MaxSizeBytes = kMaxBytes;
  llvm::pruneCache(directory, policy);
}
