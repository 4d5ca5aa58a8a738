//===- TensorData.cpp - tensors and sequences in host memory --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage of a tensor, and its textual form.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/TensorData.h"

#include "Elements.h"
#include "onnxops/Support/Limits.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <charconv>

using namespace mlir::onnxops;
using llvm::ArrayRef;
using llvm::createStringError;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

// The target of an empty string element.
static const OnnxopsString emptyString = {0, ""};

llvm::Expected<int64_t> mlir::onnxops::countElements(int32_t elementType,
                                                     ArrayRef<int64_t> sizes) {
  int64_t elementBytes = onnxopsElementBytes(elementType);
  if (!elementBytes)
    return createStringError("unsupported element type " +
                             llvm::Twine(elementType));
  if (llvm::Error error = checkRank(sizes.size()))
    return error;
  // Checks sizes beside a size of zero too: strides are products of them.
  int64_t bytes = elementBytes;
  bool isEmpty = false;
  for (int64_t size : sizes) {
    if (size < 0)
      return createStringError("expected sizes of 0 or more, but got " +
                               llvm::Twine(size));
    isEmpty |= size == 0;
    if (size != 0 && llvm::MulOverflow(bytes, size, bytes))
      return createStringError("expected a size of less than 2^63 bytes");
  }
  return isEmpty ? 0 : bytes / elementBytes;
}

llvm::Expected<TensorData> TensorData::create(int32_t elementType,
                                              ArrayRef<int64_t> sizes) {
  llvm::Expected<int64_t> numElements = countElements(elementType, sizes);
  if (!numElements)
    return numElements.takeError();
  TensorData tensor;
  tensor.elementType = elementType;
  tensor.sizes.assign(sizes.begin(), sizes.end());
  tensor.numElements = *numElements;
  tensor.numBytes = *numElements * onnxopsElementBytes(elementType);
  // calloc returns large zeroed blocks without touching them; its alignment of
  // 16 bytes suffices for every element type.
  tensor.data.reset(
      static_cast<char *>(std::calloc(std::max<size_t>(tensor.numBytes, 1), 1)),
      std::free);
  if (!tensor.data)
    return createStringError("not enough memory for " +
                             llvm::Twine(tensor.numBytes) + " bytes");
  if (tensor.isString()) {
    tensor.strings = std::make_unique<llvm::BumpPtrAllocator>();
    auto **elements =
        reinterpret_cast<const OnnxopsString **>(tensor.data.get());
    std::fill_n(elements, *numElements, &emptyString);
  }
  return tensor;
}

TensorData TensorData::shareAs(int32_t elementType,
                               ArrayRef<int64_t> sizes) const {
  assert(!isString() && elementType != ONNXOPS_STRING);
  assert((this->elementType == ONNXOPS_BOOL) == (elementType == ONNXOPS_BOOL));
  TensorData other;
  other.elementType = elementType;
  other.sizes.assign(sizes.begin(), sizes.end());
  other.numElements = numBytes / onnxopsElementBytes(elementType);
  other.numBytes = numBytes;
  other.data = data;
  return other;
}

void mlir::onnxops::normalizeBools(TensorData &tensor) {
  if (tensor.getElementType() == ONNXOPS_BOOL)
    for (char &byte : tensor.getMutableBytes())
      byte = byte != 0;
}

StringRef TensorData::getString(int64_t index) const {
  assert(isString() && index >= 0 && index < numElements);
  const OnnxopsString *string =
      reinterpret_cast<const OnnxopsString *const *>(data.get())[index];
  return StringRef(string->data, string->size);
}

void TensorData::setString(int64_t index, StringRef value) {
  assert(isString() && index >= 0 && index < numElements);
  StringRef copy = value.copy(*strings);
  reinterpret_cast<const OnnxopsString **>(data.get())[index] = new (*strings)
      OnnxopsString{static_cast<int64_t>(copy.size()), copy.data()};
}

OnnxopsValue TensorData::getSlot() const {
  OnnxopsValue slot = {};
  slot.kind = ONNXOPS_TENSOR;
  slot.elementType = elementType;
  slot.rank = sizes.size();
  // The slot of an input is only read.
  slot.data = data.get();
  slot.sizes = const_cast<int64_t *>(sizes.data());
  return slot;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

Half::operator float() const {
  return llvm::APFloat(llvm::APFloat::IEEEhalf(), llvm::APInt(16, bits))
      .convertToFloat();
}

BFloat::operator float() const {
  return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

// to_chars prints the shortest text that reads back as the same value.
template <typename Number>
static void printNumber(llvm::raw_ostream &os, Number value) {
  char text[64];
  std::to_chars_result end = std::to_chars(text, std::end(text), value);
  os << StringRef(text, end.ptr - text);
}

static void printNumber(llvm::raw_ostream &os, bool value) {
  os << (value ? "true" : "false");
}

static void printNumber(llvm::raw_ostream &os, Half value) {
  printNumber(os, static_cast<float>(value));
}

static void printNumber(llvm::raw_ostream &os, BFloat value) {
  printNumber(os, static_cast<float>(value));
}

template <typename Part>
static void printNumber(llvm::raw_ostream &os, std::complex<Part> value) {
  os << "(";
  printNumber(os, value.real());
  os << ", ";
  printNumber(os, value.imag());
  os << ")";
}

void mlir::onnxops::printElement(llvm::raw_ostream &os,
                                 const TensorData &tensor, int64_t index) {
  if (tensor.isString()) {
    os << '"';
    llvm::printEscapedString(tensor.getString(index), os);
    os << '"';
    return;
  }
  visitElements(tensor,
                [&](auto elements) { printNumber(os, elements[index]); });
}

// Prints dimension `dim` of the elements from `index` on, and advances `index`
// past the printed ones. Stops at `limit`.
static void printDimension(llvm::raw_ostream &os, const TensorData &tensor,
                           size_t dim, int64_t &index, int64_t limit) {
  if (dim == tensor.getSizes().size()) {
    printElement(os, tensor, index++);
    return;
  }
  os << "[";
  for (int64_t i = 0; i < tensor.getSizes()[dim]; ++i) {
    if (i > 0)
      os << ", ";
    if (index >= limit) {
      os << "...";
      break;
    }
    printDimension(os, tensor, dim + 1, index, limit);
  }
  os << "]";
}

void mlir::onnxops::printElements(llvm::raw_ostream &os,
                                  const TensorData &tensor, int64_t limit) {
  // Without elements, [2305843009213693951, 0] would print without end.
  if (tensor.getNumElements() == 0) {
    os << "[]";
    return;
  }
  int64_t index = 0;
  printDimension(os, tensor, 0, index, limit);
}

std::string mlir::onnxops::describeType(int32_t elementType,
                                        llvm::ArrayRef<int64_t> sizes) {
  std::string text = "tensor<";
  for (int64_t size : sizes)
    text += std::to_string(size) + "x";
  return text + onnxopsElementName(elementType) + ">";
}

std::string mlir::onnxops::describeType(const TensorData &tensor) {
  return describeType(tensor.getElementType(), tensor.getSizes());
}
