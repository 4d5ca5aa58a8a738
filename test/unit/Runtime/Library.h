//===- Library.h - which library of a driver is opened ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tests of devices use the Vulkan driver that is there, and for CUDA a stub
// that needs no device. ONNXOPS_TEST_CUDA=real in the environment makes them
// use the driver of a device that is there.
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
/// the driver's, and does what the test says.
class Stub : Replacement {
public:
  explicit Stub(const std::string &kind);
  ~Stub();

  /// Makes call `number` of a function fail, from now on.
  void fail(const char *function, int64_t number, int result);

  /// Begins to count calls again.
  void reset();

  /// What was made and not freed.
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
