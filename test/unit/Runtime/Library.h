//===- Library.h - choice of the driver library -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tests of devices use the installed Vulkan driver, and for CUDA a stub
// that needs no device. With ONNXOPS_TEST_CUDA=real in the environment they use
// the driver of a real device.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_RUNTIME_LIBRARY_H
#define ONNXOPS_TEST_UNIT_RUNTIME_LIBRARY_H

#include <cstdint>
#include <string>

namespace mlir::onnxops::test {

/// While it lives, `path` is opened in place of the driver's library.
class Replacement {
public:
  explicit Replacement(const char *path);
  ~Replacement();
  Replacement(const Replacement &) = delete;
  Replacement &operator=(const Replacement &) = delete;
};

/// While it lives, the stub library of a kind of devices is opened in place of
/// the driver's, and controlled by the test.
class Stub : Replacement {
public:
  explicit Stub(const std::string &kind);
  ~Stub();

  /// Makes call `number` of a function fail, from now on.
  void fail(const char *function, int64_t number, int result);

  /// Resets the counts of calls.
  void reset();

  /// The number of objects made and not freed.
  int64_t live();
  int64_t calls(const char *function);

  /// A function of the library.
  template <typename Function>
  Function *find(const char *name) {
    return reinterpret_cast<Function *>(address(name));
  }

private:
  void *address(const char *name);

  void *library;
};

} // namespace mlir::onnxops::test

#endif // ONNXOPS_TEST_UNIT_RUNTIME_LIBRARY_H
