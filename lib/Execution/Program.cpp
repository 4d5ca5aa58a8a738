//===- Program.cpp - compilation of a function to calls -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the options, describes the function, lowers a copy of the module,
// compiles.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Program.h"

#include "KeptKernels.h"
#include "Lowering.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "onnxops/Dialect/OnnxOps/IR/LoweredModule.h"
#include "onnxops/Model/Model.h"
#include "onnxops/Support/Placement.h"

using namespace mlir;
using namespace mlir::onnxops;

static llvm::Error checkOptions(const ProgramOptions &options) {
  if (llvm::Error error = checkDevice("device", options.device))
    return error;
  if (llvm::Error error = checkThreads("threads", options.threads))
    return error;
  if (auto cpu = lookUpRunnableCPU(options.cpu); !cpu)
    return llvm::createStringError("cpu: " + llvm::toString(cpu.takeError()));
  return llvm::Error::success();
}

static ProgramValueInfo describe(const ValueInfo &info) {
  ProgramValueInfo described = {
      info.name, info.isSequence(), info.elementType, std::nullopt, {}, {}};
  TensorType type = info.getTensorType();
  if (!type.hasRank())
    return described;
  described.sizes.emplace();
  for (auto [index, size] : llvm::enumerate(type.getShape())) {
    described.sizes->push_back(ShapedType::isDynamic(size) ? -1 : size);
    described.symbols.push_back(
        index < info.symbols.size() ? info.symbols[index].str() : "");
  }
  return described;
}

static LogicalResult lower(ModuleOp module, const ProgramOptions &options,
                           ArrayRef<int64_t> grid, SharedCode *sharedCode) {
  RunOptions lowering;
  lowering.checks = options.checks;
  lowering.cpu = options.cpu;
  lowering.device = options.device;
  lowering.threads = options.threads;
  lowering.ranks = SmallVector<int64_t>(grid);
  lowering.shards = options.shards;
  lowering.verifyPasses = options.verifyPasses;
  lowering.pipeline = options.pipeline;
  return lowerForCalls(module, lowering, /*countStores=*/false, sharedCode);
}

// Whether calls of a lowered module look for cancellation once they have begun:
// in loops, or in the run-time library. Its functions listed here do so only
// when a call begins or allocates an output.
static bool looksForCancellation(ModuleOp module) {
  if (module->hasAttr(kPollsAttr))
    return true;
  return llvm::any_of(module.getOps<LLVM::LLVMFuncOp>(), [](auto function) {
    return function.isExternal() &&
           function.getName().starts_with("onnxopsRt") &&
           !llvm::is_contained(
               {"onnxopsRtCallTensors", "onnxopsRtCopiesByLibrary",
                "onnxopsRtEnter", "onnxopsRtEnterTested", "onnxopsRtFail",
                "onnxopsRtLeave", "onnxopsRtOutput", "onnxopsRtParallelFor",
                "onnxopsRtRequire", "onnxopsRtShareWork", "onnxopsRtSizesAgree",
                "onnxopsRtSizesSum", "onnxopsRtStreamedPages",
                "onnxopsRtStreamsCopy", "onnxopsRtStreamsFill"},
               function.getName());
  });
}

// Says how inputs and outputs are sharded.
static llvm::Error describeShards(const Model &model, ArrayRef<int64_t> grid,
                                  MutableArrayRef<ProgramValueInfo> inputs,
                                  MutableArrayRef<ProgramValueInfo> outputs) {
  if (grid.empty())
    return llvm::Error::success();
  auto shards = readShards(*model.module, model, grid);
  if (!shards)
    return shards.takeError();
  for (auto [input, own] : llvm::zip_equal(inputs, shards->inputs))
    input.shards = std::move(own);
  for (auto [output, own] : llvm::zip_equal(outputs, shards->outputs))
    output.shards = std::move(own);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Program>>
Program::compile(ModuleOp module, const ProgramOptions &options) {
  if (llvm::Error error = checkOptions(options))
    return std::move(error);
  // The pipelines require a valid module, and this one may come from anywhere.
  if (failed(verify(module)))
    return llvm::createStringError("the module is not valid");
  FailureOr<Model> model = describeModel(module.clone(), options.function);
  if (failed(model))
    return llvm::createStringError("the module cannot be compiled");
  std::unique_ptr<Program> program(new Program);
  program->grid = chooseGrid(*model->module, options.ranks, options.shards);
  if (llvm::Error error =
          checkRanks("", options.ranks, program->grid, options.device))
    return std::move(error);
  const CompileOptions machine{options.cpu, options.verifyPasses,
                               options.cache};
  auto kernels = KeptKernels::create(machine);
  if (!kernels)
    return kernels.takeError();
  if (failed(lower(*model->module, options, program->grid, kernels->get())))
    return llvm::createStringError("the module cannot be lowered");
  program->isCancellable =
      model->outputs.size() > 1 || looksForCancellation(*model->module);
  auto compiled =
      CompiledModule::compile(*model->module, machine, kernels->get());
  if (!compiled)
    return compiled.takeError();
  program->compiled = std::move(*compiled);
  auto entry = program->compiled->lookup(model->function);
  if (!entry)
    return entry.takeError();
  program->entry = *entry;
  for (const ValueInfo &input : model->inputs)
    program->inputs.push_back(describe(input));
  for (const ValueInfo &output : model->outputs)
    program->outputs.push_back(describe(output));
  if (llvm::Error error = describeShards(*model, program->grid, program->inputs,
                                         program->outputs))
    return std::move(error);
  return std::move(program);
}
