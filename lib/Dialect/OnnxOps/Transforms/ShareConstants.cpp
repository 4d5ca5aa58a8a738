//===- ShareConstants.cpp - equal constants become one --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equal dense constants are one attribute. The data of resources, which the
// context does not compare, is compared here.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "llvm/ADT/ScopedHashTable.h"
#include "llvm/Support/xxhash.h"

#include <map>

namespace mlir::onnxops {
#define GEN_PASS_DEF_SHARECONSTANTS
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

static ArrayRef<char> getBytes(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  return blob ? blob->getData() : ArrayRef<char>();
}

namespace {

/// Finds one attribute for all of equal type and content.
class EqualElements {
public:
  Attribute getFirst(Attribute value) {
    auto resource = dyn_cast<DenseResourceElementsAttr>(value);
    if (!resource || getBytes(resource).empty())
      return value;
    auto [known, isNew] = firsts.try_emplace(value, value);
    if (isNew)
      known->second = findFirst(resource);
    return known->second;
  }

private:
  Attribute findFirst(DenseResourceElementsAttr resource) {
    ArrayRef<char> bytes = getBytes(resource);
    uint64_t hash = llvm::xxh3_64bits(ArrayRef(
        reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
    auto [first, last] = byHash.equal_range(hash);
    for (auto [otherHash, other] : llvm::make_range(first, last))
      if (other.getType() == resource.getType() && getBytes(other) == bytes)
        return other;
    byHash.emplace(hash, resource);
    return resource;
  }

  DenseMap<Attribute, Attribute> firsts;
  std::multimap<uint64_t, DenseResourceElementsAttr> byHash;
};

/// Shares the constants of a region, which see those of the regions around it
/// unless it is isolated.
class ConstantSharing {
public:
  void run(Region &region) {
    for (Block &block : region) {
      Constants::ScopeTy scope(visible);
      for (Operation &op : llvm::make_early_inc_range(block)) {
        if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
          share(constant); // may erase it
          continue;
        }
        bool isIsolated = op.hasTrait<OpTrait::IsIsolatedFromAbove>();
        for (Region &nested : op.getRegions())
          isIsolated ? ConstantSharing().run(nested) : run(nested);
      }
    }
  }

private:
  using Constants = llvm::ScopedHashTable<Attribute, arith::ConstantOp>;

  // A graph that returned a constant twice, or one of another graph, would need
  // an Identity, so returned constants stay.
  static bool canShare(OpOperand &use) {
    Operation *user = use.getOwner();
    return !user->hasTrait<OpTrait::IsTerminator>() && !getCastSource(user) &&
           user != &user->getBlock()->back();
  }

  void share(arith::ConstantOp constant) {
    Attribute value = elements.getFirst(constant.getValue());
    arith::ConstantOp first = visible.lookup(value);
    if (!first) {
      visible.insert(value, constant);
      return;
    }
    if (constant->hasAttr(metadata::kDocAttr))
      return;
    constant.getResult().replaceUsesWithIf(first, canShare);
    if (constant->use_empty())
      constant->erase();
  }

  EqualElements elements;
  Constants visible;
};

struct ShareConstants : onnxops::impl::ShareConstantsBase<ShareConstants> {
  void runOnOperation() override {
    ConstantSharing sharing;
    for (Region &region : getOperation()->getRegions())
      sharing.run(region);
  }
};

} // namespace
