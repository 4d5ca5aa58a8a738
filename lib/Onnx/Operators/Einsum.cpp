//===- Einsum.cpp - rules of Einsum ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products by an equation, such as "bij,bjk->bik": each operand has a
// term, in which each letter is a dimension and "..." any number of dimensions.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::onnxops;

namespace {

// A term: the letters, and the number of those before the ellipsis, if it has
// one.
struct Term {
  std::string letters;
  std::optional<size_t> ellipsis;
};

// The sizes that the operands tell.
struct EinsumSizes {
  DenseMap<char, int64_t> letters;
  std::optional<SmallVector<int64_t>> ellipsis;
};

} // namespace

static std::optional<Term> parseTerm(StringRef text) {
  Term term;
  while (!text.empty()) {
    if (text.consume_front("...")) {
      if (term.ellipsis)
        return std::nullopt;
      term.ellipsis = term.letters.size();
    } else if (llvm::isAlpha(text.front())) {
      term.letters.push_back(text.front());
      text = text.drop_front();
    } else {
      return std::nullopt;
    }
  }
  return term;
}

// A size that is 1 broadcasts.
static void joinSize(EinsumSizes &sizes, char letter, int64_t size) {
  auto [known, isNew] = sizes.letters.try_emplace(letter, size);
  if (!isNew)
    known->second = broadcastShapes(known->second, size).front();
}

// Adds the sizes of an operand. Fails if its rank does not match its term, or
// if the ellipsis has unknown dimensions.
static LogicalResult addOperand(EinsumSizes &sizes, const Term &term,
                                TensorType operand) {
  size_t count = term.letters.size();
  if (!operand.hasRank()) {
    for (char letter : term.letters)
      joinSize(sizes, letter, ShapedType::kDynamic);
    return success(!term.ellipsis);
  }
  ArrayRef<int64_t> shape = operand.getShape();
  if (shape.size() < count || (!term.ellipsis && shape.size() != count))
    return failure();
  size_t before = term.ellipsis.value_or(count), others = shape.size() - count;
  for (auto [index, letter] : llvm::enumerate(term.letters))
    joinSize(sizes, letter, shape[index < before ? index : index + others]);
  if (!term.ellipsis)
    return success();
  ArrayRef<int64_t> dims = shape.slice(before, others);
  if (!sizes.ellipsis)
    sizes.ellipsis = SmallVector<int64_t>(dims);
  else if (sizes.ellipsis->size() != others)
    return failure();
  sizes.ellipsis = broadcastShapes(*sizes.ellipsis, dims);
  return success();
}

// Without a term for the result, it has the letters that occur once, sorted,
// after the ellipsis.
static Term makeResultTerm(ArrayRef<Term> terms) {
  Term result;
  std::map<char, unsigned> counts;
  for (const Term &term : terms) {
    for (char letter : term.letters)
      ++counts[letter];
    if (term.ellipsis)
      result.ellipsis = 0;
  }
  for (auto [letter, count] : counts)
    if (count == 1)
      result.letters.push_back(letter);
  return result;
}

static std::optional<SmallVector<int64_t>>
getResultShape(const Term &term, const EinsumSizes &sizes) {
  SmallVector<int64_t> shape;
  for (char letter : term.letters) {
    auto size = sizes.letters.find(letter);
    if (size == sizes.letters.end() || llvm::count(term.letters, letter) != 1)
      return std::nullopt;
    shape.push_back(size->second);
  }
  if (term.ellipsis && sizes.ellipsis)
    shape.insert(shape.begin() + *term.ellipsis, sizes.ellipsis->begin(),
                 sizes.ellipsis->end());
  return shape;
}

// None if the equation is not valid, or if the rank is not known.
static std::optional<SmallVector<int64_t>> inferEinsumShape(Operation *op) {
  auto attribute = op->getAttrOfType<StringAttr>("equation");
  if (!attribute ||
      !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<TensorType>))
    return std::nullopt;
  std::string equation = attribute.str();
  llvm::erase(equation, ' ');
  auto [left, right] = StringRef(equation).split("->");
  SmallVector<Term> terms;
  EinsumSizes sizes;
  for (StringRef text : llvm::split(left, ',')) {
    std::optional<Term> term = parseTerm(text);
    if (!term || terms.size() == op->getNumOperands() ||
        failed(addOperand(sizes, *term, getTensorType(op, terms.size()))))
      return std::nullopt;
    terms.push_back(*term);
  }
  if (terms.size() != op->getNumOperands())
    return std::nullopt;
  bool isExplicit = StringRef(equation).contains("->");
  std::optional<Term> result =
      isExplicit ? parseTerm(right) : makeResultTerm(terms);
  return result ? getResultShape(*result, sizes) : std::nullopt;
}

static SmallVector<Type> inferEinsum(Operation *op, const InferenceMode &) {
  Type element = getTensorType(op, 0).getElementType();
  std::optional<SmallVector<int64_t>> shape = inferEinsumShape(op);
  if (!shape)
    return {UnrankedTensorType::get(element)};
  return {RankedTensorType::get(*shape, element)};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("Einsum", 12, 1, ~0u, inferEinsum),
};

ArrayRef<OnnxOperator> mlir::onnxops::getEinsumOperators() {
  return kOperators;
}
