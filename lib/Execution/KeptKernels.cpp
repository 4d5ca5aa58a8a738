//===- KeptKernels.cpp - kernels that a process keeps ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One JIT for the process, which is never destroyed: compiled models have
// addresses of its code.
//
//===----------------------------------------------------------------------===//

#include "KeptKernels.h"

#include "FindPrebuilt.h"
#include "ObjectJIT.h"
#include "onnxops/CodeGen/CodeKeys.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

#include <mutex>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

namespace {

/// The kernels of a process by their keys in a CodeCache. Any thread may use
/// it.
class ProcessKernels {
public:
  struct Kernel {
    void *address;
    std::string object;
  };

  /// Null if there is none.
  const Kernel *find(StringRef key) {
    std::lock_guard<std::mutex> guard(mutex);
    auto found = kernels.find(key);
    return found == kernels.end() ? nullptr : &found->second;
  }

  /// Links the object that defines a function, unless another thread has. Null
  /// if there are too many.
  llvm::Expected<const Kernel *> add(StringRef key, StringRef name,
                                     StringRef object) {
    std::lock_guard<std::mutex> guard(mutex);
    if (auto found = kernels.find(key); found != kernels.end())
      return &found->second;
    if (bytes + object.size() > mostBytes)
      return nullptr;
    auto address = link(key, name, object);
    if (!address)
      return address.takeError();
    bytes += object.size();
    return &kernels.try_emplace(key, Kernel{*address, object.str()})
                .first->second;
  }

  void limit(size_t most) {
    std::lock_guard<std::mutex> guard(mutex);
    mostBytes = most;
  }

private:
  // Functions of one name for several CPUs are in libraries of their own.
  llvm::Expected<void *> link(StringRef key, StringRef name, StringRef object) {
    if (!jit) {
      auto created = createObjectJIT();
      if (!created)
        return created.takeError();
      jit = std::move(*created);
    }
    // Also after a failure, which leaves a library of that key.
    auto library = jit->createJITDylib((key + "." + Twine(++linked)).str());
    if (!library)
      return library.takeError();
    library->addToLinkOrder(jit->getMainJITDylib());
    if (llvm::Error error = jit->addObjectFile(
            *library, llvm::MemoryBuffer::getMemBufferCopy(object, name)))
      return std::move(error);
    auto address = jit->lookup(*library, name);
    if (!address)
      return address.takeError();
    return address->toPtr<void *>();
  }

  std::mutex mutex;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::StringMap<Kernel> kernels;
  size_t bytes = 0, mostBytes = size_t(16) << 20;
  uint64_t linked = 0;
};

} // namespace

static ProcessKernels &getProcess() {
  static auto *process = new ProcessKernels;
  return *process;
}

//===----------------------------------------------------------------------===//
// One compilation
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<KeptKernels>>
KeptKernels::create(const CompileOptions &options) {
  llvm::Expected<TargetCPU> cpu = lookUpRunnableCPU(options.cpu);
  if (!cpu)
    return cpu.takeError();
  auto cache = openCache(options);
  if (!cache)
    return cache.takeError();
  if (options.verify)
    return nullptr;
  return std::unique_ptr<KeptKernels>(
      new KeptKernels(std::move(*cpu), std::move(*cache),
                      /*usesPrebuilt=*/options.cpu == kHostCPU));
}

void KeptKernels::limitProcess(size_t bytes) { getProcess().limit(bytes); }

std::string KeptKernels::getKey(StringRef name) const {
  return getFunctionKey(name, cpu, kSanitizer);
}

bool KeptKernels::request(StringRef name) {
  auto [entry, isNew] = requested.try_emplace(name);
  Kernel &kernel = entry->second;
  if (!isNew)
    return kernel.isThere;
  std::string key = getKey(name);
  const ProcessKernels::Kernel *found = getProcess().find(key);
  // A kernel whose object is one of something else is compiled.
  auto link = [&](StringRef object) {
    auto added = getProcess().add(key, name, object);
    if (added)
      found = *added;
    else
      llvm::consumeError(added.takeError());
  };
  std::optional<StringRef> prebuilt;
  if (usesPrebuilt)
    prebuilt = findPrebuilt(name);
  if (!found && prebuilt)
    link(*prebuilt);
  if (!found && cache)
    if (std::unique_ptr<llvm::MemoryBuffer> object = cache->find(key))
      link(object->getBuffer());
  if (found && cache && !prebuilt && !cache->contains(key))
    cache->store(key, found->object);
  if (found)
    kernel = {true, found->address};
  return kernel.isThere;
}

bool KeptKernels::lacks(StringRef name) const {
  auto found = requested.find(name);
  return found != requested.end() && !found->second.isThere;
}

bool KeptKernels::contains(StringRef name) const {
  auto found = requested.find(name);
  return found != requested.end() && found->second.isThere;
}

llvm::Error KeptKernels::add(StringRef name,
                             std::unique_ptr<llvm::MemoryBuffer> object) {
  std::string key = getKey(name);
  if (cache)
    cache->store(key, object->getBuffer());
  auto added = getProcess().add(key, name, object->getBuffer());
  if (!added)
    return added.takeError();
  if (!*added)
    objects.push_back(std::move(object));
  requested[name] = {true, *added ? (*added)->address : nullptr};
  return llvm::Error::success();
}

llvm::StringMap<void *> KeptKernels::getAddresses() const {
  llvm::StringMap<void *> addresses;
  for (const auto &[name, kernel] : requested)
    if (kernel.address)
      addresses.try_emplace(name, kernel.address);
  return addresses;
}

std::vector<std::unique_ptr<llvm::MemoryBuffer>> KeptKernels::takeObjects() {
  return std::move(objects);
}
