//===- Types.cpp - types as onnx-mlir spells them -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A type of a dialect that nobody has registered is its text; that of a
// sequence is parsed here, and printed again on the way back.
//
//===----------------------------------------------------------------------===//

#include "Types.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr StringLiteral kOnnx = "onnx", kString = "String";

// The tensor that `!onnx.Seq<text>` is a sequence of; null if the text is
// anything else.
static TensorType parseTensor(StringRef text, MLIRContext *context) {
  // What makes no sense here may make some elsewhere: no error.
  ThreadDiagnosticHandler silence(context, [](Diagnostic &) {});
  return dyn_cast_or_null<TensorType>(parseType(text, context));
}

// Whether a type of onnx occurs anywhere in the module.
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
  // Strings hide their type from upstream's walks.
  replacer.addReplacement([&](DenseStringElementsAttr strings) {
    auto type = cast<ShapedType>(replacer.replace(Type(strings.getType())));
    return std::optional<Attribute>(
        DenseStringElementsAttr::get(type, strings.getRawStringData()));
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  // So do the properties of ops that nobody has registered.
  module.walk([&](Operation *op) {
    Attribute properties =
        op->isRegistered() ? Attribute() : op->getPropertiesAsAttribute();
    if (properties)
      (void)op->setPropertiesFromAttribute(replacer.replace(properties),
                                           /*emitError=*/nullptr);
  });
}

void mlir::onnxops::takeTypes(ModuleOp module) {
  // Modules that come from elsewhere need not pay for it.
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

void mlir::onnxops::giveTypes(ModuleOp module) {
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
