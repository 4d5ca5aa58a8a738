//===- Elements.h - typed access to the elements of a tensor ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one switch from element type numbers to C++ types, for code that reads
// values instead of moving bytes.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DATA_ELEMENTS_H
#define ONNXOPS_LIB_DATA_ELEMENTS_H

#include "onnxops/Data/TensorData.h"

#include <complex>
#include <type_traits>

namespace mlir::onnxops {

/// An f16 or bf16 element. Converts to the float of the same value.
struct Half {
  uint16_t bits;
  operator float() const;
};
struct BFloat {
  uint16_t bits;
  operator float() const;
};

/// The C++ type of the elements of each kind, given the type of what they
/// store.
template <typename Scalar>
using AsInt = Scalar;
template <typename Scalar>
using AsUInt = Scalar;
template <typename Scalar>
using AsBool = Scalar;
template <typename Scalar>
using AsFloat =
    std::conditional_t<std::is_same_v<Scalar, uint16_t>, Half, Scalar>;
template <typename Scalar>
using AsBfloat = BFloat;
template <typename Scalar>
using AsComplex = std::complex<Scalar>;

/// Calls `visit` with the elements of a tensor that does not hold strings as an
/// ArrayRef of the C++ type that stores them.
template <typename Visitor>
auto visitElements(const TensorData &tensor, Visitor visit) {
  auto as = [&](auto zero) {
    using Element = decltype(zero);
    return visit(llvm::ArrayRef<Element>(
        reinterpret_cast<const Element *>(tensor.getBytes().data()),
        tensor.getNumElements()));
  };
  switch (tensor.getElementType()) {
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, scalar, ...)                    \
  case ONNXOPS_##name:                                                         \
    return as(As##kind<scalar>());
#include "onnxops/ABI/ElementTypes.def"
  }
  llvm_unreachable("a tensor has a known element type");
}

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DATA_ELEMENTS_H
