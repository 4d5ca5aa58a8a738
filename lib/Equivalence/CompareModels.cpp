//===- CompareModels.cpp - two models on random inputs --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses a runner that can run the original, and runs both models.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Equivalence/CompareModels.h"

#include "Runner.h"
#include "onnxops/Data/Compare.h"
#include "onnxops/Data/ElementsAttr.h"
#include "onnxops/Execution/RandomInputs.h"
#include "onnxops/InitAll.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Runners
//===----------------------------------------------------------------------===//

namespace {

struct LoadedModel {
  std::unique_ptr<RunnerLoader> loader;
  std::unique_ptr<Runner> runner;
};

} // namespace

static llvm::Expected<LoadedModel> loadOriginal(StringRef original,
                                                const Model &model,
                                                const CompareOptions &options) {
  std::string reason;
  if (options.runtime.empty()) {
    std::unique_ptr<RunnerLoader> compiler = createCompiler(options.import);
    auto runner = compiler->loadFile(original);
    if (runner)
      return LoadedModel{std::move(compiler), std::move(*runner)};
    reason = "cannot run the model: " + llvm::toString(runner.takeError());
  }
  auto runtime = openOnnxRuntime(options.runtime, model);
  if (!runtime && reason.empty())
    return runtime.takeError();
  if (!runtime)
    return llvm::createStringError(reason + "; " +
                                   llvm::toString(runtime.takeError()));
  auto runner = (*runtime)->loadFile(original);
  if (!runner)
    return llvm::createStringError((*runtime)->getName() + ": " +
                                   llvm::toString(runner.takeError()));
  return LoadedModel{std::move(*runtime), std::move(*runner)};
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

// Inputs with a value of their own have it, as in a run without them.
static llvm::Expected<std::vector<HostValue>>
makeInputs(const Model &model, uint64_t seed, const CompareOptions &options) {
  auto random = RandomInputs::create(seed, options.dims, /*choosesSizes=*/true);
  if (!random)
    return random.takeError();
  std::vector<HostValue> values;
  for (const ValueInfo &input : model.inputs) {
    if (!input.defaultValue) {
      llvm::Expected<HostValue> value = random->make(input);
      if (!value)
        return value.takeError();
      values.push_back(std::move(*value));
      continue;
    }
    llvm::Expected<TensorData> value = copyElements(input.defaultValue);
    if (!value)
      return value.takeError();
    values.push_back(std::move(*value));
  }
  return values;
}

// The first output that differs, empty if none does.
static std::string findDifference(const Model &model,
                                  ArrayRef<HostValue> actual,
                                  ArrayRef<HostValue> expected) {
  if (actual.size() != expected.size())
    return ("expected " + Twine(expected.size()) + " outputs, but got " +
            Twine(actual.size()))
        .str();
  for (auto [info, got, wanted] :
       llvm::zip_equal(model.outputs, actual, expected))
    if (auto difference = findDifference(got, wanted))
      return "output '" + info.name + "': " + *difference;
  return "";
}

namespace {

/// Both models, and what came of the runs so far.
class ModelPair {
public:
  ModelPair(const Model &model, LoadedModel original,
            std::unique_ptr<Runner> rewritten)
      : model(model), original(std::move(original)),
        rewritten(std::move(rewritten)) {
    result.runner = this->original.loader->getName();
  }

  /// Runs both. Fails if the original is not deterministic.
  llvm::Error run(ArrayRef<HostValue> inputs, uint64_t seed) {
    auto expected = original.runner->run(inputs);
    if (!expected) {
      ++result.numFailed;
      std::string message = llvm::toString(expected.takeError());
      if (failure.empty())
        failure = message;
      return llvm::Error::success();
    }
    auto actual = rewritten->run(inputs);
    std::string difference = actual ? findDifference(model, *actual, *expected)
                                    : "the rewritten model fails: " +
                                          llvm::toString(actual.takeError());
    if (difference.empty()) {
      ++result.numEqual;
      return llvm::Error::success();
    }
    auto again = original.runner->run(inputs);
    if (!again)
      return again.takeError();
    if (std::string random = findDifference(model, *again, *expected);
        !random.empty())
      return llvm::createStringError("expected a model that computes the same "
                                     "each time, but two runs differ: " +
                                     random);
    result.difference = ("inputs of seed " + Twine(seed) + ": " + difference +
                         " (in " + result.runner + ")")
                            .str();
    return llvm::Error::success();
  }

  Comparison result;
  std::string failure; // the first one of the original

private:
  const Model &model;
  LoadedModel original;
  std::unique_ptr<Runner> rewritten;
};

} // namespace

llvm::Expected<Comparison>
mlir::onnxops::compareModels(StringRef path, StringRef bytes,
                             const CompareOptions &options) {
  MLIRContext context;
  prepareContext(context);
  FirstError error(context);
  ImportOptions import = options.import;
  import.allowUnsupported = true;
  OwningOpRef<ModuleOp> module = importONNX(path, context, import);
  if (!module)
    return error.take();
  FailureOr<Model> model = describeModel(std::move(module), /*function=*/"");
  if (failed(model))
    return error.take();
  llvm::Expected<LoadedModel> original = loadOriginal(path, *model, options);
  if (!original)
    return original.takeError();
  Comparison result;
  auto rewritten = original->loader->loadBytes(bytes);
  if (!rewritten) {
    result.runner = original->loader->getName();
    result.difference = result.runner + " refuses the rewritten model: " +
                        llvm::toString(rewritten.takeError());
    return result;
  }
  ModelPair pair(*model, std::move(*original), std::move(*rewritten));
  for (int64_t i = 0; i < options.runs && pair.result.difference.empty(); ++i) {
    auto inputs = makeInputs(*model, options.seed + i, options);
    if (!inputs)
      return inputs.takeError();
    if (llvm::Error failure = pair.run(*inputs, options.seed + i))
      return std::move(failure);
  }
  if (pair.result.numFailed == options.runs)
    return llvm::createStringError(
        "expected inputs on which the model succeeds, but it fails on all: " +
        pair.failure + " (in " + pair.result.runner + ")");
  return std::move(pair.result);
}
