//===- ShapeBounds.cpp - check the intervals of sizes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect's types have no intervals, so they are only used here: to reject
// concats whose inputs cannot match in any call.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

// Prints bounds in the syntax of a shape.
static std::string formatBounds(SizeBounds bounds) {
  if (bounds.least == bounds.most)
    return std::to_string(bounds.least);
  std::string text = std::to_string(bounds.least) + "..";
  if (bounds.most != SizeBounds().most)
    text += std::to_string(bounds.most);
  return text;
}

static SizeBounds add(SizeBounds a, SizeBounds b) {
  SizeBounds sum;
  // The op reports overflow.
  if (llvm::AddOverflow(a.least, b.least, sum.least))
    return SizeBounds();
  if (llvm::AddOverflow(a.most, b.most, sum.most))
    sum.most = SizeBounds().most;
  return sum;
}

namespace {

/// The intersection of the bounds of a concat's inputs.
class Intersection {
public:
  Intersection(ErrorEmitter emit, size_t rank) : emit(emit), sizes(rank) {
    origins.resize(rank);
  }

  LogicalResult meet(size_t dim, SizeBounds bounds, size_t input) {
    SizeBounds &size = sizes[dim];
    if (bounds.least > size.most || bounds.most < size.least)
      return refuse(dim, bounds, input);
    // An error names the last input that narrowed the bounds.
    if (bounds.least > size.least || bounds.most < size.most)
      origins[dim] = input;
    size.least = std::max(size.least, bounds.least);
    size.most = std::min(size.most, bounds.most);
    return success();
  }

  void extend(size_t dim, SizeBounds bounds) {
    sizes[dim] = add(sizes[dim], bounds);
  }

  SizeBounds &operator[](size_t dim) { return sizes[dim]; }
  std::vector<SizeBounds> take() { return std::move(sizes); }

private:
  LogicalResult refuse(size_t dim, SizeBounds bounds, size_t input) {
    const SizeBounds &size = sizes[dim];
    if (size.least == size.most && bounds.least == bounds.most)
      return success();
    return emitFailure(emit, "expected inputs[", input, "] to have size ",
                       formatBounds(size), " in dimension ", dim,
                       ", as inputs[", origins[dim], "] has, but got ",
                       formatBounds(bounds));
  }

  ErrorEmitter emit;
  std::vector<SizeBounds> sizes;
  std::vector<size_t> origins;
};

} // namespace

FailureOr<ShapeBounds> mlir::onnxops::inferConcatBounds(
    ErrorEmitter emit, ArrayRef<const ShapeBounds *> inputs, int64_t axis) {
  auto isRanked = [](const ShapeBounds *bounds) { return bounds->has_value(); };
  const auto *ranked = llvm::find_if(inputs, isRanked);
  if (ranked == inputs.end())
    return ShapeBounds();
  size_t rank = (*ranked)->value().size();
  std::optional<int64_t> along = normalizeAxis(axis, rank);
  if (!along || llvm::any_of(inputs, [&](const ShapeBounds *bounds) {
        return *bounds && bounds->value().size() != rank;
      }))
    return ShapeBounds();

  Intersection result(emit, rank);
  result[*along] = {0, 0};
  for (auto [index, bounds] : llvm::enumerate(inputs)) {
    if (!*bounds) {
      result.extend(*along, SizeBounds());
      continue;
    }
    for (auto [dim, size] : llvm::enumerate(bounds->value()))
      if (dim == static_cast<size_t>(*along))
        result.extend(dim, size);
      else if (failed(result.meet(dim, size, index)))
        return failure();
  }
  return ShapeBounds(result.take());
}

LogicalResult mlir::onnxops::verifyWithinBounds(ErrorEmitter emit,
                                                const ShapeBounds &bounds,
                                                const DeclaredType &port) {
  // Different ranks and known sizes are compared with the inferred type.
  if (!bounds || !port.dimensions || bounds->size() != port.dimensions->size())
    return success();
  for (auto [index, size] : llvm::enumerate(*bounds)) {
    int64_t declared = (*port.dimensions)[index].size;
    if (ShapedType::isDynamic(declared) || size.least == size.most)
      continue;
    if (declared < size.least || declared > size.most)
      return emitFailure(emit, "expected the output port to have size ",
                         formatBounds(size), " in dimension ", index,
                         ", as inferred, but it is declared as ", declared);
  }
  return success();
}
