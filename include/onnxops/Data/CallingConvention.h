//===- CallingConvention.h - values in and out of a call --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host values to and from the slots of compiled functions. A tensor needs no
// more than TensorData::getSlot.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_CALLINGCONVENTION_H
#define ONNXOPS_DATA_CALLINGCONVENTION_H

#include "onnxops/Data/TensorData.h"

namespace mlir::onnxops {

struct SequenceDeleter {
  void operator()(OnnxopsSequence *sequence) const {
    onnxopsSequenceDestroy(sequence);
  }
};
using SequenceHandle = std::unique_ptr<OnnxopsSequence, SequenceDeleter>;

/// A deep copy of `sequence` as the run-time library holds sequences. Fails
/// when there is no memory, or when an element is of another type.
llvm::Expected<SequenceHandle> makeSequence(const SequenceData &sequence);

/// An input slot of a compiled function that does not own `sequence`.
OnnxopsValue getSlot(OnnxopsSequence *sequence);

/// A deep copy of what a slot holds, row-major as calls return it. Fails when
/// there is no memory.
llvm::Expected<HostValue> copySlot(const OnnxopsValue &slot);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_CALLINGCONVENTION_H
