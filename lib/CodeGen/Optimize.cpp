//===- Optimize.cpp - optimisation of LLVM IR -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipeline of -O2, except for huge functions; sanitizers run after either.
//
//===----------------------------------------------------------------------===//

#include "Optimize.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"

using namespace mlir;
using namespace mlir::onnxops;

// The number of accesses of a function that AddressSanitizer checks inline.
// Beyond it, calls do: a branch for each makes a whole graph compile in 2.4
// times the time (docs/reliability.md).
static constexpr int kMostChecksInLine = 16;

static void addSanitizer(llvm::ModulePassManager &passes, Sanitizer sanitizer) {
  if (sanitizer == Sanitizer::Address) {
    llvm::AddressSanitizerOptions options;
    options.InstrumentationWithCallsThreshold = kMostChecksInLine;
    passes.addPass(llvm::AddressSanitizerPass(options, /*UseGlobalGC=*/false,
                                              /*UseOdrIndicator=*/false,
                                              llvm::AsanDtorKind::None));
    return;
  }
  passes.addPass(llvm::ModuleThreadSanitizerPass());
  passes.addPass(
      llvm::createModuleToFunctionPassAdaptor(llvm::ThreadSanitizerPass()));
}

// Instruments every access of the generated code for a sanitizer.
static void instrument(llvm::Module &module, llvm::PassBuilder &builder,
                       Sanitizer sanitizer) {
  auto attribute = sanitizer == Sanitizer::Address
                       ? llvm::Attribute::SanitizeAddress
                       : llvm::Attribute::SanitizeThread;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr(attribute);
    // Wider accesses are not instrumented.
    if (sanitizer == Sanitizer::Thread)
      function.addFnAttr("prefer-vector-width", "128");
  }
  builder.registerOptimizerLastEPCallback(
      [sanitizer](llvm::ModulePassManager &passes, llvm::OptimizationLevel,
                  llvm::ThinOrFullLTOPhase) {
        addSanitizer(passes, sanitizer);
      });
}

void mlir::onnxops::optimize(llvm::Module &module, llvm::TargetMachine &machine,
                             bool isHuge, Sanitizer sanitizer) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  if (sanitizer != Sanitizer::None)
    instrument(module, builder, sanitizer);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  if (!isHuge) {
    builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
        .run(module, modules);
    return;
  }
  // Descriptors are values of struct type, which fast instruction selection
  // does not support: without them it is twenty times as fast.
  llvm::FunctionPassManager simplify;
  simplify.addPass(llvm::InstSimplifyPass());
  simplify.addPass(llvm::DCEPass());
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(simplify)));
  passes.run(module, modules);
}
