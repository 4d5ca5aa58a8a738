//===- Diagnostics.h - locations in models and error lines ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a location names a model's file and node, and how every tool prints an
// error. Importers make these locations, lowered checks quote them, and the
// tools print them, so their form is decided here alone.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_DIAGNOSTICS_H
#define ONNXOPS_SUPPORT_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"

namespace mlir::onnxops {

/// Locations in a model, which has no lines: the file as a whole, a value by
/// name, and a node by its number (the first is 1) and a name. The number
/// stands where a line would, column 0 says that it is none.
Location getModelLoc(MLIRContext *context, StringRef file);
Location getValueLoc(MLIRContext *context, StringRef file, StringRef name);
Location getNodeLoc(MLIRContext *context, StringRef file, unsigned number,
                    StringRef name);

/// Where in a model a graph stands. The locations of a subgraph's nodes and
/// values carry the names of the node and attribute that hold it, outermost
/// first, and the number of the outermost node: "loop/body/add".
class GraphPlace {
public:
  /// The graph of the model itself.
  GraphPlace(MLIRContext *context, StringRef file);
  /// The graph that `attribute` of a node of the graph at `outer` holds.
  GraphPlace(const GraphPlace &outer, unsigned number, StringRef node,
             StringRef attribute);

  Location getLoc() const { return nodes; }
  Location getNodeLoc(unsigned number, StringRef name) const;
  Location getValueLoc(StringRef name) const;

private:
  // What the locations are made on: two, since a value's has no number.
  Location nodes, values;
};

/// What a location in a model names.
struct ModelName {
  StringRef name; ///< within its graph
  bool isNode;    ///< a node's name or label, otherwise a value's
};

/// The node or value that a location names, of a fused one the first; none for
/// any other location.
std::optional<ModelName> getModelName(Location location);

/// The text of a location in a message: "model.onnx: node 'cat'", "model.onnx:
/// value 'x'", "file.mlir:3:5"; empty when unknown. Of a fused location or a
/// call, the first place that is known. Names are escaped.
std::string describeLocation(Location location);

/// The location of what stands for `location` in code that runs for other
/// shapes than the usual ones only. It is described as `location` is.
Location markOtherShapes(Location location);
bool isForOtherShapes(Location location);

/// "model.onnx: node 'n': concat", what a message about an op begins with: its
/// location as far as it is known, and its name without dialect and version.
std::string describeOperation(Operation *op);

/// While it lives, takes what this thread reports: another one may run the same
/// pass on another module of the context.
class ThreadDiagnosticHandler : public ScopedDiagnosticHandler {
public:
  ThreadDiagnosticHandler(MLIRContext *context,
                          std::function<void(Diagnostic &)> take);
};

/// While it lives, prints the errors of a context as the tools do: one line
/// "error: <location>: <message>", notes below it. The first error is the
/// whole story: a pass that fails on its account adds nothing, so later ones
/// are dropped. Keeps the operation in question out of the messages; it may
/// have 10,000 operands.
class DiagnosticPrinter {
public:
  DiagnosticPrinter(MLIRContext *context, raw_ostream &os);

  /// Whether an error has been printed.
  bool hasError() const { return printedError; }

private:
  LogicalResult print(Diagnostic &diagnostic);

  raw_ostream &os;
  bool printedError = false;
  ScopedDiagnosticHandler handler;
};

/// Prints an error of a tool itself in the same form.
void printError(raw_ostream &os, const Twine &message);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_DIAGNOSTICS_H
