//===- LoopKernel.cpp - elementwise loops on devices ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterations of parallel loops are numbered as they run, the innermost fastest,
// which is where elements lie side by side; a thread runs all iterations of the
// other loops. What the body reads besides its operands is in the table as
// well: scalars, and memrefs that it reads at computed places.
//
//===----------------------------------------------------------------------===//

#include "LoopKernel.h"

#include "../Buffers/OutlinedLoop.h"
#include "../ElementBytes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// The loop of one op: the words of its table, and its kernel.
class DeviceLoop {
public:
  DeviceLoop(CodeWriter &writer, linalg::GenericOp op,
             const SetVector<Value> &captures);

  const KernelCall &getCall() const { return call; }
  Number getCount() const { return count; }
  void write(DeviceWriter &writer);

private:
  struct Memory {
    Word address;
    SmallVector<Word> strides; // bytes, one for each dimension
  };
  using Operand = std::variant<Memory, Word>; // a word is a scalar

  Memory addMemory(CodeWriter &writer, TypedValue<MemRefType> memref);
  Operand addOperand(CodeWriter &writer, Value value);
  std::string describe();

  bool isParallel(unsigned loop) {
    return op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel;
  }
  Number getThreads(CodeWriter &writer);
  void writeIteration(DeviceWriter &writer, Value at);
  void writeElement(DeviceWriter &writer, ArrayRef<Value> indices);
  Value getWord(DeviceWriter &writer, const Word &word);
  Value getAddress(DeviceWriter &writer, const Memory &memory,
                   ValueRange indices);
  Value readScalar(DeviceWriter &writer, const Word &word, Type type);
  Value readCaptured(DeviceWriter &writer, memref::LoadOp load,
                     const IRMapping &values);
  void writeBody(DeviceWriter &writer, IRMapping &values,
                 ArrayRef<Value> indices);

  linalg::GenericOp op;
  SmallVector<Number> loopSizes;
  Number count;
  KernelCall call;
  Word countWord;
  SmallVector<Word> sizes;
  SmallVector<Operand> operands;
  llvm::MapVector<Value, Memory> memrefs; // captured
  llvm::MapVector<Value, Word> scalars;   // captured
};

} // namespace

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

Number DeviceLoop::getThreads(CodeWriter &writer) {
  Number product = 1;
  for (auto [loop, size] : llvm::enumerate(loopSizes))
    if (isParallel(loop))
      product = writer.mul(product, size);
  return product;
}

DeviceLoop::Memory DeviceLoop::addMemory(CodeWriter &writer,
                                         TypedValue<MemRefType> memref) {
  MemRefNumbers numbers = readNumbers(writer, memref);
  int64_t bytes = getElementBytes(op, memref.getType());
  Memory memory;
  memory.address = call.addPointer(numbers.pointer);
  for (Number stride : numbers.strides)
    memory.strides.push_back(call.add(writer.mul(stride, bytes)));
  return memory;
}

DeviceLoop::Operand DeviceLoop::addOperand(CodeWriter &writer, Value value) {
  if (auto memref = dyn_cast<TypedValue<MemRefType>>(value))
    return addMemory(writer, memref);
  return call.add(toWord(writer, value));
}

DeviceLoop::DeviceLoop(CodeWriter &writer, linalg::GenericOp op,
                       const SetVector<Value> &captures)
    : op(op), loopSizes(getLoopSizes(writer, op)), count(getThreads(writer)),
      call(DeviceKernels::begin(writer, "loop", count)),
      countWord(call.add(count)) {
  for (Number size : loopSizes)
    sizes.push_back(call.add(size));
  for (Value operand : op->getOperands())
    operands.push_back(addOperand(writer, operand));
  for (Value value : captures) {
    Operand operand = addOperand(writer, value);
    if (auto *memory = std::get_if<Memory>(&operand))
      memrefs.insert({value, *memory});
    else
      scalars.insert({value, std::get<Word>(operand)});
  }
  call.describe(describe());
}

