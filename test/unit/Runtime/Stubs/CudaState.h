//===- CudaState.h - the device of the stub libcuda.so.1 --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the functions of the stub have made, and what they have queued. It is
// used by one thread at a time, under `lock`, but for `current`.
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

/// Makes an address of the device from the host's, and back.
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
extern int contexts; ///< how often the primary one is retained
extern thread_local int current;
extern Result lost; ///< what the device was lost by
extern int64_t leaked;
extern std::vector<std::function<void()>> queue;
extern std::map<Address, Block> memory;
extern std::set<void *> hostMemory;
extern std::set<Event *> events;
extern std::set<int *> streams;
extern std::set<Module *> modules;

/// Does what is queued.
void finishQueue();

/// Whether memory of the device is there.
bool isInside(Address address, size_t bytes);

/// Where the host finds it.
char *hostOf(Address address);

/// Frees what goes with the context.
void freeAll();

/// Queues a kernel, known by its name. Others do nothing.
void queueKernel(const std::string &name, Address table, int64_t words);

} // namespace stub

#endif // ONNXOPS_TEST_UNIT_RUNTIME_STUBS_CUDASTATE_H
