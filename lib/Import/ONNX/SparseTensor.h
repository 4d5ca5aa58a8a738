//===- SparseTensor.h - constants with few elements -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A SparseTensorProto becomes a tensor of all elements, as in ONNX Runtime.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_ONNX_SPARSETENSOR_H
#define ONNXOPS_LIB_IMPORT_ONNX_SPARSETENSOR_H

#include "onnxops/Data/ConstantPool.h"

namespace mlir::onnxops {

/// The tensor of `sizes`, of zeros except for `values`, a vector. `indices`
/// has the position of each: in row-major order, or a row with an index for
/// each dimension; positions ascend. Counts the result in `pool`.
llvm::Expected<TensorData> expandSparse(const TensorData &values,
                                        const TensorData &indices,
                                        llvm::ArrayRef<int64_t> sizes,
                                        ConstantPool &pool);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_ONNX_SPARSETENSOR_H
