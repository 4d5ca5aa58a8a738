//===- DeviceTest.h - emulates code compiled for a device -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the tests of devices: a device that is open during the test, a
// context with it, tensors in its memory, and kernels.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_RUNTIME_DEVICETEST_H
#define ONNXOPS_TEST_UNIT_RUNTIME_DEVICETEST_H

#include "RuntimeTest.h"
#include "onnxops/ABI/Device.h"

#include <fstream>
#include <iterator>

namespace mlir::onnxops::test {

/// A module of kernels; the hash is any number that is different for each.
class Code {
public:
  explicit Code(std::vector<char> content, int32_t format = ONNXOPS_CODE_SPIRV)
      : content(std::move(content)) {
    static uint64_t number = 0;
    code = {format,
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

/// The kernels of Inputs/kernels.spvasm or, for CUDA, of Inputs/kernels.ptx.
inline Code kernels(const std::string &kind) {
  const bool isVulkan = kind == "vulkan";
  std::ifstream file(isVulkan ? ONNXOPS_TEST_SPIRV : ONNXOPS_TEST_PTX,
                     std::ios::binary);
  return Code({std::istreambuf_iterator<char>(file), {}},
              isVulkan ? ONNXOPS_CODE_SPIRV : ONNXOPS_CODE_PTX);
}

/// An address as a kernel argument.
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
  explicit DeviceTest(std::string kind)
      : kind(std::move(kind)), code(kernels(this->kind)) {}

  void SetUp() override {
    char message[1024];
    device = onnxopsDeviceOpen(kind.c_str(), message, sizeof(message));
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
                      const char *otherKind = nullptr) {
    signatures.push_back(std::make_unique<Signature>(std::move(signature)));
    const Signature &kept = *signatures.back();
    return onnxopsRtEnterDevice(context, table.data(), table.size(),
                                kept.data(), kept.names(),
                                otherKind ? otherKind : kind.c_str());
  }

  /// A call without inputs and outputs.
  int32_t enterDevice() {
    signatures.push_back(std::make_unique<Signature>(Signature({}, {})));
    OnnxopsValue none = {};
    return onnxopsRtEnterDevice(context, &none, 0, signatures.back()->data(),
                                signatures.back()->names(), kind.c_str());
  }

  int32_t launch(const Code &code, const char *kernel, Sizes table,
                 int64_t blockCount = 1) {
    return onnxopsRtLaunch(context, code.get(), kernel, table.data(),
                           table.size(), blockCount);
  }

  /// The message of launching a kernel of a module.
  std::string launchError(const Code &module, const char *kernel = "copy") {
    EXPECT_EQ(enterDevice(), 0);
    EXPECT_EQ(launch(module, kernel, {0, 0, 0, 0}), 1);
    EXPECT_EQ(leave(), 1);
    return error();
  }

  /// The message about memory that is not the device's: ours, or that of a
  /// driver that also knows memory of other libraries.
  std::string foreign(int64_t bytes) const {
    return kind == "vulkan" ? ": expected " + std::to_string(bytes) +
                                  " bytes of its memory, but got address 0x"
                            : " to succeed, but got CUDA_ERROR";
  }

  /// The device's name in messages.
  std::string label() const {
    return std::string(onnxopsDeviceKind(device)) + " device '" +
           onnxopsDeviceName(device) + "'";
  }

  const std::string kind;
  Code code;
  OnnxopsDevice *device = nullptr;

private:
  std::vector<void *> blocks;
  std::vector<std::unique_ptr<Signature>> signatures;
};

/// The same for each kind of device.
class AnyDeviceTest : public DeviceTest,
                      public ::testing::WithParamInterface<const char *> {
protected:
  AnyDeviceTest() : DeviceTest(GetParam()) {}
};

} // namespace mlir::onnxops::test

/// Runs a suite of tests derived from AnyDeviceTest.
#define ONNXOPS_FOR_ALL_DEVICES(suite)                                         \
  INSTANTIATE_TEST_SUITE_P(                                                    \
      Devices, suite, ::testing::Values("vulkan", "cuda"),                     \
      [](const auto &info) { return std::string(info.param); })

#endif // ONNXOPS_TEST_UNIT_RUNTIME_DEVICETEST_H
