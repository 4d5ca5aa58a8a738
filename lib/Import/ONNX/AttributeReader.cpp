//===- AttributeReader.cpp - read the attributes of nodes -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers, strings, lists of them, tensors, types and graphs. Other kinds are
// refused when the node is built.
//
//===----------------------------------------------------------------------===//

#include "GraphReader.h"
#include "mlir/IR/Diagnostics.h"
#include "onnxops/Support/Limits.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

LogicalResult GraphReader::readTensorAttribute(Location loc,
                                               GraphAttribute &attribute,
                                               onnx::TensorProto &proto) {
  llvm::Expected<std::variant<TensorData, StoredTensor>> tensor =
      readTensor(proto);
  if (!tensor)
    return emitError(loc) << "attribute '" << attribute.name
                          << "': " << llvm::toString(tensor.takeError());
  std::visit([&](auto &kind) { attribute.value = std::move(kind); }, *tensor);
  return success();
}

LogicalResult GraphReader::readSparseAttribute(GraphNode &node,
                                               GraphAttribute &attribute,
                                               onnx::SparseTensorProto &proto) {
  // Only a constant is the same as one of all elements.
  if (node.opType != "Constant" || !node.domain.empty()) {
    attribute.value = UnreadAttribute{"SPARSE_TENSOR"};
    return success();
  }
  llvm::Expected<std::variant<TensorData, StoredTensor>> tensor =
      readSparse(proto);
  if (!tensor)
    return emitError(place.getNodeLoc(node.number, node.label))
           << "attribute '" << attribute.name
           << "': " << llvm::toString(tensor.takeError());
  attribute.value = std::move(std::get<TensorData>(*tensor));
  return success();
}

LogicalResult GraphReader::readSubgraph(const GraphNode &node,
                                        GraphAttribute &attribute,
                                        onnx::GraphProto &proto) {
  if (depth == kMaxGraphDepth)
    return emitError(place.getNodeLoc(node.number, node.label))
           << "expected graphs to be nested " << kMaxGraphDepth
           << " deep at most, but attribute '" << attribute.name
           << "' is one more";
  auto subgraph = std::make_unique<Graph>();
  GraphPlace inner(place, node.number, node.label, attribute.name);
  if (failed(GraphReader(*this, *subgraph, inner).read(proto)))
    return failure();
  attribute.value = std::move(subgraph);
  return success();
}

// Counts lists as constants too, since a Constant node may have them.
static uint64_t countListBytes(const onnx::AttributeProto &proto) {
  uint64_t bytes =
      proto.ints_size() * sizeof(int64_t) + proto.floats_size() * sizeof(float);
  for (const std::string &text : proto.strings())
    bytes += sizeof(std::string) + text.size();
  return bytes;
}

static LogicalResult readTypeAttribute(Location loc, GraphAttribute &attribute,
                                       const onnx::TypeProto &proto) {
  llvm::Expected<DeclaredType> type =
      mlir::onnxops::readType(proto, loc.getContext());
  if (!type)
    return emitError(loc) << "attribute '" << attribute.name
                          << "': " << llvm::toString(type.takeError());
  attribute.value = std::move(*type);
  return success();
}

LogicalResult GraphReader::readAttribute(GraphNode &node,
                                         onnx::AttributeProto &proto) {
  GraphAttribute &attribute = node.attributes.emplace_back();
  attribute.name = proto.name();
  if (llvm::Error error = pool.add(countListBytes(proto)))
    return emitError(place.getNodeLoc(node.number, node.label))
           << "attribute '" << attribute.name
           << "': " << llvm::toString(std::move(error));
  switch (proto.type()) {
  case onnx::AttributeProto::INT:
    attribute.value = proto.i();
    return success();
  case onnx::AttributeProto::FLOAT:
    attribute.value = proto.f();
    return success();
  case onnx::AttributeProto::STRING:
    attribute.value = proto.s();
    return success();
  case onnx::AttributeProto::INTS:
    attribute.value =
        std::vector<int64_t>(proto.ints().begin(), proto.ints().end());
    return success();
  case onnx::AttributeProto::FLOATS:
    attribute.value =
        std::vector<float>(proto.floats().begin(), proto.floats().end());
    return success();
  case onnx::AttributeProto::STRINGS:
    attribute.value = std::vector<std::string>(proto.strings().begin(),
                                               proto.strings().end());
    return success();
  case onnx::AttributeProto::TENSOR:
    return readTensorAttribute(place.getNodeLoc(node.number, node.label),
                               attribute, *proto.mutable_t());
  case onnx::AttributeProto::SPARSE_TENSOR:
    return readSparseAttribute(node, attribute, *proto.mutable_sparse_tensor());
  case onnx::AttributeProto::TYPE_PROTO:
    return readTypeAttribute(place.getNodeLoc(node.number, node.label),
                             attribute, proto.tp());
  case onnx::AttributeProto::GRAPH:
    return readSubgraph(node, attribute, *proto.mutable_g());
  default:
    attribute.value =
        UnreadAttribute{onnx::AttributeProto::AttributeType_Name(proto.type())};
    return success();
  }
}
