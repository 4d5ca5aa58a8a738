//===- Library.cpp - choice of the driver library -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker's --wrap redirects dlopen here; see test/unit/CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

#include "Library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

using namespace mlir::onnxops::test;

/// Opened in place of a driver's library; null for none.
static const char *replacement = nullptr;

extern "C" {
void *__real_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags) {
  const char *cuda = std::getenv("ONNXOPS_TEST_CUDA");
  const bool isReal = cuda && std::strcmp(cuda, "real") == 0;
  if (replacement)
    name = replacement;
  else if (!isReal && std::strcmp(name, "libcuda.so.1") == 0)
    name = ONNXOPS_STUB_CUDA;
  return __real_dlopen(name, flags);
}
}

Replacement::Replacement(const char *path) { replacement = path; }

Replacement::~Replacement() { replacement = nullptr; }

static const char *pathOf(const std::string &kind) {
  return kind == "vulkan" ? ONNXOPS_STUB_VULKAN : ONNXOPS_STUB_CUDA;
}

Stub::Stub(const std::string &kind)
    : Replacement(pathOf(kind)),
      library(__real_dlopen(pathOf(kind), RTLD_NOW)) {
  EXPECT_NE(library, nullptr) << dlerror();
  reset();
}

Stub::~Stub() {
  unsetenv("ONNXOPS_STUB_FAIL");
  unsetenv("ONNXOPS_STUB_WITHOUT");
  unsetenv("ONNXOPS_STUB_NO_DEVICE");
  EXPECT_EQ(live(), 0);
}

void Stub::fail(const char *function, int64_t number, int result) {
  std::string order = std::string(function) + ":" + std::to_string(number) +
                      ":" + std::to_string(result);
  setenv("ONNXOPS_STUB_FAIL", order.c_str(), 1);
  reset();
}

void Stub::reset() { find<void()>("onnxopsStubReset")(); }

int64_t Stub::live() { return find<int64_t()>("onnxopsStubLive")(); }

int64_t Stub::calls(const char *function) {
  return find<int64_t(const char *)>("onnxopsStubCalls")(function);
}

void *Stub::address(const char *name) { return dlsym(library, name); }
