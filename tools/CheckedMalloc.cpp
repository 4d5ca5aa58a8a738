//===- CheckedMalloc.cpp - a malloc that ends a tool ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines malloc and calloc for the whole process of a tool: if there is no
// memory for a small block, the handler of operator new is called, which
// prepareTool and LimitFlags install and which ends the tool with an error.
// MLIR does not check whether malloc returned memory for an operation or an
// interface, and would write to address 0. Only tools link this: a library must
// not end its process.
//
// Delete when mlir::Operation::create and detail::InterfaceMap use
// llvm::safe_malloc.
//
//===----------------------------------------------------------------------===//

#include <atomic>
#include <cstddef>
#include <dlfcn.h>
#include <new>
#include <unistd.h>

// Larger blocks are buffers and files, whose owners check for null.
static constexpr size_t kLargestSmallBlock = 1 << 20;

using Malloc = void *(size_t);
using Calloc = void *(size_t, size_t);

// The next function of a name in search order, so that a preloaded library
// still takes part.
template <typename Function>
static Function *findNext(const char *name) {
  return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, name));
}

// Calls the handler in the first thread that gets here. Allocations of the
// handler itself may fail; other threads wait for the end of the process.
static void endProcess() {
  static std::atomic<bool> isEnding = false;
  static thread_local bool isHandling = false;
  std::new_handler handler = std::get_new_handler();
  if (!handler || isHandling)
    return;
  while (isEnding.exchange(true))
    ::pause();
  isHandling = true;
  handler();
}

extern "C" void *malloc(size_t size) {
  static Malloc *const next = findNext<Malloc>("malloc");
  void *block = next(size);
  if (!block && size <= kLargestSmallBlock)
    endProcess();
  return block;
}

// A malloc and a memset in the source become a calloc in optimized code.
extern "C" void *calloc(size_t count, size_t size) {
  static Calloc *const next = findNext<Calloc>("calloc");
  void *block = next(count, size);
  if (!block && size && count <= kLargestSmallBlock / size)
    endProcess();
  return block;
}
