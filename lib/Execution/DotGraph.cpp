//===- DotGraph.cpp - graphs in Graphviz's language -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphviz lays out the graph, so that edges run around boxes. It reads and
// writes temporary files.
//
//===----------------------------------------------------------------------===//

#include "DotGraph.h"

#include "onnxops/Support/Escape.h"
#include "onnxops/Support/InputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::onnxops;
namespace fs = llvm::sys::fs;

//===----------------------------------------------------------------------===//
// DOT
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// SVG
//===----------------------------------------------------------------------===//

static constexpr unsigned kMaxSeconds = 60;
static constexpr uint64_t kMaxBytes = uint64_t(1) << 30;

namespace {

/// An empty file, while it lives.
class TemporaryFile {
public:
  llvm::Error create(StringRef ending) {
    if (std::error_code code = fs::createTemporaryFile("onnxops", ending, path))
      return llvm::createStringError("temporary file: " + code.message());
    remover.setFile(path);
    return llvm::Error::success();
  }
  StringRef getPath() const { return path; }

private:
  SmallString<128> path;
  llvm::FileRemover remover;
};

} // namespace

static llvm::Error writeDot(StringRef path, ArrayRef<DotBox> boxes) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (!code) {
    printDot(os, boxes);
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (code)
    return llvm::createStringError(path + ": " + code.message());
  return llvm::Error::success();
}

llvm::Error mlir::onnxops::printSVG(raw_ostream &os, ArrayRef<DotBox> boxes) {
  auto program = llvm::sys::findProgramByName("dot");
  if (!program)
    return llvm::createStringError(
        "cannot find Graphviz's program 'dot', which lays out the graph "
        "(package graphviz); --explain=dot prints the graph without it");
  TemporaryFile input, output;
  if (llvm::Error error = input.create("dot"))
    return error;
  if (llvm::Error error = output.create("svg"))
    return error;
  if (llvm::Error error = writeDot(input.getPath(), boxes))
    return error;
  StringRef arguments[] = {*program, "-Tsvg", "-o", output.getPath(),
                           input.getPath()};
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(""),
                                          StringRef("")};
  std::string message;
  int status =
      llvm::sys::ExecuteAndWait(*program, arguments,
                                /*Env=*/std::nullopt, redirects, kMaxSeconds,
                                /*MemoryLimit=*/0, &message);
  if (status != 0)
    return llvm::createStringError(
        *program + " cannot lay out the graph" +
        (message.empty() ? " (exit status " + std::to_string(status) + ")"
                         : ": " + message) +
        "; --explain=dot prints it");
  auto svg = readInput(output.getPath(), kMaxBytes);
  if (!svg)
    return svg.takeError();
  os << (*svg)->getBuffer();
  return llvm::Error::success();
}
