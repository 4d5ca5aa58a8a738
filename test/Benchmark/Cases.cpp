//===- Cases.cpp - the table of cases -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names are those of docs/performance.md. The numbers are microseconds of the
// machine where the floors were first found: floor and ONNX Runtime with one
// thread, then with two.
//
//===----------------------------------------------------------------------===//

#include "Case.h"

using namespace bench;

static Case makeConcat(std::string name, std::vector<Shape> operands,
                       int64_t axis, Recorded recorded,
                       int64_t elementBytes = 4) {
  Case c;
  c.name = "concat " + std::move(name);
  c.operands = std::move(operands);
  c.axis = axis;
  c.recorded = recorded;
  c.elementBytes = elementBytes;
  return c;
}

static Case makeTile(std::string name, Shape operand, Shape repeats,
                     Recorded recorded, int64_t elementBytes = 4) {
  Case c;
  c.name = "tile " + std::move(name);
  c.family = Family::Tile;
  c.operands = {std::move(operand)};
  c.repeats = std::move(repeats);
  c.recorded = recorded;
  c.elementBytes = elementBytes;
  return c;
}

static Case makeSplit(std::string name, Shape operand, int64_t axis,
                      int64_t chunk, SplitUse use, Recorded recorded) {
  Case c;
  c.name = "split " + std::move(name);
  c.family = Family::Split;
  c.operands = {std::move(operand)};
  c.axis = axis;
  c.chunk = chunk;
  c.splitUse = use;
  c.recorded = recorded;
  return c;
}

static Case makeFusion(std::string name, Fusion fusion,
                       std::vector<Shape> operands, Recorded recorded) {
  Case c;
  c.name = std::move(name);
  c.family = Family::Fusion;
  c.fusion = fusion;
  c.operands = std::move(operands);
  c.axis = 1;
  c.recorded = recorded;
  return c;
}

static std::vector<Shape> repeat(int64_t count, const Shape &shape) {
  return std::vector<Shape>(count, shape);
}

static void addConcats(std::vector<Case> &cases) {
  Shape square = {1024, 1024};
  cases.push_back(makeConcat("2x[1024,1024] axis 0", repeat(2, square), 0,
                             {561, 569, 282, 289}));
  cases.push_back(makeConcat("2x[1024,1024] axis 1", repeat(2, square), 1,
                             {566, 598, 282, 303}));
  cases.push_back(makeConcat("32x[64,128,16] axis -1",
                             repeat(32, {64, 128, 16}), 2,
                             {1136, 2895, 566, 1532}));
  cases.push_back(
      makeConcat("[1,64..256,56,56] axis 1",
                 {{1, 64, 56, 56}, {1, 128, 56, 56}, {1, 256, 56, 56}}, 1,
                 {376, 382, 182, 196}));
  cases.push_back(makeConcat("1000x[1,256] axis 0", repeat(1000, {1, 256}), 0,
                             {37, 201, 11, 200}));
  cases.push_back(makeConcat("8x[4096,3] axis 1", repeat(8, {4096, 3}), 1,
                             {8.0, 51, 4.3, 50}));
  cases.push_back(makeConcat("u8 2x[1024,1025] axis 1", repeat(2, {1024, 1025}),
                             1, {138, 169, 37, 37}, 1));
  cases.push_back(makeConcat("16x[256,4096] axis 1 (64 MB)",
                             repeat(16, {256, 4096}), 1,
                             {4680, 7099, 2360, 2605}));
  cases.push_back(makeConcat("2x[1048576,1] axis 1", repeat(2, {1048576, 1}), 1,
                             {562, 867, 282, 434}));
  cases.push_back(makeConcat("[1,32,1023,128]+[1,32,1,128] axis 2",
                             {{1, 32, 1023, 128}, {1, 32, 1, 128}}, 2,
                             {1124, 1141, 564, 573}));
  cases.push_back(
      makeConcat("2x[8]", repeat(2, {8}), 0, {0.006, 0.98, 0, 1.1}));
  cases.push_back(makeConcat("2x[64,64] axis 1", repeat(2, {64, 64}), 1,
                             {0.55, 1.7, 0.30, 1.9}));
}

