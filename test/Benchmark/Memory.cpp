//===- Memory.cpp - where cases lie ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arenas, and what makes a call cold.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "llvm/Support/ErrorHandling.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace bench;

/// Room behind the data for kernels that read or write whole vectors.
static constexpr int64_t kSlack = 4096;

/// More than the last cache of the machines this runs on is for one thread.
static constexpr int64_t kEvictedBytes = int64_t(512) << 20;

Arena::Arena(int64_t bytes)
    : file(memfd_create("bench-onnxops", 0)), mappedBytes(bytes + kSlack) {
  void *pages = MAP_FAILED;
  if (file >= 0 && ftruncate(file, mappedBytes) == 0)
    pages =
        mmap(nullptr, mappedBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (pages == MAP_FAILED)
    llvm::report_fatal_error("there is no memory for the benchmark");
  data = static_cast<char *>(pages);
  uint64_t state = 1;
  for (int64_t i = 0; i + 8 <= mappedBytes; i += 8) {
    // One step of a linear congruential generator; its high bits are good.
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t bits = state ^ (state >> 32);
    std::memcpy(data + i, &bits, 8);
  }
}

Arena::~Arena() {
  munmap(data, mappedBytes);
  close(file);
}

void Arena::makeFloats() {
  for (int64_t i = 0; i + 4 <= mappedBytes; i += 4) {
    uint32_t bits;
    std::memcpy(&bits, data + i, 4);
    bits = (bits & 0x807fffff) | 0x3f800000;
    std::memcpy(data + i, &bits, 4);
  }
}

void bench::evictCaches() {
  static Arena arena(kEvictedBytes);
  volatile char *bytes = arena.get();
  for (int64_t i = 0; i < kEvictedBytes; i += 64)
    bytes[i] = bytes[i] + 1;
}
