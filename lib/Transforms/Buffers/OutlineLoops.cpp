//===- OutlineLoops.cpp - elementwise loops that threads share ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A linalg.generic moves into a kernel, where it is let loose on a part of each
// memref. What the loop is made of stays upstream's to lower.
//
//===----------------------------------------------------------------------===//

#include "KernelMemRef.h"
#include "RunCode.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_OUTLINELOOPS
#include "onnxops/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// What can be outlined
//===----------------------------------------------------------------------===//

static bool isMemRef(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  return type && isKernelMemRef(type);
}

static bool isScalar(Value value) {
  Type type = value.getType();
  return type.isIndex() ||
         (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64);
}

// Values from outside that the body reads, in the order in which it does.
// Constants become part of the body.
static SetVector<Value> getCaptures(linalg::GenericOp op,
                                    IRRewriter &rewriter) {
  SetVector<Value> values, captures;
  getUsedValuesDefinedAbove(op.getRegion(), values);
  for (Value value : values) {
    Operation *constant = value.getDefiningOp();
    if (!constant || !matchPattern(constant, m_Constant())) {
      captures.insert(value);
      continue;
    }
    rewriter.setInsertionPointToStart(op.getBody());
    Operation *own = rewriter.clone(*constant);
    value.replaceUsesWithIf(own->getResult(0), [&](OpOperand &use) {
      return op->isProperAncestor(use.getOwner());
    });
  }
  return captures;
}

static bool canOutline(linalg::GenericOp op) {
  return op.hasPureBufferSemantics() && op.getNumLoops() > 0 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::all_of(op->getOperands(),
                      [](Value v) { return isMemRef(v) || isScalar(v); }) &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation();
         });
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

// The number of iterations of each loop.
static SmallVector<Number> getSizes(CodeWriter &writer, linalg::GenericOp op) {
  SmallVector<Number> sizes;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    Value operand;
    unsigned dim = 0;
    // All that have the loop have its size; one of them may know it.
    for (OpOperand &candidate : op->getOpOperands()) {
      std::optional<unsigned> position =
          op.getMatchingIndexingMap(&candidate)
              .getResultPosition(getAffineDimExpr(loop, op.getContext()));
      auto type = dyn_cast<MemRefType>(candidate.get().getType());
      if (!position || !type)
        continue;
      if (!operand || !type.isDynamicDim(*position)) {
        operand = candidate.get();
        dim = *position;
      }
    }
    sizes.push_back(
        writer.fromIndex(writer.getBuilder().createOrFold<memref::DimOp>(
            writer.getLoc(), operand, dim)));
  }
  return sizes;
}

// The loop that is cut: the outermost one with enough iterations for several
// threads.
static unsigned chooseLoop(ArrayRef<Number> sizes) {
  constexpr int64_t enough = 16;
  unsigned longest = 0;
  for (auto [loop, size] : llvm::enumerate(sizes)) {
    std::optional<int64_t> known = size.constant();
    if (!known || *known >= enough)
      return loop;
    if (*known > *sizes[longest].constant())
      longest = loop;
  }
  return longest;
}

static Number getBytes(CodeWriter &writer, linalg::GenericOp op,
                       ArrayRef<Number> sizes) {
  int64_t bytes = 0;
  for (Value init : op.getOutputs()) {
    Type element = getElementTypeOrSelf(init.getType());
    bytes += element.isIndex() ? 8 : element.getIntOrFloatBitWidth() / 8;
  }
  Number total = bytes;
  for (Number size : sizes)
    total = writer.mul(total, size);
  return total;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static Number fromScalar(CodeWriter &writer, Value scalar) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Type type = scalar.getType();
  if (type.isIndex())
    return writer.fromIndex(scalar);
  unsigned width = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type))
    scalar = arith::BitcastOp::create(builder, loc,
                                      builder.getIntegerType(width), scalar);
  if (width < 64)
    scalar = arith::ExtUIOp::create(builder, loc, builder.getI64Type(), scalar);
  return Number(scalar);
}

static Value toScalar(CodeWriter &writer, Number number, Type type) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  if (type.isIndex())
    return writer.toIndex(number);
  Value scalar = writer.materialize(number);
  unsigned width = type.getIntOrFloatBitWidth();
  if (width < 64)
    scalar = arith::TruncIOp::create(builder, loc,
                                     builder.getIntegerType(width), scalar);
  if (isa<FloatType>(type))
    scalar = arith::BitcastOp::create(builder, loc, type, scalar);
  return scalar;
}

namespace {

/// A value of the function, in the kernel.
struct KernelValue {
  Type type;
  std::variant<Word, KernelMemRef> words;
};

/// A loop with its words.
class OutlinedLoop {
public:
  OutlinedLoop(CodeWriter &writer, linalg::GenericOp op,
               const SetVector<Value> &captures, unsigned loop);

  const KernelCall &getCall() const { return call; }
  /// Writes the kernel's part of the loop.
  void write(CodeWriter &writer, KernelFrame &frame,
             const LLVMTypeConverter &types);

private:
  void add(CodeWriter &writer, Value value);
  void describe(const SetVector<Value> &captures);

  linalg::GenericOp op;
  unsigned loop;
  KernelCall call;
  llvm::MapVector<Value, KernelValue> values;
};

} // namespace

