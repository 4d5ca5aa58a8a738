//===- ShardedCall.h - a call by several ranks ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks are threads of this process. Each has its shards of the inputs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_SHARDEDCALL_H
#define ONNXOPS_LIB_EXECUTION_SHARDEDCALL_H

#include "Call.h"
#include "onnxops/ABI/Transport.h"
#include "onnxops/Model/Shards.h"

namespace mlir::onnxops {

/// Whether the message of a rank says only that another one has failed.
bool isOfOtherRank(StringRef error);

/// A compiled function with a table for each rank.
class ShardedCall {
public:
  /// Compiles a module that was lowered for the ranks of `grid`, and cuts
  /// `inputs` as it says. Fails with the reason.
  static llvm::Expected<std::unique_ptr<ShardedCall>>
  prepare(ModuleOp lowered, const Model &model, ArrayRef<HostValue> inputs,
          ArrayRef<int64_t> grid, const CompileOptions &machine,
          KeptKernels *kernels);

  /// Calls once on each rank, at the same time. Returns 0, or 1 when a check
  /// failed on one of them. Fails if there are not enough threads.
  llvm::Expected<int32_t> run();

  /// The most bytes that each rank may have at one time.
  void setMemoryLimit(int64_t bytes);

  /// The message of the first rank that failed by itself.
  std::string getError() const;

  /// The outputs of all ranks, joined.
  llvm::Expected<std::vector<HostValue>> copyOutputs() const;

private:
  struct TransportsDeleter {
    void operator()(OnnxopsThreadTransports *transports) const {
      onnxopsThreadTransportsDestroy(transports);
    }
  };

  ShardedCall() = default;
  llvm::Error cutInputs(ArrayRef<HostValue> inputs);
  llvm::Expected<HostValue> joinOutput(std::vector<TensorData> parts,
                                       const AxisDimensions &dimensions) const;

  std::unique_ptr<OnnxopsThreadTransports, TransportsDeleter> transports;
  std::vector<std::vector<HostValue>> inputs; // by ranks
  std::vector<std::unique_ptr<Call>> calls;
  ModelShards shards;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_SHARDEDCALL_H
