//===- OnnxMutator.h - mutants of ONNX models -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes a model as its graph, with names that stay defined, or else as any
// message: mutants of the second kind hardly ever get past the reader.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_FUZZ_ONNXMUTATOR_H
#define ONNXOPS_TEST_FUZZ_ONNXMUTATOR_H

#include "ProtoMutator.h"

namespace mlir::onnxops::fuzz {

/// What LLVMFuzzerCustomMutator does for inputs that are ModelProtos.
size_t mutateModel(uint8_t *data, size_t size, size_t maxSize, unsigned seed);

} // namespace mlir::onnxops::fuzz

#endif // ONNXOPS_TEST_FUZZ_ONNXMUTATOR_H
