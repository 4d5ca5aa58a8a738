//===- Case.h - what is measured --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case is one call: an operator, its shapes, and what the hand-written code
// of another machine and ONNX Runtime took for it there. Cases know nothing of
// memory or time.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_CASE_H
#define ONNXOPS_BENCHMARK_CASE_H

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

using Shape = std::vector<int64_t>;

/// The operator. The last ones are a Concat or Tile among elementwise
/// operators.
enum class Family { Concat, Tile, Split, Fusion };

/// What becomes of a split.
enum class SplitUse {
  Returned, ///< all chunks, as a sequence of copies
  At,       ///< the chunk at position 3, as a copy
  Joined    ///< ConcatFromSequence on the axis of the split
};

/// Which fusion; each has one hand-written counterpart.
enum class Fusion {
  None,
  ReluConcat,
  ScaledConcat,
  SlicedConcat,
  AddTiledRow,
  AddTiledColumn,
  ConcatTile,
  NestedConcat
};

/// Microseconds that were recorded once, on a machine of 2 cores: 0 where
/// nothing was. Only ratios among them say anything of another machine.
struct Recorded {
  double floor1 = 0, ort1 = 0; ///< one thread
  double floor2 = 0, ort2 = 0; ///< two threads
};

/// One case. Tile and split have one operand.
struct Case {
  std::string name;
  Family family = Family::Concat;
  int64_t elementBytes = 4;
  std::vector<Shape> operands;
  int64_t axis = 0;                       ///< concat, split
  Shape repeats;                          ///< tile
  int64_t chunk = 1;                      ///< split: sizes along the axis
  SplitUse splitUse = SplitUse::Returned; ///< split
  Fusion fusion = Fusion::None;           ///< fusion
  Recorded recorded;
};

/// The position of SplitUse::At.
int64_t getPosition(const Case &c);

/// The shape of the result, or of one chunk.
Shape getResultShape(const Case &c);

int64_t getNumElements(const Shape &shape);

/// Bytes of the whole result; of all chunks where all are returned.
int64_t getOutputBytes(const Case &c);

/// Bytes of all operands.
int64_t getInputBytes(const Case &c);

/// Every Concat, Tile and split that docs/performance.md has a row for.
std::vector<Case> getCopyCases();

/// The cases whose elementwise operators are computed in the same pass.
std::vector<Case> getFusionCases();

/// Concats and tiles that differ in operands or rank only.
std::vector<Case> getGrowingCases();

/// The same case with dimensions halved until little moves. Run lengths that
/// choose the code stay as long as there are other dimensions to halve.
Case reduceCase(Case c);

/// A module with the case as @main. Dynamic: all dimensions are `?`, and
/// repeats, chunk size and position are further inputs, in that order.
std::string makeModuleText(const Case &c, bool isDynamic);

/// Values of those inputs: the elements of one 64-bit tensor each. A position
/// or chunk size has rank 0 and one value.
std::vector<Shape> getDynamicInputs(const Case &c);

} // namespace bench

#endif // ONNXOPS_BENCHMARK_CASE_H
