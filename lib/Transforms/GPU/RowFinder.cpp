//===- RowFinder.cpp - rows of what a kernel writes -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divides in bytes where there are reciprocals, which are those of bytes, and
// in units, which are smaller numbers, where there are not.
//
//===----------------------------------------------------------------------===//

#include "RowFinder.h"

#include "Reciprocal.h"

using namespace mlir;
using namespace mlir::onnxops;

RowFinder::RowFinder(DeviceWriter &writer, const MoveLayout &layout,
                     int64_t unit)
    : writer(writer), unit(unit),
      isNarrow(writer.number(0).getType().isInteger(32)) {
  if (layout.loops == 0)
    return;
  row = read(MoveLayout::RowBytes, MoveLayout::RowReciprocal);
  if (!isNarrow)
    row.number = writer.div(row.number, writer.number64(unit));
  for (unsigned loop = 0; loop < layout.loops; ++loop)
    loops.push_back(read(layout.getLoop(loop, MoveLayout::LoopSize),
                         layout.getLoop(loop, MoveLayout::LoopReciprocal)));
}

RowFinder::Divisor RowFinder::read(int64_t position, int64_t reciprocal) const {
  return {writer.toIndex(writer.argument(position)),
          isNarrow ? writer.argument(reciprocal) : Value()};
}

// The quotient of `number`, which becomes the remainder.
Value RowFinder::takeQuotient(Value &number, const Divisor &divisor) const {
  if (!isNarrow) {
    Value quotient = writer.div(number, divisor.number);
    number = writer.rem(number, divisor.number);
    return quotient;
  }
  Value quotient = divide(writer, number, divisor.reciprocal);
  number = writer.sub(number, writer.mul(quotient, divisor.number));
  return quotient;
}

RowPlace RowFinder::find(Value at) const {
  Value size = writer.number(unit);
  RowPlace place = {isNarrow ? writer.mul(at, size) : at, {}};
  place.indices.resize(loops.size());
  if (!loops.empty()) {
    Value rest = takeQuotient(place.column, row);
    for (size_t loop = loops.size(); --loop > 0;) {
      Value outer = takeQuotient(rest, loops[loop]);
      place.indices[loop] = writer.toI64(rest);
      rest = outer;
    }
    place.indices[0] = writer.toI64(rest);
  }
  if (!isNarrow)
    place.column = writer.mul(place.column, size);
  return place;
}
