//===- Types.cpp - types of torch-mlir's ONNX importer --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A type of an unregistered dialect is stored as text, which is parsed here,
// and printed by the inverse conversion.
//
//===----------------------------------------------------------------------===//

#include "Types.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr StringLiteral kTorch = "torch", kString = "!torch.str";

// Elements of a constant that is an axis, a shape or the like.
static constexpr int64_t kMaxReadElements = 1024;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

// Signless if it is signed, and back. Booleans are signless in both.
static Type changeSign(Type element, IntegerType::SignednessSemantics from,
                       IntegerType::SignednessSemantics to) {
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || integer.getWidth() == 1 || integer.getSignedness() != from)
    return element;
  return IntegerType::get(element.getContext(), integer.getWidth(), to);
}

static Type importElement(Type element) {
  return changeSign(element, IntegerType::Signed, IntegerType::Signless);
}

static Type exportElement(Type element) {
  return changeSign(element, IntegerType::Signless, IntegerType::Signed);
}

static Attribute convertConstant(Attribute attribute,
                                 function_ref<Type(Type)> convert) {
  auto elements = dyn_cast<ElementsAttr>(attribute);
  if (!elements)
    return attribute;
  Type element = convert(elements.getElementType());
  if (element == elements.getElementType())
    return attribute;
  if (auto dense = dyn_cast<DenseIntElementsAttr>(attribute))
    return dense.bitcast(element);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute))
    return DenseResourceElementsAttr::get(resource.getType().clone(element),
                                          resource.getRawHandle());
  return attribute;
}

// A small resource as a constant that passes can read; others as they are, and
// those whose bytes do not match their type, which are refused later.
static Attribute readResource(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  auto type = dyn_cast<RankedTensorType>(resource.getType());
  if (!blob || !type || !type.getElementType().isSignlessInteger() ||
      type.getNumElements() > kMaxReadElements)
    return resource;
  bool isSplat = false;
  if (!DenseElementsAttr::isValidRawBuffer(type, blob->getData(), isSplat) ||
      (isSplat && type.getNumElements() != 1))
    return resource;
  return DenseElementsAttr::getFromRawBuffer(type, blob->getData());
}

Attribute mlir::onnxops::importTorchConstant(Attribute attribute) {
  Attribute converted = convertConstant(attribute, importElement);
  auto resource = dyn_cast<DenseResourceElementsAttr>(converted);
  return resource ? readResource(resource) : converted;
}

