//===- LayOut.cpp - positions of a drawn graph ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphviz gets sizes and no names, and its positions are read from JSON: what
// a name may contain is of no concern here.
//
//===----------------------------------------------------------------------===//

#include "DrawnGraph.h"

#include "onnxops/Support/Graphviz.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::onnxops;
namespace json = llvm::json;

static constexpr double kPointsPerInch = 72; // a point is a pixel
static constexpr double kHeight = 36;

// Graphviz reads no exponents.
static auto formatInches(double points) {
  return llvm::format("%.3f", points / kPointsPerInch);
}

namespace {

/// Prints the boxes of each graph within a cluster of their own.
class DotPrinter {
public:
  DotPrinter(raw_ostream &os, const DrawnGraph &graph,
             llvm::function_ref<double(const DrawnBox &)> getWidth);

  void print();

private:
  void printBox(size_t index);

  raw_ostream &os;
  const DrawnGraph &graph;
  llvm::function_ref<double(const DrawnBox &)> getWidth;
  DenseMap<size_t, SmallVector<size_t, 1>> clustersOf;
  DenseMap<std::pair<size_t, StringRef>, SmallVector<size_t>> boxesOf;
};

} // namespace

DotPrinter::DotPrinter(raw_ostream &os, const DrawnGraph &graph,
                       llvm::function_ref<double(const DrawnBox &)> getWidth)
    : os(os), graph(graph), getWidth(getWidth) {
  for (auto [index, cluster] : llvm::enumerate(graph.clusters))
    clustersOf[cluster.owner].push_back(index);
  for (auto [index, box] : llvm::enumerate(graph.boxes))
    if (box.parent)
      boxesOf[{*box.parent, box.region}].push_back(index);
}

void DotPrinter::printBox(size_t index) {
  os << "b" << index << " [width=" << formatInches(getWidth(graph.boxes[index]))
     << "]\n";
  for (size_t number : clustersOf.lookup(index)) {
    os << "subgraph cluster" << number << " {\nlabel=\"graph\"\n";
    for (size_t inner : boxesOf.lookup({index, graph.clusters[number].region}))
      printBox(inner);
    os << "}\n";
  }
}

void DotPrinter::print() {
  os << "digraph {\n"
        "nodesep=0.2\nranksep=0.35\nfontsize=11\nmargin=0\n"
        "node [shape=box label=\"\" fixedsize=true height="
     << formatInches(kHeight) << "]\nedge [arrowsize=0.1]\n";
  for (auto [index, box] : llvm::enumerate(graph.boxes))
    if (!box.parent)
      printBox(index);
  for (auto [index, edge] : llvm::enumerate(graph.edges))
    os << "b" << edge.from << " -> b" << edge.to << " [id=" << index << "]\n";
  os << "}\n";
}

// The numbers of a text such as "27,18" or "e,27,36 27,72 27,64 27,54".
static std::vector<double> readNumbers(std::optional<StringRef> text) {
  std::vector<double> numbers;
  for (StringRef word : llvm::split(text.value_or(""), ' '))
    for (StringRef part : llvm::split(word, ',')) {
      double number;
      if (!part.getAsDouble(number))
        numbers.push_back(number);
    }
  return numbers;
}

static std::optional<size_t> readIndex(std::optional<StringRef> text,
                                       StringRef prefix, size_t count) {
  StringRef number = text.value_or("");
  size_t index;
  if (!number.consume_front(prefix) || number.getAsInteger(10, index) ||
      index >= count)
    return std::nullopt;
  return index;
}

static DrawnRect makeRect(const DrawnGraph &graph, ArrayRef<double> box) {
  return {box[0], graph.height - box[3], box[2] - box[0], box[3] - box[1]};
}

static void readBox(DrawnGraph &graph, const json::Object &object) {
  std::optional<StringRef> name = object.getString("name");
  if (auto index = readIndex(name, "cluster", graph.clusters.size())) {
    std::vector<double> box = readNumbers(object.getString("bb"));
    if (box.size() == 4)
      graph.clusters[*index].rect = makeRect(graph, box);
  } else if (auto index = readIndex(name, "b", graph.boxes.size())) {
    std::vector<double> center = readNumbers(object.getString("pos"));
    std::vector<double> inches = readNumbers(object.getString("width"));
    if (center.size() != 2 || inches.size() != 1)
      return;
    double width = inches[0] * kPointsPerInch;
    graph.boxes[*index].rect = {center[0] - width / 2,
                                graph.height - center[1] - kHeight / 2, width,
                                kHeight};
  }
}

// The end of the arrow comes first.
static void readEdge(DrawnGraph &graph, const json::Object &object) {
  auto index = readIndex(object.getString("id"), "", graph.edges.size());
  std::optional<StringRef> text = object.getString("pos");
  std::vector<double> numbers = readNumbers(text);
  if (!index || numbers.size() < 4)
    return;
  auto &points = graph.edges[*index].points;
  for (size_t i = 0; i + 1 < numbers.size(); i += 2)
    points.push_back({numbers[i], graph.height - numbers[i + 1]});
  if (text->starts_with("e,")) {
    std::array<double, 2> end = points.front();
    points.erase(points.begin());
    points.back() = end;
  }
}

llvm::Error
mlir::onnxops::layOut(DrawnGraph &graph,
                      llvm::function_ref<double(const DrawnBox &)> getWidth) {
  auto text = layOutGraph("json0", [&](raw_ostream &os) {
    DotPrinter(os, graph, getWidth).print();
  });
  if (!text)
    return text.takeError();
  llvm::Expected<json::Value> value = json::parse((*text)->getBuffer());
  if (!value)
    return value.takeError();
  const json::Object *root = value->getAsObject();
  std::vector<double> box =
      readNumbers(root ? root->getString("bb") : std::nullopt);
  if (box.size() != 4)
    return llvm::createStringError("expected a layout of Graphviz, but got "
                                   "something else");
  graph.width = box[2];
  graph.height = box[3];
  if (const json::Array *objects = root->getArray("objects"))
    for (const json::Value &object : *objects)
      if (const json::Object *fields = object.getAsObject())
        readBox(graph, *fields);
  if (const json::Array *edges = root->getArray("edges"))
    for (const json::Value &edge : *edges)
      if (const json::Object *fields = edge.getAsObject())
        readEdge(graph, *fields);
  return llvm::Error::success();
}
