//===- AllocationFailure.cpp - failing allocations ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker's --wrap redirects the calls here; see test/unit/CMakeLists.txt.
// Under AddressSanitizer the real functions are the sanitizer's.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

using namespace mlir::onnxops::test;

/// Allocations until the one that fails; negative if none does. After the
/// failure it stays at `spent`.
static constexpr int64_t inactive = -1, spent = -2;
static std::atomic<int64_t> allocationsLeft = inactive;
static std::atomic<int64_t> bytesAsked = 0;

static bool failsNow(size_t bytes) {
  int64_t left = allocationsLeft;
  do {
    if (left < 0)
      return false;
  } while (!allocationsLeft.compare_exchange_weak(left,
                                                  left > 0 ? left - 1 : spent));
  bytesAsked += static_cast<int64_t>(bytes);
  return left == 0;
}

AllocationFailure::AllocationFailure(int64_t failing) : failing(failing) {
  allocationsLeft = failing;
  bytesAsked = 0;
}

AllocationFailure::~AllocationFailure() { allocationsLeft = inactive; }

bool AllocationFailure::hasFailed() const { return allocationsLeft == spent; }

int64_t AllocationFailure::count() const { return failing - allocationsLeft; }

int64_t AllocationFailure::bytes() const { return bytesAsked; }

// The linker and the sanitizer choose these names.
// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)
extern "C" {

// Tests allocate absurd sizes: the sanitizer must return null, as the C library
// does.
const char *__asan_default_options() { return "allocator_may_return_null=1"; }

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *data, size_t bytes);
int __real_posix_memalign(void **data, size_t alignment, size_t bytes);

void *__wrap_malloc(size_t bytes) {
  return failsNow(bytes) ? nullptr : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes) {
  return failsNow(count * bytes) ? nullptr : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *data, size_t bytes) {
  return failsNow(bytes) ? nullptr : __real_realloc(data, bytes);
}

int __wrap_posix_memalign(void **data, size_t alignment, size_t bytes) {
  return failsNow(bytes) ? ENOMEM
                         : __real_posix_memalign(data, alignment, bytes);
}
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
