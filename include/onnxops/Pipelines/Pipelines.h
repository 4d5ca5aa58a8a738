//===- Pipelines.h - pass pipelines -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One builder per stage, each of which begins with the previous stage. Tools,
// embedders and tests all call these builders; there are no other pass lists.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_PIPELINES_PIPELINES_H
#define ONNXOPS_PIPELINES_PIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassOptions.h"
#include "onnxops/Conversion/Passes.h"

namespace mlir {
class OpPassManager;
class Pass;
} // namespace mlir

namespace mlir::onnxops {

class SharedCode;

/// Options of every pipeline that leaves the dialect.
struct ToLinalgOptions : PassPipelineOptions<ToLinalgOptions> {
  Option<CheckMode> checks{
      *this, "checks", llvm::cl::desc("what a failed run-time check does"),
      llvm::cl::init(CheckMode::Status),
      llvm::cl::values(clEnumValN(CheckMode::Status, "status",
                                  "ends the call with an error"),
                       clEnumValN(CheckMode::Assert, "assert", "aborts"),
                       clEnumValN(CheckMode::None, "none", "nothing"))};
  // Options of AssignShards, which runs if either is given.
  ListOption<int64_t> ranks{
      *this, "ranks",
      llvm::cl::desc(
          "the number of ranks, or those along each axis of a grid")};
  ListOption<std::string> shards{
      *this, "shard",
      llvm::cl::desc("inputs that are sharded, as NAME:DIMENSION, "
                     "NAME:DIMENSION@AXIS or NAME:free")};
};

/// Options of the pipelines that may keep operators without a lowering.
template <typename Base>
struct KeepOptions : Base {
  mlir::detail::PassOptions::Option<UnknownOps> unknownOps{
      *this, "unknown-ops",
      llvm::cl::desc("how operators without a lowering are treated"),
      llvm::cl::init(UnknownOps::Refuse), getUnknownOpsValues()};
};

/// Options of every pipeline that lowers to memrefs.
struct ToBuffersOptions : ToLinalgOptions {
  Option<bool> inPlace{
      *this, "in-place",
      llvm::cl::desc("compute operands of a concat in its result"),
      llvm::cl::init(true)};
  Option<bool> countStores{
      *this, "count-stores",
      llvm::cl::desc("count the bytes of tensor data that a call stores"),
      llvm::cl::init(false)};
};

struct ToLLVMOptions : ToBuffersOptions {
  Option<std::string> cpu{*this, "cpu",
                          llvm::cl::desc("LLVM's name of the target CPU"),
                          llvm::cl::init("host")};
  Option<std::string> triple{
      *this, "triple", llvm::cl::desc("target triple, this machine's if empty"),
      llvm::cl::init("")};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("maximum number of threads that share the work of a call"),
      llvm::cl::init(1)};
  // Options of LowerCopies.
  Option<int64_t> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("bytes of a vector register, 0 for code without vectors, "
                     "-1 for the CPU's"),
      llvm::cl::init(-1)};
  Option<int64_t> streamThreshold{
      *this, "stream-threshold",
      llvm::cl::desc("minimum bytes read and written for non-temporal stores, "
                     "-1 to ask the run-time library"),
      llvm::cl::init(-1)};
  Option<int64_t> fillThreshold{
      *this, "fill-threshold",
      llvm::cl::desc("minimum bytes of repeats written for non-temporal "
                     "stores, -1 to ask the run-time library"),
      llvm::cl::init(-1)};
  Option<int64_t> parallelThreshold{
      *this, "parallel-threshold",
      llvm::cl::desc("minimum bytes written for threads to share a copy, -1 to "
                     "ask the run-time library"),
      llvm::cl::init(-1)};
  Option<std::string> force{
      *this, "force",
      llvm::cl::desc("the strategy that every copy uses, for tests"),
      llvm::cl::init("")};
  // An option of LowerRuntimeOps.
  Option<bool> testInputs{
      *this, "test-inputs",
      llvm::cl::desc("test a few inputs by code for their types"),
      llvm::cl::init(true)};
  /// As for createLowerCopies.
  SharedCode *sharedCode = nullptr;
};

