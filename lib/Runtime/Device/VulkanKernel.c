/*===- VulkanKernel.c - Vulkan kernels from SPIR-V ------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Drivers trust modules, so that anything on which they would crash is checked
 * first. A kernel is made once for each device and found again by the hash of
 * its module and its name.
 *
 *===--------------------------------------------------------------------===*/

#include "Vulkan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of the SPIR-V specification. */
enum {
  SpirvMagic = 0x07230203,
  SpirvHeaderWords = 5,
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpCapability = 17,
  OpFunctionEnd = 56,
  ModeLocalSize = 17
};

/// The feature that a capability of a module needs.
typedef struct Requirement {
  const char *name; ///< of a feature; null for an unknown capability
  VkBool32 isMet;
} Requirement;

static Requirement requirementOf(const VulkanFeatures *features,
                                 uint32_t capability) {
  const VkPhysicalDeviceFeatures *core = &features->core.features;
  const VkPhysicalDeviceVulkan11Features *since11 = &features->since11;
  const VkPhysicalDeviceVulkan12Features *since12 = &features->since12;
#define ONNXOPS_VULKAN_REQUIRE(group, feature)                                 \
  (Requirement) { #feature, group->feature }
  switch (capability) {
  case 0: // Matrix
  case 1: // Shader
    return (Requirement){"Vulkan", VK_TRUE};
  case 9: // Float16
    return ONNXOPS_VULKAN_REQUIRE(since12, shaderFloat16);
  case 10: // Float64
    return ONNXOPS_VULKAN_REQUIRE(core, shaderFloat64);
  case 11: // Int64
    return ONNXOPS_VULKAN_REQUIRE(core, shaderInt64);
  case 22: // Int16
    return ONNXOPS_VULKAN_REQUIRE(core, shaderInt16);
  case 39: // Int8
    return ONNXOPS_VULKAN_REQUIRE(since12, shaderInt8);
  case 4433: // StorageBuffer16BitAccess
    return ONNXOPS_VULKAN_REQUIRE(since11, storageBuffer16BitAccess);
  case 4434: // UniformAndStorageBuffer16BitAccess
    return ONNXOPS_VULKAN_REQUIRE(since11, uniformAndStorageBuffer16BitAccess);
  case 4441: // VariablePointersStorageBuffer
    return ONNXOPS_VULKAN_REQUIRE(since11, variablePointersStorageBuffer);
  case 4442: // VariablePointers
    return ONNXOPS_VULKAN_REQUIRE(since11, variablePointers);
  case 4448: // StorageBuffer8BitAccess
    return ONNXOPS_VULKAN_REQUIRE(since12, storageBuffer8BitAccess);
  case 4449: // UniformAndStorageBuffer8BitAccess
    return ONNXOPS_VULKAN_REQUIRE(since12, uniformAndStorageBuffer8BitAccess);
  case 5347: // PhysicalStorageBufferAddresses
    return ONNXOPS_VULKAN_REQUIRE(since12, bufferDeviceAddress);
  default:
    return (Requirement){NULL, VK_FALSE};
  }
#undef ONNXOPS_VULKAN_REQUIRE
}

/// A module and the kernel to find in it.
typedef struct Module {
  const VulkanDevice *device;
  const OnnxopsDeviceCode *code;
  const char *kernel;
  DeviceFailure *failure;
  uint32_t entryPoint; ///< the kernel's, 0 while it is not found
} Module;

static bool checkCapability(const Module *module, uint32_t capability) {
  Requirement requirement = requirementOf(&module->device->enabled, capability);
  if (requirement.isMet)
    return true;
  if (requirement.name)
    return onnxopsImplDeviceFail(
        module->failure,
        "%s: expected feature %s, which kernel '%s' needs, "
        "but the device lacks it",
        module->device->base.label, requirement.name, module->kernel);
  return onnxopsImplDeviceFail(
      module->failure,
      "%s: expected kernel '%s' to need known capabilities, but got %" PRIu32,
      module->device->base.label, module->kernel, capability);
}

/// Whether the literal string at `words` is the kernel's name.
static bool isKernelName(const Module *module, const uint32_t *words,
                         uint32_t count) {
  const size_t bytes = strlen(module->kernel) + 1; // NUL included
  return bytes <= count * sizeof(uint32_t) &&
         memcmp(words, module->kernel, bytes) == 0;
}

static bool checkLocalSize(const Module *module, const uint32_t *size) {
  const VkPhysicalDeviceLimits *limits = &module->device->limits;
  const uint32_t expected = (uint32_t)module->code->blockSize;
  if (size[0] != expected || size[1] != 1 || size[2] != 1)
    return onnxopsImplDeviceFail(
        module->failure,
        "%s: expected kernel '%s' to have blocks of %" PRIu32
        " threads, but got %" PRIu32 "x%" PRIu32 "x%" PRIu32,
        module->device->base.label, module->kernel, expected, size[0], size[1],
        size[2]);
  if (size[0] > limits->maxComputeWorkGroupSize[0] ||
      size[0] > limits->maxComputeWorkGroupInvocations)
    return onnxopsImplDeviceFail(module->failure,
                                 "%s: expected blocks of at most %" PRIu32
                                 " threads, but kernel '%s' has %" PRIu32,
                                 module->device->base.label,
                                 limits->maxComputeWorkGroupInvocations,
                                 module->kernel, size[0]);
  return true;
}

/// Checks one instruction of `count` words.
static bool checkInstruction(Module *module, uint32_t opcode,
                             const uint32_t *words, uint32_t count) {
  if (opcode == OpCapability && count >= 2)
    return checkCapability(module, words[1]);
  if (opcode == OpEntryPoint && count >= 4 &&
      isKernelName(module, words + 3, count - 3))
    module->entryPoint = words[2];
  if (opcode == OpExecutionMode && count >= 6 && module->entryPoint != 0 &&
      words[1] == module->entryPoint && words[2] == ModeLocalSize)
    return checkLocalSize(module, words + 3);
  return true;
}

/// Whether the code is one well-formed module, from its first instruction to
/// its last.
static bool isWholeModule(const OnnxopsDeviceCode *code) {
  const uint32_t *words = code->bytes;
  const int64_t count = code->size / (int64_t)sizeof(uint32_t);
  if (!words || code->size % (int64_t)sizeof(uint32_t) != 0 ||
      (uintptr_t)words % sizeof(uint32_t) != 0 || count <= SpirvHeaderWords ||
      words[0] != SpirvMagic)
    return false;
  uint32_t last = 0;
  for (int64_t i = SpirvHeaderWords; i < count; i += last >> 16) {
    last = words[i];
    if (last >> 16 == 0 || last >> 16 > count - i)
      return false;
  }
  return (last & 0xffff) == OpFunctionEnd;
}

bool onnxopsImplCheckSpirv(const VulkanDevice *device,
                           const OnnxopsDeviceCode *code, const char *kernel,
                           DeviceFailure *failure) {
  if (!isWholeModule(code))
    return onnxopsImplDeviceFail(failure,
                                 "%s: expected a SPIR-V module for kernel "
                                 "'%s', but got something else",
                                 device->base.label, kernel);
  Module module = {device, code, kernel, failure, 0};
  const uint32_t *words = code->bytes;
  const int64_t count = code->size / (int64_t)sizeof(uint32_t);
  for (int64_t i = SpirvHeaderWords; i < count; i += words[i] >> 16)
    if (!checkInstruction(&module, words[i] & 0xffff, words + i,
                          words[i] >> 16))
      return false;
  return module.entryPoint != 0 ||
         onnxopsImplDeviceFail(failure,
                               "%s: expected kernel '%s' in a SPIR-V module, "
                               "but it is not there",
                               device->base.label, kernel);
}

/// Makes the pipeline. The module is not needed afterwards.
static bool makePipeline(VulkanDevice *device, const OnnxopsDeviceCode *code,
                         VulkanKernel *kernel, DeviceFailure *failure) {
  const VkShaderModuleCreateInfo moduleInfo = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
      .codeSize = (size_t)code->size,
      .pCode = code->bytes};
  VkShaderModule module;
  VkResult result =
      device->vk.CreateShaderModule(device->device, &moduleInfo, NULL, &module);
  if (!onnxopsImplVulkanSucceeds(device, result, "vkCreateShaderModule",
                                 failure))
    return false;
  const VkComputePipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
      .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = module,
                .pName = kernel->name},
      .layout = device->layout};
  result = device->vk.CreateComputePipelines(device->device, VK_NULL_HANDLE, 1,
                                             &info, NULL, &kernel->pipeline);
  device->vk.DestroyShaderModule(device->device, module, NULL);
  return onnxopsImplVulkanSucceeds(device, result, "vkCreateComputePipelines",
                                   failure);
}

