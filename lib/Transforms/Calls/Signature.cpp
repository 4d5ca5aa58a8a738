//===- Signature.cpp - declared inputs and outputs of entries -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries follow each other without an index: each begins where the one before
// ends.
//
//===----------------------------------------------------------------------===//

#include "Signature.h"

#include "onnxops/ABI/GeneratedCode.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Escape.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::onnxops;

Signature::Signature(StringRef function, ArrayRef<EntryValue> inputs,
                     ArrayRef<EntryValue> outputs) {
  for (const EntryValue &value : inputs)
    collectSymbols(value);
  for (const EntryValue &value : outputs)
    collectSymbols(value);
  numbers = {static_cast<int64_t>(inputs.size()),
             static_cast<int64_t>(outputs.size()),
             static_cast<int64_t>(symbols.size()), addName(function)};
  for (auto &[symbol, index] : symbols)
    numbers.push_back(addName(symbol));
  addInputs(inputs);
  for (const EntryValue &value : outputs)
    addValue(value);
}

void Signature::collectSymbols(const EntryValue &value) {
  if (!value.dims || !isa<TensorType>(value.type))
    return;
  for (auto symbol : value.dims.getAsRange<StringAttr>())
    if (!symbol.empty())
      symbols.try_emplace(symbol.getValue(), symbols.size());
}

int64_t Signature::addName(StringRef name) {
  int64_t offset = names.size();
  names += escapeText(name); // for messages
  names.push_back('\0');
  return offset;
}

// Encodes a size: static, symbolic, or dynamic.
int64_t Signature::encodeSize(const EntryValue &value, size_t dim,
                              int64_t size) {
  if (!ShapedType::isDynamic(size))
    return size;
  if (!value.dims || dim >= value.dims.size() || !isa<TensorType>(value.type))
    return -1;
  auto symbol = dyn_cast<StringAttr>(value.dims[dim]);
  if (!symbol || symbol.empty())
    return -1;
  return -2 - symbols.lookup(symbol.getValue());
}

namespace {
/// Entries of inputs, one behind the other, each like the first.
struct AlikeEntries {
  int64_t after = 0; ///< the number of entries behind the first
  int64_t axis = 0;  ///< the dimension in which sizes differ
  bool differ = false;
};
} // namespace

// Puts an entry in front of such entries, of which `next` is the first.
static AlikeEntries prepend(ArrayRef<int64_t> entry, ArrayRef<int64_t> next,
                            AlikeEntries alike) {
  constexpr size_t name = 3, sizes = 4;
  if (entry.size() != next.size())
    return {};
  std::optional<size_t> difference;
  for (size_t i = 0; i < entry.size(); ++i) {
    if (i == name || entry[i] == next[i])
      continue;
    if (i < sizes || difference || !(entry.front() & ONNXOPS_KIND_FIXED))
      return {};
    difference = i;
  }
  if (!difference)
    return {alike.after + 1, alike.axis, alike.differ};
  int64_t axis = *difference - sizes;
  // Entries that differ in another dimension begin behind the next one.
  if (alike.differ && alike.axis != axis)
    alike.after = 0;
  return {alike.after + 1, axis, true};
}

// Adds inputs; the kind of each says how many of the next are like it.
void Signature::addInputs(ArrayRef<EntryValue> inputs) {
  SmallVector<size_t> begins;
  for (const EntryValue &value : inputs) {
    begins.push_back(numbers.size());
    addValue(value);
  }
  SmallVector<int64_t> next;
  AlikeEntries alike;
  size_t end = numbers.size();
  for (size_t begin : llvm::reverse(begins)) {
    SmallVector<int64_t> entry(numbers.begin() + begin, numbers.begin() + end);
    alike = prepend(entry, next, alike);
    numbers[begin] |= alike.after << ONNXOPS_KIND_ALIKE_SHIFT;
    if (alike.differ)
      numbers[begin] |= (alike.axis + 1) * ONNXOPS_KIND_AXIS;
    next = std::move(entry);
    end = begin;
  }
}

// Whether all sizes are known and above 0, and the size in bytes, which is that
// many times at most 16, fits an int64_t.
static bool isFixed(TensorType tensor) {
  constexpr int64_t maxElements = std::numeric_limits<int64_t>::max() / 16;
  if (!tensor.hasStaticShape())
    return false;
  int64_t elements = 1;
  for (int64_t size : tensor.getShape())
    if (size <= 0 || llvm::MulOverflow(elements, size, elements))
      return false;
  return elements <= maxElements;
}

void Signature::addValue(const EntryValue &value) {
  auto sequence = dyn_cast<SequenceType>(value.type);
  auto tensor =
      sequence ? sequence.getTensorType() : cast<TensorType>(value.type);
  int64_t kind = sequence ? ONNXOPS_SEQUENCE : ONNXOPS_TENSOR;
  if (!sequence && isFixed(tensor))
    kind |= ONNXOPS_KIND_FIXED;
  numbers.push_back(kind);
  numbers.push_back(value.elementType);
  numbers.push_back(tensor.hasRank() ? tensor.getRank() : -1);
  numbers.push_back(addName(value.name ? value.name.getValue() : ""));
  if (tensor.hasRank())
    for (auto [dim, size] : llvm::enumerate(tensor.getShape()))
      numbers.push_back(encodeSize(value, dim, size));
}
