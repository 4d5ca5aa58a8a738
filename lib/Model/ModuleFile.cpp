//===- ModuleFile.cpp - MLIR modules from files ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser is run without the verifier, which recurses as well.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Model/ModuleFile.h"

#include "Nesting.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Limits.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static Location getPlace(StringRef path, StringRef text, size_t position,
                         MLIRContext &context) {
  StringRef before = text.take_front(position);
  size_t line = before.count('\n') + 1;
  size_t column = position - (before.rfind('\n') + 1) + 1;
  return FileLineColLoc::get(&context, path, line, column);
}

static LogicalResult checkText(const llvm::MemoryBuffer &file,
                               MLIRContext &context) {
  StringRef text = file.getBuffer();
  size_t position = findDeepNesting(text);
  if (position == StringRef::npos)
    return success();
  return emitError(
             getPlace(file.getBufferIdentifier(), text, position, context))
         << "expected a module nested at most " << kMaxNesting
         << " deep, but got more";
}

namespace {

/// Detects errors while it lives, and leaves their handling to others.
class ErrorWatch {
public:
  explicit ErrorWatch(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          hasErrors |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
          return failure();
        }) {}

  bool hasErrors = false;

private:
  ScopedDiagnosticHandler handler;
};

} // namespace

// Regions of the module and of unregistered ops are graph regions, in which a
// value may be used before it is defined, even in a cycle. Upstream's folders
// do not end there.
static LogicalResult verifyOrder(ModuleOp module) {
  DominanceInfo dominance;
  WalkResult walk = module.walk([&](Operation *op) -> WalkResult {
    for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
      Operation *made = operand.getDefiningOp();
      if (!made || dominance.hasSSADominance(made->getBlock()))
        continue;
      Operation *user = made->getBlock()->findAncestorOpInBlock(*op);
      if (user && made->isBeforeInBlock(user))
        continue;
      return op->emitOpError("expected operand #")
             << index << " to be defined before its use";
    }
    return success();
  });
  return failure(walk.wasInterrupted());
}

OwningOpRef<ModuleOp>
mlir::onnxops::parseModule(std::unique_ptr<llvm::MemoryBuffer> file,
                           MLIRContext &context, bool allowBytecode) {
  Location loc = getModelLoc(&context, file->getBufferIdentifier());
  size_t bytes = file->getBufferSize();
  if (isBytecode(*file)) {
    if (!allowBytecode) {
      emitError(loc, "expected MLIR's text, but got its bytecode, which can "
                     "crash its reader; --allow-bytecode reads it");
      return {};
    }
  } else if (failed(checkText(*file, context))) {
    return {};
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  // MLIR's parser reports an unterminated string behind a dialect's type, and
  // continues on the next line.
  ErrorWatch watch(context);
  auto module = parseSourceFile<ModuleOp>(sources, config);
  if (!module || watch.hasErrors || failed(checkNesting(*module, loc, bytes)) ||
      failed(verify(*module)) || failed(verifyOrder(*module)))
    return {};
  return module;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// The bytes of one element in memory.
static uint64_t getElementBytes(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * getElementBytes(complex.getElementType());
  if (element.isIntOrFloat())
    return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  return sizeof(int64_t);
}

// The bytes of all elements, saturated.
static uint64_t getBytes(ElementsAttr constant) {
  uint64_t bytes = getElementBytes(constant.getElementType());
  for (int64_t size : constant.getShapedType().getShape())
    bytes = llvm::SaturatingMultiply(bytes, uint64_t(size));
  return bytes;
}

static LogicalResult checkResource(Operation *op,
                                   DenseResourceElementsAttr constant) {
  AsmResourceBlob *blob = constant.getRawHandle().getBlob();
  StringRef name = constant.getRawHandle().getKey();
  if (!blob)
    return emitError(op->getLoc())
           << "expected the elements of a constant in the resource '" << name
           << "', but got none";
  uint64_t expected = getBytes(constant), bytes = blob->getData().size();
  uint64_t one = getElementBytes(constant.getElementType());
  if (bytes != expected && !(bytes == one && expected > 0))
    return emitError(op->getLoc())
           << "expected " << expected << " bytes of elements in the resource '"
           << name << "', but got " << bytes;
  return success();
}

LogicalResult mlir::onnxops::checkConstants(ModuleOp module) {
  llvm::DenseSet<Attribute> seen;
  uint64_t total = 0;
  auto check = [&](Operation *op, Attribute value) -> LogicalResult {
    auto constant = dyn_cast<ElementsAttr>(value);
    if (!constant || !seen.insert(value).second)
      return success();
    uint64_t bytes = getBytes(constant);
    if (llvm::SaturatingAdd(bytes, total) > kMaxConstantBytes)
      return emitError(op->getLoc())
             << "expected constants of 2 GiB or less in all, but got " << bytes
             << " bytes after " << total;
    total += bytes;
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
      return checkResource(op, resource);
    return success();
  };
  WalkResult result = module->walk([&](Operation *op) {
    // Defaults of inputs are not part of the code: callers read them.
    if (isa<FunctionOpInterface>(op))
      return WalkResult::advance();
    for (NamedAttribute attribute : op->getAttrDictionary())
      if (failed(check(op, attribute.getValue())))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
