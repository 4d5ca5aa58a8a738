//===- CudaState.h - the device of the stub libcuda.so.1 --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects made by the functions of the stub, and queued work. Used by one
// thread at a time, under `lock`, except for `current`.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_RUNTIME_STUBS_CUDASTATE_H
#define ONNXOPS_TEST_UNIT_RUNTIME_STUBS_CUDASTATE_H

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace stub {

using Result = int;
using Address = uint64_t;

enum : Result {
  success = 0,
  invalidValue = 1,
  noDevice = 100,
  invalidContext = 201,
  invalidPtx = 218,
  notFound = 500,
  notReady = 600,
  firstLost = 700,
  lastLost = 719
};

/// Converts an address of the host to one of the device, and back.
constexpr Address farAway = Address(1) << 62;

struct Module {
  std::string text;
  std::set<std::string> kernels;
};

struct Event {
  bool isRecorded = false;
};

struct Block {
  std::unique_ptr<char[]> data;
  size_t bytes;
};

extern std::recursive_mutex lock;
extern int contexts; ///< times that the primary one is retained
extern thread_local int current;
extern Result lost; ///< the failure that lost the device
extern int64_t leaked;
extern std::vector<std::function<void()>> queue;   ///< of streams
extern std::vector<std::function<void()>> uploads; ///< of the default stream
extern std::map<Address, Block> memory;
extern std::set<void *> hostMemory;
extern std::set<Event *> events;
extern std::set<int *> streams;
extern std::set<Module *> modules;

/// Runs the queued work of streams, which do not wait for uploads.
void finishQueue();

/// Lets the bytes of uploads arrive.
void finishUploads();

/// Whether memory of the device exists.
bool isInside(Address address, size_t bytes);

/// The host address.
char *hostOf(Address address);

/// Frees everything that belongs to the context.
void freeAll();

/// Queues a kernel, identified by its name, which finds its table when it runs.
/// Unknown kernels do nothing.
void queueKernel(const std::string &name,
                 std::function<const int64_t *()> table);

} // namespace stub

#endif // ONNXOPS_TEST_UNIT_RUNTIME_STUBS_CUDASTATE_H
