//===- Split.cpp - lower Split to tensor.extract_slice --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One slice for each output. The lengths come from an attribute, an operand or
// the number of outputs, depending on the opset.
//
//===----------------------------------------------------------------------===//

#include "../Lowerings.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

static FailureOr<SmallVector<Value>> readOperand(Node &node) {
  FailureOr<Value> split = node.tensor(1, "split");
  if (failed(split))
    return failure();
  auto type = cast<RankedTensorType>(split->getType());
  if (type.getRank() != 1)
    return node.fail("expected 'split' to be a vector, but got ", type);
  SmallVector<std::optional<int64_t>> known;
  if (auto elements = getKnownElements(*split); succeeded(elements))
    known = *elements;
  bool isKnown = !known.empty() && !llvm::is_contained(known, std::nullopt);
  if (!isKnown && !type.getElementType().isSignlessInteger())
    return node.refuse("cannot be lowered: 'split' has element type ",
                       type.getElementType(), " and is not constant");
  return node.indicesOf(*split, "split", node.op->getNumResults(), "output");
}

// Requires non-negative lengths that sum to the size of the axis.
static LogicalResult verifyLengths(Node &node, ArrayRef<Value> lengths,
                                   Value size, int64_t axis) {
  Value zero = node.constant(0);
  Value sum = zero, signs = zero;
  for (auto [index, length] : llvm::enumerate(lengths)) {
    if (failed(node.verify(node.compare(Predicate::sge, length, zero),
                           "expected split[" + Twine(index) +
                               "] to be 0 or more, but got {0}",
                           length)))
      return failure();
    sum = node.add(sum, length);
    // Overflow of non-negative numbers gives a negative sum.
    signs = node.builder.createOrFold<arith::OrIOp>(node.loc, signs, sum);
  }
  if (failed(node.verify(
          node.compare(Predicate::sge, signs, zero),
          "expected split to sum to less than 2^63, but it exceeds it", {})))
    return failure();
  return node.verify(node.compare(Predicate::eq, sum, size),
                     "expected split to sum to {0}, the size of axis " +
                         Twine(axis) + ", but got {1}",
                     {size, sum});
}

// Equal lengths; with `num_outputs`, the last may be shorter.
static FailureOr<SmallVector<Value>> divide(Node &node, Value size,
                                            int64_t axis, bool isNumber) {
  unsigned count = node.op->getNumResults();
  Value parts = node.constant(count);
  if (!isNumber) {
    Value length =
        node.builder.createOrFold<arith::DivSIOp>(node.loc, size, parts);
    if (failed(node.verify(
            node.compare(Predicate::eq, node.multiply(length, parts), size),
            "expected the size of axis " + Twine(axis) +
                " to be a multiple of {0}, the number of outputs, but got {1}",
            {parts, size})))
      return failure();
    return SmallVector<Value>(count, length);
  }
  Value length =
      node.builder.createOrFold<arith::CeilDivSIOp>(node.loc, size, parts);
  Value last = node.subtract(
      size, node.multiply(length, node.constant(int64_t(count) - 1)));
  if (failed(node.verify(
          node.compare(Predicate::sge, last, node.constant(0)),
          "expected axis " + Twine(axis) +
              " to give {0} outputs of equal size, or with a smaller last one, "
              "but got size {1}",
          {parts, size})))
    return failure();
  SmallVector<Value> lengths(count - 1, length);
  lengths.push_back(last);
  return lengths;
}

// The lengths of all outputs, with checks.
static FailureOr<SmallVector<Value>> readLengths(Node &node, Value size,
                                                 int64_t axis) {
  bool isOperand = node.op->getNumOperands() > 1 && node.operand(1);
  bool isAttribute = node.op->hasAttr("split");
  bool isNumber = node.op->hasAttr("num_outputs");
  if (isOperand + isAttribute + isNumber > 1)
    return node.fail("expected one of split and num_outputs, but got both");
  FailureOr<int64_t> number = node.integer("num_outputs", -1);
  if (failed(number))
    return failure();
  if (isNumber && *number != node.op->getNumResults())
    return node.fail("expected num_outputs to be ", node.op->getNumResults(),
                     ", the number of outputs, but got ", *number);
  // ONNX requires one of them since opset 18, but ONNX Runtime does not.
  if (!isOperand && !isAttribute)
    return divide(node, size, axis, isNumber);
  FailureOr<SmallVector<Value>> lengths =
      isOperand ? readOperand(node)
                : node.indicesOf("split", node.op->getNumResults(), "output");
  if (failed(lengths) || failed(verifyLengths(node, *lengths, size, axis)))
    return failure();
  return lengths;
}

static LogicalResult verifySplit(Node &node) {
  SmallVector<StringRef> attributes{"axis"};
  if (node.opset < opsets::kFirstSplitOperand)
    attributes.push_back("split");
  if (node.opset >= opsets::kFirstNumOutputs)
    attributes.push_back("num_outputs");
  bool hasOperand = node.opset < opsets::kFirstSplitWithoutOperand ||
                    node.opset >= opsets::kFirstSplitOperand;
  if (node.op->getNumResults() == 0)
    return node.fail("expected an output, but got none");
  return node.verifyForm(1, hasOperand ? 2 : 1, attributes,
                         node.op->getNumResults());
}

static LogicalResult lowerSplit(Node &node) {
  if (failed(verifySplit(node)))
    return failure();
  FailureOr<Value> input = node.tensor(0, "input");
  if (failed(input))
    return failure();
  FailureOr<int64_t> axis = node.axis(*input, "input");
  if (failed(axis))
    return failure();
  FailureOr<SmallVector<Value>> lengths =
      readLengths(node, node.sizeOf(*input, *axis), *axis);
  if (failed(lengths))
    return failure();

  SmallVector<OpFoldResult> sizes = node.sizesOf(*input);
  int64_t rank = sizes.size();
  SmallVector<OpFoldResult> offsets(rank, node.builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, node.builder.getIndexAttr(1));
  SmallVector<Value> outputs;
  Value offset = node.constant(0);
  for (Value length : *lengths) {
    offsets[*axis] = node.fold(offset);
    sizes[*axis] = node.fold(length);
    outputs.push_back(node.slice(*input, offsets, sizes, strides));
    offset = node.add(offset, length);
  }
  return node.replace(outputs);
}

void mlir::onnxops::addSplitLowerings(Lowerings &lowerings) {
  lowerings["Split"] = lowerSplit;
}
