//===- TypeReader.cpp - read types of an OpenVINO file --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads element types, by both of their names, and shapes.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "mlir/IR/Builders.h"
#include "onnxops/Support/Limits.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::onnxops;
using llvm::createStringError;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
// An element type: its names in `element_type` and `precision`, empty if
// OpenVINO lacks it, and its ONNX number. A type without a number can be
// forwarded, but has no constants.
struct ElementRow {
  StringLiteral name, precision;
  int32_t onnx;
};
} // namespace

static constexpr ElementRow kElements[] = {
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, scalar, mlir, field, numpy,     \
                             openvino, precision)                              \
  {openvino, precision, ONNXOPS_##name},
#include "onnxops/ABI/ElementTypes.def"
    {"i4", "I4", 0},         {"u4", "U4", 0},         {"u1", "U1", 0},
    {"f8e4m3", "F8E4M3", 0}, {"f8e5m2", "F8E5M2", 0},
};

// Types of OpenVINO that the dialect lacks.
static constexpr StringLiteral kRefused[] = {"nf4", "f4e2m1", "f8e8m0", "u2",
                                             "u3",  "u6",     "string"};

// Any type; files of older versions use the second name.
static constexpr StringLiteral kDynamic[] = {"dynamic", "undefined"};

bool mlir::onnxops::isDynamicElementType(StringRef text) {
  return llvm::is_contained(kDynamic, text);
}

static Type getForeignType(StringRef name, MLIRContext &context) {
  Builder b(&context);
  if (name == "i4")
    return b.getIntegerType(4);
  if (name == "u4")
    return b.getIntegerType(4, /*isSigned=*/false);
  if (name == "u1")
    return b.getIntegerType(1, /*isSigned=*/false);
  if (name == "f8e4m3")
    return Float8E4M3FNType::get(&context);
  assert(name == "f8e5m2" && "a row without a type");
  return Float8E5M2Type::get(&context);
}

// Sets the type that has this name, if there is one.
static bool setElementType(StringLiteral ElementRow::*name, StringRef text,
                           DeclaredType &type, MLIRContext &context) {
  const auto *row = llvm::find_if(kElements, [&](const ElementRow &element) {
    return !text.empty() && element.*name == text;
  });
  if (row == std::end(kElements))
    return false;
  type.elementType = row->onnx;
  if (!row->onnx)
    type.foreignElement = getForeignType(row->name, context);
  return true;
}

llvm::Error mlir::onnxops::readElementType(StringRef text, DeclaredType &type,
                                           MLIRContext &context) {
  if (setElementType(&ElementRow::name, text, type, context))
    return llvm::Error::success();
  if (isDynamicElementType(text))
    return llvm::Error::success();
  if (llvm::is_contained(kRefused, text))
    return createStringError("element type '" + text + "' is not supported");
  return createStringError("unknown element type '" + text + "'");
}

llvm::Error mlir::onnxops::readPrecision(StringRef text, DeclaredType &type,
                                         MLIRContext &context) {
  // A type of one bit has two names.
  StringRef name = text == "BIN" ? "U1" : text;
  if (setElementType(&ElementRow::precision, name, type, context))
    return llvm::Error::success();
  if (text.empty() || text == "UNSPECIFIED" ||
      (text == text.upper() && isDynamicElementType(text.lower())))
    return llvm::Error::success(); // unknown
  if (llvm::any_of(kRefused,
                   [&](StringRef known) { return known.upper() == text; }))
    return createStringError("precision '" + text + "' is not supported");
  return createStringError("unknown precision '" + text + "'");
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

// A bound of an interval; `missing` is the value of an omitted one.
static llvm::Expected<int64_t> readBound(StringRef text, int64_t missing) {
  if (text.empty())
    return missing;
  int64_t bound;
  if (!llvm::all_of(text, llvm::isDigit) || text.getAsInteger(10, bound))
    return createStringError("expected a number below 2^63");
  return bound;
}

static llvm::Expected<SizeBounds> readInterval(StringRef low, StringRef high) {
  if (low.empty() && high.empty())
    return createStringError("expected a bound");
  llvm::Expected<int64_t> least = readBound(low, 0);
  if (!least)
    return least.takeError();
  llvm::Expected<int64_t> most = readBound(high, SizeBounds().most);
  if (!most)
    return most.takeError();
  if (*least > *most)
    return createStringError("expected bounds in rising order");
  return SizeBounds{*least, *most};
}

static llvm::Expected<SizeBounds> readDimension(StringRef text) {
  if (text == "?" || text == "-1")
    return SizeBounds();
  size_t dots = text.find("..");
  if (dots == StringRef::npos)
    return readInterval(text, text);
  return readInterval(text.take_front(dots).rtrim(),
                      text.drop_front(dots + 2).ltrim());
}

llvm::Expected<ShapeBounds> mlir::onnxops::readShape(StringRef text) {
  text = text.trim();
  if (text == "...")
    return ShapeBounds();
  std::vector<SizeBounds> sizes;
  if (text.empty())
    return ShapeBounds(std::move(sizes));
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  // Do not print the text of a shape of too many dimensions.
  if (llvm::Error error = checkRank(parts.size()))
    return error;
  for (StringRef part : parts) {
    llvm::Expected<SizeBounds> size = readDimension(part.trim());
    if (!size)
      return createStringError(
          "shape '" + text + "', dimension " + Twine(sizes.size()) + ": " +
          llvm::toString(size.takeError()) + ", but got '" + part.trim() + "'");
    sizes.push_back(*size);
  }
  return ShapeBounds(std::move(sizes));
}
