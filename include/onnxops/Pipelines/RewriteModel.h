//===- RewriteModel.h - the pipeline of onnxops-rewrite ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a model to a better one, which can be exported.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_PIPELINES_REWRITEMODEL_H
#define ONNXOPS_PIPELINES_REWRITEMODEL_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::onnxops {

/// The groups of rewrites of a model, by the names that options have for them.
enum class ModelRewrite { Sequences, Shapes, Slices, Concats, Constants };

/// The values of an option that lists groups.
inline auto getModelRewriteValues() {
  return llvm::cl::values(
      clEnumValN(ModelRewrite::Sequences, "sequences",
                 "sequences, which otherwise become tensors"),
      clEnumValN(ModelRewrite::Shapes, "shapes",
                 "shape computations, and Ifs of known conditions"),
      clEnumValN(ModelRewrite::Slices, "slices",
                 "slices of concats, and concats of adjacent slices"),
      clEnumValN(ModelRewrite::Concats, "concats",
                 "concats of concats, and tiles of tiles"),
      clEnumValN(ModelRewrite::Constants, "constants",
                 "constants of equal content"));
}

/// Options of the pipeline from a model to a better one.
struct RewriteModelOptions : PassPipelineOptions<RewriteModelOptions> {
  ListOption<std::string> dims{
      *this, "dims",
      llvm::cl::desc("sizes of symbolic dimensions of inputs, as N=8")};
  ListOption<ModelRewrite> keep{*this, "keep",
                                llvm::cl::desc("what is not rewritten"),
                                getModelRewriteValues()};
};

/// Rewrites a model to one that computes the same with fewer operators:
/// replaces sequences by tensors, folds shape computations, merges concats and
/// tiles, and erases what is not used. The result has ONNX operators only,
/// those of the dialect in their newest versions.
void buildRewriteModelPipeline(OpPassManager &pm,
                               const RewriteModelOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_PIPELINES_REWRITEMODEL_H
