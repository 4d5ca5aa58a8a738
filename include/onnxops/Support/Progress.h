//===- Progress.h - what a tool is doing ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines for a user who waits.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_PROGRESS_H
#define ONNXOPS_SUPPORT_PROGRESS_H

#include "mlir/Support/LLVM.h"
#include "onnxops/Support/Escape.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace mlir::onnxops {

/// Prints steps with the seconds since it was made, at most one in an interval,
/// the first of which begins with it: a tool that is done soon prints nothing.
class Progress {
public:
  explicit Progress(raw_ostream &os, std::chrono::milliseconds interval =
                                         std::chrono::seconds(2))
      : os(os), interval(interval), start(Clock::now()), last(start) {}

  /// For standard error: prints nothing unless it is a terminal.
  static raw_ostream &getStream() {
    return llvm::errs().is_displayed()
               ? static_cast<raw_ostream &>(llvm::errs())
               : llvm::nulls();
  }

  void report(const Twine &step) {
    Clock::time_point now = Clock::now();
    if (now - last < interval)
      return;
    last = now;
    auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(now - start).count();
    os << seconds << " s: " << escapeText(step.str()) << "\n";
  }

private:
  using Clock = std::chrono::steady_clock;

  raw_ostream &os;
  std::chrono::milliseconds interval;
  Clock::time_point start, last;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_PROGRESS_H