Attribute mlir::onnxops::exportTorchConstant(Attribute attribute) {
  return convertConstant(attribute, exportElement);
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

// More than the longest element type has.
static constexpr size_t kMaxElementText = 64;

// The element type that ends a tensor type; null for other texts.
static Type parseElement(StringRef text, MLIRContext *context) {
  text = text.trim();
  if (text == kString)
    return StringType::get(context);
  // MLIR's parser calls itself for each level of nesting.
  if (text.size() > kMaxElementText)
    return {};
  // Texts such as `unk` are not errors.
  ThreadDiagnosticHandler silence(context, [](Diagnostic &) {});
  Type type = parseType(text, context);
  return type && TensorType::isValidElementType(type) ? importElement(type)
                                                      : Type();
}

// The sizes of `[2,?]`.
static std::optional<SmallVector<int64_t>> parseSizes(StringRef text) {
  SmallVector<int64_t> sizes;
  SmallVector<StringRef> parts;
  if (!text.trim().empty())
    text.split(parts, ',');
  for (StringRef part : parts) {
    int64_t size = ShapedType::kDynamic;
    if (part.trim() != "?" && (part.trim().getAsInteger(10, size) || size < 0))
      return std::nullopt;
    sizes.push_back(size);
  }
  return sizes;
}

// The tensor type of `vtensor<...>`; null for other texts.
static TensorType parseTensor(StringRef text, MLIRContext *context) {
  if (!text.consume_front("vtensor<") || !text.consume_back(">"))
    return {};
  if (text.consume_front("*,")) {
    Type element = parseElement(text, context);
    return element ? UnrankedTensorType::get(element) : TensorType();
  }
  if (!text.consume_front("["))
    return {};
  auto [inside, rest] = text.split(']');
  std::optional<SmallVector<int64_t>> sizes = parseSizes(inside);
  if (!sizes || !rest.consume_front(","))
    return {};
  Type element = parseElement(rest, context);
  return element ? RankedTensorType::get(*sizes, element) : TensorType();
}

// The type of a tensor or a list of tensors; null for other texts.
static Type parseTensorOrList(StringRef text, MLIRContext *context) {
  if (!text.consume_front("list<"))
    return parseTensor(text, context);
  if (!text.consume_back(">"))
    return {};
  TensorType tensor = parseTensor(text, context);
  if (!tensor)
    return {};
  // As the importer writes elements of unknown rank.
  if (tensor.hasRank() && tensor.getRank() == 0)
    tensor = UnrankedTensorType::get(tensor.getElementType());
  return SequenceType::get(tensor);
}

// The type of `!torch.text`; null if it has no equivalent.
static Type parseTorch(StringRef text, MLIRContext *context) {
  if (text == "none")
    return NoneType::get(context);
  if (!text.consume_front("optional<"))
    return parseTensorOrList(text, context);
  if (!text.consume_back(">"))
    return {};
  Type value = parseTensorOrList(text, context);
  return value ? OptionalType::get(value) : Type();
}

//===----------------------------------------------------------------------===//
// Export
//===----------------------------------------------------------------------===//

// The text of a type behind `!torch.`; empty if there is none.
static std::string printTorch(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printTensor = [&](TensorType tensor) {
    os << "vtensor<";
    if (tensor.hasRank()) {
      os << "[";
      llvm::interleave(
          tensor.getShape(), os,
          [&](int64_t size) {
            ShapedType::isDynamic(size) ? os << "?" : os << size;
          },
          ",");
      os << "]";
    } else {
      os << "*";
    }
    os << ",";
    if (isa<StringType>(tensor.getElementType()))
      os << kString;
    else
      os << exportElement(tensor.getElementType());
    os << ">";
  };
  if (isa<NoneType, AnyType>(type)) {
    os << "none";
  } else if (auto tensor = dyn_cast<TensorType>(type)) {
    printTensor(tensor);
  } else if (auto sequence = dyn_cast<SequenceType>(type)) {
    os << "list<" << printTorch(sequence.getTensorType()) << ">";
  } else if (auto optional = dyn_cast<OptionalType>(type)) {
    os << "optional<" << printTorch(optional.getValueType()) << ">";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

// Converts the types of values and functions. Attributes have builtin types.
static void convertValues(ModuleOp module, function_ref<Type(Type)> convert) {
  DenseMap<Type, Type> known;
  auto get = [&](Type type) {
    auto [found, isNew] = known.try_emplace(type);
    if (isNew)
      found->second = convert(type);
    return found->second;
  };
  module.walk([&](Operation *op) {
    for (OpResult result : op->getResults())
      result.setType(get(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(get(argument.getType()));
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      return;
    SmallVector<Type> inputs = llvm::map_to_vector(
        function.getArgumentTypes(), [&](Type type) { return get(type); });
    SmallVector<Type> results = llvm::map_to_vector(
        function.getResultTypes(), [&](Type type) { return get(type); });
    function.setType(function.cloneTypeWith(inputs, results));
  });
}

void mlir::onnxops::importTorchTypes(ModuleOp module) {
  convertValues(module, [](Type type) {
    auto opaque = dyn_cast<OpaqueType>(type);
    if (!opaque || opaque.getDialectNamespace() != kTorch)
      return type;
    Type parsed = parseTorch(opaque.getTypeData(), type.getContext());
    return parsed ? parsed : type;
  });
}

void mlir::onnxops::exportTorchTypes(ModuleOp module) {
  convertValues(module, [](Type type) -> Type {
    std::string text = printTorch(type);
    if (text.empty())
      return type;
    return OpaqueType::get(StringAttr::get(type.getContext(), kTorch), text);
  });
}
