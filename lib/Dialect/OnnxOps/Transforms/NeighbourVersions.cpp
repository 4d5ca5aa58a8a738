//===- NeighbourVersions.cpp - when ONNX changed other operators ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of since-versions, as ONNX's lists of operators have them up to
// opset 27 (ONNX 1.22), for the operators that the importer and
// --convert-onnx-to-upstream know. Most changes only add element types; a step
// over one is refused all the same, since nothing here knows what an operator
// takes.
//
//===----------------------------------------------------------------------===//

#include "NeighbourVersions.h"

#include "onnxops/Dialect/OnnxOps/IR/Neighbours.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

// The opsets at which ONNX published a version, in order; none for an operator
// that is not known.
static ArrayRef<int64_t> getVersions(StringRef name) {
  static constexpr int64_t arithmetic[] = {1, 6, 7, 13, 14};
  static constexpr int64_t cast[] = {1, 6, 9, 13, 19, 21, 23, 24, 25};
  static constexpr int64_t constant[] = {1, 9, 11, 12, 13, 19, 21, 23, 24, 25};
  static constexpr int64_t constantOfShape[] = {9, 20, 21, 23, 24, 25};
  static constexpr int64_t control[] = {1, 11, 13, 16, 19, 21, 23, 24, 25};
  static constexpr int64_t expand[] = {8, 13};
  static constexpr int64_t function[] = {1, 6, 13};
  static constexpr int64_t gather[] = {1, 11, 13};
  static constexpr int64_t identity[] = {1, 13, 14, 16, 19, 21, 23, 24, 25};
  static constexpr int64_t notOperator[] = {1};
  static constexpr int64_t relu[] = {1, 6, 13, 14};
  static constexpr int64_t reshape[] = {1, 5, 13, 14, 19, 21, 23, 24, 25};
  static constexpr int64_t sequenceMap[] = {17};
  static constexpr int64_t shape[] = {1, 13, 15, 19, 21, 23, 24, 25};
  static constexpr int64_t size[] = {1, 13, 19, 21, 23, 24, 25};
  static constexpr int64_t slice[] = {1, 10, 11, 13};
  static constexpr int64_t split[] = {1, 2, 11, 13, 18};
  static constexpr int64_t squeeze[] = {1, 11, 13, 21, 23, 24, 25};
  static constexpr int64_t transpose[] = {1, 13, 21, 23, 24, 25};
  return llvm::StringSwitch<ArrayRef<int64_t>>(name)
      .Cases({"Add", "Div", "Mul", "Sub"}, arithmetic)
      .Case("Cast", cast)
      .Case("Constant", constant)
      .Case("ConstantOfShape", constantOfShape)
      .Cases({"If", "Loop"}, control)
      .Cases({"Abs", "Exp", "Neg", "Sigmoid", "Sqrt", "Tanh"}, function)
      .Case("Expand", expand)
      .Case("Gather", gather)
      .Case("Identity", identity)
      .Case("Not", notOperator)
      .Case("Relu", relu)
      .Case("Reshape", reshape)
      .Case("SequenceMap", sequenceMap)
      .Case("Shape", shape)
      .Case("Size", size)
      .Case("Slice", slice)
      .Case("Split", split)
      .Cases({"Squeeze", "Unsqueeze"}, squeeze)
      .Case("Transpose", transpose)
      .Default({});
}

LogicalResult mlir::onnxops::verifySameAtOpset(ErrorEmitter emit, Operation *op,
                                               int64_t from, int64_t to) {
  if (!isNeighbour(op) || from == to)
    return success();
  StringRef name = op->getName().stripDialect();
  ArrayRef<int64_t> versions = getVersions(name);
  if (versions.empty())
    return emitFailure(emit, "the module means opset ", from,
                       ", and the versions of ", name, " are not known");
  // Changes in (low, high].
  auto [low, high] = std::minmax(from, to);
  const int64_t *change = llvm::upper_bound(versions, low);
  if (change == versions.end() || *change > high)
    return success();
  if (change == versions.begin())
    return emitFailure(emit, "opset ", *change, " is the first that has ",
                       name);
  return emitFailure(emit, "the module means opset ", from, ", and opset ",
                     *change, " has a newer version of ", name);
}
