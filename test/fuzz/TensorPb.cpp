//===- TensorPb.cpp - fuzzes the decoder of tensors in protobuf -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a TensorProto, beside which lies a file of external data. What
// can be decoded can be encoded, and decoded again as the same tensor.
//
//===----------------------------------------------------------------------===//

#include "HostValues.h"
#include "ProtoMutator.h"
#include "onnxops/Data/TensorProto.h"

#include <onnx/onnx_pb.h>

using namespace mlir::onnxops;
using namespace mlir::onnxops::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static ScratchDirectory directory;
  static std::string external =
      directory.write("data.bin", std::string(256, '\1'));
  onnx::TensorProto proto, encoded;
  if (llvm::Error error = parseMessage(toText(data, size), proto)) {
    requireMessage(std::move(error));
    return 0;
  }
  llvm::Expected<TensorData> tensor = decodeTensor(proto, directory.path(""));
  if (!tensor) {
    requireMessage(tensor.takeError());
    return 0;
  }
  encodeTensor(*tensor, encoded);
  llvm::Expected<TensorData> again = decodeTensor(encoded, "");
  if (!again)
    require(false, "what is encoded can be decoded",
            llvm::toString(again.takeError()));
  requireSame(std::move(*again), std::move(*tensor),
              "what is encoded is decoded as it was");
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return mutateMessage(onnx::TensorProto::default_instance(), data, size,
                       maxSize, seed);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  return crossMessages(onnx::TensorProto::default_instance(), first, firstSize,
                       second, secondSize, out, maxSize, seed);
}
