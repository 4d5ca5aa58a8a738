//===- DiagnosticsTest.cpp - locations in models and error lines ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of every kind of location, and the output of a tool for an error.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace mlir;
using namespace mlir::onnxops;

namespace {
class DiagnosticsTest : public ::testing::Test {
protected:
  MLIRContext context{MLIRContext::Threading::DISABLED};
  Location unknown = UnknownLoc::get(&context);
  Location node = getNodeLoc(&context, "m.onnx", 3, "cat");
  Location line = FileLineColLoc::get(&context, "f.mlir", 3, 5);
};

/// Keeps each write, as standard error, which is unbuffered too, makes them.
class WriteStream : public llvm::raw_ostream {
public:
  WriteStream() : raw_ostream(/*unbuffered=*/true) {}
  std::vector<std::string> writes;

private:
  void write_impl(const char *data, size_t size) override {
    writes.emplace_back(data, size);
  }
  uint64_t current_pos() const override { return 0; }
};
} // namespace

TEST_F(DiagnosticsTest, DescribesPlacesInModels) {
  EXPECT_EQ(describeLocation(node), "m.onnx: node 'cat'");
  EXPECT_EQ(describeLocation(getValueLoc(&context, "m.onnx", "x")),
            "m.onnx: value 'x'");
  EXPECT_EQ(describeLocation(getModelLoc(&context, "m.onnx")), "m.onnx");
}

TEST_F(DiagnosticsTest, DescribesPlacesInSubgraphs) {
  GraphPlace model(&context, "m.onnx");
  EXPECT_EQ(model.getLoc(), getModelLoc(&context, "m.onnx"));
  EXPECT_EQ(model.getNodeLoc(3, "cat"), node);
  EXPECT_EQ(model.getValueLoc("x"), getValueLoc(&context, "m.onnx", "x"));
  GraphPlace body(model, 2, "loop", "body");
  EXPECT_EQ(describeLocation(body.getLoc()), "m.onnx: node 'loop/body'");
  EXPECT_EQ(describeLocation(body.getNodeLoc(1, "cat")),
            "m.onnx: node 'loop/body/cat'");
  GraphPlace branch(body, 1, "if", "then_branch");
  EXPECT_EQ(describeLocation(branch.getNodeLoc(1, "cat")),
            "m.onnx: node 'loop/body/if/then_branch/cat'");
  EXPECT_EQ(describeLocation(branch.getValueLoc("x")),
            "m.onnx: value 'loop/body/if/then_branch/x'");
}

TEST_F(DiagnosticsTest, DescribesOtherPlaces) {
  EXPECT_EQ(describeLocation(unknown), "");
  EXPECT_EQ(describeLocation(line), "f.mlir:3:5");
  StringAttr name = StringAttr::get(&context, "x");
  EXPECT_EQ(describeLocation(NameLoc::get(name, line)), "f.mlir:3:5");
  EXPECT_EQ(describeLocation(NameLoc::get(name)), "");
  EXPECT_EQ(describeLocation(FusedLoc::get(&context, {unknown, node, line})),
            "m.onnx: node 'cat'");
  EXPECT_EQ(describeLocation(CallSiteLoc::get(node, line)),
            "m.onnx: node 'cat'");
  EXPECT_EQ(describeLocation(CallSiteLoc::get(unknown, line)), "f.mlir:3:5");
}

TEST_F(DiagnosticsTest, PrintsNoControlCharacters) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printError(os, "a\x1b[31mb\tc\x7f\r\nd \u00fc");
  EXPECT_EQ(text, "error: a\\1B[31mb\\09c\\7F  d \u00fc\n");
}

// Between two writes, another process could print a line of its own.
TEST_F(DiagnosticsTest, WritesEachLineAtOnce) {
  WriteStream os;
  DiagnosticPrinter printer(&context, os);
  emitError(node).append("expected one").attachNote(line) << "here";
  printError(os, "of a tool");
  EXPECT_EQ(os.writes, (std::vector<std::string>{
                           "error: m.onnx: node 'cat': expected one\n",
                           "note: f.mlir:3:5: here\n",
                           "error: of a tool\n",
                       }));
}

TEST_F(DiagnosticsTest, PrintsOneErrorWithItsNotes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  DiagnosticPrinter printer(&context, os);
  emitWarning(line) << "look";
  EXPECT_FALSE(printer.hasError());
  {
    InFlightDiagnostic error = emitError(node) << "expected\none";
    error.attachNote(line) << "here";
    error.attachNote(unknown) << "there";
  }
  emitError(line) << "and so the pass failed";
  EXPECT_TRUE(printer.hasError());
  EXPECT_EQ(text, "warning: f.mlir:3:5: look\n"
                  "error: m.onnx: node 'cat': expected one\n"
                  "note: f.mlir:3:5: here\n"
                  "note: there\n");
}
