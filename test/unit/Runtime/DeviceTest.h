//===- DeviceTest.h - plays code compiled for a device ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of devices share: a device that is open during the test, a
// context that has it, tensors in its memory, and kernels.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_RUNTIME_DEVICETEST_H
#define ONNXOPS_TEST_UNIT_RUNTIME_DEVICETEST_H

#include "RuntimeTest.h"
#include "onnxops/Runtime/Device.h"

#include <fstream>
#include <iterator>

namespace mlir::onnxops::test {

/// A module of kernels; the hash is any number that is different for each.
class Code {
public:
  explicit Code(std::vector<char> content) : content(std::move(content)) {
    static uint64_t number = 0;
    code = {ONNXOPS_CODE_SPIRV,
            64,
            int64_t(this->content.size()),
            this->content.data(),
            {++number, 1}};
  }

  OnnxopsDeviceCode *operator->() { return &code; }
  const OnnxopsDeviceCode *get() const { return &code; }
  uint32_t *words() { return reinterpret_cast<uint32_t *>(content.data()); }

private:
  std::vector<char> content;
  OnnxopsDeviceCode code;
};

/// The kernels of Inputs/kernels.spvasm.
inline Code kernels() {
  std::ifstream file(ONNXOPS_TEST_KERNELS, std::ios::binary);
  return Code({std::istreambuf_iterator<char>(file), {}});
}

/// What a kernel gets for an address.
inline int64_t word(const void *data) {
  return int64_t(reinterpret_cast<uintptr_t>(data));
}

inline std::vector<int32_t> countFrom(int32_t first, int64_t count) {
  std::vector<int32_t> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(first + int32_t(i));
  return values;
}

class DeviceTest : public RuntimeTest {
protected:
  void SetUp() override {
    char message[1024];
    device = onnxopsDeviceOpen("vulkan", message, sizeof(message));
    ASSERT_NE(device, nullptr) << message;
    onnxopsContextSetDevice(context, device, nullptr);
  }

  void TearDown() override {
    onnxopsContextSetDevice(context, nullptr, nullptr);
    for (void *block : blocks)
      onnxopsDeviceFree(device, block);
    onnxopsDeviceClose(device);
  }

  /// Memory on the device until the test ends.
  void *allocate(int64_t bytes) {
    blocks.push_back(onnxopsDeviceAllocate(device, bytes));
    return blocks.back();
  }

  template <typename T>
  void *upload(const std::vector<T> &values) {
    const int64_t bytes = values.size() * sizeof(T);
    void *data = allocate(bytes);
    EXPECT_EQ(onnxopsDeviceUpload(device, data, values.data(), bytes), 0)
        << onnxopsDeviceError(device);
    return data;
  }

  template <typename T = int32_t>
  std::vector<T> download(const void *data, int64_t count) {
    std::vector<T> values(count);
    EXPECT_EQ(
        onnxopsDeviceDownload(device, values.data(), data, count * sizeof(T)),
        0)
        << onnxopsDeviceError(device);
    return values;
  }

  int32_t enterDevice(Signature signature, std::vector<OnnxopsValue> &table,
                      const char *kind = "vulkan") {
    signatures.push_back(std::make_unique<Signature>(std::move(signature)));
    const Signature &kept = *signatures.back();
    return onnxopsRtEnterDevice(context, table.data(), table.size(),
                                kept.data(), kept.names(), kind);
  }

  /// A call without inputs and outputs.
  int32_t enterDevice() {
    signatures.push_back(std::make_unique<Signature>(Signature({}, {})));
    OnnxopsValue none = {};
    return onnxopsRtEnterDevice(context, &none, 0, signatures.back()->data(),
                                signatures.back()->names(), "vulkan");
  }

  int32_t launch(const Code &code, const char *kernel, Sizes table,
                 int64_t blockCount = 1) {
    return onnxopsRtLaunch(context, code.get(), kernel, table.data(),
                           table.size(), blockCount);
  }

  /// How messages call the device.
  std::string label() const {
    return std::string(onnxopsDeviceKind(device)) + " device '" +
           onnxopsDeviceName(device) + "'";
  }

  OnnxopsDevice *device = nullptr;

private:
  std::vector<void *> blocks;
  std::vector<std::unique_ptr<Signature>> signatures;
};

} // namespace mlir::onnxops::test

#endif // ONNXOPS_TEST_UNIT_RUNTIME_DEVICETEST_H
