//===- OnnxMutator.cpp - mutants of ONNX models ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxMutator.h"

#include "Fuzzing.h"
#include "OnnxNodes.h"

#include <onnx/onnx_pb.h>

#include <algorithm>

using namespace mlir::onnxops::fuzz;

namespace {
// Changes one graph of a model, and keeps each name defined once and before it
// is used, as long as it was.
class GraphMutator {
public:
  GraphMutator(onnx::GraphProto &graph, Random &random)
      : graph(graph), random(random) {}

  void mutate();

private:
  bool oneIn(unsigned count) { return random() % count == 0; }
  int choose(int count) { return random() % count; }
  std::string chooseValue(int end); // of those before a node

  void addNode();
  void copyNode();
  void removeNode();
  void rewire();
  void addOutput();
  void changeType();
  void changeAttribute();
  void changeConstant();

  onnx::GraphProto &graph;
  Random &random;
};
} // namespace

static const char *const kIntegers[] = {
    "axis",  "keepdims", "new_axis", "to",        "dtype",
    "start", "end",      "tiles",    "allowzero", "num_outputs"};
static const char *const kLists[] = {"axes", "perm",  "split",     "starts",
                                     "ends", "shape", "value_ints"};
static const int64_t kSizes[] = {0, 1, 1, 2,  2,         3,         3,
                                 4, 6, 8, 65, 1ll << 20, 1ll << 40, INT64_MAX};

template <typename T, size_t count>
static T pick(T const (&list)[count], Random &random) {
  return list[random() % count];
}

std::string GraphMutator::chooseValue(int end) {
  const GraphValues values = listValues(graph, end);
  const std::vector<std::string> &names =
      values.sequences.empty() || !oneIn(3) ? values.tensors : values.sequences;
  return names.empty() ? "" : names[choose(names.size())];
}

void GraphMutator::addNode() {
  const int position = choose(graph.node_size() + 1);
  const GraphValues values = listValues(graph, position);
  fillNode(*graph.add_node(), values, graph, random);
  for (int i = graph.node_size() - 1; i > position; --i)
    graph.mutable_node()->SwapElements(i, i - 1);
}

void GraphMutator::copyNode() {
  if (graph.node_size() == 0)
    return addNode();
  const int position = choose(graph.node_size());
  onnx::NodeProto copy = graph.node(position);
  for (std::string &output : *copy.mutable_output())
    output = makeName(random);
  *graph.add_node() = std::move(copy);
}

// What used its results uses its operands.
void GraphMutator::removeNode() {
  if (graph.node_size() == 0)
    return;
  const int position = choose(graph.node_size());
  const onnx::NodeProto node = graph.node(position);
  graph.mutable_node()->DeleteSubrange(position, 1);
  if (node.input_size() == 0)
    return;
  auto replace = [&](std::string &name) {
    if (std::count(node.output().begin(), node.output().end(), name))
      name = node.input(0);
  };
  for (onnx::NodeProto &user : *graph.mutable_node())
    for (std::string &input : *user.mutable_input())
      replace(input);
  for (onnx::ValueInfoProto &output : *graph.mutable_output())
    replace(*output.mutable_name());
}

void GraphMutator::rewire() {
  if (graph.node_size() == 0)
    return;
  const int position = choose(graph.node_size());
  onnx::NodeProto &node = *graph.mutable_node(position);
  const std::string value = chooseValue(position);
  if (oneIn(8) || node.input_size() == 0)
    node.add_input(value);
  else
    node.set_input(choose(node.input_size()), value);
}

// Of any value, mostly without a type, which then is what is inferred.
void GraphMutator::addOutput() {
  const std::string value = chooseValue(graph.node_size());
  if (graph.output_size() && oneIn(2))
    graph.mutable_output(choose(graph.output_size()))->clear_type();
  if (graph.output_size() && oneIn(2))
    graph.mutable_output(choose(graph.output_size()))->set_name(value);
  else
    graph.add_output()->set_name(value);
}

