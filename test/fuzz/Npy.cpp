//===- Npy.cpp - fuzzes the reader of .npy files --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a file. What can be read can be written, and read again as the
// same tensor.
//
//===----------------------------------------------------------------------===//

#include "HostValues.h"
#include "onnxops/Data/NumpyFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::onnxops;
using namespace mlir::onnxops::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static ScratchFile file;
  llvm::Expected<TensorData> tensor =
      readNumpyFile(file.write(toText(data, size)));
  if (!tensor) {
    requireMessage(tensor.takeError());
    return 0;
  }
  std::string copy;
  llvm::raw_string_ostream os(copy);
  if (llvm::Error error = printNumpyFile(os, *tensor))
    require(false, "what is read can be written",
            llvm::toString(std::move(error)));
  llvm::Expected<TensorData> again = readNumpyFile(file.write(copy));
  if (!again)
    require(false, "what is written can be read",
            llvm::toString(again.takeError()));
  requireSame(std::move(*again), std::move(*tensor),
              "what is written reads back as it was");
  return 0;
}
