/*===- VulkanLibrary.c - the Vulkan library and its instance --------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The library is opened on first use and stays open, as does its instance:
 * without one it would unload the drivers, which have threads and do not
 * support that.
 *
 *===--------------------------------------------------------------------===*/

#include "Vulkan.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/// An open library, and its instance.
typedef struct Library {
  struct Library *next;
  void *handle;
  PFN_vkGetInstanceProcAddr get;
  VkInstance instance;
} Library;

static Library *libraries; ///< only one, except in tests
static pthread_mutex_t librariesLock = PTHREAD_MUTEX_INITIALIZER;

bool onnxopsImplFindVulkan(PFN_vkVoidFunction function, const char *name,
                           void *to, DeviceFailure *failure) {
  memcpy(to, &function, sizeof(function));
  return function ||
         onnxopsImplDeviceFail(failure,
                               "expected Vulkan 1.2 with function %s, but "
                               "libvulkan.so.1 has none",
                               name);
}

static bool makeInstance(VulkanDevice *device, Library *library,
                         DeviceFailure *failure) {
  PFN_vkVoidFunction address;
  void *symbol = dlsym(library->handle, "vkGetInstanceProcAddr");
  memcpy(&address, &symbol, sizeof(address));
  PFN_vkCreateInstance create;
  if (!onnxopsImplFindVulkan(address, "vkGetInstanceProcAddr", &library->get,
                             failure) ||
      !onnxopsImplFindVulkan(library->get(NULL, "vkCreateInstance"),
                             "vkCreateInstance", &create, failure))
    return false;
  const VkApplicationInfo application = {.sType =
                                             VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                         .pApplicationName = "onnxops",
                                         .apiVersion = VK_API_VERSION_1_2};
  const VkInstanceCreateInfo info = {.sType =
                                         VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                     .pApplicationInfo = &application};
  VkResult result = create(&info, NULL, &library->instance);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
    return onnxopsImplDeviceFail(
        failure, "expected a Vulkan device, but libvulkan.so.1 found none");
  return onnxopsImplVulkanSucceeds(device, result, "vkCreateInstance", failure);
}

/// The library with its instance, opened on first use. Null with a failure.
static Library *findLibrary(VulkanDevice *device, void *handle,
                            DeviceFailure *failure) {
  Library *library = libraries;
  while (library && library->handle != handle)
    library = library->next;
  if (library)
    return library;
  library = calloc(1, sizeof(Library));
  if (!library) {
    onnxopsImplDeviceFail(failure, "expected host memory for a Vulkan device, "
                                   "but there is not enough");
    return NULL;
  }
  library->handle = handle;
  if (!makeInstance(device, library, failure)) {
    free(library);
    return NULL;
  }
  library->next = libraries;
  libraries = library;
  return library;
}

bool onnxopsImplOpenVulkanLibrary(VulkanDevice *device,
                                  DeviceFailure *failure) {
  void *handle = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    return onnxopsImplDeviceFail(
        failure, "expected the library libvulkan.so.1, but got %s",
        reason ? reason : "none");
  }
  pthread_mutex_lock(&librariesLock);
  const Library *library = findLibrary(device, handle, failure);
  pthread_mutex_unlock(&librariesLock);
  if (!library)
    return false;
  device->instance = library->instance;
#define ONNXOPS_VULKAN_FIND(name)                                              \
  &&onnxopsImplFindVulkan(library->get(library->instance, "vk" #name),         \
                          "vk" #name, &device->vk.name, failure)
  return true ONNXOPS_VULKAN_INSTANCE_FUNCTIONS(ONNXOPS_VULKAN_FIND);
#undef ONNXOPS_VULKAN_FIND
}
