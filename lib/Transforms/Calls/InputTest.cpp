//===- InputTest.cpp - tests of inputs in compiled code -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of all slots, then the sizes that these point to: differences are
// collected without a branch for each.
//
//===----------------------------------------------------------------------===//

#include "InputTest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "onnxops/ABI/GeneratedCode.h"
#include "llvm/Support/MathExtras.h"

#include <cstddef>
#include <cstring>

using namespace mlir;
using namespace mlir::onnxops;

// The code for more inputs would be larger than the time that it saves is
// worth.
static constexpr size_t kMostInputs = 16;

namespace {
/// An input that has a test.
struct DeclaredTensor {
  int32_t elementType;
  int64_t elementBytes;
  ArrayRef<int64_t> sizes; ///< as in the signature
  /// Of each size that is not declared as a number; no product of so few bits
  /// overflows.
  unsigned bits;
};

struct DeclaredTensors {
  SmallVector<DeclaredTensor> inputs;
  int64_t outputs; ///< where the entries of outputs begin
};
} // namespace

// 0 for an unknown type, and for strings, which have a null pointer if wrong.
static int64_t getElementBytes(int64_t elementType) {
  switch (elementType) {
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, ...)                            \
  case ONNXOPS_##name:                                                         \
    return bits / 8;
#include "onnxops/ABI/ElementTypes.def"
  default:
    return 0;
  }
}

// Sets the number of bits. Fails if a tensor within them may have no element,
// or more bytes than fit an int64_t.
static LogicalResult limitSizes(DeclaredTensor &tensor) {
  int64_t bytes = tensor.elementBytes;
  unsigned open = 0;
  for (int64_t size : tensor.sizes)
    if (size < 0)
      ++open;
    else if (size == 0 || llvm::MulOverflow(bytes, size, bytes))
      return failure();
  if (open == 0)
    return success();
  tensor.bits = (63 - llvm::Log2_64_Ceil(bytes)) / open;
  return success(tensor.bits > 0);
}

static std::optional<DeclaredTensors> readTensors(ArrayRef<int64_t> signature) {
  enum { Kind, ElementType, Rank, Name, Sizes };
  const size_t inputs = signature[0], symbols = signature[2];
  size_t entry = 4 + symbols;
  if (inputs > kMostInputs)
    return std::nullopt;
  DeclaredTensors tensors;
  for (size_t i = 0; i < inputs; ++i) {
    const int64_t rank = signature[entry + Rank];
    const auto kind = static_cast<uint16_t>(signature[entry + Kind]);
    const int64_t elementType = signature[entry + ElementType];
    if (kind != ONNXOPS_TENSOR || rank < 0 || rank > ONNXOPS_MAX_RANK)
      return std::nullopt;
    DeclaredTensor tensor = {static_cast<int32_t>(elementType),
                             getElementBytes(elementType),
                             signature.slice(entry + Sizes, rank), 0};
    if (tensor.elementBytes == 0 || failed(limitSizes(tensor)))
      return std::nullopt;
    tensors.inputs.push_back(tensor);
    entry += Sizes + rank;
  }
  tensors.outputs = entry;
  return tensors;
}

namespace {
class InputTestWriter {
public:
  InputTestWriter(RuntimeCalls &calls, Location loc)
      : calls(calls), loc(loc), table(calls.function.getArgument(0)),
        builder(loc.getContext()) {}

  Value write(EnterOp enter, const DeclaredTensors &tensors);

private:
  Value number(int64_t value) { return calls.constant(builder, loc, value); }
  Value load(Type type, Value base, int64_t offset);
  Value toNumber(Value pointer) {
    return LLVM::PtrToIntOp::create(builder, loc, calls.i64, pointer);
  }
  void begin(Block *block);
  // Requires a number to be 0, to be equal to another, or to be at least 1. The
  // last accepts INT64_MIN too: an address may be that, and a size has to have
  // few bits besides.
  void requireZero(Value value) {
    wrong = arith::OrIOp::create(builder, loc, wrong, value);
  }
  void requireEqual(Value value, Value expected) {
    requireZero(arith::XOrIOp::create(builder, loc, value, expected));
  }
  void requirePositive(Value value) {
    less = arith::OrIOp::create(
        builder, loc, less,
        arith::AddIOp::create(builder, loc, value, number(-1)));
  }
  Value areRequired();
  void testSlot(const DeclaredTensor &tensor, int64_t slot);
  void testSizes(const DeclaredTensor &tensor, Value sizes);

  RuntimeCalls &calls;
  Location loc;
  Value table;
  OpBuilder builder;
  Value wrong;              // 0 if all is as required so far
  Value less;               // negative if something is not positive
  SmallVector<Value> sizes; // of each input, a pointer
  llvm::DenseMap<int64_t, Value> symbols;
};
} // namespace

