// What is not allowed: two threads that allocate in one context.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "onnxops/ABI/GeneratedCode.h"

#include <thread>

int main() {
  OnnxopsContext *context = onnxopsContextCreate();
  auto allocate = [&] {
    for (int64_t i = 0, one = 1; i < 1000; ++i)
      onnxopsRtAllocate(context, 4, 1, &one, "test");
  };
  std::thread first(allocate), second(allocate);
  first.join();
  second.join();
  onnxopsContextDestroy(context);
  return 0;
}
