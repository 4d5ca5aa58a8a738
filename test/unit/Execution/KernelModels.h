//===- KernelModels.h - models that share kernels ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles models, lists the kernels that they ask for, and calls a join of
// columns.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_EXECUTION_KERNELMODELS_H
#define ONNXOPS_TEST_UNIT_EXECUTION_KERNELMODELS_H

#include "KeptKernels.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "onnxops/Execution/Program.h"
#include "onnxops/InitAll.h"
#include "onnxops/Pipelines/Pipelines.h"

#include <gtest/gtest.h>

#include <numeric>

namespace mlir::onnxops {

inline std::unique_ptr<MLIRContext> createContext() {
  auto context =
      std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  prepareContext(*context);
  return context;
}

inline std::unique_ptr<Program> compile(StringRef source,
                                        const ProgramOptions &options = {}) {
  auto context = createContext();
  auto module = parseSourceString<ModuleOp>(source, context.get());
  return llvm::cantFail(Program::compile(*module, options));
}

/// The names of the kernels of a model, and whether the process has all.
inline std::pair<std::vector<std::string>, bool>
findKernels(StringRef source, const CompileOptions &options = {}) {
  auto context = createContext();
  auto module = parseSourceString<ModuleOp>(source, context.get());
  auto kernels = llvm::cantFail(KeptKernels::create(options));
  ToLLVMOptions lowering;
  lowering.sharedCode = kernels.get();
  EXPECT_TRUE(succeeded(
      runPasses(*module, /*verifyPasses=*/false, [&](OpPassManager &pm) {
        buildToLLVMPipeline(pm, lowering);
      })));
  std::vector<std::string> names;
  bool areThere = true;
  for (auto function : module->getOps<LLVM::LLVMFuncOp>())
    if (StringRef name = function.getName();
        kernels->lacks(name) || kernels->contains(name)) {
      EXPECT_EQ(function.isExternal(), kernels->contains(name));
      names.push_back(name.str());
      areThere &= kernels->contains(name);
    }
  return {names, areThere};
}

/// Calls a program that joins the columns of two matrices of f32, and compares.
inline void checkColumns(const Program &program) {
  constexpr int64_t rows = 40, left = 3, right = 5;
  std::vector<float> a(rows * left), b(rows * right), c(rows * (left + right));
  std::iota(a.begin(), a.end(), 0.f);
  std::iota(b.begin(), b.end(), 1000.f);
  int64_t sizesOfA[] = {rows, left}, sizesOfB[] = {rows, right};
  OnnxopsValue table[3] = {};
  table[0].elementType = table[1].elementType = ONNXOPS_FLOAT32;
  table[0].rank = table[1].rank = 2;
  table[0].data = a.data();
  table[1].data = b.data();
  table[0].sizes = sizesOfA;
  table[1].sizes = sizesOfB;
  table[2].data = c.data();
  table[2].capacity = c.size() * sizeof(float);
  OnnxopsContext *call = onnxopsContextCreate();
  EXPECT_EQ(program.getEntry()(table, 3, call), 0) << onnxopsContextError(call);
  onnxopsContextDestroy(call);
  onnxopsValueRelease(&table[2]);
  for (int64_t i = 0; i < rows; ++i) {
    const float *row = &c[i * (left + right)];
    EXPECT_TRUE(std::equal(row, row + left, &a[i * left])) << i;
    EXPECT_TRUE(std::equal(row + left, row + left + right, &b[i * right])) << i;
  }
}

} // namespace mlir::onnxops

#endif // ONNXOPS_TEST_UNIT_EXECUTION_KERNELMODELS_H
