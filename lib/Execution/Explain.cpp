//===- Explain.cpp - report on the copies of each operator ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A remark belongs to the operator of its location: passes preserve locations.
//
//===----------------------------------------------------------------------===//

#include "Explain.h"

#include "DotGraph.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::onnxops;
using remark::detail::Remark;

namespace {
/// Report on an operand of a concat.
struct OperandReport {
  std::string number, action, reason;

  bool isCopied() const { return action == "copied"; }
};

/// What ranks send to each other in one exchange, in bytes of all of them.
struct ExchangeReport {
  int64_t ranks = 0;
  /// Without numbers where they are known at run time.
  std::optional<int64_t> sent, bound, gathered;
};

/// The data moved at one location of the model.
struct Movement {
  std::vector<OperandReport> operands;
  std::vector<ExchangeReport> exchanges;
  int64_t copies = 0, bytes = 0;
  bool isBytesKnown = true;

  bool isNone() const {
    return operands.empty() && exchanges.empty() && copies == 0;
  }
};

/// Report on one location of the model.
struct Report : Movement {
  std::vector<std::string> operators;
  /// For code specialized to common shapes: the movement for all others.
  Movement otherShapes;
};

/// An op in the picture.
struct GraphNode {
  DotBox box;
  StringRef place;
  bool isMovement = false;
  size_t numOperands = 0;
  /// The operand of each edge of the box.
  std::vector<size_t> operands;
};
} // namespace

struct Explanation::Impl {
  llvm::MapVector<StringRef, Report> reports;
  llvm::StringSet<> places;
  std::vector<GraphNode> graph;

  StringRef getPlace(Location location) {
    return places.insert(describeLocation(location)).first->getKey();
  }
  Report &at(Location location) { return reports[getPlace(location)]; }
  void draw(func::FuncOp function);
  std::vector<DotBox> getBoxes() const;
  void add(const Remark &remark);
};

static StringRef getArgument(const Remark &remark, StringRef key) {
  for (const Remark::Arg &argument : remark.getArgs())
    if (argument.key == key)
      return argument.val;
  return "";
}

static std::optional<int64_t> getNumber(const Remark &remark, StringRef key) {
  int64_t number = 0;
  return getArgument(remark, key).getAsInteger(10, number)
             ? std::nullopt
             : std::optional<int64_t>(number);
}

void Explanation::Impl::add(const Remark &remark) {
  Report &whole = at(remark.getLocation());
  Movement &report =
      isForOtherShapes(remark.getLocation()) ? whole.otherShapes : whole;
  if (remark.getRemarkName() == "ConcatOperand") {
    report.operands.push_back({getArgument(remark, "operand").str(),
                               getArgument(remark, "action").str(),
                               getArgument(remark, "reason").str()});
    return;
  }
  if (remark.getRemarkName() == "Exchange") {
    report.exchanges.push_back(
        {getNumber(remark, "ranks").value_or(0), getNumber(remark, "sent"),
         getNumber(remark, "bound"), getNumber(remark, "gathered")});
    return;
  }
  std::optional<int64_t> bytes = getNumber(remark, "bytes");
  report.isBytesKnown &= bytes.has_value();
  report.bytes += bytes.value_or(0);
  ++report.copies;
}

namespace {
/// Forwards remarks.
class Collector : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Collector(std::function<void(const Remark &)> add)
      : add(std::move(add)) {}
  void streamOptimizationRemark(const Remark &remark) override { add(remark); }

private:
  std::function<void(const Remark &)> add;
};
} // namespace

// Whether an op only moves data.
static bool isMovement(Operation *op) {
  auto versioned = dyn_cast<VersionedOpInterface>(op);
  return versioned &&
         llvm::is_contained({"concat", "openvino_concat", "tile",
                             "split_to_sequence", "concat_from_sequence"},
                            versioned.getFamily());
}

// The name of an op without its dialect and version.
static StringRef getTitle(Operation *op) {
  if (isa<func::ReturnOp>(op))
    return "results";
  if (auto versioned = dyn_cast<VersionedOpInterface>(op))
    return versioned.getFamily();
  return op->getName().stripDialect();
}

static std::string describeType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