Value InputTestWriter::load(Type type, Value base, int64_t offset) {
  Value address = LLVM::GEPOp::create(
      builder, loc, calls.pointer, builder.getI8Type(), base,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  return LLVM::LoadOp::create(builder, loc, type, address, /*alignment=*/4);
}

// Goes on in a block.
void InputTestWriter::begin(Block *block) {
  builder.setInsertionPointToEnd(block);
  wrong = less = number(0);
}

Value InputTestWriter::areRequired() {
  requireZero(arith::ShRUIOp::create(builder, loc, less, number(63)));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, wrong,
                               number(0));
}

void InputTestWriter::testSlot(const DeclaredTensor &tensor, int64_t slot) {
  OnnxopsValue declared = {};
  declared.kind = ONNXOPS_TENSOR;
  declared.elementType = tensor.elementType;
  int64_t firstWord;
  std::memcpy(&firstWord, &declared, sizeof(firstWord));
  auto field = [&](Type type, size_t offset) {
    return load(type, table, slot * sizeof(OnnxopsValue) + offset);
  };
  requireEqual(field(calls.i64, 0), number(firstWord));
  requireEqual(field(calls.i64, offsetof(OnnxopsValue, rank)),
               number(tensor.sizes.size()));
  Value data = field(calls.i64, offsetof(OnnxopsValue, data));
  requirePositive(data);
  const int64_t alignment = std::min<int64_t>(tensor.elementBytes, 8);
  if (alignment > 1)
    requireZero(
        arith::AndIOp::create(builder, loc, data, number(alignment - 1)));
  requireZero(field(calls.i64, offsetof(OnnxopsValue, strides)));
  requireZero(arith::ExtUIOp::create(
      builder, loc, calls.i64,
      field(calls.i32, offsetof(OnnxopsValue, reserved))));
  sizes.push_back(field(calls.pointer, offsetof(OnnxopsValue, sizes)));
  if (!tensor.sizes.empty())
    requirePositive(toNumber(sizes.back()));
}

void InputTestWriter::testSizes(const DeclaredTensor &tensor, Value sizes) {
  Value any; // the union of the bits of sizes that are not declared
  for (auto [dim, declared] : llvm::enumerate(tensor.sizes)) {
    Value size = load(calls.i64, sizes, dim * sizeof(int64_t));
    if (declared >= 0) {
      requireEqual(size, number(declared));
      continue;
    }
    if (declared < -1 && !symbols.try_emplace(declared, size).second)
      requireEqual(size, symbols[declared]);
    else
      requirePositive(size);
    // Also of a symbol: the tensor that it comes from may have fewer
    // dimensions.
    any =
        any ? arith::OrIOp::create(builder, loc, any, size).getResult() : size;
  }
  if (any)
    requireZero(arith::ShRUIOp::create(builder, loc, any, number(tensor.bits)));
}

Value InputTestWriter::write(EnterOp enter, const DeclaredTensors &tensors) {
  Block *before = enter->getBlock();
  Block *rest = before->splitBlock(enter);
  Value outputs = rest->addArgument(calls.i64, loc);
  auto *slotsTest = new Block(), *sizesTest = new Block();
  slotsTest->insertBefore(rest);
  sizesTest->insertBefore(rest);

  const auto signature = enter.getSignature();
  begin(before);
  Value unknown = number(0);
  requireEqual(calls.function.getArgument(1),
               number(signature[0] + signature[1]));
  requirePositive(toNumber(table));
  cf::CondBranchOp::create(builder, loc, areRequired(), slotsTest, ValueRange(),
                           rest, unknown);
  begin(slotsTest);
  for (auto [slot, tensor] : llvm::enumerate(tensors.inputs))
    testSlot(tensor, slot);
  cf::CondBranchOp::create(builder, loc, areRequired(), sizesTest, ValueRange(),
                           rest, unknown);
  begin(sizesTest);
  for (auto [tensor, pointer] : llvm::zip_equal(tensors.inputs, sizes))
    testSizes(tensor, pointer);
  Value result = arith::SelectOp::create(builder, loc, areRequired(),
                                         number(tensors.outputs), unknown);
  cf::BranchOp::create(builder, loc, rest, result);
  return outputs;
}

Value mlir::onnxops::writeInputTest(RuntimeCalls &calls, EnterOp enter) {
  std::optional<DeclaredTensors> tensors = readTensors(enter.getSignature());
  return tensors ? InputTestWriter(calls, enter.getLoc()).write(enter, *tensors)
                 : Value();
}