std::string DeviceLoop::describe() {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Type type : op->getOperandTypes())
    os << " " << getElementTypeOrSelf(type);
  os << op.getIteratorTypes()
     << describeBody(op, [&](Value value) -> std::optional<int64_t> {
          if (auto *found = memrefs.find(value); found != memrefs.end())
            return found - memrefs.begin();
          if (auto *found = scalars.find(value); found != scalars.end())
            return memrefs.size() + (found - scalars.begin());
          return std::nullopt;
        });
  return text;
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

Value DeviceLoop::getWord(DeviceWriter &writer, const Word &word) {
  return word.constant ? writer.number64(*word.constant)
                       : writer.word(int64_t(word.index));
}

// Of the element at these indices, one for each dimension of the memory.
Value DeviceLoop::getAddress(DeviceWriter &writer, const Memory &memory,
                             ValueRange indices) {
  Value address = getWord(writer, memory.address);
  for (auto [index, stride] : llvm::zip_equal(indices, memory.strides))
    address = writer.add(address, writer.mul(index, getWord(writer, stride)));
  return address;
}

Value DeviceLoop::readScalar(DeviceWriter &writer, const Word &word,
                             Type type) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Value number = getWord(writer, word);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, number);
  unsigned width = type.getIntOrFloatBitWidth();
  if (width < 64)
    number = arith::TruncIOp::create(builder, loc,
                                     builder.getIntegerType(width), number);
  return isa<FloatType>(type)
             ? arith::BitcastOp::create(builder, loc, type, number).getResult()
             : number;
}

// What a load reads whose memref is in the table; its indices may be in
// `values`.
Value DeviceLoop::readCaptured(DeviceWriter &writer, memref::LoadOp load,
                               const IRMapping &values) {
  SmallVector<Value> position;
  for (Value index : load.getIndices())
    position.push_back(arith::IndexCastOp::create(
        writer.getBuilder(), writer.getLoc(), writer.getI64(),
        values.lookupOrDefault(index)));
  const Memory &memory = memrefs.find(load.getMemRef())->second;
  return writer.load(load.getType(), getAddress(writer, memory, position));
}

// Clones the body with its operands in `values`.
void DeviceLoop::writeBody(DeviceWriter &writer, IRMapping &values,
                           ArrayRef<Value> indices) {
  OpBuilder &builder = writer.getBuilder();
  auto toIndex = [&](Value number) -> Value {
    return arith::IndexCastOp::create(builder, writer.getLoc(),
                                      builder.getIndexType(), number);
  };
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      values.map(index.getResult(), toIndex(indices[index.getDim()]));
      continue;
    }
    auto load = dyn_cast<memref::LoadOp>(inner);
    if (load && memrefs.contains(load.getMemRef())) {
      values.map(load.getResult(), readCaptured(writer, load, values));
      continue;
    }
    // In branches of the body.
    builder.clone(inner, values)->walk([&](memref::LoadOp nested) {
      if (!memrefs.contains(nested.getMemRef()))
        return;
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(nested);
      nested.replaceAllUsesWith(readCaptured(writer, nested, values));
      nested.erase();
    });
  }
}

void DeviceLoop::writeIteration(DeviceWriter &writer, Value at) {
  SmallVector<Value> indices(sizes.size());
  SmallVector<unsigned> own, others;
  for (unsigned loop = sizes.size(); loop-- > 0;)
    (isParallel(loop) ? own : others).push_back(loop);
  // Of the outermost one is what is left.
  for (unsigned loop : ArrayRef(own).drop_back(!own.empty())) {
    Value size = writer.toIndex(getWord(writer, sizes[loop]));
    indices[loop] = writer.toI64(writer.rem(at, size));
    at = writer.div(at, size);
  }
  if (!own.empty())
    indices[own.back()] = writer.toI64(at);
  std::function<void()> writeRest = [&] {
    if (others.empty())
      return writeElement(writer, indices);
    unsigned loop = others.pop_back_val();
    writer.forEach(getWord(writer, sizes[loop]), [&](Value index) {
      indices[loop] = index;
      writeRest();
    });
  };
  writeRest();
}

