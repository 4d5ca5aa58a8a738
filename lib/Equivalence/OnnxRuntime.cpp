//===- OnnxRuntime.cpp - run a model in ONNX Runtime ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the library when it is needed: building this project takes none.
//
//===----------------------------------------------------------------------===//

#include "OnnxRuntimeValues.h"
#include "Runner.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"

#include <dlfcn.h>

using namespace mlir;
using namespace mlir::onnxops;
using ort::Library, ort::OwnedValue;

//===----------------------------------------------------------------------===//
// Sessions
//===----------------------------------------------------------------------===//

namespace {

class Session : public Runner {
public:
  Session(std::shared_ptr<Library> library, ort::Session *session,
          const std::vector<std::string> &inputs,
          const std::vector<std::string> &outputs)
      : library(std::move(library)), session(session), inputNames(inputs),
        outputNames(outputs) {}
  ~Session() override { library->api->releaseSession(session); }

  llvm::Expected<std::vector<HostValue>>
  run(ArrayRef<HostValue> inputs) override {
    std::vector<OwnedValue> values, results;
    std::vector<const char *> inputList, outputList;
    for (auto [name, input] : llvm::zip_equal(inputNames, inputs)) {
      if (name.empty())
        continue;
      llvm::Expected<OwnedValue> value = ort::makeValue(*library, input);
      if (!value)
        return value.takeError();
      inputList.push_back(name.c_str());
      values.push_back(std::move(*value));
    }
    std::vector<const ort::Value *> given;
    for (const OwnedValue &value : values)
      given.push_back(value.get());
    for (const std::string &name : outputNames)
      outputList.push_back(name.c_str());
    std::vector<ort::Value *> outputs(outputNames.size());
    llvm::Error error = library->take(library->api->run(
        session, /*options=*/nullptr, inputList.data(), given.data(),
        given.size(), outputList.data(), outputs.size(), outputs.data()));
    for (ort::Value *output : outputs)
      *results.emplace_back(library->api).slot() = output;
    if (error)
      return std::move(error);
    std::vector<HostValue> copies;
    for (auto [name, result] : llvm::zip_equal(outputNames, results)) {
      llvm::Expected<HostValue> copy = ort::copyValue(*library, result.get());
      if (!copy)
        return llvm::createStringError(
            "output '" + name + "': " + llvm::toString(copy.takeError()));
      copies.push_back(std::move(*copy));
    }
    return copies;
  }

private:
  std::shared_ptr<Library> library;
  ort::Session *session;
  std::vector<std::string> inputNames; // "" for what has a value in the model
  std::vector<std::string> outputNames;
};

class SessionLoader : public RunnerLoader {
public:
  SessionLoader(std::shared_ptr<Library> library, const Model &model)
      : library(std::move(library)) {
    // Before version 4 of the file format, ONNX Runtime takes no values for
    // inputs that have one.
    for (const ValueInfo &input : model.inputs)
      inputs.push_back(input.defaultValue ? "" : input.name);
    for (const ValueInfo &output : model.outputs)
      outputs.push_back(output.name);
  }

  std::string getName() const override {
    return "ONNX Runtime " + library->version;
  }

  llvm::Expected<std::unique_ptr<Runner>> loadFile(StringRef path) override {
    std::string name = path.str();
    return load([&](const ort::SessionOptions *options, ort::Session **made) {
      return library->api->createSession(library->env, name.c_str(), options,
                                         made);
    });
  }

  llvm::Expected<std::unique_ptr<Runner>> loadBytes(StringRef bytes) override {
    return load([&](const ort::SessionOptions *options, ort::Session **made) {
      return library->api->createSessionFromArray(library->env, bytes.data(),
                                                  bytes.size(), options, made);
    });
  }

private:
  using Create = llvm::function_ref<ort::Status *(const ort::SessionOptions *,
                                                  ort::Session **)>;

  // One thread and no fusion of operators, since these round sums differently
  // where the operators around them differ.
  llvm::Expected<std::unique_ptr<Runner>> load(Create create) {
    const ort::API *api = library->api;
    ort::SessionOptions *options = nullptr;
    if (llvm::Error error = library->take(api->createSessionOptions(&options)))
      return std::move(error);
    auto release =
        llvm::scope_exit([&] { api->releaseSessionOptions(options); });
    if (llvm::Error error = library->take(
            api->setOptimization(options, ort::Optimization::None)))
      return std::move(error);
    if (llvm::Error error = library->take(api->setNumThreads(options, 1)))
      return std::move(error);
    ort::Session *session = nullptr;
    if (llvm::Error error = library->take(create(options, &session)))
      return std::move(error);
    return std::make_unique<Session>(library, session, inputs, outputs);
  }

  std::shared_ptr<Library> library;
  std::vector<std::string> inputs, outputs; // as in Session
};

} // namespace

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

static void *openLibrary(const std::string &name) {
  return dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
}

// A name that the user gives may be a file of the current directory. Otherwise
// the system searches, and that directory is none of its own: a library there
// may have come with the model.
static void *findLibrary(StringRef given) {
  if (given.empty()) {
    void *opened = openLibrary("libonnxruntime.so");
    return opened ? opened : openLibrary("libonnxruntime.so.1");
  }
  bool isFile = !given.contains('/') && llvm::sys::fs::exists(given);
  return openLibrary((isFile ? "./" + given : given).str());
}

llvm::Expected<std::shared_ptr<Library>> ort::Library::open(StringRef path) {
  void *opened = findLibrary(path);
  if (!opened && path.empty())
    return llvm::createStringError("expected libonnxruntime.so, but the system "
                                   "has none; --runtime names one");
  if (!opened)
    return llvm::createStringError("--runtime: " + StringRef(dlerror()));
  using GetBase = const ort::Base *();
  auto *getBase = reinterpret_cast<GetBase *>(dlsym(opened, "OrtGetApiBase"));
  const ort::Base *base = getBase ? getBase() : nullptr;
  auto library = std::make_shared<Library>();
  library->api = base ? base->getAPI(ort::kFirstVersion) : nullptr;
  if (!library->api)
    return llvm::createStringError(
        "--runtime: expected a library of ONNX Runtime, but got '" +
        (path.empty() ? "libonnxruntime.so" : path) + "'");
  library->version = base->getVersion();
  if (llvm::Error error = library->take(library->api->createEnv(
          ort::Logging::Fatal, "onnxops", &library->env)))
    return std::move(error);
  if (llvm::Error error = library->take(library->api->createMemoryInfo(
          ort::AllocatorType::Arena, ort::MemoryType::Default,
          &library->memory)))
    return std::move(error);
  if (llvm::Error error =
          library->take(library->api->getAllocator(&library->allocator)))
    return std::move(error);
  return library;
}

llvm::Expected<std::unique_ptr<RunnerLoader>>
mlir::onnxops::openOnnxRuntime(StringRef path, const Model &model) {
  llvm::Expected<std::shared_ptr<Library>> library = Library::open(path);
  if (!library)
    return library.takeError();
  return std::make_unique<SessionLoader>(std::move(*library), model);
}
