//===- Diagnostics.cpp - locations in models and error lines --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes and reads locations in models; prints diagnostics.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/Diagnostics.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "onnxops/Support/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

Location mlir::onnxops::getModelLoc(MLIRContext *context, StringRef file) {
  return FileLineColLoc::get(context, file, /*line=*/0, /*column=*/0);
}

Location mlir::onnxops::getValueLoc(MLIRContext *context, StringRef file,
                                    StringRef name) {
  return NameLoc::get(StringAttr::get(context, name),
                      getModelLoc(context, file));
}

Location mlir::onnxops::getNodeLoc(MLIRContext *context, StringRef file,
                                   unsigned number, StringRef name) {
  return NameLoc::get(
      StringAttr::get(context, name),
      FileLineColLoc::get(context, file, /*line=*/number, /*column=*/0));
}

GraphPlace::GraphPlace(MLIRContext *context, StringRef file)
    : nodes(getModelLoc(context, file)), values(nodes) {}

GraphPlace::GraphPlace(const GraphPlace &outer, unsigned number, StringRef node,
                       StringRef attribute)
    : nodes(outer.getNodeLoc(number, node)), values(outer.getValueLoc(node)) {
  auto name = StringAttr::get(nodes.getContext(), attribute);
  nodes = NameLoc::get(name, nodes);
  values = NameLoc::get(name, values);
}

Location GraphPlace::getNodeLoc(unsigned number, StringRef name) const {
  if (auto model = dyn_cast<FileLineColLoc>(nodes))
    return mlir::onnxops::getNodeLoc(
        model.getContext(), model.getFilename().strref(), number, name);
  return NameLoc::get(StringAttr::get(nodes.getContext(), name), nodes);
}

Location GraphPlace::getValueLoc(StringRef name) const {
  return NameLoc::get(StringAttr::get(values.getContext(), name), values);
}

// The metadata is an array: the operator, then the names.
Location mlir::onnxops::nameResults(Location node, StringRef opType,
                                    ArrayRef<StringRef> names) {
  Builder builder(node.getContext());
  SmallVector<StringRef> texts = {opType};
  llvm::append_range(texts, names);
  return FusedLoc::get({node}, builder.getStrArrayAttr(texts),
                       node.getContext());
}

// The texts of the metadata, empty if the location has none.
static SmallVector<StringRef> getResultTexts(Location location) {
  auto fused = dyn_cast<FusedLoc>(location);
  auto texts =
      fused ? dyn_cast_or_null<ArrayAttr>(fused.getMetadata()) : ArrayAttr();
  if (!texts || !llvm::all_of(texts, llvm::IsaPred<StringAttr>))
    return {};
  return llvm::map_to_vector(
      texts, [](Attribute text) { return cast<StringAttr>(text).strref(); });
}

SmallVector<StringRef> mlir::onnxops::getResultNames(Location location,
                                                     StringRef opType) {
  SmallVector<StringRef> texts = getResultTexts(location);
  if (texts.empty() || texts.front() != opType)
    return {};
  texts.erase(texts.begin());
  return texts;
}

SmallVector<StringRef> mlir::onnxops::getAllResultNames(Location location) {
  SmallVector<StringRef> texts = getResultTexts(location);
  if (!texts.empty())
    texts.erase(texts.begin());
  return texts;
}

Location mlir::onnxops::getUnnamedLoc(Location location) {
  while (!getResultTexts(location).empty())
    location = cast<FusedLoc>(location).getLocations().front();
  return location;
}

Location mlir::onnxops::renameNode(Location location, StringRef opType) {
  SmallVector<StringRef> texts = getResultTexts(location);
  if (!texts.empty() && texts.front().empty()) // belongs to no operator
    return location;
  if (!texts.empty())
    return nameResults(getUnnamedLoc(location), opType,
                       ArrayRef(texts).drop_front());
  // A node without a name is labelled "Softmax:y", by its first result.
  std::optional<ModelName> node = getModelName(location);
  if (!node || !node->isNode)
    return location;
  return nameResults(location, opType, node->name.split(':').second);
}

bool mlir::onnxops::isOtherNode(Location location, StringRef opType) {
  SmallVector<StringRef> texts = getResultTexts(location);
  return !texts.empty() && texts.front() != opType;
}

static std::string describeFileLoc(FileLineColRange loc) {
  std::string text = escapeText(loc.getFilename());
  if (loc.getStartColumn() != 0)
    text +=
        (":" + Twine(loc.getStartLine()) + ":" + Twine(loc.getStartColumn()))
            .str();
  return text;
}

// The location under all names.
static Location getInnermostLoc(NameLoc loc) {
  while (auto outer = dyn_cast<NameLoc>(loc.getChildLoc()))
    loc = outer;
  return loc.getChildLoc();
}

