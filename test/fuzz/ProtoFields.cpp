//===- ProtoFields.cpp - values that fields of ONNX's messages may have ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By the names of the fields: what the reader looks at, and what is extreme.
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"
#include "ProtoMutator.h"

#include <cmath>
#include <limits>

using namespace mlir::onnxops::fuzz;
using google::protobuf::FieldDescriptor;

static const char *const kOperators[] = {"Concat",
                                         "Tile",
                                         "SplitToSequence",
                                         "SequenceAt",
                                         "SequenceLength",
                                         "SequenceConstruct",
                                         "SequenceEmpty",
                                         "SequenceInsert",
                                         "SequenceErase",
                                         "ConcatFromSequence",
                                         "Constant",
                                         "Identity",
                                         "If",
                                         "Loop",
                                         "SequenceMap",
                                         "Not",
                                         "Split",
                                         "Gather",
                                         "Shape",
                                         "Size",
                                         "Slice",
                                         "Squeeze",
                                         "Unsqueeze",
                                         "Reshape",
                                         "Transpose",
                                         "Expand",
                                         "Cast",
                                         "ConstantOfShape",
                                         "Add",
                                         "Sub",
                                         "Mul",
                                         "Div",
                                         "Neg",
                                         "Abs",
                                         "Relu",
                                         "Exp",
                                         "Sigmoid",
                                         "Sqrt",
                                         "Tanh",
                                         "Flatten",
                                         "MatMul",
                                         ""};
static const char *const kAttributes[] = {
    "axis",         "axes",        "keepdims",    "new_axis",
    "tiles",        "value",       "dtype",       "to",
    "perm",         "starts",      "ends",        "steps",
    "split",        "then_branch", "else_branch", "body",
    "start",        "end",         "allowzero",   "broadcast",
    "sparse_value", "value_ints",  "num_outputs", ""};
static const char *const kStrings[] = {"",
                                       "ai.onnx",
                                       "ai.onnx.ml",
                                       "\xff\xfe",
                                       "\x1b[2J",
                                       "a\nb",
                                       "a/b",
                                       "..",
                                       "{0}",
                                       "{{",
                                       "%s",
                                       "\"'",
                                       "location",
                                       "offset",
                                       "length",
                                       "checksum",
                                       "data.bin",
                                       "0",
                                       "-1",
                                       "18446744073709551616",
                                       "inside/../data.bin"};
static const int64_t kSizes[] = {0,         1,         2,
                                 3,         4,         7,
                                 8,         -1,        -2,
                                 64,        65,        255,
                                 4096,      100000,    1ll << 31,
                                 1ll << 32, 1ll << 40, 1ll << 62,
                                 INT64_MAX, INT64_MIN, INT64_MIN + 1,
                                 INT32_MAX, INT32_MIN};

template <typename T, size_t count>
static T pick(T const (&list)[count], Random &random) {
  return list[random() % count];
}

int64_t mlir::onnxops::fuzz::chooseInteger(const FieldDescriptor &field,
                                           Random &random) {
  const std::string &name = field.name();
  if (random() % 8 == 0)
    return pick(kSizes, random);
  if (name == "data_type" || name == "elem_type")
    return random() % 26;
  if (name == "type") // of an attribute, or of what a sequence holds
    return random() % 15;
  if (name == "version" || name == "ir_version")
    return random() % 29;
  if (name == "raw_data")
    return random();
  if (random() % 2)
    return static_cast<int64_t>(random() % 7) - 2;
  return pick(kSizes, random);
}

double mlir::onnxops::fuzz::chooseFloat(Random &random) {
  static const double values[] = {0.0,
                                  -0.0,
                                  1.0,
                                  -1.5,
                                  1e-310,
                                  1e300,
                                  std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity(),
                                  std::nan("")};
  return pick(values, random);
}

bool mlir::onnxops::fuzz::holdsNames(const FieldDescriptor &field) {
  const std::string &name = field.name();
  return name == "name" || name == "input" || name == "output" ||
         name == "dim_param";
}

// Half of the time blindly, by what libFuzzer knows of strings.
static std::string mutateBytes(const std::string &old) {
  std::string bytes = old;
  const size_t maxSize = old.size() + 16;
  bytes.resize(maxSize);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(bytes.data()),
                                old.size(), maxSize));
  return bytes;
}

std::string mlir::onnxops::fuzz::chooseString(
    const FieldDescriptor &field, const std::string &old,
    const std::vector<std::string> &names, Random &random) {
  const std::string &name = field.name();
  const bool isAttribute =
      field.containing_type()->name() == "AttributeProto" && name == "name";
  if (random() % 4 == 0)
    return random() % 2 ? mutateBytes(old) : pick(kStrings, random);
  if (name == "op_type")
    return pick(kOperators, random);
  if (isAttribute)
    return pick(kAttributes, random);
  if (holdsNames(field) && !names.empty())
    return names[random() % names.size()];
  return mutateBytes(old);
}
