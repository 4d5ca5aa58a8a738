//===- KnownUpstreamValues.cpp - known values of lowered ops --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates shape arithmetic in lowered form, upstream ops and ops of the
// dialect: scalars in arith, vectors in tensor, and concats.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/ValueReader.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

using Elements = std::optional<KnownElements>;

static Elements copyOf(const KnownElements *elements) {
  if (!elements)
    return std::nullopt;
  return *elements;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

static std::optional<int64_t> select(arith::SelectOp op, ValueReader &reader) {
  std::optional<int64_t> condition = reader.readScalar(op.getCondition());
  if (!condition)
    return std::nullopt;
  return reader.readScalar(*condition ? op.getTrueValue() : op.getFalseValue());
}

// The operands of a binary op, if both are known. Not for booleans, which
// upstream interprets as 0 and -1 here.
static std::optional<std::pair<int64_t, int64_t>>
readBoth(Operation *op, ValueReader &reader) {
  std::optional<int64_t> lhs = reader.readScalar(op->getOperand(0));
  std::optional<int64_t> rhs = reader.readScalar(op->getOperand(1));
  if (!lhs || !rhs || op->getOperand(0).getType().isInteger(1))
    return std::nullopt;
  return std::pair(*lhs, *rhs);
}

static std::optional<int64_t> compare(arith::CmpIOp op, ValueReader &reader) {
  auto both = readBoth(op, reader);
  if (!both)
    return std::nullopt;
  auto wide = [](int64_t value) { return APInt(64, value, /*isSigned=*/true); };
  return arith::applyCmpPredicate(op.getPredicate(), wide(both->first),
                                  wide(both->second));
}

// The value of an op that computes a scalar from scalars.
static std::optional<int64_t> computeScalar(Operation *op,
                                            ValueReader &reader) {
  Type type = op->getResult(0).getType();
  auto binary = [&](IntegerOperator kind) {
    return computeInteger(kind, type, reader.readScalar(op->getOperand(0)),
                          reader.readScalar(op->getOperand(1)));
  };
  auto pick = [&](auto choose) -> std::optional<int64_t> {
    if (auto both = readBoth(op, reader))
      return choose(both->first, both->second);
    return std::nullopt;
  };
  auto convert = [&](bool isSigned) -> std::optional<int64_t> {
    Value from = op->getOperand(0);
    std::optional<int64_t> value = reader.readScalar(from);
    if (!value)
      return std::nullopt;
    unsigned width =
        from.getType().isIndex() ? 64 : from.getType().getIntOrFloatBitWidth();
    uint64_t bits = *value & llvm::maskTrailingOnes<uint64_t>(width);
    if (isSigned)
      bits = llvm::SignExtend64(bits, width);
    return wrapInteger(type, bits);
  };
  return llvm::TypeSwitch<Operation *, std::optional<int64_t>>(op)
      .Case([&](arith::AddIOp) { return binary(IntegerOperator::Add); })
      .Case([&](arith::SubIOp) { return binary(IntegerOperator::Sub); })
      .Case([&](arith::MulIOp) { return binary(IntegerOperator::Mul); })
      .Case([&](arith::DivSIOp) { return binary(IntegerOperator::Div); })
      .Case([&](arith::MaxSIOp) {
        return pick([](int64_t a, int64_t b) { return std::max(a, b); });
      })
      .Case([&](arith::MinSIOp) {
        return pick([](int64_t a, int64_t b) { return std::min(a, b); });
      })
      .Case<arith::ExtSIOp, arith::IndexCastOp, arith::TruncIOp>(
          [&](Operation *) { return convert(/*isSigned=*/true); })
      .Case<arith::ExtUIOp, arith::IndexCastUIOp>(
          [&](Operation *) { return convert(/*isSigned=*/false); })
      .Case([&](arith::CmpIOp op) { return compare(op, reader); })
      .Case([&](arith::SelectOp op) { return select(op, reader); })
      .Default(std::optional<int64_t>());
}

//===----------------------------------------------------------------------===//
// Elements and sizes
//===----------------------------------------------------------------------===//

static std::optional<int64_t> extract(tensor::ExtractOp op,
                                      ValueReader &reader) {
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  const KnownElements *elements = reader.read(op.getTensor());
  if (!elements)
    return std::nullopt;
  int64_t position = 0;
  // The number of known elements is the length of a vector, whatever its type.
  for (auto [dim, index] : llvm::enumerate(op.getIndices())) {
    std::optional<int64_t> at = reader.readScalar(index);
    bool isVector = type.getRank() == 1;
    if (!at || *at < 0 || (type.isDynamicDim(dim) && !isVector))
      return std::nullopt;
    position = position * (isVector ? 1 : type.getDimSize(dim)) + *at;
    if (position >= static_cast<int64_t>(elements->size()))
      return std::nullopt;
  }
  return (*elements)[position];
}

static std::optional<int64_t> readSize(tensor::DimOp op, ValueReader &reader) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  std::optional<int64_t> dim = reader.readScalar(op.getIndex());
  if (!type || !dim || *dim < 0 || *dim >= type.getRank() ||
      type.isDynamicDim(*dim))
    return std::nullopt;
  return type.getDimSize(*dim);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

// The elements of a concat of vectors, some of which may be unknown.
static Elements readConcat(ValueRange inputs, ValueReader &reader) {
  KnownElements elements;
  for (Value input : inputs) {
    const KnownElements *part = reader.read(input);
    if (!part || static_cast<int64_t>(elements.size() + part->size()) >
                     ValueReader::kMaxElements)
      return std::nullopt;
    elements.append(*part);
  }
  return elements;
}

static Elements readVersioned(VersionedOpInterface op, ValueReader &reader) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (op.getFamily() != "concat" || !type || type.getRank() != 1)
    return std::nullopt;
  return readConcat(op->getOperands(), reader);
}

