//===- KnownValues.cpp - integers known at compile time -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads constants through the ops that shape arithmetic is made of.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

using Elements = SmallVector<std::optional<int64_t>>;

// Shape arithmetic is about ranks; anything longer is data.
static constexpr int64_t kMaxElements = 65536;
// Bounds the walk through a chain of concats.
static constexpr int kMaxDepth = 8;

static FailureOr<Elements> readElements(Value tensor, int depth);

// The elements of a constant: integers, or floats that hold whole numbers.
static FailureOr<Elements> readConstant(DenseElementsAttr constant) {
  Elements elements;
  if (isa<IntegerType>(constant.getElementType())) {
    for (const APInt &value : constant.getValues<APInt>()) {
      if (value.getBitWidth() > 64)
        return failure();
      elements.push_back(value.getSExtValue());
    }
    return elements;
  }
  if (!isa<FloatType>(constant.getElementType()))
    return failure();
  for (const APFloat &value : constant.getValues<APFloat>()) {
    APSInt whole(64, /*isUnsigned=*/false);
    bool exact = false;
    if (value.convertToInteger(whole, APFloat::rmTowardZero, &exact) !=
            APFloat::opOK ||
        !exact)
      return failure();
    elements.push_back(whole.getExtValue());
  }
  return elements;
}

// The elements of a concat of vectors, each input known as far as it goes.
static FailureOr<Elements> readConcat(ValueRange inputs, int depth) {
  Elements elements;
  for (Value input : inputs) {
    FailureOr<Elements> part = readElements(input, depth);
    if (failed(part) || elements.size() + part->size() > kMaxElements)
      return failure();
    elements.append(*part);
  }
  return elements;
}

static FailureOr<Elements> readUnknown(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || !type.hasStaticShape() || type.getRank() > 1 ||
      type.getNumElements() > kMaxElements)
    return failure();
  return Elements(type.getNumElements(), std::nullopt);
}

static FailureOr<Elements> readElements(Value tensor, int depth) {
  DenseElementsAttr constant;
  if (matchPattern(tensor, m_Constant(&constant))) {
    if (constant.getNumElements() > kMaxElements)
      return failure();
    return readConstant(constant);
  }
  Operation *producer = tensor.getDefiningOp();
  if (!producer || depth == kMaxDepth)
    return readUnknown(tensor);
  if (auto cast = dyn_cast<tensor::CastOp>(producer)) {
    FailureOr<Elements> source = readElements(cast.getSource(), depth + 1);
    return succeeded(source) ? source : readUnknown(tensor);
  }
  if (auto versioned = dyn_cast<VersionedOpInterface>(producer)) {
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (versioned.getFamily() == "concat" && type && type.getRank() == 1)
      if (auto known = readConcat(producer->getOperands(), depth + 1);
          succeeded(known))
        return known;
  }
  if (auto fromElements = dyn_cast<tensor::FromElementsOp>(producer)) {
    Elements elements;
    for (Value element : fromElements.getElements()) {
      APInt value;
      bool known = matchPattern(element, m_ConstantInt(&value));
      elements.push_back(known ? std::optional(value.getSExtValue())
                               : std::nullopt);
    }
    return elements;
  }
  return readUnknown(tensor);
}

FailureOr<Elements> mlir::onnxops::getKnownElements(Value tensor) {
  return readElements(tensor, /*depth=*/0);
}

std::optional<int64_t> mlir::onnxops::getKnownScalar(Value tensor) {
  FailureOr<Elements> elements = getKnownElements(tensor);
  if (failed(elements) || elements->size() != 1)
    return std::nullopt;
  return elements->front();
}
