//===- Explain.cpp - what became of each operator -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A remark belongs to the operator whose location it has: passes keep those.
//
//===----------------------------------------------------------------------===//

#include "Explain.h"

#include "mlir/IR/Remarks.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::onnxops;
using remark::detail::Remark;

namespace {
/// What has been said of one place in the model.
struct Story {
  std::vector<std::string> operators;
  std::vector<std::string> operands;
  int64_t copies = 0, bytes = 0;
  bool isBytesKnown = true;
};
} // namespace

struct Explanation::Impl {
  llvm::MapVector<StringRef, Story> stories;
  llvm::StringSet<> places;

  Story &at(Location location) {
    return stories[places.insert(describeLocation(location)).first->getKey()];
  }
  void add(const Remark &remark);
};

static StringRef getArgument(const Remark &remark, StringRef key) {
  for (const Remark::Arg &argument : remark.getArgs())
    if (argument.key == key)
      return argument.val;
  return "";
}

void Explanation::Impl::add(const Remark &remark) {
  Story &story = at(remark.getLocation());
  StringRef bytes = getArgument(remark, "bytes");
  StringRef action = getArgument(remark, "action");
  if (remark.getRemarkName() == "ConcatOperand") {
    std::string line =
        ("operand " + getArgument(remark, "operand") + ": " + action).str();
    if (StringRef reason = getArgument(remark, "reason"); !reason.empty())
      line += (", " + reason).str();
    story.operands.push_back(line);
    return;
  }
  int64_t number = 0;
  story.isBytesKnown &= !bytes.getAsInteger(10, number);
  story.bytes += number;
  ++story.copies;
}

namespace {
/// Hands remarks on.
class Collector : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Collector(std::function<void(const Remark &)> add)
      : add(std::move(add)) {}
  void streamOptimizationRemark(const Remark &remark) override { add(remark); }

private:
  std::function<void(const Remark &)> add;
};
} // namespace

Explanation::Explanation(ModuleOp module) : impl(std::make_shared<Impl>()) {
  module.walk([&](VersionedOpInterface op) {
    if (llvm::is_contained({"concat", "openvino_concat", "tile",
                            "split_to_sequence", "concat_from_sequence"},
                           op.getFamily()))
      impl->at(op.getLoc()).operators.push_back(describeOperation(op));
  });
  // What `all` of them is set to is not looked at.
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis =
      "concat-in-place|lower-copies";
  (void)remark::enableOptimizationRemarks(
      *module.getContext(),
      std::make_unique<Collector>(
          [impl = impl](const Remark &remark) { impl->add(remark); }),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}

Explanation::~Explanation() = default;

static void printMoved(raw_ostream &os, const Story &story) {
  if (story.copies == 0) {
    os << "  moves nothing\n";
    return;
  }
  os << "  moves ";
  if (story.isBytesKnown)
    os << story.bytes << " bytes";
  else
    os << "bytes whose number is known at run time";
  os << " in " << story.copies << (story.copies == 1 ? " copy\n" : " copies\n");
}

void Explanation::print(raw_ostream &os) const {
  for (const auto &[place, story] : impl->stories) {
    for (StringRef name : story.operators)
      os << name << "\n";
    if (story.operators.empty())
      os << (place.empty() ? StringRef("results") : place) << "\n";
    for (StringRef operand : story.operands)
      os << "  " << operand << "\n";
    printMoved(os, story);
  }
}