// The location in a model, with node numbers as lines; null if there is none.
static FileLineColRange getModelPlace(NameLoc loc) {
  auto place = dyn_cast<FileLineColRange>(getInnermostLoc(loc));
  return place && place.getStartColumn() == 0 ? place : FileLineColRange();
}

std::optional<ModelName> mlir::onnxops::getModelName(Location location) {
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      if (std::optional<ModelName> name = getModelName(part))
        return name;
    return std::nullopt;
  }
  auto named = dyn_cast<NameLoc>(location);
  FileLineColRange place = named ? getModelPlace(named) : FileLineColRange();
  if (!place)
    return std::nullopt;
  return ModelName{named.getName(), place.getStartLine() != 0};
}

static std::string describeNameLoc(NameLoc loc) {
  FileLineColRange place = getModelPlace(loc);
  if (!place)
    return describeLocation(getInnermostLoc(loc));
  SmallVector<std::string> names = {escapeText(loc.getName())};
  while (auto outer = dyn_cast<NameLoc>(loc.getChildLoc())) {
    names.push_back(escapeText(outer.getName()));
    loc = outer;
  }
  StringRef kind = place.getStartLine() == 0 ? "value" : "node";
  return (describeFileLoc(place) + ": " + kind + " '" +
          llvm::join(llvm::reverse(names), "/") + "'")
      .str();
}

static std::string describeFusedLoc(FusedLoc loc) {
  for (Location part : loc.getLocations())
    if (std::string text = describeLocation(part); !text.empty())
      return text;
  return "";
}

static std::string describeCallSiteLoc(CallSiteLoc loc) {
  std::string callee = describeLocation(loc.getCallee());
  return callee.empty() ? describeLocation(loc.getCaller()) : callee;
}

std::string mlir::onnxops::describeLocation(Location location) {
  return llvm::TypeSwitch<LocationAttr, std::string>(location)
      .Case(describeNameLoc)
      .Case(describeFileLoc)
      .Case(describeFusedLoc)
      .Case(describeCallSiteLoc)
      .Default([](LocationAttr) { return std::string(); });
}

// The metadata of a location for other shapes.
static StringAttr getOtherShapes(MLIRContext *context) {
  return StringAttr::get(context, "other shapes");
}

Location mlir::onnxops::markOtherShapes(Location location) {
  MLIRContext *context = location.getContext();
  return FusedLoc::get(context, {location}, getOtherShapes(context));
}

bool mlir::onnxops::isForOtherShapes(Location location) {
  auto fused = dyn_cast<FusedLoc>(location);
  return fused && fused.getMetadata() == getOtherShapes(location.getContext());
}

std::string mlir::onnxops::describeOperation(Operation *op) {
  std::string location = describeLocation(op->getLoc());
  if (!location.empty())
    location += ": ";
  StringRef name = op->getName().stripDialect();
  // The version is the current one, not the one that the user wrote.
  StringRef family = name.rtrim("0123456789");
  return location + escapeText(family.consume_back("_v") ? family : name);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

ThreadDiagnosticHandler::ThreadDiagnosticHandler(
    MLIRContext *context, std::function<void(Diagnostic &)> take)
    : ScopedDiagnosticHandler(context) {
  setHandler([thread = llvm::get_threadid(),
              take = std::move(take)](Diagnostic &diagnostic) {
    if (llvm::get_threadid() != thread)
      return failure();
    take(diagnostic);
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static StringRef getSeverityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Remark:
    return "remark";
  }
  llvm_unreachable("unknown severity");
}

// Messages quote names from files, and those of the parser contain line breaks.
// These are printed as blanks.
static void printLine(raw_ostream &os, StringRef severity, StringRef location,
                      StringRef message) {
  std::string line = severity.str() + ": ";
  if (!location.empty())
    line += location.str() + ": ";
  line += message.str();
  for (char &c : line)
    if (c == '\n' || c == '\r')
      c = ' ';
  // In one write, which other processes do not write into.
  os << escapeText(line) + "\n";
}

static void printDiagnostic(raw_ostream &os, Diagnostic &diagnostic) {
  printLine(os, getSeverityName(diagnostic.getSeverity()),
            describeLocation(diagnostic.getLocation()), diagnostic.str());
}

DiagnosticPrinter::DiagnosticPrinter(MLIRContext *context, raw_ostream &os)
    : os(os), handler(context, [this](Diagnostic &diagnostic) {
        return print(diagnostic);
      }) {
  context->printOpOnDiagnostic(false);
}

LogicalResult DiagnosticPrinter::print(Diagnostic &diagnostic) {
  bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
  if (isError && printedError)
    return success();
  printedError |= isError;
  printDiagnostic(os, diagnostic);
  for (Diagnostic &note : diagnostic.getNotes())
    printDiagnostic(os, note);
  return success();
}

void mlir::onnxops::printError(raw_ostream &os, const Twine &message) {
  printLine(os, "error", "", message.str());
}