// Of an input, an output or a value in between.
void GraphMutator::changeType() {
  auto &values = oneIn(3)   ? *graph.mutable_output()
                 : oneIn(3) ? *graph.mutable_value_info()
                            : *graph.mutable_input();
  if (values.empty()) {
    values.Add()->set_name(makeName(random));
    return;
  }
  onnx::ValueInfoProto &value = values[choose(values.size())];
  onnx::TypeProto &type = *value.mutable_type();
  if (oneIn(64))
    type.mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type();
  onnx::TypeProto::Tensor &tensor = type.has_sequence_type()
                                        ? *type.mutable_sequence_type()
                                               ->mutable_elem_type()
                                               ->mutable_tensor_type()
                                        : *type.mutable_tensor_type();
  if (oneIn(4) || !tensor.elem_type())
    tensor.set_elem_type(oneIn(16) ? choose(25) : 1 + choose(16));
  onnx::TensorShapeProto &shape = *tensor.mutable_shape();
  if (oneIn(4)) {
    shape.add_dim()->set_dim_value(pick(kSizes, random));
  } else if (oneIn(6)) {
    tensor.clear_shape();
  } else if (shape.dim_size()) {
    onnx::TensorShapeProto::Dimension &dim =
        *shape.mutable_dim(choose(shape.dim_size()));
    if (oneIn(3))
      dim.set_dim_param(oneIn(2) ? "N" : "M");
    else
      dim.set_dim_value(pick(kSizes, random));
  }
}

void GraphMutator::changeAttribute() {
  if (graph.node_size() == 0)
    return;
  onnx::NodeProto &node = *graph.mutable_node(choose(graph.node_size()));
  if (oneIn(3) || node.attribute_size() == 0)
    node.add_attribute();
  onnx::AttributeProto &attribute =
      *node.mutable_attribute(choose(node.attribute_size()));
  if (attribute.has_g() || attribute.has_t())
    return;
  attribute.Clear();
  if (oneIn(2)) {
    attribute.set_name(pick(kIntegers, random));
    attribute.set_type(onnx::AttributeProto::INT);
    attribute.set_i(oneIn(4) ? -pick(kSizes, random) : choose(6) - 2);
    return;
  }
  attribute.set_name(pick(kLists, random));
  attribute.set_type(onnx::AttributeProto::INTS);
  for (int i = choose(5); i > 0; --i)
    attribute.add_ints(oneIn(8) ? pick(kSizes, random) : choose(6) - 2);
}

void GraphMutator::changeConstant() {
  if (graph.initializer_size() == 0)
    return void(addConstant(graph, random));
  onnx::TensorProto &constant =
      *graph.mutable_initializer(choose(graph.initializer_size()));
  if (constant.int64_data_size())
    constant.set_int64_data(choose(constant.int64_data_size()),
                            oneIn(2) ? choose(6) - 2 : pick(kSizes, random));
  else if (!constant.raw_data().empty())
    (*constant.mutable_raw_data())[choose(constant.raw_data().size())] =
        static_cast<char>(random());
}

void GraphMutator::mutate() {
  switch (random() % 11) {
  case 0:
  case 1:
    return addNode();
  case 2:
    return copyNode();
  case 3:
    return removeNode();
  case 4:
  case 5:
    return rewire();
  case 6:
    return addOutput();
  case 7:
    return void(addConstant(graph, random));
  case 8:
    return changeType();
  case 9:
    return changeAttribute();
  default:
    return changeConstant();
  }
}

// The graph of a model, or one inside it.
static onnx::GraphProto &chooseGraph(onnx::GraphProto &graph, Random &random) {
  std::vector<onnx::GraphProto *> inner;
  for (onnx::NodeProto &node : *graph.mutable_node())
    for (onnx::AttributeProto &attribute : *node.mutable_attribute())
      if (attribute.has_g())
        inner.push_back(attribute.mutable_g());
  if (inner.empty() || random() % 2)
    return graph;
  return chooseGraph(*inner[random() % inner.size()], random);
}

size_t mlir::onnxops::fuzz::mutateModel(uint8_t *data, size_t size,
                                        size_t maxSize, unsigned seed) {
  Random random(seed + 1);
  if (random() % 8 == 0)
    return mutateMessage(onnx::ModelProto::default_instance(), data, size,
                         maxSize, seed);
  onnx::ModelProto model;
  model.ParsePartialFromArray(data, size); // as far as it goes
  for (size_t i = random() % 2 + 1; i > 0; --i)
    GraphMutator(chooseGraph(*model.mutable_graph(), random), random).mutate();
  if (random() % 32 == 0 && model.opset_import_size())
    model.mutable_opset_import(0)->set_version(random() % 29);
  const size_t newSize = model.ByteSizeLong();
  if (newSize > maxSize)
    return 0;
  model.SerializePartialToArray(data, newSize);
  return newSize;
}
