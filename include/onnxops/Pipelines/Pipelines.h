//===- Pipelines.h - every list of passes there is --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One builder per stage, each beginning with the stage before it. Tools,
// embedders and tests all call these; a list of passes stands nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_PIPELINES_PIPELINES_H
#define ONNXOPS_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"
#include "onnxops/Conversion/Passes.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::onnxops {

/// Options of every pipeline that leaves the dialect.
struct ToLinalgOptions : PassPipelineOptions<ToLinalgOptions> {
  Option<CheckMode> checks{
      *this, "checks", llvm::cl::desc("what a failed run-time check does"),
      llvm::cl::init(CheckMode::Status),
      llvm::cl::values(clEnumValN(CheckMode::Status, "status",
                                  "ends the call with an error"),
                       clEnumValN(CheckMode::Assert, "assert", "aborts"),
                       clEnumValN(CheckMode::None, "none", "nothing"))};
};

/// Options of every pipeline that goes on to memory.
struct ToBuffersOptions : ToLinalgOptions {
  Option<bool> inPlace{
      *this, "in-place",
      llvm::cl::desc("whether operands of a concat are computed in its result"),
      llvm::cl::init(true)};
  Option<bool> countStores{
      *this, "count-stores",
      llvm::cl::desc("count the bytes of tensor data that a call stores"),
      llvm::cl::init(false)};
};

struct ToLLVMOptions : ToBuffersOptions {
  Option<std::string> cpu{
      *this, "cpu", llvm::cl::desc("what CPU code is for, as LLVM names it"),
      llvm::cl::init("host")};
  Option<std::string> triple{
      *this, "triple",
      llvm::cl::desc("what machine code is for, if not for this one"),
      llvm::cl::init("")};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("how many threads may share the work of a call"),
      llvm::cl::init(1)};
  // Of LowerCopies; -1 asks the CPU.
  Option<int64_t> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("bytes of a vector register, 0 for code without vectors, "
                     "-1 for what the CPU has"),
      llvm::cl::init(-1)};
  Option<int64_t> streamThreshold{
      *this, "stream-threshold",
      llvm::cl::desc("bytes read and written from which stores bypass the "
                     "cache, -1 for what the CPU's caches ask for"),
      llvm::cl::init(-1)};
  Option<int64_t> fillThreshold{
      *this, "fill-threshold",
      llvm::cl::desc("bytes of repeats written from which stores bypass the "
                     "cache, -1 for what the CPU's caches ask for"),
      llvm::cl::init(-1)};
  Option<int64_t> parallelThreshold{
      *this, "parallel-threshold",
      llvm::cl::desc("bytes written from which threads share a copy"),
      llvm::cl::init(524288)};
  Option<std::string> force{
      *this, "force",
      llvm::cl::desc("the strategy that every copy takes, for tests"),
      llvm::cl::init("")};
};

struct ToGPUOptions : ToBuffersOptions {
  Option<std::string> target{
      *this, "target", llvm::cl::desc("kind of device: nvptx, amdgcn or spirv"),
      llvm::cl::init("nvptx")};
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("which device of that kind; nothing for spirv"),
      llvm::cl::init("")};
  Option<std::string> format{
      *this, "format",
      llvm::cl::desc(
          "what code is made: isa, or object for amdgcn, which takes "
          "LLVM's linker"),
      llvm::cl::init("isa")};
  Option<std::string> features{
      *this, "features", llvm::cl::desc("what code may use, as LLVM names it"),
      llvm::cl::init("")};
};

/// Modules of onnx-mlir to the dialect, other ONNX operators to upstream
/// dialects, shapes, newest versions: the first part of buildPreparePipeline.
void buildUpgradePipeline(OpPassManager &pm);

/// Other ONNX operators, shapes, newest versions, folds, fusion, known
/// sequences: any module becomes one of the newest ops with types as static as
/// can be known.
void buildPreparePipeline(OpPassManager &pm);

/// Prepares, then leaves the dialect for linalg, tensor and scf.
void buildToLinalgPipeline(OpPassManager &pm, const ToLinalgOptions &options);

/// Tensors become memory: entries, One-Shot Bufferize, outputs in place. Begins
/// with buildToLinalgPipeline.
void buildToBuffersPipeline(OpPassManager &pm, const ToBuffersOptions &options);

/// Down to the LLVM dialect for the CPU. Each public function `f` is then
/// `onnxops_f`, see onnxops/ABI/Runtime.h. The target CPU decides how wide
/// vectors are; whoever makes machine code names the same one to LLVM.
void buildToLLVMPipeline(OpPassManager &pm, const ToLLVMOptions &options);

/// Down to kernels in a gpu.module and a host that launches them: each copy,
/// repeat and elementwise loop one, all copies of a concat one together. All
/// memory is the device's. Begins with buildToBuffersPipeline.
void buildToGPULaunchesPipeline(OpPassManager &pm, const ToGPUOptions &options);

/// Down to the code of the kernels as gpu.binary: PTX text, AMD ISA text or
/// SPIR-V. Begins with buildToGPULaunchesPipeline.
void buildToDeviceCodePipeline(OpPassManager &pm, const ToGPUOptions &options);

/// Down to the LLVM dialect for the host, which holds the code of the kernels
/// as data: PTX text, an AMD code object or SPIR-V. Functions are called as
/// those of buildToLLVMPipeline, with a context that has a device, see
/// onnxops/ABI/Device.h.
void buildToGPUPipeline(OpPassManager &pm, const ToGPUOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_PIPELINES_PIPELINES_H
