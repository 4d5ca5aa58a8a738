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
  case ONNXOPS_FLOAT32:
    return as(float());
  case ONNXOPS_FLOAT64:
    return as(double());
  case ONNXOPS_FLOAT16:
    return as(Half());
  case ONNXOPS_BFLOAT16:
    return as(BFloat());
  case ONNXOPS_COMPLEX64:
    return as(std::complex<float>());
  case ONNXOPS_COMPLEX128:
    return as(std::complex<double>());
  case ONNXOPS_BOOL:
    return as(bool());
  case ONNXOPS_INT8:
    return as(int8_t());
  case ONNXOPS_INT16:
    return as(int16_t());
  case ONNXOPS_INT32:
    return as(int32_t());
  case ONNXOPS_INT64:
    return as(int64_t());
  case ONNXOPS_UINT8:
    return as(uint8_t());
  case ONNXOPS_UINT16:
    return as(uint16_t());
  case ONNXOPS_UINT32:
    return as(uint32_t());
  case ONNXOPS_UINT64:
    return as(uint64_t());
  }
  llvm_unreachable("a tensor has a known element type");
}

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DATA_ELEMENTS_H
