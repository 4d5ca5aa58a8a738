//===- OpsetChoice.cpp - choose the opset of a model ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each op of the dialect belongs to a range of opsets. Generic ops belong to
// the module's opset, which they determine.
//
//===----------------------------------------------------------------------===//

#include "OpsetChoice.h"

#include "ProtoWriters.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

// The opset of the module, none if no op depends on it.
static std::optional<int64_t> getModuleOpset(ModuleOp module) {
  if (auto opset =
          module->getAttrOfType<IntegerAttr>(OnnxOpsDialect::kOpsetAttr))
    return opset.getInt();
  WalkResult walk = module.walk(
      [](Operation *op) { return WalkResult(failure(isOnnxOperator(op))); });
  if (walk.wasInterrupted())
    return OnnxOpsDialect::kLatestOpset;
  return std::nullopt;
}

// "opsets 11 to 12 select 'onnxops.concat_v11'".
static std::string describeOpsets(VersionedOpInterface op) {
  return ("opsets " + Twine(op.getFirstOpset()) + " to " +
          Twine(op.getLastOpset()) + " select '" +
          op->getName().getStringRef() + "'")
      .str();
}

static LogicalResult checkSelected(VersionedOpInterface op, int64_t opset) {
  // Treat newer opsets as the newest supported one.
  int64_t known = std::min(opset, OnnxOpsDialect::kLatestOpset);
  if (op.getFirstOpset() <= known && known <= op.getLastOpset())
    return success();
  return emitUnwritable(op)
         << describeOpsets(op) << ", but the module has opset " << opset;
}

FailureOr<int64_t> mlir::onnxops::chooseOpset(ModuleOp module) {
  std::optional<int64_t> moduleOpset = getModuleOpset(module);
  int64_t lowest = 1;
  VersionedOpInterface newest, oldest;
  WalkResult walk = module.walk([&](VersionedOpInterface op) -> WalkResult {
    if (isa<OpenVINOConcatV1Op>(op))
      return emitUnwritable(op)
             << "it is OpenVINO's; --onnxops-convert-version makes it ONNX's";
    if (moduleOpset)
      return checkSelected(op, *moduleOpset);
    lowest = std::max(lowest, op.getFirstOpset());
    if (!newest || op.getFirstOpset() > newest.getFirstOpset())
      newest = op;
    if (!oldest || op.getLastOpset() < oldest.getLastOpset())
      oldest = op;
    return success();
  });
  if (walk.wasInterrupted())
    return failure();
  if (moduleOpset || !oldest || lowest <= oldest.getLastOpset())
    return moduleOpset.value_or(lowest);
  InFlightDiagnostic error = emitUnwritable(newest)
                             << describeOpsets(newest) << ", but "
                             << describeOpsets(oldest);
  error.attachNote(oldest->getLoc()) << "'" << oldest->getName() << "' is here";
  return failure();
}
