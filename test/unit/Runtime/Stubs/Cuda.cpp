//===- Cuda.cpp - a libcuda.so.1 without a device -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One device that runs the kernels of Inputs/kernels.ptx, identified by their
// names; others do nothing. It is as strict as possible: the host cannot
// dereference its addresses, queued work is done only when something waits,
// uploads from memory that is not page-locked arrive late, and every function
// requires the context to be current. Besides ONNXOPS_STUB_FAIL (see Order.h)
// the environment has
//
//   ONNXOPS_STUB_NO_DEVICE=1     there is no device
//
// A failure of 700 to 719 loses the device: all calls fail until its context
// has gone. Found as libcuda.so.1 by LD_LIBRARY_PATH.
//
//===----------------------------------------------------------------------===//

#include "CudaState.h"
#include "Order.h"
#include "onnxops/ABI/GeneratedCode.h"

#include <cstdlib>
#include <cstring>

using namespace stub;

// The check at the start of every call. Anything but success is its result.
static Result enter(Function &function, bool needsContext) {
  Result failure = success;
  if (failsNow(function, failure)) {
    if (contexts > 0 && failure >= firstLost && failure <= lastLost)
      lost = failure;
    return failure;
  }
  if (lost != success)
    return lost;
  return needsContext && current == 0 ? Result(invalidContext)
                                      : Result(success);
}

namespace {

/// Registers a function when the library is loaded.
struct Known : Function {
  explicit Known(const char *text) {
    name = text;
    known().push_back(this);
  }
};

} // namespace

/// Defines a function of the driver.
#define ONNXOPS_STUB(name, parameters)                                         \
  static Known known_##name(#name);                                            \
  extern "C" __attribute__((visibility("default"))) Result name parameters

