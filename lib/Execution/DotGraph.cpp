//===- DotGraph.cpp - graphs in Graphviz's language -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names are escaped, and long lines shortened.
//
//===----------------------------------------------------------------------===//

#include "DotGraph.h"

#include "onnxops/Support/Escape.h"
#include "onnxops/Support/Graphviz.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::onnxops;

static StringRef getColor(DataMovement movement) {
  switch (movement) {
  case DataMovement::Unknown:
    return "#888888";
  case DataMovement::InPlace:
    return "#2e8b57";
  case DataMovement::Copied:
    return "#c0392b";
  }
  llvm_unreachable("all kinds of data movement are handled");
}

// One line of a label, within quotes.
static void printLabel(raw_ostream &os, StringRef line) {
  constexpr size_t longest = 48;
  std::string text = escapeText(line);
  size_t length = std::min(text.size(), longest);
  // Not within a character of several bytes.
  while (length < text.size() && (text[length] & 0xC0) == 0x80)
    --length;
  for (char c : StringRef(text).take_front(length)) {
    if (c == '"' || c == '\\')
      os << '\\';
    os << c;
  }
  if (length < text.size())
    os << "...";
}

void mlir::onnxops::printDot(raw_ostream &os, ArrayRef<DotBox> boxes) {
  os << "digraph {\n"
        "  rankdir=LR\n"
        "  bgcolor=white\n"
        "  node [shape=box style=filled fillcolor=white penwidth=2 "
        "fontname=\"sans-serif\" fontsize=12]\n"
        "  edge [penwidth=2 fontname=\"sans-serif\" fontsize=10]\n";
  for (auto [index, box] : llvm::enumerate(boxes)) {
    os << "  n" << index << " [color=\"" << getColor(box.movement)
       << "\" label=\"";
    for (const std::string &line : box.lines) {
      printLabel(os, line);
      os << "\\l"; // to the left
    }
    os << "\"]\n";
    for (const DotEdge &edge : box.edges) {
      os << "  n" << edge.from << " -> n" << index << " [color=\""
         << getColor(edge.movement) << "\" label=\"";
      printLabel(os, edge.label);
      os << "\"]\n";
    }
  }
  os << "}\n";
}

llvm::Error mlir::onnxops::printSVG(raw_ostream &os, ArrayRef<DotBox> boxes) {
  auto svg =
      layOutGraph("svg", [&](raw_ostream &dot) { printDot(dot, boxes); });
  if (!svg)
    return llvm::createStringError(llvm::toString(svg.takeError()) +
                                   "; --explain=dot prints it");
  os << (*svg)->getBuffer();
  return llvm::Error::success();
}
