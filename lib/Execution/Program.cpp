//===- Program.cpp - compilation of a function to calls -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the options, describes the function, lowers a copy of the module,
// compiles.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Program.h"

#include "Lowering.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "onnxops/Dialect/OnnxOps/IR/LoweredModule.h"
#include "onnxops/Model/Model.h"
#include "onnxops/Model/Shards.h"
#include "onnxops/Support/Placement.h"

using namespace mlir;
using namespace mlir::onnxops;

static llvm::Error checkOptions(const ProgramOptions &options) {
  if (llvm::Error error = checkDevice("device", options.device))
    return error;
  if (llvm::Error error = checkThreads("threads", options.threads))
    return error;
  if (llvm::Error error = checkRanks("", options.ranks, !options.shards.empty(),
                                     options.device))
    return error;
  if (auto cpu = lookUpRunnableCPU(options.cpu); !cpu)
    return llvm::createStringError("cpu: " + llvm::toString(cpu.takeError()));
  return llvm::Error::success();
}

static ProgramValueInfo describe(const ValueInfo &info) {
  ProgramValueInfo described = {
      info.name, info.isSequence(), info.elementType, std::nullopt, {}};
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

static LogicalResult lower(ModuleOp module, const ProgramOptions &options) {
  RunOptions lowering;
  lowering.checks = options.checks;
  lowering.cpu = options.cpu;
  lowering.device = options.device;
  lowering.threads = options.threads;
  lowering.ranks = {options.ranks};
  lowering.shards = options.shards;
  lowering.verifyPasses = options.verifyPasses;
  lowering.pipeline = options.pipeline;
  return lowerForCalls(module, lowering, /*countStores=*/false);
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
                "onnxopsRtEnter", "onnxopsRtFail", "onnxopsRtLeave",
                "onnxopsRtOutput", "onnxopsRtParallelFor", "onnxopsRtRequire",
                "onnxopsRtShareWork", "onnxopsRtStreamedPages",
                "onnxopsRtStreamsCopy", "onnxopsRtStreamsFill"},
               function.getName());
  });
}

// Sets the dimensions of shards.
static llvm::Error describeShards(const Model &model,
                                  const ProgramOptions &options,
                                  MutableArrayRef<ProgramValueInfo> inputs,
                                  MutableArrayRef<ProgramValueInfo> outputs) {
  if (options.shards.empty())
    return llvm::Error::success();
  auto inputShards = readInputShards(*model.module, model);
  if (!inputShards)
    return inputShards.takeError();
  auto outputShards = readOutputShards(*model.module, model);
  if (!outputShards)
    return outputShards.takeError();
  for (auto [input, shards] : llvm::zip_equal(inputs, *inputShards))
    input.shard = shards.dimensions[0];
  for (auto [output, dimensions] : llvm::zip_equal(outputs, *outputShards))
    output.shard = dimensions[0];
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
  if (failed(lower(*model->module, options)))
    return llvm::createStringError("the module cannot be lowered");
  std::unique_ptr<Program> program(new Program);
  program->isCancellable =
      model->outputs.size() > 1 || looksForCancellation(*model->module);
  auto compiled = CompiledModule::compile(
      *model->module, {options.cpu, options.verifyPasses, options.cache});
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
  if (llvm::Error error =
          describeShards(*model, options, program->inputs, program->outputs))
    return std::move(error);
  return std::move(program);
}
