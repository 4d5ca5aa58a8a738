//===- Placement.cpp - options for devices, threads and ranks -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of devices, and the limits of the run-time library.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/Placement.h"

#include "onnxops/ABI/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir::onnxops;
using llvm::createStringError;
using llvm::StringRef;
using llvm::Twine;

llvm::Error mlir::onnxops::checkDevice(const Twine &option, StringRef device) {
  if (llvm::is_contained({"cpu", "vulkan", "cuda"}, device))
    return llvm::Error::success();
  return createStringError(
      option + ": expected cpu, vulkan or cuda, but got '" + device + "'");
}

StringRef mlir::onnxops::getKernelTarget(StringRef device) {
  return device == "vulkan" ? "spirv" : "nvptx";
}

llvm::Error mlir::onnxops::checkThreads(const Twine &option, int64_t threads) {
  if (threads >= 1 && threads <= ONNXOPS_MAX_THREADS)
    return llvm::Error::success();
  return createStringError(option + ": expected 1 to " +
                           Twine(ONNXOPS_MAX_THREADS) + " threads, but got " +
                           Twine(threads));
}

llvm::Error mlir::onnxops::checkRanks(const Twine &prefix,
                                      llvm::ArrayRef<int64_t> ranks,
                                      llvm::ArrayRef<int64_t> grid,
                                      StringRef device) {
  if (grid.empty() && llvm::any_of(ranks, [](int64_t n) { return n != 1; }))
    return createStringError(
        prefix + "ranks: expected an input with shards, but got none");
  if (!grid.empty() && device != "cpu")
    return createStringError("unsupported: shards with " + prefix + "device " +
                             device);
  return llvm::Error::success();
}

int64_t mlir::onnxops::countRanks(llvm::ArrayRef<int64_t> grid) {
  int64_t ranks = 1;
  for (int64_t size : grid)
    if (llvm::MulOverflow(ranks, size, ranks))
      return std::numeric_limits<int64_t>::max();
  return ranks;
}

std::string mlir::onnxops::describeGrid(llvm::ArrayRef<int64_t> grid) {
  return llvm::join(
      llvm::map_range(grid, [](int64_t size) { return std::to_string(size); }),
      "x");
}

llvm::Expected<llvm::SmallVector<int64_t>>
mlir::onnxops::readGrid(const Twine &option, StringRef text) {
  llvm::SmallVector<int64_t> grid;
  for (StringRef number : llvm::split(text, 'x'))
    if (number.getAsInteger(10, grid.emplace_back()))
      return createStringError(
          option +
          ": expected a number, or one for each axis of a grid as in "
          "2x3, but got '" +
          text + "'");
  return grid;
}
