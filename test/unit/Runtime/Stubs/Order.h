//===- Order.h - choice of the failing driver call --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the stub libraries. ONNXOPS_STUB_FAIL=NAME:2:-4 in the environment
// makes call 2 of function NAME, counted from 0, return -4.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_RUNTIME_STUBS_ORDER_H
#define ONNXOPS_TEST_UNIT_RUNTIME_STUBS_ORDER_H

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

/// Whether the text begins with `prefix`.
inline bool beginsWith(const char *text, const char *prefix) {
  return std::strncmp(text, prefix, std::strlen(prefix)) == 0;
}

/// The state of one function.
struct Function {
  const char *name = nullptr;
  void (*real)() = nullptr;
  std::atomic<int64_t> calls{0};
};

/// The functions that count calls.
inline std::vector<Function *> &known() {
  static std::vector<Function *> functions;
  return functions;
}

/// Whether this call should fail, and with which result.
template <typename Result>
bool failsNow(Function &function, Result &result) {
  const int64_t call = function.calls++;
  const char *order = std::getenv("ONNXOPS_STUB_FAIL");
  const std::string prefix = std::string(function.name) + ":";
  if (!order || !beginsWith(order, prefix.c_str()))
    return false;
  char *end = nullptr;
  const int64_t failing = std::strtoll(order + prefix.size(), &end, 10);
  result = static_cast<Result>(std::strtol(end + 1, nullptr, 10));
  return call == failing;
}

} // namespace

extern "C" {

/// The number of calls of a function.
__attribute__((visibility("default"))) int64_t
onnxopsStubCalls(const char *name) {
  for (const Function *function : known())
    if (std::strcmp(function->name, name) == 0)
      return function->calls;
  return 0;
}

/// Resets the counts.
__attribute__((visibility("default"))) void onnxopsStubReset() {
  for (Function *function : known())
    function->calls = 0;
}
}

#endif // ONNXOPS_TEST_UNIT_RUNTIME_STUBS_ORDER_H
