//===- CarriedSequences.cpp - sequences that Loops carry ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows a sequence through an iteration, and compares its readers.
//
//===----------------------------------------------------------------------===//

#include "CarriedSequences.h"

#include "RegionTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

bool mlir::onnxops::isLoop(Operation *op) {
  if (!isOperator(op, "Loop") || op->getNumRegions() != 1 ||
      !op->getRegion(0).hasOneBlock() ||
      op->getNumOperands() < kNumLoopControls)
    return false;
  Block &body = op->getRegion(0).front();
  return !body.empty() && isOnnxOp(&body.back()) &&
         body.getNumArguments() == op->getNumOperands() &&
         body.back().getNumOperands() == 1 + op->getNumResults() &&
         op->getNumResults() >= op->getNumOperands() - kNumLoopControls;
}

std::optional<CarriedSequence> mlir::onnxops::findCarried(Operation *loop,
                                                          unsigned index) {
  CarriedSequence carried{loop, index, {}, {}, {}};
  if (!isa<SequenceType>(carried.getResult().getType()) ||
      !isa<SequenceType>(carried.getInitial().getType()))
    return std::nullopt;
  Block &body = carried.getBody();
  OpOperand &yielded = body.back().getOpOperand(1 + index);
  Value current = carried.getArgument();
  while (true) {
    SequenceReaders readers = collectReaders(current);
    bool isLast = readers.insertions.empty();
    bool isYielded =
        readers.others.size() == 1 && readers.others.front() == &yielded;
    if (isLast ? !isYielded : !readers.others.empty())
      return std::nullopt;
    carried.inLoop.push_back(readers);
    if (isLast)
      break;
    NewestSequenceInsertOp insert = readers.insertions.front();
    if (readers.insertions.size() != 1 || insert.getPosition() ||
        insert->getBlock() != &body)
      return std::nullopt;
    carried.insertions.push_back(insert);
    current = insert.getResult();
  }
  carried.after = collectReaders(carried.getResult());
  if (!carried.after.insertions.empty() || !carried.after.others.empty())
    return std::nullopt;
  return carried;
}

//===----------------------------------------------------------------------===//
// The form of the tensor
//===----------------------------------------------------------------------===//

// The type of all elements: that of those that are inserted, joined with that
// of the initial ones. Null if the rank is not known.
static RankedTensorType getElementType(const CarriedSequence &carried) {
  Type joined;
  if (!isAlwaysEmptySequence(carried.getInitial()))
    joined = cast<SequenceType>(carried.getInitial().getType()).getTensorType();
  for (NewestSequenceInsertOp insert : carried.insertions) {
    Type type = lookThroughCasts(insert.getTensor()).getType();
    joined = joined ? joinTypes(joined, type) : type;
  }
  return dyn_cast_or_null<RankedTensorType>(joined);
}

// The axis along which all readers concatenate; none if there are others.
static std::optional<int64_t> getJoinedAxis(const CarriedSequence &carried,
                                            int64_t rank) {
  std::optional<int64_t> axis;
  bool isCommon = true;
  carried.forAllReaders([&](const SequenceReaders &readers) {
    isCommon &= readers.elements.empty() && readers.lengths.empty();
    for (NewestConcatFromSequenceOp join : readers.joins) {
      std::optional<int64_t> other = normalizeAxis(join.getAxis(), rank);
      isCommon &= join.getNewAxis() == 0 && other && (!axis || axis == other);
      axis = other;
    }
  });
  return isCommon ? axis : std::nullopt;
}

// Whether elements of different sizes, which cannot be joined, fail in the
// original model too: all of them are joined in any call. A loop that does not
// run joins none of the initial ones.
static bool isAlwaysJoined(const CarriedSequence &carried) {
  auto hasJoin = [](const SequenceReaders &readers, Block *block) {
    return llvm::any_of(readers.joins, [&](Operation *join) {
      return join->getBlock() == block;
    });
  };
  return hasJoin(carried.after, carried.loop->getBlock()) ||
         (isAlwaysEmptySequence(carried.getInitial()) &&
          hasJoin(carried.inLoop.back(), &carried.getBody()));
}

// Whether stacked elements give all readers what they read: with sizes that are
// not known, only those that stack them.
static bool canReadStacked(const CarriedSequence &carried,
                           RankedTensorType element) {
  bool canRead = true;
  carried.forAllReaders([&](const SequenceReaders &readers) {
    if (!element.hasStaticShape())
      canRead &= readers.elements.empty();
    for (NewestConcatFromSequenceOp join : readers.joins)
      canRead &=
          join.getNewAxis() == 1
              ? normalizeAxis(join.getAxis(), element.getRank() + 1).has_value()
              : element.hasStaticShape() && element.getNumElements() &&
                    normalizeAxis(join.getAxis(), element.getRank());
  });
  return canRead;
}

// Whether the declared types of what is read do not contradict the elements.
static bool areReadersCompatible(const CarriedSequence &carried,
                                 RankedTensorType element) {
  bool isCompatible = true;
  carried.forAllReaders([&](const SequenceReaders &readers) {
    for (NewestSequenceAtOp at : readers.elements)
      isCompatible &= areCompatibleTypes(at.getType(), element);
    for (NewestConcatFromSequenceOp join : readers.joins) {
      bool isStack = join.getNewAxis() == 1;
      std::optional<int64_t> axis =
          normalizeAxis(join.getAxis(), element.getRank() + isStack);
      if (!axis) {
        isCompatible = false;
        continue;
      }
      SmallVector<int64_t> shape(element.getShape());
      if (isStack)
        shape.insert(shape.begin() + *axis, ShapedType::kDynamic);
      else
        shape[*axis] = ShapedType::kDynamic;
      isCompatible &= areCompatibleTypes(
          join.getType(),
          RankedTensorType::get(shape, element.getElementType()));
    }
  });
  return isCompatible;
}

std::optional<Joined>
mlir::onnxops::chooseForm(const CarriedSequence &carried) {
  RankedTensorType element = getElementType(carried);
  if (!element || !areReadersCompatible(carried, element))
    return std::nullopt;
  bool isStatic = element.hasStaticShape();
  if (std::optional<int64_t> axis = getJoinedAxis(carried, element.getRank())) {
    SmallVector<int64_t> others(element.getShape());
    others.erase(others.begin() + *axis);
    if (!ShapedType::isDynamicShape(others) || isAlwaysJoined(carried))
      return Joined{element, axis};
    return std::nullopt;
  }
  if (canReadStacked(carried, element) && (isStatic || isAlwaysJoined(carried)))
    return Joined{element, std::nullopt};
  return std::nullopt;
}

std::optional<Joined>
mlir::onnxops::chooseScan(const CarriedSequence &carried) {
  bool isRead =
      llvm::any_of(carried.inLoop, [](const SequenceReaders &readers) {
        return !readers.areNone();
      });
  RankedTensorType element = getElementType(carried);
  bool isScan = element && areReadersCompatible(carried, element) && !isRead &&
                carried.insertions.size() == 1 &&
                isAlwaysEmptySequence(carried.getInitial()) &&
                canReadStacked(carried, element) &&
                (element.hasStaticShape() || isAlwaysJoined(carried));
  return isScan ? std::optional(Joined{element, std::nullopt}) : std::nullopt;
}
