//===- ProtoMutator.h - mutants of protobuf messages ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes a message field by field, through protobuf's reflection, so that a
// mutant is a message again. Of ONNX's fields it knows which values are worth
// trying: operators, names that others use, element types, extreme sizes.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_FUZZ_PROTOMUTATOR_H
#define ONNXOPS_TEST_FUZZ_PROTOMUTATOR_H

#include <google/protobuf/message.h>

#include <random>
#include <string>
#include <vector>

namespace mlir::onnxops::fuzz {

using Random = std::minstd_rand;

/// What LLVMFuzzerCustomMutator does for inputs that are messages like `empty`,
/// and LLVMFuzzerCustomCrossOver, which puts parts of `second` into `first`.
/// Both return 0 for a mutant that is too long.
size_t mutateMessage(const google::protobuf::Message &empty, uint8_t *data,
                     size_t size, size_t maxSize, unsigned seed);
size_t crossMessages(const google::protobuf::Message &empty,
                     const uint8_t *first, size_t firstSize,
                     const uint8_t *second, size_t secondSize, uint8_t *out,
                     size_t maxSize, unsigned seed);

/// Values that a field of ONNX's messages is worth trying with; `names` are
/// those of the message around it.
int64_t chooseInteger(const google::protobuf::FieldDescriptor &field,
                      Random &random);
double chooseFloat(Random &random);
std::string chooseString(const google::protobuf::FieldDescriptor &field,
                         const std::string &old,
                         const std::vector<std::string> &names, Random &random);

/// Whether the strings of a field name values, nodes or sizes.
bool holdsNames(const google::protobuf::FieldDescriptor &field);

} // namespace mlir::onnxops::fuzz

#endif // ONNXOPS_TEST_FUZZ_PROTOMUTATOR_H
