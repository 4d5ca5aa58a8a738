//===- KeptKernels.h - kernels that a process keeps -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of unknown sizes are the same in all models. They are compiled and
// linked once in a process, unless they are prebuilt or in the directory of a
// CodeCache.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_KEPTKERNELS_H
#define ONNXOPS_LIB_EXECUTION_KEPTKERNELS_H

#include "onnxops/CodeGen/CodeCache.h"
#include "onnxops/Execution/Compiler.h"
#include "onnxops/Support/SharedFunctions.h"
#include "llvm/ADT/StringMap.h"

#include <optional>

namespace mlir::onnxops {

/// The kernels of one compilation. Those of the process stay until it ends, 16
/// MiB of them at most; others are a part of the model's code.
class KeptKernels : public SharedCode {
public:
  /// For code with these options; null if all of it is to be verified. Fails if
  /// the cache cannot be opened, or this machine cannot run code for that CPU.
  static llvm::Expected<std::unique_ptr<KeptKernels>>
  create(const CompileOptions &options);

  bool request(StringRef name) override;
  bool lacks(StringRef name) const override;
  bool contains(StringRef name) const override;
  llvm::Error add(StringRef name,
                  std::unique_ptr<llvm::MemoryBuffer> object) override;

  /// Sets the most bytes of objects that the process keeps. What it has stays.
  static void limitProcess(size_t bytes);

  /// The addresses of the requested kernels that the process keeps, by name.
  llvm::StringMap<void *> getAddresses() const;

  /// Moves out the objects of those that it does not keep.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> takeObjects();

private:
  KeptKernels(TargetCPU cpu, std::optional<CodeCache> cache, bool usesPrebuilt)
      : cpu(std::move(cpu)), cache(std::move(cache)),
        usesPrebuilt(usesPrebuilt) {}

  std::string getKey(StringRef name) const;

  TargetCPU cpu;
  std::optional<CodeCache> cache;
  bool usesPrebuilt; ///< not for a CPU that the user has named
  struct Kernel {
    bool isThere = false;
    void *address = nullptr; ///< null: in `objects`
  };
  llvm::StringMap<Kernel> requested;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_KEPTKERNELS_H