// Records the ops of a function's body in their order, and the values that they
// read. Ops in their regions count as reads of the op; constants are left out.
void Explanation::Impl::draw(func::FuncOp function) {
  DenseMap<Value, size_t> producers;
  auto add = [&](ValueRange values, GraphNode node) {
    for (Value value : values)
      producers[value] = graph.size();
    graph.push_back(std::move(node));
  };
  for (BlockArgument argument : function.getArguments()) {
    GraphNode node;
    node.box.lines = {"input " + std::to_string(argument.getArgNumber()),
                      describeType(argument.getType())};
    add(argument, std::move(node));
  }
  for (Operation &op : function.getBody().front()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    GraphNode node;
    node.place = getPlace(op.getLoc());
    node.isMovement = isMovement(&op);
    node.numOperands = op.getNumOperands();
    std::optional<ModelName> name = getModelName(op.getLoc());
    node.box.lines = {
        getTitle(&op).str(),
        (name ? name->name : llvm::sys::path::filename(node.place)).str()};
    for (Type type : op.getResultTypes())
      node.box.lines.push_back(describeType(type));
    op.walk([&](Operation *nested) {
      for (OpOperand &operand : nested->getOpOperands()) {
        auto found = producers.find(operand.get());
        if (found == producers.end())
          continue;
        node.box.edges.push_back({found->second});
        node.operands.push_back(operand.getOperandNumber());
      }
    });
    add(op.getResults(), std::move(node));
  }
}

Explanation::Explanation(ModuleOp module, StringRef function)
    : impl(std::make_shared<Impl>()) {
  module.walk([&](Operation *op) {
    if (isMovement(op))
      impl->at(op->getLoc()).operators.push_back(describeOperation(op));
  });
  impl->draw(module.lookupSymbol<func::FuncOp>(function));
  // The value of `all` is ignored. A tensor that does not grow in place is an
  // operand like any other.
  remark::RemarkCategories categories;
  categories.passed = "append-in-place|concat-in-place";
  categories.missed = "concat-in-place";
  categories.analysis = "lower-copies|exchange";
  (void)remark::enableOptimizationRemarks(
      *module.getContext(),
      std::make_unique<Collector>(
          [impl = impl](const Remark &remark) { impl->add(remark); }),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}

Explanation::~Explanation() = default;

static std::string describeExchange(const ExchangeReport &exchange) {
  std::string ranks = std::to_string(exchange.ranks) + " ranks";
  if (!exchange.sent)
    return ranks + " send bytes whose number is known at run time";
  auto describe = [](int64_t bytes) { return std::to_string(bytes); };
  return ranks + " send " + describe(*exchange.sent) +
         " bytes; the lower bound is " + describe(*exchange.bound) +
         ", an all-gather would send " + describe(*exchange.gathered);
}

// The copies that are left, in words.
static std::string describeCopies(const Movement &movement) {
  if (movement.copies == 0)
    return "moves nothing";
  std::string bytes = movement.isBytesKnown
                          ? std::to_string(movement.bytes) + " bytes"
                          : "bytes whose number is known at run time";
  return "moves " + bytes + " in " + std::to_string(movement.copies) +
         (movement.copies == 1 ? " copy" : " copies");
}

static void printMovement(raw_ostream &os, const Movement &report,
                          StringRef indent) {
  for (const OperandReport &operand : report.operands)
    os << indent << "operand " << operand.number << ": " << operand.action
       << (operand.reason.empty() ? "" : ", ") << operand.reason << "\n";
  for (const ExchangeReport &exchange : report.exchanges)
    os << indent << describeExchange(exchange) << "\n";
  if (report.copies > 0 || report.exchanges.empty())
    os << indent << describeCopies(report) << "\n";
}

void Explanation::print(raw_ostream &os) const {
  for (const auto &[place, report] : impl->reports) {
    for (StringRef name : report.operators)
      os << name << "\n";
    if (report.operators.empty())
      os << (place.empty() ? StringRef("results") : place) << "\n";
    printMovement(os, report, "  ");
    if (report.otherShapes.isNone())
      continue;
    os << "  for shapes that broadcast or have short rows\n";
    printMovement(os, report.otherShapes, "    ");
  }
}

std::vector<DotBox> Explanation::Impl::getBoxes() const {
  std::vector<DotBox> boxes;
  for (const GraphNode &node : graph) {
    DotBox &box = boxes.emplace_back(node.box);
    const auto *found = reports.find(node.place);
    if (!node.isMovement || found == reports.end())
      continue;
    const Report &report = found->second;
    box.movement = report.copies || !report.exchanges.empty()
                       ? DataMovement::Copied
                       : DataMovement::InPlace;
    for (const ExchangeReport &exchange : report.exchanges)
      box.lines.push_back(describeExchange(exchange));
    if (report.copies > 0 || report.exchanges.empty())
      box.lines.push_back(describeCopies(report));
    // A concat that was combined with others has operands of theirs.
    if (report.operands.size() != node.numOperands)
      continue;
    for (auto [edge, number] : llvm::zip_equal(box.edges, node.operands)) {
      const OperandReport &operand = report.operands[number];
      edge.movement =
          operand.isCopied() ? DataMovement::Copied : DataMovement::InPlace;
      edge.label = operand.reason;
    }
  }
  return boxes;
}

void Explanation::printDot(raw_ostream &os) const {
  onnxops::printDot(os, impl->getBoxes());
}

llvm::Error Explanation::printSVG(raw_ostream &os) const {
  return onnxops::printSVG(os, impl->getBoxes());
}