struct ToGPUOptions : ToBuffersOptions {
  Option<std::string> target{
      *this, "target", llvm::cl::desc("kind of device: nvptx, amdgcn or spirv"),
      llvm::cl::init("nvptx")};
  Option<std::string> chip{
      *this, "chip", llvm::cl::desc("the device of that kind; empty for spirv"),
      llvm::cl::init("")};
  Option<std::string> format{
      *this, "format",
      llvm::cl::desc(
          "format of the code: isa, or object for amdgcn, which needs "
          "LLVM's linker"),
      llvm::cl::init("isa")};
  Option<std::string> features{
      *this, "features", llvm::cl::desc("LLVM's names of the target features"),
      llvm::cl::init("")};
};

/// Converts modules of onnx-mlir to the dialect and other ONNX operators to
/// upstream dialects, infers shapes, and upgrades ops to the newest versions:
/// the first part of buildPreparePipeline.
void buildUpgradePipeline(OpPassManager &pm,
                          UnknownOps unknownOps = UnknownOps::Refuse);

/// Upgrades as above, then folds, resolves known sequences, and fuses. The
/// result has ops of the newest versions only, with types as static as can be
/// inferred.
void buildPreparePipeline(OpPassManager &pm,
                          UnknownOps unknownOps = UnknownOps::Refuse);

/// Prepares, then lowers the dialect to linalg, tensor and scf. Values that
/// kept operators take or give have the model's types. Reshapes to sizes that
/// do not follow from each other are tensor.reshape: upstream's lowering of
/// memrefs to LLVM crashes on the expand_shape that they were.
void buildToLinalgPipeline(OpPassManager &pm, const ToLinalgOptions &options,
                           UnknownOps unknownOps = UnknownOps::Refuse);

/// Lowers tensors to memrefs: entry points, One-Shot Bufferize, outputs in
/// place. Begins like buildToLinalgPipeline.
void buildToBuffersPipeline(OpPassManager &pm, const ToBuffersOptions &options);

/// Lowers to the LLVM dialect for the CPU. Each public function `f` becomes
/// `onnxops_f`, see onnxops/ABI/Runtime.h. The target CPU determines the width
/// of vectors; code generation must use the same CPU.
void buildToLLVMPipeline(OpPassManager &pm, const ToLLVMOptions &options);

/// Lowers to kernels in a gpu.module and a host that launches them: one launch
/// for each copy, repeat and elementwise loop, and one for all copies of a
/// concat. All memory is the device's. Begins with buildToBuffersPipeline.
void buildToGPULaunchesPipeline(OpPassManager &pm, const ToGPUOptions &options);

/// Lowers the kernels to gpu.binary: PTX text, AMD ISA text or SPIR-V. Begins
/// with buildToGPULaunchesPipeline.
void buildToDeviceCodePipeline(OpPassManager &pm, const ToGPUOptions &options);

/// Lowers to the LLVM dialect for the host, with the code of the kernels as
/// data: PTX text, an AMD code object or SPIR-V. Functions are called like
/// those of buildToLLVMPipeline, with a context that has a device, see
/// onnxops/ABI/Device.h.
void buildToGPUPipeline(OpPassManager &pm, const ToGPUOptions &options);

/// Called with a pass that has succeeded, and the op that it ran on.
using PassCallback = llvm::function_ref<void(Pass &, Operation *)>;

/// Runs the passes that `build` adds. The module must have been verified:
/// between passes it is verified only with `verifyPasses`, which checks the
/// compiler. `afterPass`, if there is one, is called after each pass, nested
/// ones included.
LogicalResult runPasses(ModuleOp module, bool verifyPasses,
                        llvm::function_ref<void(OpPassManager &)> build,
                        PassCallback afterPass = {});

} // namespace mlir::onnxops

#endif // ONNXOPS_PIPELINES_PIPELINES_H
