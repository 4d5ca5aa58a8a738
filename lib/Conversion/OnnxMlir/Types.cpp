//===- Types.cpp - types in the syntax of onnx-mlir -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A type of an unregistered dialect is stored as text. The text of a sequence
// type is parsed here, and printed by the inverse conversion.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Conversion/OnnxMlirTypes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr StringLiteral kOnnx = "onnx", kString = "String";

// The tensor type of `!onnx.Seq<text>`; null if the text is not a tensor type.
static TensorType parseTensor(StringRef text, MLIRContext *context) {
  // Other texts are not errors.
  ThreadDiagnosticHandler silence(context, [](Diagnostic &) {});
  return dyn_cast_or_null<TensorType>(parseType(text, context));
}

// Whether the module contains any type of onnx.
static bool hasOnnxType(ModuleOp module) {
  AttrTypeWalker walker;
  walker.addWalk([](OpaqueType type) {
    return WalkResult(failure(type.getDialectNamespace() == kOnnx));
  });
  auto isFound = [&](auto element) {
    return walker.walk(element).wasInterrupted();
  };
  WalkResult walk = module.walk([&](Operation *op) {
    if (llvm::any_of(op->getResultTypes(), isFound))
      return WalkResult::interrupt();
    for (NamedAttribute attribute : op->getAttrs())
      if (isFound(attribute.getValue()))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (llvm::any_of(block.getArgumentTypes(), isFound))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return walk.wasInterrupted();
}

// Replaces types in values and attributes.
static void replaceTypes(ModuleOp module, AttrTypeReplacer &replacer) {
  // Upstream's walks do not visit the types of constant strings.
  replacer.addReplacement([&](DenseStringElementsAttr strings) {
    auto type = cast<ShapedType>(replacer.replace(Type(strings.getType())));
    return std::optional<Attribute>(
        DenseStringElementsAttr::get(type, strings.getRawStringData()));
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  // Nor do they visit the properties of unregistered ops.
  module.walk([&](Operation *op) {
    Attribute properties =
        op->isRegistered() ? Attribute() : op->getPropertiesAsAttribute();
    if (properties)
      (void)op->setPropertiesFromAttribute(replacer.replace(properties),
                                           /*emitError=*/nullptr);
  });
}

void mlir::onnxops::importOnnxMlirTypes(ModuleOp module) {
  // Skip the replacement for modules of other origin.
  if (!hasOnnxType(module))
    return;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](OpaqueType type) -> std::optional<Type> {
    if (type.getDialectNamespace() != kOnnx)
      return std::nullopt;
    StringRef text = type.getTypeData();
    if (text == kString)
      return StringType::get(type.getContext());
    if (!text.consume_front("Seq<") || !text.consume_back(">"))
      return std::nullopt;
    TensorType tensor = parseTensor(text, type.getContext());
    if (!tensor)
      return std::nullopt;
    return SequenceType::get(cast<TensorType>(replacer.replace(Type(tensor))));
  });
  replaceTypes(module, replacer);
}

void mlir::onnxops::exportOnnxMlirTypes(ModuleOp module) {
  AttrTypeReplacer replacer;
  auto makeType = [&](const std::string &text) -> Type {
    return OpaqueType::get(StringAttr::get(module.getContext(), kOnnx), text);
  };
  replacer.addReplacement([&](StringType) -> std::optional<Type> {
    return makeType(kString.str());
  });
  replacer.addReplacement([&](SequenceType type) -> std::optional<Type> {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "Seq<" << replacer.replace(Type(type.getTensorType())) << ">";
    return makeType(text);
  });
  replaceTypes(module, replacer);
}
