//===- Order.cpp - choice of the failing driver call ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each stub library has its own counts.
//
//===----------------------------------------------------------------------===//

#include "Order.h"

#include <cstdlib>
#include <cstring>
#include <string>

using namespace stub;

bool stub::beginsWith(const char *text, const char *prefix) {
  return std::strncmp(text, prefix, std::strlen(prefix)) == 0;
}

std::vector<Function *> &stub::known() {
  static std::vector<Function *> functions;
  return functions;
}

bool stub::failsNow(Function &function, int64_t &result) {
  const int64_t call = function.calls++;
  const char *order = std::getenv("ONNXOPS_STUB_FAIL");
  const std::string prefix = std::string(function.name) + ":";
  if (!order || !beginsWith(order, prefix.c_str()))
    return false;
  char *end = nullptr;
  const int64_t failing = std::strtoll(order + prefix.size(), &end, 10);
  result = std::strtol(end + 1, nullptr, 10);
  return call == failing;
}

int64_t onnxopsStubCalls(const char *name) {
  for (const Function *function : known())
    if (std::strcmp(function->name, name) == 0)
      return function->calls;
  return 0;
}

void onnxopsStubReset() {
  for (Function *function : known())
    function->calls = 0;
}
