//===- CaseText.cpp - a case as a module ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text that the compiler under test reads, and that is exported for peers
// that read models.
//
//===----------------------------------------------------------------------===//

#include "Case.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace bench;
using llvm::formatv;

namespace {

/// Writes one function of a case.
class ModuleWriter {
public:
  ModuleWriter(const Case &c, bool isDynamic) : c(c), isDynamic(isDynamic) {}

  std::string write() {
    std::string body = writeBody();
    std::string result = resultType();
    // An opset that every peer reads, and that selects these versions.
    return formatv("module attributes {{onnxops.opset = 17 : i64} {{\n"
                   "func.func @main({0}) -> ({1} {{onnxops.name = \"r\"}) {{\n"
                   "{2}  return %r : {1}\n}\n}\n",
                   llvm::join(arguments(), ", "), result, body);
  }

private:
  std::string element() const {
    switch (c.elementBytes) {
    case 1:
      return "ui8";
    case 2:
      return "f16";
    case 8:
      return "f64";
    case 16:
      return "complex<f64>";
    default:
      return "f32";
    }
  }

  std::string type(const Shape &shape) const {
    std::string text = "tensor<";
    for (int64_t size : shape)
      text += (isDynamic ? "?" : std::to_string(size)) + "x";
    return text + element() + ">";
  }

  std::string sequenceType() const {
    Shape chunk = c.operands[0];
    chunk[c.axis] = c.chunk;
    return "!onnxops.seq<" + type(chunk) + ">";
  }

  std::string resultType() const {
    if (c.family == Family::Split && c.splitUse == SplitUse::Returned)
      return sequenceType();
    return type(getResultShape(c));
  }

  // The type of an operand that holds numbers: repeats, chunk size, position.
  std::string numbersType() const {
    if (c.family == Family::Tile)
      return formatv("tensor<{0}xi64>", c.repeats.size());
    return "tensor<i64>";
  }

  std::vector<std::string> arguments() const {
    std::vector<std::string> texts;
    for (size_t i = 0; i < c.operands.size(); ++i)
      texts.push_back(formatv("%a{0}: {1} {{onnxops.name = \"a{0}\"}", i,
                              type(c.operands[i])));
    if (isDynamic)
      for (size_t i = 0; i < getDynamicInputs(c).size(); ++i)
        texts.push_back(
            formatv("%n{0}: {1} {{onnxops.name = \"n{0}\"}", i, numbersType()));
    return texts;
  }

  // %n0 and %n1, which are arguments where shapes are dynamic.
  std::string constants() const {
    if (isDynamic)
      return "";
    std::string text;
    std::vector<Shape> inputs = getDynamicInputs(c);
    for (size_t i = 0; i < inputs.size(); ++i) {
      std::string values = llvm::join(
          llvm::map_range(inputs[i],
                          [](int64_t v) { return std::to_string(v); }),
          ", ");
      if (c.family == Family::Tile)
        values = "[" + values + "]";
      text += formatv("  %n{0} = arith.constant dense<{1}> : {2}\n", i, values,
                      numbersType());
    }
    return text;
  }

  // A Concat of values of the given shapes.
  std::string concat(llvm::StringRef result,
                     const std::vector<std::string> &names,
                     const std::vector<Shape> &shapes) const {
    Shape whole = shapes[0];
    std::vector<std::string> types = {type(shapes[0])};
    for (size_t i = 1; i < shapes.size(); ++i) {
      whole[c.axis] += shapes[i][c.axis];
      types.push_back(type(shapes[i]));
    }
    return formatv("  {0} = onnxops.concat_v13 {1} axis = {2} : ({3}) -> {4}\n",
                   result, llvm::join(names, ", "), c.axis,
                   llvm::join(types, ", "), type(whole));
  }

  std::string concatOperands(llvm::StringRef result, size_t first,
                             size_t count) const {
    std::vector<std::string> names;
    for (size_t i = first; i < first + count; ++i)
      names.push_back("%a" + std::to_string(i));
    return concat(
        result, names,
        {c.operands.begin() + first, c.operands.begin() + first + count});
  }

  std::string writeTile() const {
    return formatv("  %r = onnxops.tile_v13 %a0, %n0 : ({0}, {1}) -> {2}\n",
                   type(c.operands[0]), numbersType(), resultType());
  }

