//===- PrebuiltKernelsTest.cpp - kernels compiled in advance --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of this build are those that models ask for, and give the same
// numbers; an archive that cannot be read, or is for another machine, has none.
//
//===----------------------------------------------------------------------===//

#include "onnxops/PrebuiltKernels/PrebuiltKernels.h"

#include "FindPrebuilt.h"
#include "KeptKernels.h"
#include "ObjectJIT.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "onnxops/Execution/PrebuiltKernels.h"
#include "onnxops/Execution/Program.h"
#include "onnxops/InitAll.h"
#include "onnxops/Pipelines/Pipelines.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::onnxops;

static constexpr const char *kColumns = R"mlir(
  func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %c = onnxops.concat_v13 %a, %b axis = 1
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    return %c : tensor<?x?xf32>
  })mlir";

// The names of the kernels that a model asks for.
static std::vector<std::string> listKernels(StringRef source) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  prepareContext(context);
  auto module = parseSourceString<ModuleOp>(source, &context);
  auto kernels = llvm::cantFail(KeptKernels::create({}));
  ToLLVMOptions lowering;
  lowering.sharedCode = kernels.get();
  EXPECT_TRUE(succeeded(
      runPasses(*module, /*verifyPasses=*/false, [&](OpPassManager &pm) {
        buildToLLVMPipeline(pm, lowering);
      })));
  std::vector<std::string> names;
  for (auto function : module->getOps<LLVM::LLVMFuncOp>())
    if (StringRef name = function.getName();
        kernels->lacks(name) || kernels->contains(name))
      names.push_back(name.str());
  return names;
}

static bool canRun(StringRef cpu) {
  auto found = lookUpRunnableCPU(cpu);
  bool isRunnable = bool(found);
  llvm::consumeError(found.takeError());
  return isRunnable;
}

// Joins columns of 0, 1, 2, ... and of ones.
static void checkColumns() {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  prepareContext(context);
  auto module = parseSourceString<ModuleOp>(kColumns, &context);
  auto program = llvm::cantFail(Program::compile(*module));
  constexpr int64_t rows = 1000;
  std::vector<float> left(rows * 3), right(rows * 2, 1), result(rows * 5);
  for (size_t i = 0; i < left.size(); ++i)
    left[i] = float(i);
  int64_t sizesOfLeft[] = {rows, 3}, sizesOfRight[] = {rows, 2};
  OnnxopsValue table[3] = {};
  table[0].elementType = table[1].elementType = ONNXOPS_FLOAT32;
  table[0].rank = table[1].rank = 2;
  table[0].data = left.data();
  table[0].sizes = sizesOfLeft;
  table[1].data = right.data();
  table[1].sizes = sizesOfRight;
  table[2].data = result.data();
  table[2].capacity = result.size() * sizeof(float);
  OnnxopsContext *call = onnxopsContextCreate();
  EXPECT_EQ(program->getEntry()(table, 3, call), 0)
      << onnxopsContextError(call);
  onnxopsContextDestroy(call);
  for (int64_t i = 0; i < rows * 5; ++i)
    EXPECT_EQ(result[i], i % 5 < 3 ? left[i / 5 * 3 + i % 5] : 1) << i;
}

TEST(PrebuiltKernelsTest, ModelsUseTheKernelsOfThisBuild) {
  // No archive, no object, and a machine that this one is not.
  addPrebuiltKernels({kHostCPU, ""});
  addPrebuiltKernels({kHostCPU, "!<arch>\nkernels"});
  addPrebuiltKernels({"6502", "!<arch>\n"});
  std::vector<std::string> names = listKernels(kColumns);
  ASSERT_FALSE(names.empty());
  for (const std::string &name : names)
    EXPECT_FALSE(findPrebuilt(name));
  const bool areThere = usePrebuiltKernels() && canRun("x86-64-v3") &&
                        kSanitizer == Sanitizer::None;
  EXPECT_EQ(usePrebuiltKernels(), usePrebuiltKernels());
  for (const std::string &name : names)
    EXPECT_EQ(findPrebuilt(name).has_value(), areThere) << name;
  EXPECT_FALSE(findPrebuilt(names.front() + "0"));
  checkColumns();
  // Kernels for a CPU that is named are made for it.
  CompileOptions named;
  named.cpu = "x86-64";
  auto kernels = llvm::cantFail(KeptKernels::create(named));
  EXPECT_FALSE(kernels->request(names.front()));
}