static void addTiles(std::vector<Case> &cases) {
  cases.push_back(makeTile("[1024,1024] by [1,4]", {1024, 1024}, {1, 4},
                           {709, 718, 355, 708}));
  cases.push_back(makeTile("[1024,1024] by [4,1]", {1024, 1024}, {4, 1},
                           {701, 1136, 354, 1134}));
  cases.push_back(makeTile("[1024,1] by [1,1024]", {1024, 1}, {1, 1024},
                           {138, 1217, 44, 1263}));
  cases.push_back(makeTile("[1,512,1,1] by [8,1,56,56]", {1, 512, 1, 1},
                           {8, 1, 56, 56}, {1904, 3409, 886, 3384}));
  cases.push_back(makeTile("[3,5,7] by [64,32,16]", {3, 5, 7}, {64, 32, 16},
                           {460, 474, 232, 470}));
  cases.push_back(makeTile("[1] by [16777216]", {1}, {16777216},
                           {2606, 21987, 1191, 21877}));
  cases.push_back(
      makeTile("[16,3] by [1,4096]", {16, 3}, {1, 4096}, {12.8, 65, 6.6, 65}));
  cases.push_back(makeTile("u8 [1024,3] by [1,1024]", {1024, 3}, {1, 1024},
                           {94, 1316, 28, 1317}, 1));
  cases.push_back(makeTile("[8] by [2]", {8}, {2}, {0.001, 0.78, 0, 0.80}));
}

static void addSplits(std::vector<Case> &cases) {
  Shape large = {64, 1024, 1024};
  cases.push_back(
      makeSplit("[64,1024,1024] axis 0 by 1, all chunks returned as copies",
                large, 0, 1, SplitUse::Returned, {21576, 37981, 10913, 37515}));
  cases.push_back(makeSplit(
      "[64,1024,1024] axis 2 by 64, all chunks returned as copies", large, 2,
      64, SplitUse::Returned, {21400, 56138, 11000, 56924}));
  cases.push_back(
      makeSplit("axis 0 by 1, SequenceAt 3, chunk returned as a copy", large, 0,
                1, SplitUse::At, {280, 38391, 94, 38243}));
  cases.push_back(makeSplit("axis 1 by 128, SequenceAt 3", large, 1, 128,
                            SplitUse::At, {2298, 42286, 1135, 42037}));
  cases.push_back(makeSplit("axis 2 by 64, SequenceAt 3", large, 2, 64,
                            SplitUse::At, {2126, 59012, 998, 58927}));
  cases.push_back(makeSplit("then ConcatFromSequence on one axis, 256 MB",
                            large, 0, 1, SplitUse::Joined,
                            {21784, 75452, 11138, 57377}));
  cases.push_back(makeSplit("[16,64] axis 0 by 1", {16, 64}, 0, 1,
                            SplitUse::Returned, {0.03, 5.6, 0, 5.3}));
}

std::vector<Case> bench::getCopyCases() {
  std::vector<Case> cases;
  addConcats(cases);
  addTiles(cases);
  addSplits(cases);
  return cases;
}

std::vector<Case> bench::getFusionCases() {
  Shape square = {1024, 1024}, row = {1, 1024}, column = {1024, 1};
  return {
      makeFusion("relu(concat(a,b)), concat(relu a, relu b), 2x[1024,1024]",
                 Fusion::ReluConcat, repeat(2, square), {561, 1147, 282, 579}),
      makeFusion("relu(concat(a,b) * s + t)", Fusion::ScaledConcat,
                 {square, square, {1}, {1}}, {564, 2365, 282, 1171}),
      makeFusion("slice(concat(a,b)) half", Fusion::SlicedConcat,
                 repeat(2, square), {281, 858, 112, 576}),
      makeFusion("add(tile(row), x), x [1024,1024]", Fusion::AddTiledRow,
                 {row, square}, {280, 592, 115, 391}),
      makeFusion("add(tile(column), x)", Fusion::AddTiledColumn,
                 {column, square}, {280, 1674, 115, 1477}),
      makeFusion("concat(x, tile(b))", Fusion::ConcatTile, {square, column},
                 {422, 756, 197, 504}),
      makeFusion("concat(concat(a,b), concat(c,d))", Fusion::NestedConcat,
                 repeat(4, {1024, 512}), {563, 1257, 282, 626}),
  };
}

std::vector<Case> bench::getGrowingCases() {
  std::vector<Case> cases;
  for (int64_t count : {2, 8, 32, 64, 65, 256, 1000, 4000})
    cases.push_back(makeConcat(std::to_string(count) + "x[64,5] axis 1",
                               repeat(count, {64, 5}), 1, {}));
  for (int64_t rank = 1; rank <= 6; ++rank) {
    std::string text = "rank " + std::to_string(rank);
    cases.push_back(makeConcat(text, repeat(2, Shape(rank, 6)), rank - 1, {}));
    cases.push_back(makeTile(text, Shape(rank, 3), Shape(rank, 2), {}));
  }
  return cases;
}
