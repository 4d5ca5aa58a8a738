//===- RuntimeSymbols.cpp - the run-time library by address ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one list of what generated code may call.
//
//===----------------------------------------------------------------------===//

#include "RuntimeSymbols.h"

#include "onnxops/Runtime/GeneratedCode.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

using namespace mlir::onnxops;

llvm::orc::SymbolMap mlir::onnxops::getRuntimeSymbols(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](const char *name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  add("onnxopsRtEnter", &onnxopsRtEnter);
  add("onnxopsRtLeave", &onnxopsRtLeave);
  add("onnxopsRtRequire", &onnxopsRtRequire);
  add("onnxopsRtStrings", &onnxopsRtStrings);
  add("onnxopsRtAllocate", &onnxopsRtAllocate);
  add("onnxopsRtFree", &onnxopsRtFree);
  add("onnxopsRtOutput", &onnxopsRtOutput);
  add("onnxopsRtCountBytes", &onnxopsRtCountBytes);
  add("onnxopsRtParallelFor", &onnxopsRtParallelFor);
  add("onnxopsRtSequenceCreate", &onnxopsRtSequenceCreate);
  add("onnxopsRtSequencePush", &onnxopsRtSequencePush);
  add("onnxopsRtSequenceInsert", &onnxopsRtSequenceInsert);
  add("onnxopsRtSequenceErase", &onnxopsRtSequenceErase);
  add("onnxopsRtSequenceAt", &onnxopsRtSequenceAt);
  add("onnxopsRtOutputSequence", &onnxopsRtOutputSequence);
  add("onnxopsSequenceLength", &onnxopsSequenceLength);
  return symbols;
}
