//===- PrebuiltKernels.cpp - kernels compiled in advance ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels for one width of vectors and one kind of permutes have other names
// than those for another: of the kinds that a machine can run, the names that
// it asks for are in one.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/PrebuiltKernels.h"

#include "FindPrebuilt.h"
#include "ObjectJIT.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Object/Archive.h"

#include <mutex>

using namespace mlir;
using namespace mlir::onnxops;

namespace {
struct Prebuilt {
  std::mutex mutex;
  std::vector<PrebuiltKernels> kinds; ///< that have not been read
  llvm::StringMap<StringRef> objects;
};
} // namespace

static Prebuilt &getPrebuilt() {
  static auto *prebuilt = new Prebuilt;
  return *prebuilt;
}

void mlir::onnxops::addPrebuiltKernels(const PrebuiltKernels &kernels) {
  Prebuilt &prebuilt = getPrebuilt();
  std::lock_guard<std::mutex> guard(prebuilt.mutex);
  prebuilt.kinds.push_back(kernels);
}

// Adds the objects of an archive, up to one that cannot be read.
static void readArchive(StringRef bytes, llvm::StringMap<StringRef> &objects) {
  llvm::Error error = llvm::Error::success();
  llvm::object::Archive archive(llvm::MemoryBufferRef(bytes, "kernels"), error);
  if (!error)
    for (const llvm::object::Archive::Child &child : archive.children(error)) {
      auto name = child.getName();
      auto object = child.getBuffer();
      if (name && object)
        objects.try_emplace(*name, *object);
      llvm::consumeError(name.takeError());
      llvm::consumeError(object.takeError());
    }
  llvm::consumeError(std::move(error));
}

std::optional<StringRef> mlir::onnxops::findPrebuilt(StringRef name) {
  // These have no checks of sanitizers.
  if (kSanitizer != Sanitizer::None)
    return std::nullopt;
  Prebuilt &prebuilt = getPrebuilt();
  std::lock_guard<std::mutex> guard(prebuilt.mutex);
  for (const PrebuiltKernels &kernels : prebuilt.kinds)
    if (auto cpu = lookUpRunnableCPU(kernels.cpu))
      readArchive(kernels.archive, prebuilt.objects);
    else
      llvm::consumeError(cpu.takeError());
  prebuilt.kinds.clear();
  auto found = prebuilt.objects.find(name);
  if (found == prebuilt.objects.end())
    return std::nullopt;
  return found->second;
}
