//===- Compare.h - the first difference of two values -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares results with reference data.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_COMPARE_H
#define ONNXOPS_DATA_COMPARE_H

#include "onnxops/Data/TensorData.h"

#include <optional>

namespace mlir::onnxops {

/// Describes where `actual` first differs from `expected`, none if it does not:
/// kind, length of sequences, element type, shape, then elements in row-major
/// order: "element [1, 2]: expected 3, but got 4".
///
/// Elements are equal when their bits are, or when both are NaN. With an `rtol`
/// above 0, floats and the parts of complex numbers also when |actual -
/// expected| is at most rtol * |expected|.
std::optional<std::string> findDifference(const HostValue &actual,
                                          const HostValue &expected,
                                          double rtol = 0);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_COMPARE_H