  std::string writeSplit() const {
    bool isReturned = c.splitUse == SplitUse::Returned;
    std::string text = formatv(
        "  {0} = onnxops.split_to_sequence_v11 %a0, %n0 axis = {1} : "
        "({2}, tensor<i64>) -> {3}\n",
        isReturned ? "%r" : "%s", c.axis, type(c.operands[0]), sequenceType());
    if (c.splitUse == SplitUse::At)
      text += formatv("  %r = onnxops.sequence_at_v11 %s, %n1 : ({0}, "
                      "tensor<i64>) -> {1}\n",
                      sequenceType(), resultType());
    if (c.splitUse == SplitUse::Joined)
      text += formatv("  %r = onnxops.concat_from_sequence_v11 %s axis = {0} : "
                      "({1}) -> {2}\n",
                      c.axis, sequenceType(), resultType());
    return text;
  }

  // One of ONNX's operators on f32.
  static std::string node(llvm::StringRef result, llvm::StringRef name,
                          llvm::StringRef operands, llvm::StringRef types,
                          llvm::StringRef resultType) {
    return formatv("  {0} = \"onnx.{1}\"({2}) : ({3}) -> {4}\n", result, name,
                   operands, types, resultType);
  }

  // A Tile of an operand up to the shape of the other one.
  std::string tileTo(const Shape &from, llvm::StringRef name,
                     const Shape &to) const {
    return formatv("  %k = arith.constant dense<[{0}, {1}]> : tensor<2xi64>\n"
                   "  %t = onnxops.tile_v13 {2}, %k : ({3}, tensor<2xi64>) -> "
                   "{4}\n",
                   to[0] / from[0], to[1] / from[1], name, type(from),
                   type(to));
  }

  std::string writeFusion() const {
    std::string t = type(getResultShape(c)), pair = t + ", " + t;
    std::string scalar = type({1});
    switch (c.fusion) {
    case Fusion::ReluConcat:
      return concatOperands("%c", 0, 2) + node("%r", "Relu", "%c", t, t);
    case Fusion::ScaledConcat:
      return concatOperands("%c", 0, 2) +
             node("%m", "Mul", "%c, %a2", t + ", " + scalar, t) +
             node("%p", "Add", "%m, %a3", t + ", " + scalar, t) +
             node("%r", "Relu", "%p", t, t);
    case Fusion::SlicedConcat:
      return concatOperands("%c", 0, 2) + writeSlice();
    case Fusion::AddTiledRow:
    case Fusion::AddTiledColumn:
      return tileTo(c.operands[0], "%a0", c.operands[1]) +
             node("%r", "Add", "%t, %a1", pair, t);
    case Fusion::ConcatTile:
      return tileTo(c.operands[1], "%a1", c.operands[0]) +
             concat("%r", {"%a0", "%t"}, {c.operands[0], c.operands[0]});
    case Fusion::NestedConcat: {
      Shape half = c.operands[0];
      half[c.axis] *= 2;
      return concatOperands("%c", 0, 2) + concatOperands("%d", 2, 2) +
             concat("%r", {"%c", "%d"}, {half, half});
    }
    case Fusion::None:
      return "";
    }
    return "";
  }

  // The half in the middle of a concat of two, on its axis.
  std::string writeSlice() const {
    Shape whole = c.operands[0];
    whole[c.axis] *= 2;
    int64_t quarter = whole[c.axis] / 4;
    return formatv(
        "  %b = arith.constant dense<{0}> : tensor<1xi64>\n"
        "  %e = arith.constant dense<{1}> : tensor<1xi64>\n"
        "  %x = arith.constant dense<{2}> : tensor<1xi64>\n"
        "  %r = \"onnx.Slice\"(%c, %b, %e, %x) : ({3}, tensor<1xi64>, "
        "tensor<1xi64>, tensor<1xi64>) -> {4}\n",
        quarter, 3 * quarter, c.axis, type(whole), type(getResultShape(c)));
  }

  std::string writeBody() const {
    switch (c.family) {
    case Family::Concat:
      return concatOperands("%r", 0, c.operands.size());
    case Family::Tile:
      return constants() + writeTile();
    case Family::Split:
      return constants() + writeSplit();
    case Family::Fusion:
      return writeFusion();
    }
    return "";
  }

  const Case &c;
  bool isDynamic;
};

} // namespace

std::string bench::makeModuleText(const Case &c, bool isDynamic) {
  return ModuleWriter(c, isDynamic).write();
}

std::vector<Shape> bench::getDynamicInputs(const Case &c) {
  if (c.family == Family::Tile)
    return {c.repeats};
  if (c.family != Family::Split)
    return {};
  if (c.splitUse == SplitUse::At)
    return {{c.chunk}, {getPosition(c)}};
  return {{c.chunk}};
}
