//===- Nesting.cpp - limits on the nesting of a module --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scanner of MLIR's tokens, and a walk over attributes and types that keeps
// its own stack.
//
//===----------------------------------------------------------------------===//

#include "Nesting.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {

/// Reads tokens as MLIR's lexer does, as far as needed for brackets and
/// operators.
class NestingScanner {
public:
  explicit NestingScanner(StringRef text) : text(text) {}

  size_t find() {
    while (position < text.size()) {
      scanToken();
      if (depth > kMaxNesting)
        return position - 1;
    }
    return StringRef::npos;
  }

private:
  // An open bracket, and the operators behind it since the last comma.
  struct Level {
    char bracket;
    unsigned operators;
  };

  void scanToken() {
    char c = text[position++];
    if (c == '"')
      return skipString();
    if (c == '/' && text.substr(position).starts_with("/"))
      return skipTo(text.find('\n', position));
    if (StringRef("%@#!^").contains(c))
      return skipWhile([](char c) { return isOfName(c) || c == '-'; });
    if (llvm::isAlpha(c) || c == '_')
      return scanWord();
    if (StringRef("([{<").contains(c))
      return open(c);
    if (StringRef(")]}>").contains(c))
      return close(c);
    if (c == '-' && text.substr(position).starts_with(">")) {
      ++position;
      return;
    }
    if (StringRef("+-*").contains(c))
      return addOperator();
    if (c == ',')
      forgetOperators();
  }

  static bool isOfName(char c) {
    return llvm::isAlnum(c) || StringRef("$._").contains(c);
  }

  void skipTo(size_t end) { position = std::min(end, text.size()); }

  template <typename Predicate>
  void skipWhile(Predicate predicate) {
    while (position < text.size() && predicate(text[position]))
      ++position;
  }

  // No string spans lines.
  void skipString() {
    while (position < text.size() && text[position] != '"' &&
           text[position] != '\n')
      position += text[position] == '\\' ? 2 : 1;
    skipTo(position + 1);
  }

  void scanWord() {
    size_t begin = position - 1;
    skipWhile(isOfName);
    StringRef word = text.slice(begin, position);
    if (word == "mod" || word == "floordiv" || word == "ceildiv")
      addOperator();
  }

  // In a region, operators belong to any number of ops.
  void addOperator() {
    if (levels.empty() || levels.back().bracket == '{')
      return;
    ++levels.back().operators;
    ++depth;
  }

  void forgetOperators() {
    if (levels.empty())
      return;
    depth -= levels.back().operators;
    levels.back().operators = 0;
  }

  void open(char bracket) {
    levels.push_back({bracket, 0});
    ++depth;
  }

  void pop() {
    forgetOperators();
    levels.pop_back();
    --depth;
  }

  // A `<` or `>` may be a comparison, which is not closed.
  void close(char bracket) {
    char opening = bracket == ')' ? '(' : bracket - 2;
    if (bracket != '>')
      while (!levels.empty() && levels.back().bracket == '<')
        pop();
    if (!levels.empty() && levels.back().bracket == opening)
      pop();
  }

  StringRef text;
  size_t position = 0;
  SmallVector<Level> levels;
  unsigned depth = 0;
};

} // namespace

size_t mlir::onnxops::findDeepNesting(StringRef text) {
  return NestingScanner(text).find();
}

//===----------------------------------------------------------------------===//
// Attributes and types
//===----------------------------------------------------------------------===//

namespace {

/// The parts of an attribute or type, each as often as it is printed.
struct Extent {
  unsigned depth = 1;
  uint64_t parts = 1;
};

/// Measures attributes and types, each once.
class ExtentFinder {
public:
  Extent find(Attribute attribute) { return find({attribute, Type()}); }
  Extent find(Type type) { return find({Attribute(), type}); }

private:
  using Node = std::pair<Attribute, Type>;

  static const void *getKey(Node node) {
    return node.first ? node.first.getAsOpaquePointer()
                      : node.second.getAsOpaquePointer();
  }

  static SmallVector<Node> getParts(Node node) {
    SmallVector<Node> parts;
    auto addAttribute = [&](Attribute part) {
      if (part)
        parts.push_back({part, Type()});
    };
    auto addType = [&](Type part) {
      if (part)
        parts.push_back({Attribute(), part});
    };
    if (node.first)
      node.first.walkImmediateSubElements(addAttribute, addType);
    else
      node.second.walkImmediateSubElements(addAttribute, addType);
    return parts;
  }

  Extent find(Node root) {
    if (!getKey(root))
      return {};
    SmallVector<Node> stack = {root};
    while (!stack.empty()) {
      Node node = stack.back();
      auto [entry, isNew] = extents.try_emplace(getKey(node));
      if (!isNew && entry->second.parts != kOpen) {
        stack.pop_back();
        continue;
      }
      SmallVector<Node> parts = getParts(node);
      if (isNew) {
        entry->second.parts = kOpen;
        llvm::append_range(stack, parts);
        continue;
      }
      // A part that is still open belongs to a recursive type.
      Extent extent;
      for (Node part : parts)
        add(extent, extents.lookup(getKey(part)));
      extents[getKey(node)] = extent;
      stack.pop_back();
    }
    return extents.lookup(getKey(root));
  }

  static void add(Extent &extent, Extent part) {
    if (part.parts == kOpen)
      return;
    extent.depth = std::max(extent.depth, part.depth + 1);
    extent.parts = llvm::SaturatingAdd(extent.parts, part.parts);
  }

  static constexpr uint64_t kOpen = 0;
  llvm::DenseMap<const void *, Extent> extents;
};

/// Compares the size and depth of a module with the limits.
class NestingCheck {
public:
  NestingCheck(Location file, size_t fileBytes)
      : file(file),
        // Printing takes a character or more for each part.
        maxParts(std::max<uint64_t>(1 << 20, 16 * uint64_t(fileBytes))) {}

  LogicalResult check(Operation *op) {
    // A location that is nested too deeply cannot be printed either.
    if (failed(check(file, Attribute(op->getLoc()))))
      return failure();
    Location loc = op->getLoc();
    if (failed(check(loc, op->getAttrDictionary())))
      return failure();
    for (Type type : op->getResultTypes())
      if (failed(check(loc, type)))
        return failure();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(check(loc, argument.getType())) ||
              failed(check(file, Attribute(argument.getLoc()))))
            return failure();
    return success();
  }

private:
  template <typename T>
  LogicalResult check(Location loc, T value) {
    Extent extent = finder.find(value);
    if (extent.depth > kMaxNesting)
      return emitError(loc) << "expected attributes and types nested at most "
                            << kMaxNesting << " deep, but got " << extent.depth;
    if (extent.parts > maxParts)
      return emitError(loc) << "expected attributes and types of at most "
                            << maxParts << " parts, but got " << extent.parts;
    return success();
  }

  Location file;
  uint64_t maxParts;
  ExtentFinder finder;
};

} // namespace

LogicalResult mlir::onnxops::checkNesting(ModuleOp module, Location file,
                                          size_t fileBytes) {
  NestingCheck check(file, fileBytes);
  WalkResult result = module->walk([&](Operation *op) {
    return failed(check.check(op)) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