void OutlinedLoop::add(CodeWriter &writer, Value value) {
  if (values.contains(value))
    return;
  if (!isMemRef(value)) {
    values.insert(
        {value, {value.getType(), call.add(fromScalar(writer, value))}});
    return;
  }
  KernelMemRef memref =
      addMemRef(writer, call, cast<TypedValue<MemRefType>>(value));
  values.insert({value, {memref.type, memref}});
}

OutlinedLoop::OutlinedLoop(CodeWriter &writer, linalg::GenericOp op,
                           const SetVector<Value> &captures, unsigned loop)
    : op(op), loop(loop), call("loops") {
  for (Value operand : op->getOperands())
    add(writer, operand);
  for (Value capture : captures)
    add(writer, capture);
  describe(captures);
  call.choose("loop", loop);
}

// Which operand is which value, and what is computed. Printed alone, an op does
// not say which values of outside it reads.
void OutlinedLoop::describe(const SetVector<Value> &captures) {
  auto indexOf = [&](Value value) {
    return values.find(value) - values.begin();
  };
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Value operand : op->getOperands())
    os << " " << indexOf(operand);
  op.getRegion().walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (captures.contains(operand))
        os << " " << indexOf(operand);
  });
  for (auto &[value, own] : values)
    os << " " << own.type;
  // Apart from its function, which would be numbered each time.
  OwningOpRef<linalg::GenericOp> alone = op.clone();
  for (Operation &inner : *alone->getBody())
    inner.print(os << "\n",
                OpPrintingFlags().useLocalScope().printGenericOpForm());
  os << op.getIndexingMaps();
  call.describe(text);
}

// Leaves the op `size` iterations of one loop, from `begin` on.
static void takePart(OpBuilder &builder, linalg::GenericOp op, unsigned loop,
                     Value begin, Value size) {
  AffineExpr cut = getAffineDimExpr(loop, builder.getContext());
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<unsigned> dim =
        op.getMatchingIndexingMap(&operand).getResultPosition(cut);
    if (!dim)
      continue;
    SmallVector<OpFoldResult> sizes =
        memref::getMixedSizes(builder, op.getLoc(), operand.get());
    SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
    offsets[*dim] = begin;
    sizes[*dim] = size;
    operand.set(memref::SubViewOp::create(builder, op.getLoc(), operand.get(),
                                          offsets, sizes, strides));
  }
  SmallVector<OpFoldResult> offsets(op.getNumLoops(), builder.getIndexAttr(0));
  offsets[loop] = begin;
  linalg::offsetIndices(builder, op, offsets);
}

void OutlinedLoop::write(CodeWriter &writer, KernelFrame &frame,
                         const LLVMTypeConverter &types) {
  OpBuilder &builder = writer.getBuilder();
  IRMapping mapping;
  for (auto &[value, own] : values) {
    if (auto *memref = std::get_if<KernelMemRef>(&own.words))
      mapping.map(value, readMemRef(writer, frame, types, *memref));
    else
      mapping.map(
          value,
          toScalar(writer, frame.number(std::get<Word>(own.words)), own.type));
  }
  auto part = cast<linalg::GenericOp>(builder.clone(*op, mapping));
  builder.setInsertionPoint(part);
  takePart(builder, part, loop, writer.toIndex(frame.getBegin()),
           writer.toIndex(writer.sub(frame.getEnd(), frame.getBegin())));
  builder.setInsertionPointAfter(part);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct OutlineLoops : onnxops::impl::OutlineLoopsBase<OutlineLoops> {
  using OutlineLoopsBase::OutlineLoopsBase;

  void runOnOperation() override {
    if (threads < 2)
      return;
    KernelLibrary library(getOperation(), CodeTuning(),
                          {int64_t(threads), parallelThreshold});
    LLVMTypeConverter types(&getContext());
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) {
      if (op->getParentOfType<func::FuncOp>() && canOutline(op))
        ops.push_back(op);
    });
    for (linalg::GenericOp op : ops)
      outline(op, library, types);
  }

  void outline(linalg::GenericOp op, KernelLibrary &library,
               const LLVMTypeConverter &types) {
    IRRewriter builder(op);
    SetVector<Value> captures = getCaptures(op, builder);
    if (!llvm::all_of(captures,
                      [](Value v) { return isMemRef(v) || isScalar(v); }))
      return;
    builder.setInsertionPoint(op);
    auto function = op->getParentOfType<func::FuncOp>();
    CodeWriter writer(builder, op.getLoc(), &function.getBody().front(),
                      library.getFunctions());
    SmallVector<Number> sizes = getSizes(writer, op);
    Number bytes = getBytes(writer, op, sizes);
    if (bytes.constant() && *bytes.constant() < parallelThreshold)
      return;
    unsigned loop = chooseLoop(sizes);
    OutlinedLoop outlined(writer, op, captures, loop);
    func::FuncOp kernel = library.get(
        outlined.getCall(), [&](CodeWriter &inner, KernelFrame &frame) {
          outlined.write(inner, frame, types);
        });
    // Cut between rows anywhere, within one at most every so many elements.
    bool isInnermost = loop + 1 == sizes.size();
    library.call(writer, kernel, outlined.getCall(), sizes[loop],
                 isInnermost ? kPage / 4 : 1, bytes);
    op.erase();
  }
};

} // namespace
