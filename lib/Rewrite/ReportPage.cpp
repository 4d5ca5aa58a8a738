//===- ReportPage.cpp - the report as a page ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page is Report.html with Report.css and Report.js, and with the report as
// JSON, which the script draws. Names in a model are part of this JSON only,
// without any character that could end it, and the script makes no HTML out of
// them. The page's policy forbids all other scripts, and the network.
//
//===----------------------------------------------------------------------===//

#include "DrawnGraph.h"
#include "onnxops/Rewrite/Report.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace mlir::onnxops;
namespace json = llvm::json;

// Generated: each is a string literal.
static constexpr StringLiteral kPage =
#include "Report.html.inc"
    ;
static constexpr StringLiteral kStyle =
#include "Report.css.inc"
    ;
static constexpr StringLiteral kScript =
#include "Report.js.inc"
    ;

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

static StringRef getKind(const ModelNode &node) {
  switch (node.kind) {
  case ModelNode::Kind::Node:
    return "node";
  case ModelNode::Kind::Input:
    return "input";
  case ModelNode::Kind::Output:
    return "output";
  }
  llvm_unreachable("all kinds are handled");
}

static StringRef getStatus(NodeStatus status) {
  switch (status) {
  case NodeStatus::Unchanged:
    return "unchanged";
  case NodeStatus::Changed:
    return "changed";
  case NodeStatus::Removed:
    return "removed";
  case NodeStatus::New:
    return "new";
  }
  llvm_unreachable("all kinds of status are handled");
}

// The name in the model: of the node, or of the value.
static std::string getName(const ModelNode &node) {
  if (node.kind == ModelNode::Kind::Input)
    return escapeText(node.results.front().name);
  if (node.kind == ModelNode::Kind::Output)
    return escapeText(node.operands.front().name);
  std::optional<ModelName> place = getModelName(node.loc);
  if (!place)
    return "";
  StringRef name = place->name;
  if (name.consume_front(node.opType))
    name.consume_front(":"); // the label of a node without a name
  return escapeText(name.empty() ? place->name : name);
}

static std::string getTitle(const ModelNode &node) {
  return node.kind == ModelNode::Kind::Node ? escapeText(node.opType)
                                            : getKind(node).str();
}

// The number of nodes that a box hides.
static size_t countHidden(const ModelGraph &graph, const DrawnBox &box) {
  return llvm::count_if(box.nodes, [&](size_t index) {
    return graph.nodes[index].kind == ModelNode::Kind::Node;
  });
}

// The text of a box in two lines, by which it gets its width.
static std::pair<std::string, std::string> getLines(const ModelGraph &graph,
                                                    const DrawnBox &box) {
  if (box.isNode()) {
    const ModelNode &node = graph.nodes[box.nodes.front()];
    return {getTitle(node), getName(node)};
  }
  size_t hidden = countHidden(graph, box);
  std::string title = std::to_string(hidden - box.numChanged) + " unchanged";
  return {title + " nodes",
          box.numChanged ? std::to_string(box.numChanged) + " changed" : ""};
}

static double getWidth(const ModelGraph &graph, const DrawnBox &box) {
  constexpr size_t shortest = 8, longest = 26;
  auto [title, name] = getLines(graph, box);
  size_t length = std::max(title.size() + 2, name.size());
  return 14 + 6.6 * std::clamp(length, shortest, longest);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static std::string describeType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return escapeText(text);
}

static void printValues(json::OStream &json, StringRef name,
                        ArrayRef<ModelValue> values) {
  json.attributeArray(name, [&] {
    for (const ModelValue &value : values)
      json.array([&] {
        json.value(escapeText(value.name));
        json.value(describeType(value.type));
      });
  });
}

static void printRect(json::OStream &json, const DrawnRect &rect) {
  json.attributeArray("rect", [&] {
    for (double number : {rect.left, rect.top, rect.width, rect.height})
      json.value(std::round(number));
  });
}

static void printNode(json::OStream &json, const ModelNode &node,
                      const DrawnGraph &other) {
  json.attribute("kind", getKind(node));
  json.attribute("status", getStatus(node.status));
  json.attribute("location", describeLocation(node.loc));
  printValues(json, "operands", node.operands);
  printValues(json, "results", node.results);
  if (node.bytes)
    json.attribute("bytes", *node.bytes);
  json.attribute("reason", node.reason);
  json.attributeArray("others", [&] {
    for (size_t index : node.counterparts)
      json.value(static_cast<int64_t>(other.boxOf[index]));
  });
}

