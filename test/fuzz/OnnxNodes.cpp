//===- OnnxNodes.cpp - nodes for mutants of ONNX models -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNodes.h"

#include <onnx/onnx_pb.h>

#include <cstring>

using namespace mlir::onnxops::fuzz;

namespace {
// Operands: t is a tensor, s a sequence, i a constant of integers; what stands
// behind a ? is left out at times, a * repeats the one before it.
struct Operator {
  const char *name;
  const char *operands;
  const char *attribute; // of an integer, that must be given; or null
};
} // namespace

static constexpr Operator kOperators[] = {
    {"Concat", "tt*", "axis"},
    {"Concat", "t*", "axis"},
    {"Tile", "ti", nullptr},
    {"SplitToSequence", "t?i", nullptr},
    {"SequenceAt", "si", nullptr},
    {"SequenceLength", "s", nullptr},
    {"SequenceConstruct", "tt*", nullptr},
    {"SequenceInsert", "st?i", nullptr},
    {"SequenceErase", "s?i", nullptr},
    {"ConcatFromSequence", "s", "axis"},
    {"Identity", "t", nullptr},
    {"Identity", "s", nullptr},
    {"Optional", "t", nullptr},
    {"Optional", "s", nullptr},
    {"OptionalGetElement", "t", nullptr},
    {"OptionalHasElement", "t", nullptr},
    {"Shape", "t", nullptr},
    {"Size", "t", nullptr},
    {"Split", "t?i", nullptr},
    {"Gather", "ti", nullptr},
    {"Slice", "tii?ii", nullptr},
    {"Squeeze", "t?i", nullptr},
    {"Unsqueeze", "ti", nullptr},
    {"Reshape", "ti", nullptr},
    {"Transpose", "t", nullptr},
    {"Expand", "ti", nullptr},
    {"Cast", "t", "to"},
    {"ConstantOfShape", "i", nullptr},
    {"Add", "tt", nullptr},
    {"Mul", "tt", nullptr},
    {"Neg", "t", nullptr},
    {"Abs", "t", nullptr},
    {"Relu", "t", nullptr},
    {"Equal", "tt", nullptr},
    {"Where", "ttt", nullptr},
    {"Max", "ttt", nullptr},
    {"Clip", "tt?t", nullptr},
    {"Mod", "tt", nullptr},
    {"Pow", "tt", nullptr},
    {"Range", "iii", nullptr},
    {"ReduceSum", "t?i", nullptr},
    {"Flatten", "t", nullptr},
    {"DepthToSpace", "t", "blocksize"},
    {"SpaceToDepth", "t", "blocksize"},
    {"ScatterND", "tit", nullptr},
    {"Resize", "t?t?ti", nullptr},
    {"Pad", "ti?t?i", nullptr},
};
static const char *const kSequenceOperators[] = {
    "SplitToSequence", "SequenceConstruct", "SequenceInsert",
    "SequenceErase",   "SequenceEmpty",     "SequenceMap"};
static const int64_t kSizes[] = {
    0, 1, 2, 3, 4, 65, 1ll << 20, 1ll << 40, INT64_MAX, INT64_MIN};

static bool makesSequence(const onnx::NodeProto &node,
                          const std::vector<std::string> &sequences) {
  for (const char *name : kSequenceOperators)
    if (node.op_type() == name)
      return true;
  if (node.op_type() == "Identity" && node.input_size())
    for (const std::string &sequence : sequences)
      if (sequence == node.input(0))
        return true;
  return false;
}

GraphValues mlir::onnxops::fuzz::listValues(const onnx::GraphProto &graph,
                                            int end) {
  GraphValues values;
  for (const onnx::ValueInfoProto &input : graph.input())
    (input.type().has_sequence_type() ? values.sequences : values.tensors)
        .push_back(input.name());
  for (const onnx::TensorProto &constant : graph.initializer()) {
    values.tensors.push_back(constant.name());
    if (constant.data_type() == onnx::TensorProto::INT64)
      values.constants.push_back(constant.name());
  }
  for (int i = 0; i < end; ++i) {
    const onnx::NodeProto &node = graph.node(i);
    auto &list = makesSequence(node, values.sequences) ? values.sequences
                                                       : values.tensors;
    list.insert(list.end(), node.output().begin(), node.output().end());
  }
  return values;
}

std::string mlir::onnxops::fuzz::makeName(Random &random) {
  return "v" + std::to_string(random() % 1000000);
}

std::string mlir::onnxops::fuzz::addConstant(onnx::GraphProto &graph,
                                             Random &random) {
  onnx::TensorProto &constant = *graph.add_initializer();
  constant.set_name(makeName(random));
  constant.set_data_type(onnx::TensorProto::INT64);
  const int count = random() % 3 == 0 ? random() % 5 : 1;
  if (count != 1 || random() % 2)
    constant.add_dims(count);
  for (int i = count; i > 0; --i)
    constant.add_int64_data(random() % 8
                                ? static_cast<int64_t>(random() % 5) - 1
                                : kSizes[random() % std::size(kSizes)]);
  return constant.name();
}

static std::string chooseValue(char kind, const GraphValues &values,
                               onnx::GraphProto &graph, Random &random) {
  if (random() % 64 == 0)
    kind = "tsi"[random() % 3]; // one that does not fit
  if (kind == 'i' && (values.constants.empty() || random() % 2))
    return addConstant(graph, random);
  const std::vector<std::string> &names = kind == 'i'   ? values.constants
                                          : kind == 's' ? values.sequences
                                                        : values.tensors;
  return names.empty() ? "" : names[random() % names.size()];
}

static void addOperands(onnx::NodeProto &node, const char *operands,
                        const GraphValues &values, onnx::GraphProto &graph,
                        Random &random) {
  for (const char *kind = operands; *kind; ++kind) {
    if (*kind == '?' && random() % 2)
      return;
    if (*kind == '*')
      for (int i = random() % 4; i > 0; --i)
        node.add_input(chooseValue(kind[-1], values, graph, random));
    else if (*kind != '?')
      node.add_input(chooseValue(*kind, values, graph, random));
  }
}

void mlir::onnxops::fuzz::fillNode(onnx::NodeProto &node,
                                   const GraphValues &values,
                                   onnx::GraphProto &graph, Random &random) {
  const Operator *chosen;
  do
    chosen = &kOperators[random() % std::size(kOperators)];
  while (chosen->operands[0] == 's' && values.sequences.empty());
  node.set_op_type(chosen->name);
  addOperands(node, chosen->operands, values, graph, random);
  node.add_output(makeName(random));
  if (!chosen->attribute)
    return;
  onnx::AttributeProto &attribute = *node.add_attribute();
  attribute.set_name(chosen->attribute);
  attribute.set_type(onnx::AttributeProto::INT);
  attribute.set_i(std::strcmp(chosen->attribute, "to") == 0 ? random() % 17
                                                            : random() % 3);
}
