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
#include <vector>

namespace stub {

/// Whether the text begins with `prefix`.
bool beginsWith(const char *text, const char *prefix);

/// The state of one function.
struct Function {
  const char *name = nullptr;
  void (*real)() = nullptr;
  std::atomic<int64_t> calls{0};
};

/// The functions that count calls.
std::vector<Function *> &known();

/// Counts a call. Returns whether it should fail, and with which result.
bool failsNow(Function &function, int64_t &result);

/// The same for results of another type.
template <typename Result>
bool failsNow(Function &function, Result &result) {
  int64_t number = 0;
  bool fails = failsNow(function, number);
  result = static_cast<Result>(number);
  return fails;
}

} // namespace stub

extern "C" {

/// The number of calls of a function.
__attribute__((visibility("default"))) int64_t
onnxopsStubCalls(const char *name);

/// Resets the counts.
__attribute__((visibility("default"))) void onnxopsStubReset();
}

#endif // ONNXOPS_TEST_UNIT_RUNTIME_STUBS_ORDER_H