/// The start of its body.
#define ONNXOPS_STUB_ENTER(name, needsContext)                                 \
  std::lock_guard<std::recursive_mutex> guard(lock);                           \
  if (Result failure = enter(known_##name, needsContext))                      \
  return failure

// The names are the driver's.
// NOLINTBEGIN(readability-identifier-naming)

ONNXOPS_STUB(cuGetErrorName, (Result result, const char **name)) {
  *name = result == 2     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == 218 ? "CUDA_ERROR_INVALID_PTX"
          : result == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                          : "CUDA_ERROR_OF_THE_STUB";
  return known_cuGetErrorName.name ? success : invalidValue;
}

ONNXOPS_STUB(cuInit, (unsigned)) {
  ONNXOPS_STUB_ENTER(cuInit, false);
  return std::getenv("ONNXOPS_STUB_NO_DEVICE") ? noDevice : success;
}

ONNXOPS_STUB(cuDeviceGetCount, (int *count)) {
  ONNXOPS_STUB_ENTER(cuDeviceGetCount, false);
  *count = 1;
  return success;
}

ONNXOPS_STUB(cuDeviceGet, (int *device, int)) {
  ONNXOPS_STUB_ENTER(cuDeviceGet, false);
  *device = 7;
  return success;
}

ONNXOPS_STUB(cuDeviceGetName, (char *name, int bytes, int)) {
  ONNXOPS_STUB_ENTER(cuDeviceGetName, false);
  std::strncpy(name, "stub", bytes);
  return success;
}

ONNXOPS_STUB(cuDevicePrimaryCtxRetain, (void **context, int device)) {
  ONNXOPS_STUB_ENTER(cuDevicePrimaryCtxRetain, false);
  if (device != 7)
    return invalidValue;
  ++contexts;
  *context = &contexts;
  return success;
}

ONNXOPS_STUB(cuDevicePrimaryCtxRelease_v2, (int)) {
  std::lock_guard<std::recursive_mutex> guard(lock);
  if (--contexts == 0)
    freeAll();
  return known_cuDevicePrimaryCtxRelease_v2.name ? success : invalidValue;
}

ONNXOPS_STUB(cuCtxPushCurrent_v2, (void *context)) {
  ONNXOPS_STUB_ENTER(cuCtxPushCurrent_v2, false);
  if (context != &contexts)
    return invalidContext;
  ++current;
  return success;
}

ONNXOPS_STUB(cuCtxPopCurrent_v2, (void **context)) {
  if (current == 0)
    return invalidContext;
  --current;
  *context = &contexts;
  return known_cuCtxPopCurrent_v2.name ? success : invalidValue;
}

ONNXOPS_STUB(cuCtxSynchronize, ()) {
  ONNXOPS_STUB_ENTER(cuCtxSynchronize, true);
  finishUploads();
  finishQueue();
  return success;
}

ONNXOPS_STUB(cuMemAlloc_v2, (Address * address, size_t bytes)) {
  ONNXOPS_STUB_ENTER(cuMemAlloc_v2, true);
  if (bytes > size_t(1) << 40)
    return 2;
  std::unique_ptr<char[]> data(new char[bytes + 256]);
  // The same in every run, and a value of any type, as kernels may do nothing.
  std::memset(data.get(), 1, bytes + 256);
  *address =
      (reinterpret_cast<Address>(data.get()) + 255) / 256 * 256 + farAway;
  memory[*address] = {std::move(data), bytes};
  return success;
}

ONNXOPS_STUB(cuMemFree_v2, (Address address)) {
  ONNXOPS_STUB_ENTER(cuMemFree_v2, true);
  finishUploads();
  finishQueue();
  return memory.erase(address) ? success : invalidValue;
}

ONNXOPS_STUB(cuMemAllocHost_v2, (void **data, size_t bytes)) {
  ONNXOPS_STUB_ENTER(cuMemAllocHost_v2, true);
  *data = std::malloc(bytes);
  hostMemory.insert(*data);
  return success;
}

ONNXOPS_STUB(cuMemFreeHost, (void *data)) {
  ONNXOPS_STUB_ENTER(cuMemFreeHost, true);
  finishQueue();
  if (!hostMemory.erase(data))
    return invalidValue;
  std::free(data);
  return success;
}

ONNXOPS_STUB(cuMemcpyHtoD_v2, (Address to, const void *from, size_t bytes)) {
  ONNXOPS_STUB_ENTER(cuMemcpyHtoD_v2, true);
  if (!isInside(to, bytes))
    return invalidValue;
  // The driver has read the bytes, but may not have written them. Other streams
  // do not wait for that.
  const char *begin = static_cast<const char *>(from);
  uploads.push_back([to, data = std::vector<char>(begin, begin + bytes)] {
    std::memcpy(hostOf(to), data.data(), data.size());
  });
  return success;
}

ONNXOPS_STUB(cuMemcpyDtoH_v2, (void *to, Address from, size_t bytes)) {
  ONNXOPS_STUB_ENTER(cuMemcpyDtoH_v2, true);
  if (!isInside(from, bytes))
    return invalidValue;
  finishUploads();
  std::memcpy(to, hostOf(from), bytes);
  return success;
}

ONNXOPS_STUB(cuMemcpyHtoDAsync_v2,
             (Address to, const void *from, size_t bytes, void *)) {
  ONNXOPS_STUB_ENTER(cuMemcpyHtoDAsync_v2, true);
  if (!isInside(to, bytes))
    return invalidValue;
  queue.push_back([=] { std::memcpy(hostOf(to), from, bytes); });
  return success;
}

ONNXOPS_STUB(cuMemcpyDtoHAsync_v2,
             (void *to, Address from, size_t bytes, void *)) {
  ONNXOPS_STUB_ENTER(cuMemcpyDtoHAsync_v2, true);
  if (!isInside(from, bytes))
    return invalidValue;
  queue.push_back([=] { std::memcpy(to, hostOf(from), bytes); });
  return success;
}

ONNXOPS_STUB(cuMemcpyDtoDAsync_v2,
             (Address to, Address from, size_t bytes, void *)) {
  ONNXOPS_STUB_ENTER(cuMemcpyDtoDAsync_v2, true);
  if (!isInside(from, bytes) || !isInside(to, bytes))
    return invalidValue;
  queue.push_back([=] { std::memcpy(hostOf(to), hostOf(from), bytes); });
  return success;
}

ONNXOPS_STUB(cuStreamCreate, (void **stream, unsigned)) {
  ONNXOPS_STUB_ENTER(cuStreamCreate, true);
  *stream = *streams.insert(new int).first;
  return success;
}

ONNXOPS_STUB(cuStreamDestroy_v2, (void *stream)) {
  ONNXOPS_STUB_ENTER(cuStreamDestroy_v2, true);
  finishQueue();
  if (!streams.erase(static_cast<int *>(stream)))
    return invalidValue;
  delete static_cast<int *>(stream);
  return success;
}

ONNXOPS_STUB(cuStreamSynchronize, (void *)) {
  ONNXOPS_STUB_ENTER(cuStreamSynchronize, true);
  finishQueue();
  return success;
}

ONNXOPS_STUB(cuStreamQuery, (void *)) {
  ONNXOPS_STUB_ENTER(cuStreamQuery, true);
  return queue.empty() ? success : notReady;
}

ONNXOPS_STUB(cuEventCreate, (void **event, unsigned)) {
  ONNXOPS_STUB_ENTER(cuEventCreate, true);
  *event = *events.insert(new Event).first;
  return success;
}

ONNXOPS_STUB(cuEventDestroy_v2, (void *event)) {
  ONNXOPS_STUB_ENTER(cuEventDestroy_v2, true);
  finishQueue();
  if (!events.erase(static_cast<Event *>(event)))
    return invalidValue;
  delete static_cast<Event *>(event);
  return success;
}

ONNXOPS_STUB(cuEventRecord, (void *event, void *)) {
  ONNXOPS_STUB_ENTER(cuEventRecord, true);
  queue.push_back([=] { static_cast<Event *>(event)->isRecorded = true; });
  return success;
}

ONNXOPS_STUB(cuEventSynchronize, (void *)) {
  ONNXOPS_STUB_ENTER(cuEventSynchronize, true);
  finishQueue();
  return success;
}

ONNXOPS_STUB(cuEventElapsedTime,
             (float *milliseconds, void *begin, void *end)) {
  ONNXOPS_STUB_ENTER(cuEventElapsedTime, true);
  *milliseconds = 1.5f;
  return static_cast<Event *>(begin)->isRecorded &&
                 static_cast<Event *>(end)->isRecorded
             ? success
             : notReady;
}

ONNXOPS_STUB(cuModuleLoadDataEx,
             (void **module, const void *image, unsigned count, int *options,
              void **values)) {
  ONNXOPS_STUB_ENTER(cuModuleLoadDataEx, true);
  const std::string text = static_cast<const char *>(image);
  if (text.find(".version") == std::string::npos) {
    if (count == 2 && options[0] == 5 && options[1] == 6)
      std::strncpy(static_cast<char *>(values[0]),
                   "ptxas fatal : Missing .version directive\nand more",
                   reinterpret_cast<size_t>(values[1]));
    return invalidPtx;
  }
  *module = *modules.insert(new Module{text, {}}).first;
  return success;
}

ONNXOPS_STUB(cuModuleUnload, (void *module)) {
  ONNXOPS_STUB_ENTER(cuModuleUnload, true);
  finishQueue();
  if (!modules.erase(static_cast<Module *>(module)))
    return invalidValue;
  delete static_cast<Module *>(module);
  return success;
}

ONNXOPS_STUB(cuModuleGetFunction,
             (const char **function, void *handle, const char *name)) {
  ONNXOPS_STUB_ENTER(cuModuleGetFunction, true);
  auto *module = static_cast<Module *>(handle);
  if (module->text.find(".entry " + std::string(name) + "(") ==
      std::string::npos)
    return notFound;
  *function = module->kernels.insert(name).first->c_str();
  return success;
}

ONNXOPS_STUB(cuLaunchKernel, (const char *function, unsigned gridX, unsigned,
                              unsigned, unsigned blockX, unsigned, unsigned,
                              unsigned, void *, void **arguments, void **)) {
  ONNXOPS_STUB_ENTER(cuLaunchKernel, true);
  if (gridX == 0 || blockX == 0 || blockX > 1024)
    return invalidValue;
  const auto words = *static_cast<int64_t *>(arguments[1]);
  if (words > ONNXOPS_PARAMETER_WORDS) {
    const auto address = *static_cast<Address *>(arguments[0]);
    queueKernel(function, [=] {
      return reinterpret_cast<const int64_t *>(hostOf(address));
    });
    return success;
  }
  const auto *table = static_cast<const int64_t *>(arguments[0]);
  queueKernel(function, [own = std::vector<int64_t>(table, table + words)] {
    return own.data();
  });
  return success;
}

// NOLINTEND(readability-identifier-naming)

/// The number of objects made and not freed.
extern "C" __attribute__((visibility("default"))) int64_t onnxopsStubLive() {
  return contexts + leaked;
}
