//===- Diagnostics.h - locations in models and error lines ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of locations in a model's file and node, and of printed errors.
// Importers make these locations, lowered checks quote them, and the tools
// print them, so that their form is defined only here.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_DIAGNOSTICS_H
#define ONNXOPS_SUPPORT_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"

namespace mlir::onnxops {

/// Locations in a model, which has no lines: the file as a whole, a value by
/// name, and a node by its number (the first is 1) and a name. The number is
/// stored as the line, with column 0 to mark it.
Location getModelLoc(MLIRContext *context, StringRef file);
Location getValueLoc(MLIRContext *context, StringRef file, StringRef name);
Location getNodeLoc(MLIRContext *context, StringRef file, unsigned number,
                    StringRef name);

/// The path of a graph in a model. The locations of a subgraph's nodes and
/// values contain the names of the node and attribute that hold it, outermost
/// first, and the number of the outermost node: "loop/body/add".
class GraphPlace {
public:
  /// The graph of the model itself.
  GraphPlace(MLIRContext *context, StringRef file);
  /// The graph in `attribute` of a node of the graph at `outer`.
  GraphPlace(const GraphPlace &outer, unsigned number, StringRef node,
             StringRef attribute);

  Location getLoc() const { return nodes; }
  Location getNodeLoc(unsigned number, StringRef name) const;
  Location getValueLoc(StringRef name) const;

private:
  // The base locations: two, since that of a value has no number.
  Location nodes, values;
};

/// The location of a node that also has the names of its results, which the
/// label of a node with a name does not contain. `opType` is the operator to
/// which they belong: ops of others at the location do not have them.
Location nameResults(Location node, StringRef opType,
                     ArrayRef<StringRef> names);
/// The names of the results of an operator, empty if the location has none.
SmallVector<StringRef> getResultNames(Location location, StringRef opType);
/// The same for any operator.
SmallVector<StringRef> getAllResultNames(Location location);
/// The location without the names of results.
Location getUnnamedLoc(Location location);
/// The location for an op of `opType` that takes the place of one of another
/// operator, and has its results.
Location renameNode(Location location, StringRef opType);
/// Whether the location is a node with a name, but of another operator.
bool isOtherNode(Location location, StringRef opType);

/// The node or value named by a location in a model.
struct ModelName {
  StringRef name; ///< within its graph
  bool isNode;    ///< a node's name or label, otherwise a value's
};

/// The node or value named by a location; of a fused one the first; none for
/// any other location.
std::optional<ModelName> getModelName(Location location);

/// The text of a location in a message: "model.onnx: node 'cat'", "model.onnx:
/// value 'x'", "file.mlir:3:5"; empty when unknown. Of a fused location or a
/// call, the first known location. Names are escaped.
std::string describeLocation(Location location);

/// The location of a copy of `location`'s code that runs only for unusual
/// shapes. It is described as `location` is.
Location markOtherShapes(Location location);
bool isForOtherShapes(Location location);

/// "model.onnx: node 'n': concat", the prefix of messages about an op: its
/// location, if known, and its name without dialect and version.
std::string describeOperation(Operation *op);

/// While it lives, handles the diagnostics of this thread only: another one may
/// run the same pass on another module of the context.
class ThreadDiagnosticHandler : public ScopedDiagnosticHandler {
public:
  ThreadDiagnosticHandler(MLIRContext *context,
                          std::function<void(Diagnostic &)> take);
};

/// While it lives, prints the errors of a context in the style of the tools:
/// one line "error: <location>: <message>", notes below it. Only the first
/// error is printed: later ones, such as that of a pass that fails because of
/// it, are consequences. Does not print the op in question, which may have
/// 10,000 operands.
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

/// Prints an error of a tool in the same form.
void printError(raw_ostream &os, const Twine &message);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_DIAGNOSTICS_H
