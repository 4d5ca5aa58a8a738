//===- Slice.cpp - rules of Slice -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects ranges of rows along axes.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

// The rows of a slice [start:end:step] of an axis: the first row and their
// number.
struct RowRange {
  int64_t start, count;
};

// The known bounds of a Slice along one axis.
struct SliceBounds {
  std::optional<int64_t> axis, start, end, step;
};

} // namespace

// The step must not be 0.
static RowRange clampRows(int64_t size, int64_t start, int64_t end,
                          int64_t step) {
  bool goesOn = step > 0;
  auto count = [&](int64_t bound) { return bound < 0 ? bound + size : bound; };
  // With a negative step, the start is at most the last row, and the end is at
  // least the position before the first.
  int64_t last = goesOn ? size : size - 1;
  auto clamp = [](int64_t value, int64_t low, int64_t high) {
    return std::min(std::max(value, low), high);
  };
  start = clamp(count(start), 0, last);
  end = clamp(count(end), goesOn ? 0 : -1, last);
  uint64_t reach = goesOn ? end - start : start - end;
  if (goesOn ? end <= start : start <= end)
    return {start, 0};
  uint64_t distance = goesOn ? step : -static_cast<uint64_t>(step);
  return {start, static_cast<int64_t>((reach - 1) / distance + 1)};
}

// The bounds for each axis of a Slice; none if the number of axes is not known.
static std::optional<SmallVector<SliceBounds>>
getSliceBounds(Operation *op, ValueReader &reader) {
  std::optional<KnownElements> starts = getEntries(op, "starts", 1, reader);
  std::optional<KnownElements> ends = getEntries(op, "ends", 2, reader);
  std::optional<KnownElements> axes = getEntries(op, "axes", 3, reader);
  std::optional<KnownElements> steps = getEntries(op, "steps", 4, reader);
  bool hasAxes = hasEntries(op, "axes", 3),
       hasSteps = hasEntries(op, "steps", 4);
  const auto &counted = hasAxes ? axes : starts;
  if (!counted)
    return std::nullopt;
  auto entry = [](const std::optional<KnownElements> &list, size_t i) {
    return list && i < list->size() ? (*list)[i] : std::nullopt;
  };
  SmallVector<SliceBounds> bounds;
  for (size_t i = 0, count = counted->size(); i < count; ++i)
    bounds.push_back({hasAxes ? entry(axes, i) : std::optional<int64_t>(i),
                      entry(starts, i), entry(ends, i),
                      hasSteps ? entry(steps, i) : std::optional<int64_t>(1)});
  return bounds;
}

// The size of an axis of `size` after a slice.
static int64_t getSlicedSize(int64_t size, const SliceBounds &bounds) {
  if (ShapedType::isDynamic(size) || !bounds.start || !bounds.end ||
      !bounds.step || *bounds.step == 0)
    return ShapedType::kDynamic;
  return clampRows(size, *bounds.start, *bounds.end, *bounds.step).count;
}

static SmallVector<Type> inferSlice(Operation *op, const InferenceMode &mode) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return {input};
  ValueReader reader;
  std::optional<SmallVector<SliceBounds>> slices = getSliceBounds(op, reader);
  SmallVector<std::optional<int64_t>> axes;
  for (const SliceBounds &slice : slices.value_or(SmallVector<SliceBounds>()))
    axes.push_back(slice.axis);
  if (!slices || !getDimensions(axes, input.getRank()))
    return {makeUnknownShape(input.getRank(), input.getElementType())};
  SmallVector<int64_t> shape(input.getShape());
  for (const SliceBounds &slice : *slices) {
    int64_t &size = shape[*normalizeAxis(*slice.axis, input.getRank())];
    size = mode.isImport ? ShapedType::kDynamic : getSlicedSize(size, slice);
  }
  return {RankedTensorType::get(shape, input.getElementType())};
}

static std::optional<KnownElements> readSlice(Operation *op, unsigned,
                                              ValueReader &reader) {
  TensorType data = getTensorType(op, 0);
  const KnownElements *elements = reader.read(op->getOperand(0));
  auto bounds = getSliceBounds(op, reader);
  if (!data.hasRank() || data.getRank() != 1 || !elements || !bounds ||
      bounds->size() > 1)
    return std::nullopt;
  if (bounds->empty())
    return *elements;
  const SliceBounds &slice = bounds->front();
  if (!slice.axis || !normalizeAxis(*slice.axis, 1) || !slice.start ||
      !slice.end || !slice.step || *slice.step == 0)
    return std::nullopt;
  RowRange rows =
      clampRows(elements->size(), *slice.start, *slice.end, *slice.step);
  KnownElements taken;
  for (int64_t i = 0; i < rows.count; ++i)
    taken.push_back((*elements)[rows.start + i * *slice.step]);
  return taken;
}

static constexpr OnnxOperator kOperators[] = {
    {"Slice", 6, 1, 5, inferSlice, readSlice},
};

ArrayRef<OnnxOperator> mlir::onnxops::getSliceOperators() { return kOperators; }