static void printGraph(json::OStream &json, const ModelGraph &graph,
                       const DrawnGraph &drawn, const DrawnGraph &other) {
  json.attribute("width", std::ceil(drawn.width));
  json.attribute("height", std::ceil(drawn.height));
  json.attribute("isCut", drawn.isCut);
  json.attributeArray("boxes", [&] {
    for (const DrawnBox &box : drawn.boxes)
      json.object([&] {
        auto [title, name] = getLines(graph, box);
        json.attribute("title", title);
        json.attribute("name", name);
        printRect(json, box.rect);
        if (box.isNode())
          printNode(json, graph.nodes[box.nodes.front()], other);
      });
  });
  json.attributeArray("edges", [&] {
    for (const DrawnEdge &edge : drawn.edges)
      json.array([&] {
        json.value(static_cast<int64_t>(edge.from));
        json.value(static_cast<int64_t>(edge.to));
        for (auto [x, y] : edge.points) {
          json.value(std::round(x * 10) / 10);
          json.value(std::round(y * 10) / 10);
        }
      });
  });
  json.attributeArray("clusters", [&] {
    for (const DrawnCluster &cluster : drawn.clusters)
      json.object([&] {
        json.attribute("title", escapeText(cluster.region));
        printRect(json, cluster.rect);
      });
  });
}

// The report, in characters that are no markup.
static std::string makeData(const RewriteReport &report,
                            const DrawnGraph &before, const DrawnGraph &after) {
  std::string text, summary;
  llvm::raw_string_ostream os(text), summaryStream(summary);
  RewriteReport counts; // the changes are in the graphs
  counts.before = report.before;
  counts.after = report.after;
  counts.sequences = report.sequences;
  printJSON(counts, summaryStream);
  std::map<StringRef, int64_t> reasons;
  for (const NodeChange &change : report.changes)
    ++reasons[change.reason];
  json::OStream json(os);
  json.object([&] {
    json.attributeBegin("report");
    json.rawValue(summary);
    json.attributeEnd();
    json.attributeObject("reasons", [&] {
      for (auto [reason, count] : reasons)
        json.attribute(reason, count);
    });
    json.attributeObject(
        "before", [&] { printGraph(json, report.graphBefore, before, after); });
    json.attributeObject(
        "after", [&] { printGraph(json, report.graphAfter, after, before); });
  });
  std::string safe;
  for (char c : text) {
    if (c == '<' || c == '>' || c == '&')
      safe += "\\u00" + llvm::utohexstr(c, /*LowerCase=*/true);
    else
      safe += c;
  }
  return safe;
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

// What the policy of a page has for a script or style.
static std::string getHash(StringRef text) {
  auto hash = llvm::SHA256::hash(llvm::arrayRefFromStringRef<uint8_t>(text));
  return "'sha256-" + llvm::encodeBase64(hash) + "'";
}

llvm::Error mlir::onnxops::printHTML(const RewriteReport &report,
                                     llvm::raw_ostream &os) {
  DrawnGraph before = chooseDrawn(report.graphBefore);
  DrawnGraph after = chooseDrawn(report.graphAfter);
  for (auto [drawn, graph] : {std::pair(&before, &report.graphBefore),
                              std::pair(&after, &report.graphAfter)})
    if (llvm::Error error =
            layOut(*drawn, [graph = graph](const DrawnBox &box) {
              return getWidth(*graph, box);
            }))
      return error;
  const std::pair<StringRef, std::string> parts[] = {
      {"POLICY", "default-src 'none'; script-src " + getHash(kScript) +
                     "; style-src " + getHash(kStyle) +
                     "; base-uri 'none'; form-action 'none'"},
      {"STYLE", kStyle.str()},
      {"DATA", makeData(report, before, after)},
      {"SCRIPT", kScript.str()}};
  // The text of a part is not searched for others.
  StringRef page = kPage;
  for (const auto &[name, text] : parts) {
    auto [start, rest] = page.split(("%" + name + "%").str());
    os << start << text;
    page = rest;
  }
  os << page;
  return llvm::Error::success();
}
