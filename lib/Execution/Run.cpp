//===- Run.cpp - a model from its file to numbers -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads, lowers, compiles, calls, and tells what came out. Each step that fails
// has said why in one line.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Run.h"

#include "Explain.h"
#include "Inputs.h"
#include "Outputs.h"
#include "RunnableModel.h"
#include "mlir/Pass/PassManager.h"
#include "onnxops/Data/CallingConvention.h"
#include "onnxops/Execution/Compiler.h"
#include "onnxops/Pipelines/Registration.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"

#include <chrono>

using namespace mlir;
using namespace mlir::onnxops;

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(message);
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

static LogicalResult
runPasses(ModuleOp module, llvm::function_ref<void(OpPassManager &)> build) {
  PassManager pm(module.getContext());
  // The verifier has seen the import; after that it checks the compiler.
  pm.enableVerifier(false);
  build(pm);
  return pm.run(module);
}

// Prints the module as it is at a stage. False if there is no such stage.
static bool hasStage(StringRef stage) {
  return llvm::is_contained(
      {"import", "upgrade", "shapes", "linalg", "buffers", "llvm", "gpu"},
      stage);
}

static llvm::Error checkOptions(const RunOptions &options) {
  if (!options.emit.empty() && !hasStage(options.emit))
    return makeError("--emit: expected import, upgrade, shapes, linalg, "
                     "buffers, llvm or gpu, but got '" +
                     options.emit + "'");
  if (!llvm::is_contained({"", "text", "svg"}, options.explain))
    return makeError("--explain: expected text or svg, but got '" +
                     options.explain + "'");
  if (options.timedRuns && *options.timedRuns < 1)
    return makeError("--time: expected 1 run or more, but got " +
                     Twine(*options.timedRuns));
  if (!(options.rtol >= 0))
    return llvm::createStringError("--rtol: expected 0 or more, but got %g",
                                   options.rtol);
  if (options.threads < 1 || options.threads > ONNXOPS_MAX_THREADS)
    return makeError("--threads: expected 1 to " + Twine(ONNXOPS_MAX_THREADS) +
                     " threads, but got " + Twine(options.threads));
  if (options.parallelThreshold && *options.parallelThreshold < 0)
    return makeError(
        "--parallel-threshold: expected 0 bytes or more, but got " +
        Twine(*options.parallelThreshold));
  // What is only printed need not run here.
  auto cpu = options.emit.empty() && options.explain.empty()
                 ? lookUpRunnableCPU(options.cpu)
                 : lookUpCPU(options.cpu);
  if (!cpu)
    return makeError("--cpu: " + llvm::toString(cpu.takeError()));
  return llvm::Error::success();
}

static void fillLowering(ToLLVMOptions &lowering, const RunOptions &options) {
  lowering.checks = options.checks;
  lowering.cpu = options.cpu;
  lowering.threads = options.threads;
  lowering.force = options.copyStrategy;
  if (options.parallelThreshold)
    lowering.parallelThreshold = *options.parallelThreshold;
}

