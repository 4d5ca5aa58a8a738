//===- VulkanDeviceTest.cpp - modules that Vulkan devices refuse ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drivers trust modules, so that invalid ones are detected before.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <algorithm>

using namespace mlir::onnxops::test;

namespace {

class VulkanDeviceTest : public DeviceTest {
protected:
  VulkanDeviceTest() : DeviceTest("vulkan") {}

  /// Replaces the first word `from` of a module.
  void patch(Code &module, uint32_t from, uint32_t to) {
    uint32_t *end = module.words() + module->size / 4;
    uint32_t *at = std::find(module.words(), end, from);
    ASSERT_NE(at, end);
    *at = to;
  }
};

constexpr uint32_t opCapability = 2 << 16 | 17;

TEST_F(VulkanDeviceTest, MissingFeatureIsNamed) {
  Code module = kernels(kind);
  module.words()[6] = 4435; // StoragePushConstant16
  EXPECT_EQ(module.words()[5], opCapability);
  EXPECT_EQ(launchError(module),
            label() + ": expected kernel 'copy' to need known capabilities, "
                      "but got 4435");
}

TEST_F(VulkanDeviceTest, InvalidModulesAreRefused) {
  const std::string message = label() + ": expected a SPIR-V module for kernel "
                                        "'copy', but got something else";
  EXPECT_EQ(launchError(Code({})), message);
  EXPECT_EQ(launchError(Code({1, 2, 3, 4, 5})), message);
  EXPECT_EQ(launchError(Code(std::vector<char>(100, 0))), message);
  Code cutOff = kernels(kind);
  for (int64_t bytes : {2, 2, 16}) {
    cutOff->size -= bytes;
    EXPECT_EQ(launchError(cutOff), message);
  }
  Code endless = kernels(kind);
  endless.words()[5] = 17; // an instruction of no words
  EXPECT_EQ(launchError(endless), message);
}

TEST_F(VulkanDeviceTest, BlockSizeMustAgree) {
  Code module = kernels(kind);
  module->blockSize = 128;
  EXPECT_EQ(launchError(module), label() + ": expected kernel 'copy' to have "
                                           "blocks of 128 threads, but got "
                                           "64x1x1");
}

TEST_F(VulkanDeviceTest, TooLargeBlocksAreRefused) {
  Code module = kernels(kind);
  patch(module, 64, 1 << 20); // of copy, the first
  module->blockSize = 1 << 20;
  EXPECT_NE(launchError(module).find("threads, but kernel 'copy' has 1048576"),
            std::string::npos)
      << error();
}

TEST_F(VulkanDeviceTest, StreamOfTheCallersIsRefused) {
  onnxopsContextSetDevice(context, device, this);
  EXPECT_EQ(enterDevice(), 1);
  EXPECT_EQ(error(), "function 'main': " + label() +
                         ": expected a null stream, but got one of the "
                         "caller's, which Vulkan has not");
}

} // namespace