static VulkanKernel *makeKernel(VulkanDevice *device,
                                const OnnxopsDeviceCode *code, const char *name,
                                DeviceFailure *failure) {
  if (!onnxopsImplCheckSpirv(device, code, name, failure))
    return NULL;
  const size_t nameBytes = strlen(name) + 1;
  VulkanKernel *kernel = calloc(1, sizeof(VulkanKernel) + nameBytes);
  if (!kernel) {
    onnxopsImplDeviceFail(failure,
                          "%s: expected host memory for kernel '%s', but there "
                          "is not enough",
                          device->base.label, name);
    return NULL;
  }
  kernel->hash[0] = code->hash[0];
  kernel->hash[1] = code->hash[1];
  memcpy(kernel->name, name, nameBytes);
  if (makePipeline(device, code, kernel, failure))
    return kernel;
  free(kernel);
  return NULL;
}

const VulkanKernel *onnxopsImplVulkanKernel(VulkanDevice *device,
                                            const OnnxopsDeviceCode *code,
                                            const char *name,
                                            DeviceFailure *failure) {
  VulkanKernel **bucket = &device->kernels[code->hash[0] % VulkanKernelBuckets];
  pthread_mutex_lock(&device->kernelLock);
  VulkanKernel *kernel = *bucket;
  while (kernel &&
         (kernel->hash[0] != code->hash[0] ||
          kernel->hash[1] != code->hash[1] || strcmp(kernel->name, name) != 0))
    kernel = kernel->next;
  if (!kernel && (kernel = makeKernel(device, code, name, failure))) {
    kernel->next = *bucket;
    *bucket = kernel;
  }
  pthread_mutex_unlock(&device->kernelLock);
  return kernel;
}

void onnxopsImplFreeVulkanKernels(VulkanDevice *device) {
  for (int i = 0; i < VulkanKernelBuckets; ++i)
    while (device->kernels[i]) {
      VulkanKernel *kernel = device->kernels[i];
      device->kernels[i] = kernel->next;
      device->vk.DestroyPipeline(device->device, kernel->pipeline, NULL);
      free(kernel);
    }
}
