//===- SequencePb.cpp - fuzzes the reader of sequences in protobuf --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a file of a SequenceProto, read as one of the element type that
// its first tensor has. What can be read can be written, and read again as the
// same sequence.
//
//===----------------------------------------------------------------------===//

#include "HostValues.h"
#include "ProtoMutator.h"
#include "onnxops/Data/TensorProto.h"

#include <onnx/onnx-data_pb.h>
#include <onnx/onnx_pb.h>

using namespace mlir::onnxops;
using namespace mlir::onnxops::fuzz;

static int32_t getElementType(const uint8_t *data, size_t size) {
  onnx::SequenceProto proto;
  proto.ParsePartialFromArray(data, size);
  return proto.tensor_values_size() ? proto.tensor_values(0).data_type()
                                    : ONNXOPS_FLOAT32;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static ScratchFile file;
  const int32_t elementType = getElementType(data, size);
  llvm::Expected<SequenceData> sequence =
      readSequenceFile(file.write(toText(data, size)), elementType);
  if (!sequence) {
    requireMessage(sequence.takeError());
    return 0;
  }
  onnx::SequenceProto copy;
  copy.set_elem_type(onnx::SequenceProto::TENSOR);
  for (const TensorData &element : sequence->elements)
    encodeTensor(element, *copy.add_tensor_values());
  llvm::Expected<SequenceData> again =
      readSequenceFile(file.write(copy.SerializeAsString()), elementType);
  if (!again)
    require(false, "what is written can be read",
            llvm::toString(again.takeError()));
  requireSame(std::move(*again), std::move(*sequence),
              "what is written reads back as it was");
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return mutateMessage(onnx::SequenceProto::default_instance(), data, size,
                       maxSize, seed);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  return crossMessages(onnx::SequenceProto::default_instance(), first,
                       firstSize, second, secondSize, out, maxSize, seed);
}
