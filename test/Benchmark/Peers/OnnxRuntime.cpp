//===- OnnxRuntime.cpp - ONNX Runtime as a peer ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Its C API is one table of functions whose order never changes. Only the few
// that are called here are declared, by their place in it.
//
//===----------------------------------------------------------------------===//

#include "OnnxRuntime.h"

#include "../Compiled.h"
#include "../Movement.h"
#include "../SpinPool.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"

#include <dlfcn.h>

using namespace bench;

namespace bench {

/// Functions of version 1 of the table. Handles and statuses are opaque.
struct OrtApi {
  using Status = void *;

  enum Index {
    GetErrorMessage = 2,
    CreateEnv = 3,
    CreateSession = 7,
    Run = 9,
    CreateSessionOptions = 10,
    SetSessionGraphOptimizationLevel = 23,
    SetIntraOpNumThreads = 24,
    CreateTensorWithDataAsOrtValue = 49,
    CreateCpuMemoryInfo = 69,
    ReleaseEnv = 92,
    ReleaseStatus = 93,
    ReleaseMemoryInfo = 94,
    ReleaseSession = 95,
    ReleaseValue = 96,
    ReleaseSessionOptions = 100
  };

  template <typename... Args>
  Status call(Index index, Args... args) const {
    return reinterpret_cast<Status (*)(Args...)>(functions[index])(args...);
  }

  void release(Index index, void *object) const {
    if (object)
      reinterpret_cast<void (*)(void *)>(functions[index])(object);
  }

  std::string takeMessage(Status status) const {
    auto get =
        reinterpret_cast<const char *(*)(Status)>(functions[GetErrorMessage]);
    std::string message = get(status);
    release(ReleaseStatus, status);
    return message;
  }

  llvm::Error check(Status status) const {
    if (!status)
      return llvm::Error::success();
    return llvm::createStringError("ONNX Runtime: " + takeMessage(status));
  }

  void *const *functions;
};

} // namespace bench

/// What OrtGetApiBase returns.
namespace {
struct OrtApiBase {
  void *const *(*getApi)(uint32_t version);
  const char *(*getVersion)();
};
} // namespace

llvm::Expected<std::unique_ptr<OnnxRuntime>>
OnnxRuntime::load(const std::string &path) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return llvm::createStringError(dlerror());
  auto getBase = reinterpret_cast<const OrtApiBase *(*)()>(
      dlsym(library, "OrtGetApiBase"));
  // Version 11 is old enough for every library of today, and the first whose
  // functions keep to the table of version 1 without exception.
  void *const *functions = getBase ? getBase()->getApi(11) : nullptr;
  if (!functions)
    return llvm::createStringError(path + ": no interface of version 11");
  std::unique_ptr<OnnxRuntime> runtime(new OnnxRuntime());
  runtime->api = std::make_unique<OrtApi>(OrtApi{functions});
  const OrtApi &api = *runtime->api;
  constexpr int errorsOnly = 3, noArena = 0, defaultMemory = 0;
  if (llvm::Error error = api.check(api.call(OrtApi::CreateEnv, errorsOnly,
                                             static_cast<const char *>("bench"),
                                             &runtime->environment)))
    return std::move(error);
  if (llvm::Error error =
          api.check(api.call(OrtApi::CreateCpuMemoryInfo, noArena,
                             defaultMemory, &runtime->memoryInfo)))
    return std::move(error);
  return std::move(runtime);
}

OnnxRuntime::~OnnxRuntime() {
  api->release(OrtApi::ReleaseMemoryInfo, memoryInfo);
  api->release(OrtApi::ReleaseEnv, environment);
}

llvm::Error OnnxRuntime::createSession(OrtSession &session,
                                       const std::string &model, int threads) {
  void *options = nullptr;
  constexpr int allOptimizations = 99;
  if (llvm::Error error =
          api->check(api->call(OrtApi::CreateSessionOptions, &options)))
    return error;
  api->release(OrtApi::ReleaseStatus,
               api->call(OrtApi::SetIntraOpNumThreads, options, threads));
  api->release(OrtApi::ReleaseStatus,
               api->call(OrtApi::SetSessionGraphOptimizationLevel, options,
                         allOptimizations));
  // Its second thread stays on the core it is born on.
  pinThread(1);
  OrtApi::Status status = api->call(OrtApi::CreateSession, environment,
                                    model.c_str(), options, &session.session);
  pinThread(0);
  api->release(OrtApi::ReleaseSessionOptions, options);
  return api->check(status);
}

static int getElementType(int64_t bytes) {
  switch (bytes) {
  case 1:
    return ONNXOPS_UINT8;
  case 2:
    return ONNXOPS_FLOAT16;
  case 8:
    return ONNXOPS_FLOAT64;
  case 16:
    return ONNXOPS_COMPLEX128;
  default:
    return ONNXOPS_FLOAT32;
  }
}

llvm::Error OnnxRuntime::createValues(OrtSession &session, const Case &c,
                                      char *input, char *output) {
  auto create = [&](void *data, const Shape &shape, void **value) {
    size_t bytes = getNumElements(shape) * c.elementBytes;
    return api->check(api->call(
        OrtApi::CreateTensorWithDataAsOrtValue, memoryInfo, data, bytes,
        shape.data(), shape.size(), getElementType(c.elementBytes), value));
  };
  for (size_t i = 0; i < c.operands.size(); ++i) {
    session.inputNames.push_back("a" + std::to_string(i));
    session.inputValues.push_back(nullptr);
    if (llvm::Error error = create(getOperandData(c, input, i), c.operands[i],
                                   &session.inputValues.back()))
      return error;
  }
  for (const std::string &name : session.inputNames)
    session.inputs.push_back(name.c_str());
  if (c.family == Family::Split && c.splitUse == SplitUse::Returned)
    return llvm::Error::success();
  return create(output, getResultShape(c), &session.outputValue);
}

llvm::Expected<std::unique_ptr<OrtSession>>
OnnxRuntime::prepare(const Case &c, int threads, char *input, char *output) {
  llvm::SmallString<128> model;
  if (llvm::sys::fs::createTemporaryFile("bench", "onnx", model))
    return llvm::createStringError("a temporary file cannot be made");
  std::unique_ptr<OrtSession> session(new OrtSession(*api));
  llvm::Error error = llvm::Error::success();
  if (!exportCase(c, model.str().str()))
    error = llvm::joinErrors(std::move(error),
                             llvm::createStringError("export failed"));
  else
    error = llvm::joinErrors(
        std::move(error), createSession(*session, model.str().str(), threads));
  llvm::sys::fs::remove(model);
  if (!error)
    error = createValues(*session, c, input, output);
  if (error)
    return std::move(error);
  return std::move(session);
}

OrtSession::~OrtSession() {
  for (void *value : inputValues)
    api.release(OrtApi::ReleaseValue, value);
  api.release(OrtApi::ReleaseValue, outputValue);
  api.release(OrtApi::ReleaseSession, session);
}

void OrtSession::run() {
  static const char *const outputs[] = {"r"};
  void *value = outputValue, *noOptions = nullptr;
  OrtApi::Status status =
      api.call(OrtApi::Run, session, noOptions, inputs.data(),
               inputValues.data(), inputs.size(), outputs, size_t(1), &value);
  if (status)
    llvm::report_fatal_error(llvm::StringRef(api.takeMessage(status)));
  if (value != outputValue)
    api.release(OrtApi::ReleaseValue, value);
}
