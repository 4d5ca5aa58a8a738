//===- SharedObjects.cpp - objects of this process ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A few kinds of kernels exist, each for a few element sizes: all of them fit.
//
//===----------------------------------------------------------------------===//

#include "SharedObjects.h"

#include "llvm/ADT/StringMap.h"

#include <mutex>

using namespace mlir;
using namespace mlir::onnxops;

static constexpr size_t kMaxBytes = size_t(16) << 20;

namespace {
struct KeptObjects {
  std::mutex mutex;
  llvm::StringMap<std::string> objects;
  size_t bytes = 0;
};
} // namespace

// Never destroyed: threads may compile until the process ends.
static KeptObjects &getKept() {
  static auto *kept = new KeptObjects;
  return *kept;
}

std::unique_ptr<llvm::MemoryBuffer>
mlir::onnxops::findKeptObject(StringRef key) {
  KeptObjects &kept = getKept();
  std::lock_guard<std::mutex> guard(kept.mutex);
  auto found = kept.objects.find(key);
  if (found == kept.objects.end())
    return nullptr;
  return llvm::MemoryBuffer::getMemBufferCopy(found->second, key);
}

void mlir::onnxops::keepObject(StringRef key, StringRef object) {
  KeptObjects &kept = getKept();
  std::lock_guard<std::mutex> guard(kept.mutex);
  if (kept.bytes + object.size() > kMaxBytes) {
    kept.objects.clear();
    kept.bytes = 0;
  }
  if (kept.objects.try_emplace(key, object.str()).second)
    kept.bytes += object.size();
}
