//===- KnownSizes.cpp - loops whose result the call knows -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks at the beginning of a call read the sizes of all inputs. Loops
// that read them again do nothing where the call knows what they find.
//
//===----------------------------------------------------------------------===//

#include "LoopIterations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether these are numbers of adjacent inputs.
static bool areAdjacent(ArrayRef<int64_t> inputs) {
  for (auto [i, input] : llvm::enumerate(inputs))
    if (input != inputs.front() + int64_t(i))
      return false;
  return true;
}

Value LoopIterations::writeAgreement(OpBuilder &builder) const {
  auto check = effects.size() == 1
                   ? dyn_cast<CheckOp>(effects.front().ops.front())
                   : CheckOp();
  auto compared =
      check ? check.getCondition().getDefiningOp<arith::CmpIOp>() : nullptr;
  if (!compared || compared.getPredicate() != arith::CmpIPredicate::eq)
    return {};
  const Series &condition = all[effects.front().operands.front()];
  if (condition.kind != Series::Computed)
    return {};
  // The sizes of all inputs from the second on are compared with the first.
  const Series &size = all[condition.operands[0]];
  std::optional<InputRead> first = matchInputRead(compared.getRhs());
  if (size.kind != Series::Input || !first || !size.dimension ||
      all[condition.operands[1]].kind != Series::Same ||
      first->dimension != size.dimension)
    return {};
  const int64_t index = first->input.getIndex();
  if (size.numbers.front() != index + 1 || !areAdjacent(size.numbers))
    return {};
  return RtSizesAgreeOp::create(builder, position->getLoc(), index, count + 1,
                                *size.dimension);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

// Whether a series is sizes of inputs times a factor: then so is its sum.
bool LoopIterations::isMultipleOfSizes(unsigned index) const {
  const Series &series = all[index];
  if (series.kind == Series::Input)
    return series.dimension.has_value();
  if (series.kind != Series::Computed ||
      !isMultipleOfSizes(series.operands.front()))
    return false;
  Operation *op = series.values.front().getDefiningOp();
  return isa<arith::IndexCastOp>(op) ||
         (isa<arith::MulIOp>(op) &&
          all[series.operands.back()].kind == Series::Same);
}

// The same multiple of `sizes`, an index.
Value LoopIterations::writeMultiple(OpBuilder &builder, unsigned index,
                                    Value sizes) const {
  const Series &series = all[index];
  if (series.kind == Series::Input)
    return sizes;
  Value operand = writeMultiple(builder, series.operands.front(), sizes);
  Operation *op = builder.clone(*series.values.front().getDefiningOp());
  op->setOperand(0, operand);
  return op->getResult(0);
}

// Whether all that matters of a value is if it is negative.
static bool isOnlySign(Value value) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    auto compared = dyn_cast<arith::CmpIOp>(user);
    return compared && compared.getLhs() == value &&
           matchPattern(compared.getRhs(), m_Zero()) &&
           llvm::is_contained(
               {arith::CmpIPredicate::sge, arith::CmpIPredicate::slt},
               compared.getPredicate());
  });
}

std::optional<unsigned> LoopIterations::getAddend(unsigned carried) const {
  const Series &next = all[all[carried].operands.front()];
  return next.operands.front() == carried
             ? std::optional<unsigned>(next.operands.back())
             : std::nullopt;
}

// Fails if anything is carried but sums of multiples of sizes, and, of interest
// for its sign alone, the union of the bits of a sum that only grows.
std::optional<LoopIterations::Sums>
LoopIterations::findSums(ArrayRef<unsigned> carried) const {
  auto getNext = [&](unsigned index) { return all[index].operands.front(); };
  auto getOp = [&](unsigned index) {
    return all[getNext(index)].values.front().getDefiningOp();
  };
  Sums sums;
  for (auto [i, index] : llvm::enumerate(carried))
    if (std::optional<unsigned> addend = getAddend(index);
        addend && isMultipleOfSizes(*addend) &&
        isa<arith::AddIOp>(getOp(index)))
      sums[getNext(index)] = i;
  for (unsigned index : carried) {
    if (sums.contains(getNext(index)))
      continue;
    std::optional<unsigned> sum = getAddend(index);
    if (!sum || !sums.contains(*sum) || !isa<arith::OrIOp>(getOp(index)) ||
        all[*getAddend(carried[sums[*sum]])].kind != Series::Input ||
        !isOnlySign(all[getNext(index)].values.back()))
      return std::nullopt;
  }
  return sums;
}

void LoopIterations::writeKnownSums(OpBuilder &builder,
                                    ArrayRef<unsigned> carried,
                                    MutableArrayRef<Value> values) const {
  SmallVector<const Series *, 1> inputs;
  for (const Series &series : all)
    if (series.kind == Series::Input)
      inputs.push_back(&series);
  if (carried.empty() || !effects.empty() || inputs.size() != 1 ||
      !areAdjacent(inputs.front()->numbers))
    return;
  std::optional<Sums> found = findSums(carried);
  if (!found)
    return;
  Sums &sums = *found;
  Location loc = position->getLoc();
  Value sizes = RtSizesSumOp::create(builder, loc, inputs.front()->numbers[0],
                                     count, *inputs.front()->dimension);
  Value isKnown =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, sizes,
                            arith::ConstantIndexOp::create(builder, loc, 0));
  SmallVector<Value> totals(carried.size());
  for (auto [i, index] : llvm::enumerate(carried))
    if (sums.contains(all[index].operands.front()))
      totals[i] = arith::AddIOp::create(
          builder, loc, values[1 + i],
          writeMultiple(builder, *getAddend(index), sizes));
  for (auto [i, index] : llvm::enumerate(carried))
    if (!totals[i])
      totals[i] = arith::OrIOp::create(builder, loc, values[1 + i],
                                       totals[sums[*getAddend(index)]]);
  totals.insert(totals.begin(),
                arith::ConstantIntOp::create(builder, loc, count, 64));
  for (auto [value, total] : llvm::zip_equal(values, totals))
    value = arith::SelectOp::create(builder, loc, isKnown, total, value);
}
