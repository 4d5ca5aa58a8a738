//===- ImportFlags.cpp - import flags of command-line tools ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names and descriptions of the flags, and the options that they set.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Import/ImportFlags.h"

using namespace mlir::onnxops;
namespace cl = llvm::cl;

ImportFlags::ImportFlags(cl::OptionCategory &category)
    : allowBytecode(
          "allow-bytecode", cl::cat(category),
          cl::desc("read MLIR's bytecode, of files that are trusted")),
      allowNegativeAxes(
          "allow-negative-axes", cl::cat(category),
          cl::desc("let the axis of Concat 1 and 4 count from the end")),
      allowNewerOpset(
          "allow-newer-opset", cl::cat(category),
          cl::desc("take the newest known versions for a newer opset")),
      dropEmptyInputs(
          "drop-empty-inputs", cl::cat(category),
          cl::desc("leave out inputs of Concat of rank 1 and size 0")),
      freezeInitializers("freeze-initializers", cl::cat(category),
                         cl::desc("fold initializers that are also inputs")),
      torchSplitSqueeze(
          "torch-split-squeeze", cl::cat(category),
          cl::desc(
              "drop the axis of a SplitToSequence by 1 with keepdims = 0")),
      maxConstantBytes("max-constant-bytes", cl::cat(category),
                       cl::value_desc("N"),
                       cl::desc("the most bytes of all constants of a model: "
                                "2 GiB when absent")),
      maxElements("max-elements", cl::cat(category), cl::value_desc("N"),
                  cl::desc("the most elements of a tensor of a model")),
      maxNodes("max-nodes", cl::cat(category), cl::value_desc("N"),
               cl::desc("the most nodes of a model")),
      maxRank("max-rank", cl::cat(category), cl::value_desc("N"),
              cl::desc("the highest rank of a tensor of a model: 64 when "
                       "absent, and at most")) {}

ImportOptions ImportFlags::get() const {
  ImportOptions options;
  options.allowBytecode = allowBytecode;
  options.allowNegativeAxes = allowNegativeAxes;
  options.allowNewerOpset = allowNewerOpset;
  options.dropEmptyInputs = dropEmptyInputs;
  options.freezeInitializers = freezeInitializers;
  options.torchSplitSqueeze = torchSplitSqueeze;
  auto set = [](uint64_t &limit, uint64_t given) {
    if (given)
      limit = given;
  };
  set(options.limits.maxConstantBytes, maxConstantBytes);
  set(options.limits.maxElements, maxElements);
  set(options.limits.maxNodes, maxNodes);
  set(options.limits.maxRank, maxRank);
  return options;
}

bool ImportFlags::isGiven() const {
  return allowNegativeAxes.getNumOccurrences() ||
         allowNewerOpset.getNumOccurrences() ||
         dropEmptyInputs.getNumOccurrences() ||
         freezeInitializers.getNumOccurrences() ||
         torchSplitSqueeze.getNumOccurrences();
}

bool ImportFlags::hasLimits() const {
  return maxConstantBytes.getNumOccurrences() ||
         maxElements.getNumOccurrences() || maxNodes.getNumOccurrences() ||
         maxRank.getNumOccurrences();
}