static Elements readFromElements(tensor::FromElementsOp op,
                                 ValueReader &reader) {
  KnownElements elements;
  for (Value element : op.getElements())
    elements.push_back(reader.readScalar(element));
  return elements;
}

// A slice of a vector with known bounds.
static Elements readSlice(tensor::ExtractSliceOp op, ValueReader &reader) {
  if (op.getSourceType().getRank() != 1)
    return std::nullopt;
  const KnownElements *elements = reader.read(op.getSource());
  auto resolve = [&](OpFoldResult bound) {
    if (auto value = dyn_cast<Value>(bound))
      return reader.readScalar(value);
    return getConstantIntValue(bound);
  };
  std::optional<int64_t> offset = resolve(op.getMixedOffsets().front());
  std::optional<int64_t> size = resolve(op.getMixedSizes().front());
  std::optional<int64_t> stride = resolve(op.getMixedStrides().front());
  if (!elements || !offset || !size || !stride || *size < 0 ||
      *size > static_cast<int64_t>(elements->size()))
    return std::nullopt;
  KnownElements slice;
  for (int64_t i = 0, at = *offset; i < *size; ++i, at += *stride) {
    if (at < 0 || at >= static_cast<int64_t>(elements->size()))
      return std::nullopt;
    slice.push_back((*elements)[at]);
  }
  return slice;
}

// The elements reinterpreted as another integer type.
static Elements readBitcast(tensor::BitcastOp op, ValueReader &reader) {
  Type type = op.getType().getElementType();
  const KnownElements *source = reader.read(op.getSource());
  if (!source || !isa<IntegerType>(type) ||
      !isa<IntegerType>(getElementTypeOrSelf(op.getSource())))
    return std::nullopt;
  KnownElements elements = *source;
  for (std::optional<int64_t> &element : elements)
    if (element)
      element = wrapInteger(type, *element);
  return elements;
}

Elements mlir::onnxops::readUpstream(Value value, ValueReader &reader) {
  Operation *op = value.getDefiningOp();
  if (isa<IntegerType, IndexType>(value.getType()) &&
      isa<arith::ArithDialect>(op->getDialect()))
    return KnownElements(1, computeScalar(op, reader));
  return llvm::TypeSwitch<Operation *, Elements>(op)
      .Case([&](tensor::ExtractOp op) {
        return KnownElements(1, extract(op, reader));
      })
      .Case([&](tensor::DimOp op) {
        return KnownElements(1, readSize(op, reader));
      })
      // Ops that keep all elements in their order.
      .Case<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](Operation *op) { return copyOf(reader.read(op->getOperand(0))); })
      .Case([&](tensor::BitcastOp op) { return readBitcast(op, reader); })
      .Case([&](tensor::ExtractSliceOp op) { return readSlice(op, reader); })
      .Case([&](tensor::FromElementsOp op) {
        return readFromElements(op, reader);
      })
      .Case([&](VersionedOpInterface op) { return readVersioned(op, reader); })
      .Default(Elements());
}
