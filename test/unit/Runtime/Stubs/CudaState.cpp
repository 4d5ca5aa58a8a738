//===- CudaState.cpp - the device of the stub libcuda.so.1 ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory is the host's. Work of streams waits in one list, uploads in another.
//
//===----------------------------------------------------------------------===//

#include "CudaState.h"

#include "onnxops/ABI/GeneratedCode.h"

#include <cstdlib>
#include <cstring>

namespace stub {

std::recursive_mutex lock;
int contexts = 0;
thread_local int current = 0;
Result lost = success;
int64_t leaked = 0;
std::vector<std::function<void()>> queue;
std::vector<std::function<void()>> uploads;
std::map<Address, Block> memory;
std::set<void *> hostMemory;
std::set<Event *> events;
std::set<int *> streams;
std::set<Module *> modules;

static void finish(std::vector<std::function<void()>> &list) {
  for (auto &work : list)
    work();
  list.clear();
}

void finishQueue() { finish(queue); }
void finishUploads() { finish(uploads); }

bool isInside(Address address, size_t bytes) {
  auto behind = memory.upper_bound(address);
  if (behind == memory.begin())
    return false;
  auto &[begin, block] = *--behind;
  return address - begin <= block.bytes &&
         bytes <= block.bytes - (address - begin);
}

char *hostOf(Address address) {
  return reinterpret_cast<char *>(address - farAway);
}

void freeAll() {
  if (lost == success)
    leaked += memory.size() + hostMemory.size() + events.size() +
              streams.size() + modules.size();
  queue.clear();
  uploads.clear();
  memory.clear();
  for (void *data : hostMemory)
    std::free(data);
  hostMemory.clear();
  for (Event *event : events)
    delete event;
  events.clear();
  for (int *stream : streams)
    delete stream;
  streams.clear();
  for (Module *module : modules)
    delete module;
  modules.clear();
  lost = success;
}

static void runAdd(const int64_t *table, int32_t value) {
  const int64_t count = table[0];
  auto *from = reinterpret_cast<const int32_t *>(hostOf(table[1]));
  auto *to = reinterpret_cast<int32_t *>(hostOf(table[2]));
  for (int64_t i = 0; i < count; ++i)
    to[i] = from[i] + value;
}

static void runSegments(const int64_t *table) {
  int64_t begin = 0;
  for (int64_t i = 0; i < table[ONNXOPS_SEGMENTS_COUNT]; ++i) {
    const int64_t *segment =
        table + ONNXOPS_SEGMENTS_FIRST + i * ONNXOPS_SEGMENT_WORDS;
    const int64_t run = segment[ONNXOPS_SEGMENT_RUN];
    const int64_t rows = (segment[ONNXOPS_SEGMENT_END] - begin) / run;
    for (int64_t row = 0; row < rows; ++row)
      std::memcpy(hostOf(segment[ONNXOPS_SEGMENT_TARGET]) + row * run,
                  hostOf(segment[ONNXOPS_SEGMENT_SOURCE]) +
                      row * segment[ONNXOPS_SEGMENT_STRIDE],
                  run);
    begin = segment[ONNXOPS_SEGMENT_END];
  }
}

void queueKernel(const std::string &name,
                 std::function<const int64_t *()> table) {
  queue.push_back([=] {
    if (name == "copy" || name == "add" || name == "add_large")
      runAdd(table(), name == "copy" ? 0 : int32_t(table()[3]));
    if (name == "segments")
      runSegments(table());
  });
}

} // namespace stub
