//===- PrebuiltKernelsTest.cpp - kernels compiled in advance --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of this build are those that models ask for, and give the same
// numbers; an archive that cannot be read, or is for another machine, has none.
//
//===----------------------------------------------------------------------===//

#include "onnxops/PrebuiltKernels/PrebuiltKernels.h"

#include "../Execution/KernelModels.h"
#include "FindPrebuilt.h"
#include "ObjectJIT.h"
#include "onnxops/Execution/PrebuiltKernels.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr const char *kColumns = R"mlir(
  func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %c = onnxops.concat_v13 %a, %b axis = 1
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    return %c : tensor<?x?xf32>
  })mlir";

static bool canRun(StringRef cpu) {
  auto found = lookUpRunnableCPU(cpu);
  bool isRunnable = bool(found);
  llvm::consumeError(found.takeError());
  return isRunnable;
}

TEST(PrebuiltKernelsTest, ModelsUseTheKernelsOfThisBuild) {
  // No archive, no object, and a machine that this one is not.
  addPrebuiltKernels({kHostCPU, ""});
  addPrebuiltKernels({kHostCPU, "!<arch>\nkernels"});
  addPrebuiltKernels({"6502", "!<arch>\n"});
  std::vector<std::string> names = findKernels(kColumns).first;
  ASSERT_FALSE(names.empty());
  for (const std::string &name : names)
    EXPECT_FALSE(findPrebuilt(name));
#if defined(__x86_64__) && defined(__linux__)
  const bool areMade =
      ONNXOPS_PREBUILT_KERNELS && kSanitizer == Sanitizer::None;
#else
  const bool areMade = false;
#endif
  EXPECT_EQ(usePrebuiltKernels(), areMade);
  EXPECT_EQ(usePrebuiltKernels(), areMade) << "the second time";
  const bool areThere = areMade && canRun("x86-64-v3");
  for (const std::string &name : names)
    EXPECT_EQ(findPrebuilt(name).has_value(), areThere) << name;
  EXPECT_FALSE(findPrebuilt(names.front() + "0"));
  checkColumns(*compile(kColumns));
  // With AVX-512, those for AVX2.
  ProgramOptions narrow;
  narrow.pipeline = "vector-bytes=32";
  checkColumns(*compile(kColumns, narrow));
  // Kernels for a CPU that is named are made for it.
  CompileOptions named;
  named.cpu = "x86-64";
  auto kernels = llvm::cantFail(KeptKernels::create(named));
  EXPECT_FALSE(kernels->request(names.front()));
}
