//===- ProgramHandle.h - the program of a handle ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the files of the C API that call programs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CAPI_PROGRAMHANDLE_H
#define ONNXOPS_LIB_CAPI_PROGRAMHANDLE_H

#include "onnxops-c/Program.h"
#include "onnxops/Execution/Program.h"

namespace mlir::onnxops {

/// The program of a handle that is not null.
const Program &getProgram(OnnxopsProgram handle);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CAPI_PROGRAMHANDLE_H
