//===- Transpose.cpp - lower Transpose to linalg.transpose ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Permutes the dimensions; an identity permutation becomes the operand itself.
//
//===----------------------------------------------------------------------===//

#include "../Lowerings.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::onnxops;

// The dimension of the data for each dimension of the result: the reverse order
// by default.
static FailureOr<SmallVector<int64_t>> readPermutation(Node &node,
                                                       int64_t rank) {
  FailureOr<std::optional<SmallVector<int64_t>>> given = node.integers("perm");
  if (failed(given))
    return failure();
  if (!*given)
    return llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
  ArrayRef<int64_t> perm = **given;
  if (static_cast<int64_t>(perm.size()) != rank)
    return node.fail("expected perm to have ", rank,
                     " elements, one for each dimension of data, but got ",
                     perm.size());
  llvm::SmallBitVector seen(rank);
  for (auto [index, dim] : llvm::enumerate(perm)) {
    if (dim < 0 || dim >= rank)
      return node.fail("expected perm[", index, "] to be in [0, ", rank - 1,
                       "], but got ", dim);
    if (seen.test(dim))
      return node.fail("expected perm to name each dimension once, but perm[",
                       index, "] names dimension ", dim, " again");
    seen.set(dim);
  }
  return llvm::to_vector(perm);
}

static LogicalResult lowerTranspose(Node &node) {
  if (failed(node.verifyForm(1, 1, {"perm"})))
    return failure();
  FailureOr<Value> data = node.tensor(0, "data");
  if (failed(data))
    return failure();
  auto type = cast<RankedTensorType>(data->getType());
  FailureOr<SmallVector<int64_t>> perm = readPermutation(node, type.getRank());
  if (failed(perm))
    return failure();
  if (isIdentityPermutation(*perm))
    return node.replace(*data);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(node.builder, node.loc, *data);
  applyPermutationToVector(sizes, *perm);
  Value init = tensor::EmptyOp::create(node.builder, node.loc, sizes,
                                       type.getElementType());
  return node.replace(
      linalg::TransposeOp::create(node.builder, node.loc, *data, init, *perm)
          ->getResults());
}

void mlir::onnxops::addTransposeLowerings(Lowerings &lowerings) {
  lowerings["Transpose"] = lowerTranspose;
}
