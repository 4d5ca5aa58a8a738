//===- Header.h - the C header of a model -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header for programs that call a compiled model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_AHEADOFTIME_HEADER_H
#define ONNXOPS_LIB_AHEADOFTIME_HEADER_H

#include "Names.h"
#include "onnxops/AheadOfTime/Compile.h"
#include "onnxops/Model/Shards.h"

namespace mlir::onnxops {

/// Writes the header of a model, which is C and C++. Without ranks, `shards` is
/// empty.
void printHeader(raw_ostream &os, const Model &model, const CNames &names,
                 const ModelShards &shards, const AheadOfTimeOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_AHEADOFTIME_HEADER_H
