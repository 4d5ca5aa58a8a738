//===- Compare.cpp - the first difference of two values -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares types first, then elements.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/Compare.h"

#include "Elements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir::onnxops;

using Difference = std::optional<std::string>;

static bool isClose(double actual, double expected, double rtol) {
  if (std::isnan(actual) || std::isnan(expected))
    return std::isnan(actual) && std::isnan(expected);
  // Also distinguishes infinities: their difference is infinite or NaN.
  return rtol > 0 && std::abs(actual - expected) <= rtol * std::abs(expected) &&
         std::isfinite(expected);
}

// Whether two elements with different bits count as equal.
template <typename Element>
static bool isClose(const Element &actual, const Element &expected,
                    double rtol) {
  if constexpr (std::is_integral_v<Element>)
    return false;
  else
    return isClose(static_cast<double>(actual), static_cast<double>(expected),
                   rtol);
}

// Parts are compared separately: NaN in one does not affect the other.
template <typename Part>
static bool isClose(const std::complex<Part> &actual,
                    const std::complex<Part> &expected, double rtol) {
  auto isEqual = [&](Part lhs, Part rhs) {
    return std::memcmp(&lhs, &rhs, sizeof(Part)) == 0 ||
           isClose(static_cast<double>(lhs), static_cast<double>(rhs), rtol);
  };
  return isEqual(actual.real(), expected.real()) &&
         isEqual(actual.imag(), expected.imag());
}

static std::optional<int64_t> findDifferentString(const TensorData &actual,
                                                  const TensorData &expected) {
  for (int64_t i = 0; i < expected.getNumElements(); ++i)
    if (actual.getString(i) != expected.getString(i))
      return i;
  return std::nullopt;
}

static std::optional<int64_t> findDifferentElement(const TensorData &actual,
                                                   const TensorData &expected,
                                                   double rtol) {
  if (expected.isString())
    return findDifferentString(actual, expected);
  if (actual.getBytes() == expected.getBytes())
    return std::nullopt;
  return visitElements(expected, [&](auto elements) -> std::optional<int64_t> {
    using Element = typename decltype(elements)::value_type;
    auto *got = reinterpret_cast<const Element *>(actual.getBytes().data());
    for (size_t i = 0; i < elements.size(); ++i)
      if (std::memcmp(&got[i], &elements[i], sizeof(Element)) != 0 &&
          !isClose(got[i], elements[i], rtol))
        return i;
    return std::nullopt;
  });
}

// The index in every dimension of the element at `linear` in row-major order.
static std::string describeIndex(llvm::ArrayRef<int64_t> sizes,
                                 int64_t linear) {
  llvm::SmallVector<int64_t> index(sizes.size());
  for (size_t dim = sizes.size(); dim-- > 0;) {
    index[dim] = linear % sizes[dim];
    linear /= sizes[dim];
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[";
  llvm::interleaveComma(index, os);
  os << "]";
  return text;
}

static Difference compareTensors(const TensorData &actual,
                                 const TensorData &expected, double rtol) {
  if (actual.getElementType() != expected.getElementType() ||
      actual.getSizes() != expected.getSizes())
    return "expected " + describeType(expected) + ", but got " +
           describeType(actual);
  std::optional<int64_t> index = findDifferentElement(actual, expected, rtol);
  if (!index)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "element " << describeIndex(expected.getSizes(), *index)
     << ": expected ";
  printElement(os, expected, *index);
  os << ", but got ";
  printElement(os, actual, *index);
  return text;
}

static Difference compareSequences(const SequenceData &actual,
                                   const SequenceData &expected, double rtol) {
  if (actual.elements.size() != expected.elements.size())
    return "expected a sequence of length " +
           std::to_string(expected.elements.size()) + ", but got length " +
           std::to_string(actual.elements.size());
  if (actual.elementType != expected.elementType)
    return std::string("expected a sequence of ") +
           onnxopsElementName(expected.elementType) + " tensors, but got " +
           onnxopsElementName(actual.elementType) + " tensors";
  for (size_t i = 0; i < expected.elements.size(); ++i)
    if (Difference difference =
            compareTensors(actual.elements[i], expected.elements[i], rtol))
      return "tensor " + std::to_string(i) + ": " + *difference;
  return std::nullopt;
}

Difference mlir::onnxops::findDifference(const HostValue &actual,
                                         const HostValue &expected,
                                         double rtol) {
  auto *actualTensor = std::get_if<TensorData>(&actual);
  auto *expectedTensor = std::get_if<TensorData>(&expected);
  if (actualTensor && expectedTensor)
    return compareTensors(*actualTensor, *expectedTensor, rtol);
  if (actualTensor)
    return "expected a sequence, but got a tensor";
  if (expectedTensor)
    return "expected a tensor, but got a sequence";
  return compareSequences(*std::get_if<SequenceData>(&actual),
                          *std::get_if<SequenceData>(&expected), rtol);
}