// One iteration of all loops.
void DeviceLoop::writeElement(DeviceWriter &writer, ArrayRef<Value> indices) {
  IRMapping values;
  SmallVector<Value> addresses;
  for (OpOperand &use : op->getOpOperands()) {
    const Operand &operand = operands[use.getOperandNumber()];
    BlockArgument argument = op.getMatchingBlockArgument(&use);
    auto *memory = std::get_if<Memory>(&operand);
    if (!memory) {
      values.map(argument, readScalar(writer, std::get<Word>(operand),
                                      argument.getType()));
      continue;
    }
    AffineMap map = op.getMatchingIndexingMap(&use);
    SmallVector<Value> position;
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
      position.push_back(indices[map.getDimPosition(dim)]);
    addresses.push_back(getAddress(writer, *memory, position));
    if (!argument.use_empty())
      values.map(argument, writer.load(argument.getType(), addresses.back()));
  }
  for (auto &[value, word] : scalars)
    values.map(value, readScalar(writer, word, value.getType()));
  writeBody(writer, values, indices);
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  for (auto [value, address] :
       llvm::zip_equal(yield.getValues(),
                       ArrayRef(addresses).take_back(op.getNumDpsInits())))
    writer.store(values.lookupOrDefault(value), address);
}

void DeviceLoop::write(DeviceWriter &writer) {
  Value count = getWord(writer, countWord);
  writer.withIndicesFor(count, DeviceWriter::isNarrow(countWord.constant), [&] {
    writer.forThread(writer.toIndex(count),
                     [&](Value at) { writeIteration(writer, at); });
  });
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

// All else would find a descriptor of the host's.
static LogicalResult verifyReads(linalg::GenericOp op,
                                 const SetVector<Value> &captures) {
  for (Value capture : captures)
    for (Operation *user : capture.getUsers())
      if (isa<MemRefType>(capture.getType()) && op->isProperAncestor(user) &&
          !isa<memref::LoadOp>(user))
        return user->emitError("expected memref.load of memory from outside of "
                               "the loop, but got ")
               << user->getName();
  return success();
}

static LogicalResult verifyLoop(linalg::GenericOp op,
                                const SetVector<Value> &captures) {
  if (!op.hasPureBufferSemantics())
    return op.emitError("expected a loop over memrefs, but got ")
           << op->getName() << " on tensors";
  for (AffineMap map : op.getIndexingMapsArray())
    if (!map.isProjectedPermutation())
      return op.emitError("expected maps that are projected permutations, but "
                          "got ")
             << AffineMapAttr::get(map);
  auto verify = [&](Value value) -> LogicalResult {
    auto memref = dyn_cast<MemRefType>(value.getType());
    bool isReached = memref ? memref.isStrided() && !memref.getMemorySpace()
                            : isKernelValue(value);
    if (isReached && getDeviceBytes(getElementTypeOrSelf(value.getType())))
      return success();
    return op.emitError("expected values that devices take, but got ")
           << value.getType();
  };
  for (Value operand : op->getOperands())
    if (failed(verify(operand)))
      return failure();
  for (Value capture : captures)
    if (failed(verify(capture)))
      return failure();
  return verifyReads(op, captures);
}

LogicalResult mlir::onnxops::launchLoop(CodeWriter &writer,
                                        DeviceKernels &kernels,
                                        linalg::GenericOp op) {
  IRRewriter rewriter(op);
  SetVector<Value> captures = takeCaptures(op, rewriter);
  if (failed(verifyLoop(op, captures)))
    return failure();
  DeviceLoop loop(writer, op, captures);
  kernels.launch(writer, loop.getCall(), loop.getCount(),
                 [&](DeviceWriter &device) { loop.write(device); });
  return success();
}
