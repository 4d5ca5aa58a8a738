//===- Run.cpp - execution of a model -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads, lowers, compiles, calls, and reports the results. Each failing step
// has reported its reason in one line.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Run.h"

#include "Call.h"
#include "Explain.h"
#include "Inputs.h"
#include "KeptKernels.h"
#include "Lowering.h"
#include "Options.h"
#include "Outputs.h"
#include "RankRun.h"
#include "RunErrors.h"
#include "ShardedCall.h"
#include "onnxops/ABI/Limits.h"
#include "onnxops/Model/Shards.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Placement.h"

#include <chrono>

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// One run of the tool.
class Runner : RunErrors {
public:
  Runner(const RunOptions &options, raw_ostream &os, raw_ostream &errors)
      : RunErrors(options, errors), os(os) {}

  int run() {
    if (llvm::Error error = checkOptions(options))
      return refuse(std::move(error));
    FailureOr<Model> model =
        readModel(options.model, options.function, context, options.import);
    if (failed(model))
      return refuse("the model cannot be read");
    SmallVector<int64_t> grid =
        chooseGrid(*model->module, options.ranks, options.shards);
    if (llvm::Error error =
            checkRanks("--", options.ranks, grid, options.device))
      return refuse(std::move(error));
    if (!options.emit.empty())
      return emitStage(*model);
    if (!options.explain.empty())
      return explain(*model);
    if (options.timedRuns && !grid.empty())
      return refuse("unsupported: shards with --time");
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
    if (!grid.empty())
      return runShards(*model, *inputs, grid, expected);
    if (llvm::Error error = openDevice())
      return refuse(std::move(error));
    auto call = prepare(*model, *inputs, /*countStores=*/false);
    if (!call)
      return refuse(call.takeError());
    if ((*call)->run() != 0)
      return failCall((*call)->getError());
    auto outputs = (*call)->copyOutputs();
    if (!outputs)
      return refuse(outputs.takeError());
    if (options.timedRuns)
      return reportTime(*model, *inputs, **call, *outputs, expected);
    return report(*model, *outputs, expected);
  }

private:
  llvm::Error openDevice() {
    if (options.device == "cpu")
      return llvm::Error::success();
    char message[1024];
    device.reset(
        onnxopsDeviceOpen(options.device.c_str(), message, sizeof(message)));
    if (!device)
      return llvm::createStringError("--device: " + Twine(message));
    return llvm::Error::success();
  }

  llvm::Expected<std::unique_ptr<Call>>
  prepare(const Model &model, ArrayRef<HostValue> inputs, bool countStores) {
    const CompileOptions machine = getMachine(options);
    auto kernels = KeptKernels::create(machine);
    if (!kernels)
      return kernels.takeError();
    OwningOpRef<ModuleOp> lowered(ModuleOp(*model.module).clone());
    if (failed(lowerForCalls(*lowered, options, countStores, kernels->get())))
      return llvm::createStringError(""); // reported already
    auto call = Call::prepare(*lowered, model, inputs, machine, kernels->get(),
                              device.get());
    if (call && options.memoryLimit)
      (*call)->setMemoryLimit(*options.memoryLimit);
    return call;
  }

  // Calls on several ranks, each a thread.
  int runShards(const Model &model, ArrayRef<HostValue> inputs,
                ArrayRef<int64_t> grid, ArrayRef<HostValue> expected) {
    const CompileOptions machine = getMachine(options);
    auto kernels = KeptKernels::create(machine);
    if (!kernels)
      return refuse(kernels.takeError());
    OwningOpRef<ModuleOp> lowered(ModuleOp(*model.module).clone());
    if (failed(lowerForCalls(*lowered, options, /*countStores=*/false,
                             kernels->get())))
      return refuse("the model cannot be lowered");
    // AssignShards has verified the grid.
    if (countRanks(grid) > ONNXOPS_MAX_THREADS)
      return refuse("ranks: expected at most " + Twine(ONNXOPS_MAX_THREADS) +
                    ", each a thread, but got " + describeGrid(grid));
    auto call = ShardedCall::prepare(*lowered, model, inputs, grid, machine,
                                     kernels->get());
    if (!call)
      return refuse(call.takeError());
    if (options.memoryLimit)
      (*call)->setMemoryLimit(*options.memoryLimit);
    auto status = (*call)->run();
    if (!status)
      return refuse(status.takeError());
    if (*status != 0)
      return failCall((*call)->getError());
    auto outputs = (*call)->copyOutputs();
    if (!outputs)
      return refuse(outputs.takeError());
    return report(model, *outputs, expected);
  }

  // Compares and writes the results. Returns the exit status.
  int check(const Model &model, ArrayRef<HostValue> outputs,
            ArrayRef<HostValue> expected) {
    if (!options.expectDirectory.empty())
      if (auto difference =
              findFirstDifference(model, outputs, expected, options.rtol))
        return fail(options.model + ": " + *difference);
    if (!options.outputDirectory.empty())
      if (llvm::Error error =
              writeOutputs(model, outputs, options.outputDirectory))
        return refuse(std::move(error));
    return kSuccess;
  }

  int reportTime(const Model &model, ArrayRef<HostValue> inputs, Call &call,
                 ArrayRef<HostValue> outputs, ArrayRef<HostValue> expected) {
    int status = check(model, outputs, expected);
    return status == kSuccess ? time(model, inputs, call) : status;
  }

  int report(const Model &model, ArrayRef<HostValue> outputs,
             ArrayRef<HostValue> expected) {
    if (int status = check(model, outputs, expected); status != kSuccess)
      return status;
    printOutputs(os, model, outputs);
    if (!options.expectDirectory.empty())
      os << "matches the reference\n";
    return kSuccess;
  }

  int emitStage(Model &model) {
    if (options.emit != "import" &&
        failed(lowerToStage(*model.module, options.emit, options)))
      return refuse("the model cannot be lowered");
    model.module->print(os);
    os << "\n";
    return kSuccess;
  }

  int explain(Model &model) {
    Explanation explanation(*model.module, model.function);
    if (failed(lowerToStage(*model.module, "llvm", options)))
      return refuse("the model cannot be lowered");
    if (options.explain == "svg") {
      if (llvm::Error error = explanation.printSVG(os))
        return refuse(std::move(error));
    } else if (options.explain == "dot") {
      explanation.printDot(os);
    } else {
      explanation.print(os);
    }
    return kSuccess;
  }

  // Times the warm call alone, with outputs reused; on a device only its
  // kernels. Bytes are counted by separately compiled code.
  int time(const Model &model, ArrayRef<HostValue> inputs, Call &call) {
    auto counted = prepare(model, inputs, /*countStores=*/true);
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
      int64_t kernels = call.getDeviceNanoseconds();
      times.push_back(
          kernels > 0 ? kernels
                      : std::chrono::duration_cast<std::chrono::nanoseconds>(
                            end - start)
                            .count());
    }
    llvm::sort(times);
    os << "time: median_ns=" << times[times.size() / 2]
       << " min_ns=" << times.front() << " runs=" << times.size()
       << " bytes_moved=" << (*counted)->getBytesMoved() << "\n";
    return kSuccess;
  }

  raw_ostream &os;
  DeviceHandle device;
};

} // namespace

int mlir::onnxops::runModel(const RunOptions &options, raw_ostream &os,
                            raw_ostream &errors) {
  if (options.mpi)
    return runOnMPI(options, os, errors);
  return Runner(options, os, errors).run();
}
