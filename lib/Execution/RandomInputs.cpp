//===- RandomInputs.cpp - random values for inputs ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values depend on the seed, the types and their order alone, not on the
// library's distributions, which differ.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/RandomInputs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <functional>

using namespace mlir;
using namespace mlir::onnxops;

// Sizes that are chosen: small ones, and multiples of the numbers of chunks and
// heads that models often have.
static constexpr int64_t kSizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 24, 48, 60};
static constexpr uint64_t kMaxLength = 4; // of sequences
// Above the first number of elements further sizes are 1, and above the second
// one a tensor is refused: the model declares its sizes, or one symbol for
// many.
static constexpr uint64_t kManyElements = 1 << 20, kMaxElements = 1 << 28;

llvm::Expected<RandomInputs> RandomInputs::create(uint64_t seed,
                                                  ArrayRef<std::string> dims,
                                                  bool choosesSizes) {
  RandomInputs result;
  result.generator.seed(seed);
  result.choosesSizes = choosesSizes;
  for (StringRef dim : dims) {
    auto [symbol, text] = dim.split('=');
    int64_t size;
    if (symbol.empty() || text.getAsInteger(10, size) || size < 0)
      return llvm::createStringError(
          "--dim: expected NAME=SIZE with a size of 0 or more, but got '" +
          dim + "'");
    result.sizes[symbol] = size;
  }
  return result;
}

static llvm::Error refuse(const ValueInfo &info, const Twine &message) {
  return llvm::createStringError("input '" + info.name + "': " + message);
}

// A size for a tensor of `count` elements for each of its indices.
int64_t RandomInputs::chooseSize(uint64_t count) {
  int64_t size = kSizes[generator() % std::size(kSizes)];
  return llvm::SaturatingMultiply<uint64_t>(count, size) > kManyElements ? 1
                                                                         : size;
}

llvm::Expected<SmallVector<int64_t>>
RandomInputs::chooseShape(const ValueInfo &info) {
  auto type = dyn_cast<RankedTensorType>(info.getTensorType());
  if (!type || (info.isSequence() && !choosesSizes))
    return refuse(info, Twine("expected a tensor of known rank, since it is "
                              "random") +
                            (choosesSizes ? "" : "; give it with --input"));
  SmallVector<int64_t> shape(type.getShape());
  uint64_t count = 1;
  auto add = [&](int64_t size) {
    count = llvm::SaturatingMultiply<uint64_t>(count, size);
  };
  llvm::for_each(
      llvm::make_filter_range(shape, std::not_fn(ShapedType::isDynamic)), add);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(size))
      continue;
    StringRef symbol =
        dim < info.symbols.size() ? info.symbols[dim] : StringRef();
    auto known = symbol.empty() ? sizes.end() : sizes.find(symbol);
    if (known == sizes.end() && !choosesSizes)
      return refuse(info, "expected a size for dimension " + Twine(dim) +
                              (symbol.empty()
                                   ? ", which has no name; give it with --input"
                                   : " (--dim " + symbol + "=SIZE)"));
    size = known == sizes.end() ? chooseSize(count) : known->second;
    add(size);
    if (!symbol.empty())
      sizes[symbol] = size;
  }
  if (choosesSizes && count > kMaxElements)
    return refuse(info, "expected at most " + Twine(kMaxElements) +
                            " elements, but got " + Twine(count) +
                            "; --dim gives sizes");
  return shape;
}

template <typename T>
void RandomInputs::fillWith(TensorData &tensor, double scale) {
  auto *data = reinterpret_cast<T *>(tensor.getMutableBytes().data());
  size_t count = tensor.getBytes().size() / sizeof(T);
  for (size_t i = 0; i < count; ++i)
    data[i] = static_cast<T>((generator() >> 11) * 0x1p-53 * scale);
}

// 16-bit floats are made from their bits.
void RandomInputs::fill(TensorData &tensor) {
  switch (tensor.getElementType()) {
  case ONNXOPS_FLOAT32:
  case ONNXOPS_COMPLEX64:
    return fillWith<float>(tensor, 1);
  case ONNXOPS_FLOAT64:
  case ONNXOPS_COMPLEX128:
    return fillWith<double>(tensor, 1);
  case ONNXOPS_FLOAT16:
  case ONNXOPS_BFLOAT16:
    return fillWith<uint16_t>(tensor, 0x3c00);
  case ONNXOPS_BOOL:
    return fillWith<uint8_t>(tensor, 2);
  case ONNXOPS_INT64:
  case ONNXOPS_UINT64:
    return fillWith<int64_t>(tensor, 4);
  case ONNXOPS_INT32:
  case ONNXOPS_UINT32:
    return fillWith<int32_t>(tensor, 4);
  case ONNXOPS_INT16:
  case ONNXOPS_UINT16:
    return fillWith<int16_t>(tensor, 4);
  case ONNXOPS_STRING:
    for (int64_t i = 0; i < tensor.getNumElements(); ++i)
      tensor.setString(i, "s" + std::to_string(generator() % 1000));
    return;
  default:
    return fillWith<int8_t>(tensor, 4);
  }
}

llvm::Expected<TensorData> RandomInputs::makeTensor(const ValueInfo &info) {
  llvm::Expected<SmallVector<int64_t>> shape = chooseShape(info);
  if (!shape)
    return shape.takeError();
  llvm::Expected<TensorData> tensor =
      TensorData::create(info.elementType, *shape);
  if (!tensor)
    return refuse(info, llvm::toString(tensor.takeError()));
  fill(*tensor);
  return tensor;
}

llvm::Expected<HostValue> RandomInputs::make(const ValueInfo &info) {
  if (!info.isSequence() || !choosesSizes) {
    llvm::Expected<TensorData> tensor = makeTensor(info);
    if (!tensor)
      return tensor.takeError();
    return HostValue(std::move(*tensor));
  }
  SequenceData sequence;
  sequence.elementType = info.elementType;
  // Not empty, since ONNX Runtime's C API cannot make an empty sequence.
  for (uint64_t left = 1 + generator() % kMaxLength; left > 0; --left) {
    llvm::Expected<TensorData> tensor = makeTensor(info);
    if (!tensor)
      return tensor.takeError();
    sequence.elements.push_back(std::move(*tensor));
  }
  return HostValue(std::move(sequence));
}
