//===- ProcessLimits.cpp - memory and time limits of tools ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The system enforces the memory limit, and a thread waits for the end of the
// time: reading, compiling and running are limited alike.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/ProcessLimits.h"

#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"

#include <chrono>
#include <new>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::onnxops;

LimitFlags::LimitFlags(llvm::cl::OptionCategory &category)
    : memoryLimit("memory-limit", llvm::cl::value_desc("BYTES"),
                  llvm::cl::desc("memory limit of the process"),
                  llvm::cl::cat(category)),
      timeout("timeout", llvm::cl::value_desc("SECONDS"),
              llvm::cl::desc("time limit of the process"),
              llvm::cl::cat(category)) {}

std::optional<int64_t> LimitFlags::getMemoryLimit() const {
  if (memoryLimit.getNumOccurrences())
    return memoryLimit;
  return std::nullopt;
}

// Ends the process, whatever the other threads do or hold.
[[noreturn]] static void refuse(StringRef line) {
  [[maybe_unused]] ssize_t written =
      ::write(STDERR_FILENO, line.data(), line.size());
  llvm::sys::RunInterruptHandlers(); // removes temporary files
  ::_exit(kRefused);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

// There may be no memory to create it then.
static std::string memoryLine;

[[noreturn]] static void refuseMemory() { refuse(memoryLine); }

static void handleBadAlloc(void *, const char *, bool) { refuseMemory(); }

// The bytes of private memory of the process, as the system counts them for its
// limit.
static uint64_t countData() {
  auto status = llvm::MemoryBuffer::getFileAsStream("/proc/self/status");
  if (!status)
    return 0;
  uint64_t kilobytes = 0;
  StringRef rest = (*status)->getBuffer().split("VmData:").second.ltrim();
  if (rest.consumeInteger(10, kilobytes))
    return 0;
  return kilobytes * 1024;
}

static void limitMemory(uint64_t bytes) {
  memoryLine = "error: the memory limit of " + std::to_string(bytes) +
               " bytes is reached\n";
  std::set_new_handler(refuseMemory);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(handleBadAlloc);
  struct rlimit limit;
  if (::getrlimit(RLIMIT_DATA, &limit) != 0)
    return;
  limit.rlim_cur = std::min<uint64_t>(limit.rlim_max, countData() + bytes);
  ::setrlimit(RLIMIT_DATA, &limit);
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

static void limitTime(double seconds) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "error: the time limit of " << llvm::formatv("{0}", seconds)
      << " seconds is over\n";
  std::thread([seconds, text] {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    refuse(text);
  }).detach();
}

LogicalResult LimitFlags::apply() const {
  if (memoryLimit.getNumOccurrences() && memoryLimit < 0) {
    printError(llvm::errs(),
               "--memory-limit: expected 0 bytes or more, but got " +
                   Twine(memoryLimit));
    return failure();
  }
  // More than a year is no limit; a NaN is not a time.
  constexpr double kLongest = 365.0 * 24 * 3600;
  if (timeout.getNumOccurrences() && !(timeout >= 0)) {
    printError(llvm::errs(), "--timeout: expected 0 seconds or more");
    return failure();
  }
  if (timeout.getNumOccurrences() && timeout < kLongest)
    limitTime(timeout);
  if (memoryLimit.getNumOccurrences())
    limitMemory(memoryLimit);
  return success();
}