static LogicalResult lowerToStage(ModuleOp module, StringRef stage,
                                  const ToLLVMOptions &options) {
  return runPasses(module, [&](OpPassManager &pm) {
    if (stage == "upgrade")
      buildUpgradePipeline(pm);
    else if (stage == "shapes")
      buildPreparePipeline(pm);
    else if (stage == "linalg")
      buildToLinalgPipeline(pm, options);
    else if (stage == "buffers")
      buildToBuffersPipeline(pm, options);
    else if (stage == "llvm")
      buildToLLVMPipeline(pm, options);
    else if (stage == "gpu")
      buildToGPUPipeline(pm, ToGPUOptions());
  });
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

namespace {

struct ContextDeleter {
  void operator()(OnnxopsContext *context) const {
    onnxopsContextDestroy(context);
  }
};

/// A compiled function with the table that it is called on. Outputs keep their
/// memory from one call to the next.
class Call {
public:
  static llvm::Expected<std::unique_ptr<Call>>
  prepare(ModuleOp module, const RunnableModel &model,
          ArrayRef<HostValue> inputs, const ToLLVMOptions &options) {
    OwningOpRef<ModuleOp> lowered(module.clone());
    if (failed(lowerToStage(*lowered, "llvm", options)))
      return llvm::createStringError(""); // reported already
    CompileOptions machine;
    machine.cpu = options.cpu;
    auto compiled = CompiledModule::compile(*lowered, machine);
    if (!compiled)
      return compiled.takeError();
    auto entry = (*compiled)->lookup(model.function);
    if (!entry)
      return entry.takeError();
    std::unique_ptr<Call> call(new Call());
    call->compiled = std::move(*compiled);
    call->entry = *entry;
    call->context.reset(onnxopsContextCreate());
    if (!call->context)
      return llvm::createStringError("there is no memory for a context");
    if (llvm::Error error = call->fillTable(model, inputs))
      return std::move(error);
    return std::move(call);
  }

  ~Call() {
    for (OnnxopsValue &slot :
         MutableArrayRef<OnnxopsValue>(table).drop_front(numInputs))
      onnxopsValueRelease(&slot);
  }

  /// Calls once. Returns 0, or 1 when a check failed.
  int32_t run() { return entry(table.data(), table.size(), context.get()); }

  StringRef getError() const { return onnxopsContextError(context.get()); }
  int64_t getBytesMoved() const {
    return onnxopsContextBytesMoved(context.get());
  }

  llvm::Expected<std::vector<HostValue>> copyOutputs() const {
    std::vector<HostValue> outputs;
    for (const OnnxopsValue &slot :
         ArrayRef<OnnxopsValue>(table).drop_front(numInputs)) {
      auto value = copySlot(slot);
      if (!value)
        return value.takeError();
      outputs.push_back(std::move(*value));
    }
    return outputs;
  }

private:
  Call() = default;

  llvm::Error fillTable(const RunnableModel &model,
                        ArrayRef<HostValue> inputs) {
    numInputs = inputs.size();
    // A table is never null, not even that of a function of nothing.
    table.reserve(std::max<size_t>(numInputs + model.outputs.size(), 1));
    for (const HostValue &value : inputs) {
      if (auto *tensor = std::get_if<TensorData>(&value)) {
        table.push_back(tensor->getSlot());
        continue;
      }
      auto sequence = makeSequence(std::get<SequenceData>(value));
      if (!sequence)
        return sequence.takeError();
      table.push_back(getSlot(sequence->get()));
      sequences.push_back(std::move(*sequence));
    }
    for (const Port &port : model.outputs) {
      OnnxopsValue slot = {};
      slot.kind = port.isSequence() ? ONNXOPS_SEQUENCE : ONNXOPS_TENSOR;
      slot.elementType = port.elementType;
      table.push_back(slot);
    }
    return llvm::Error::success();
  }

  std::unique_ptr<CompiledModule> compiled;
  EntryFunction entry = nullptr;
  std::unique_ptr<OnnxopsContext, ContextDeleter> context;
  std::vector<SequenceHandle> sequences;
  std::vector<OnnxopsValue> table;
  size_t numInputs = 0;
};

/// One run of the tool.
class Runner {
public:
  Runner(const RunOptions &options, raw_ostream &os, raw_ostream &errors)
      : options(options), os(os), errors(errors), printer(&context, errors) {
    DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    // Neighbours are generic ops of a dialect that nobody registers.
    context.allowUnregisteredDialects();
    context.disableMultithreading();
    fillLowering(lowering, options);
  }

  int run() {
    if (llvm::Error error = checkOptions(options))
      return refuse(std::move(error));
    FailureOr<RunnableModel> model = readModel(options, context);
    if (failed(model))
      return refuse("the model cannot be read");
    if (!options.emit.empty())
      return emitStage(*model);
    if (!options.explain.empty())
      return explain(*model);
    auto inputs = gatherInputs(*model, options);
    if (!inputs)
      return refuse(inputs.takeError());
    std::vector<HostValue> expected;
    if (!options.expectDirectory.empty()) {
      auto values = readExpected(*model, options.expectDirectory);
      if (!values)
        return refuse(values.takeError());
      expected = std::move(*values);
    }
    auto call = Call::prepare(*model->module, *model, *inputs, lowering);
    if (!call)
      return refuse(call.takeError());
    if ((*call)->run() != 0)
      return failCall((*call)->getError());
    auto outputs = (*call)->copyOutputs();
    if (!outputs)
      return refuse(outputs.takeError());
    return report(*model, *inputs, **call, *outputs, expected);
  }

private:
  // What the results are wanted for.
  int report(const RunnableModel &model, ArrayRef<HostValue> inputs, Call &call,
             ArrayRef<HostValue> outputs, ArrayRef<HostValue> expected) {
    if (!options.expectDirectory.empty())
      if (auto difference =
              findFirstDifference(model, outputs, expected, options.rtol))
        return fail(options.model + ": " + *difference);
    if (!options.outputDirectory.empty())
      if (llvm::Error error =
              writeOutputs(model, outputs, options.outputDirectory))
        return refuse(std::move(error));
    if (options.timedRuns)
      return time(model, inputs, call);
    printOutputs(os, model, outputs);
    if (!options.expectDirectory.empty())
      os << "matches the reference\n";
    return kSuccess;
  }

  int emitStage(RunnableModel &model) {
    if (options.emit != "import" &&
        failed(lowerToStage(*model.module, options.emit, lowering)))
      return refuse("the model cannot be lowered");
    model.module->print(os);
    os << "\n";
    return kSuccess;
  }

  int explain(RunnableModel &model) {
    Explanation explanation(*model.module, model.function);
    if (failed(lowerToStage(*model.module, "llvm", lowering)))
      return refuse("the model cannot be lowered");
    if (options.explain == "svg")
      explanation.printPicture(os);
    else
      explanation.print(os);
    return kSuccess;
  }

  // The call alone, warm, outputs reused. Bytes are counted by code of its own.
  int time(const RunnableModel &model, ArrayRef<HostValue> inputs, Call &call) {
    ToLLVMOptions counting;
    fillLowering(counting, options);
    counting.countStores = true;
    auto counted = Call::prepare(*model.module, model, inputs, counting);
    if (!counted)
      return refuse(counted.takeError());
    if ((*counted)->run() != 0)
      return failCall((*counted)->getError());
    std::vector<int64_t> times;
    for (int64_t i = 0; i < *options.timedRuns; ++i) {
      auto start = std::chrono::steady_clock::now();
      int32_t status = call.run();
      auto end = std::chrono::steady_clock::now();
      if (status != 0)
        return failCall(call.getError());
      times.push_back(
          std::chrono::duration_cast<std::chrono::nanoseconds>(end - start)
              .count());
    }
    llvm::sort(times);
    os << "time: median_ns=" << times[times.size() / 2]
       << " min_ns=" << times.front() << " runs=" << times.size()
       << " bytes_moved=" << (*counted)->getBytesMoved() << "\n";
    return kSuccess;
  }

  int fail(const Twine &message) {
    printError(errors, message);
    return kFailed;
  }

  // Checks name the file, but for those of the run-time library, which knows
  // of inputs and outputs only.
  int failCall(StringRef message) {
    if (message.starts_with(options.model + ":"))
      return fail(message);
    return fail(options.model + ": " + message);
  }

  // Says why unless a diagnostic has said it.
  int refuse(const Twine &message) {
    if (!printer.hasError())
      printError(errors, message);
    return kRefused;
  }

  int refuse(llvm::Error error) {
    return refuse(llvm::toString(std::move(error)));
  }

  const RunOptions &options;
  raw_ostream &os, &errors;
  MLIRContext context;
  DiagnosticPrinter printer;
  ToLLVMOptions lowering;
};

} // namespace

int mlir::onnxops::runModel(const RunOptions &options, raw_ostream &os,
                            raw_ostream &errors) {
  return Runner(options, os, errors).run();
}
