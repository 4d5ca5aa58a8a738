//===- KernelLibrary.cpp - functions that move memory ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of words, functions on demand, and the calls of them.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/KernelLibrary.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Word KernelCall::add(Number number) {
  if (std::optional<int64_t> constant = number.constant()) {
    key += " " + std::to_string(*constant);
    return {constant};
  }
  return addWord(number);
}

Word KernelCall::addWord(Number number) {
  key += " ?";
  words.push_back({number.value(), number.constant()});
  return {std::nullopt, size() - 1};
}

void KernelCall::addHiddenWord(Number number) {
  words.push_back({number.value(), number.constant()});
}

Word KernelCall::addPointer(Value pointer) {
  key += " *";
  words.push_back({pointer, std::nullopt});
  return {std::nullopt, size() - 1};
}

void KernelCall::choose(StringRef name, int64_t value) {
  key += (" " + name + "=" + Twine(value)).str();
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

KernelFrame::KernelFrame(CodeWriter &writer, ValueRange arguments)
    : writer(writer), table(arguments[0]), begin(arguments[1]),
      end(arguments[2]) {}

Value KernelFrame::getAddress(Number index) {
  return writer.advance(table, writer.mul(index, 8));
}

SmallVector<Value> KernelFrame::getArguments() {
  return {table, writer.materialize(begin), writer.materialize(end)};
}

Value KernelFrame::read(Type type, Number index) {
  return writer.load(type, getAddress(index));
}

Number KernelFrame::number(Number index) {
  return Number(read(writer.getBuilder().getI64Type(), index));
}

Value KernelFrame::pointer(Number index) {
  return read(table.getType(), index);
}

Number KernelFrame::number(Word word) {
  return word.constant ? Number(*word.constant) : number(Number(word.index));
}

Value KernelFrame::pointer(Word word) { return pointer(Number(word.index)); }

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

func::FuncOp KernelLibrary::get(const KernelCall &call, WriteBody body) {
  MLIRContext *context = functions.getContext();
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = IntegerType::get(context, 64);
  func::FuncOp kernel = functions.get(
      call.getKey(), {pointer, i64, i64},
      [&](CodeWriter &writer, ValueRange arguments) {
        KernelFrame frame(writer, arguments);
        // Where there are no units, sizes may be 0 and must reach no division.
        writer.ifThen(writer.less(frame.getBegin(), frame.getEnd()),
                      [&] { body(writer, frame); });
      });
  // Its code is not worth repeating, and its callers may be huge.
  kernel.setNoInline(true);
  kernel->setAttr("passthrough",
                  Builder(context).getStrArrayAttr({"noinline"}));
  return kernel;
}

static void callAlone(CodeWriter &writer, func::FuncOp kernel, Value table,
                      Number count) {
  func::CallOp::create(
      writer.getBuilder(), writer.getLoc(), kernel,
      ValueRange{table, writer.materialize(0), writer.materialize(count)});
}

// What one call has in its table is of no use to the next: a function has one
// table, as large as its largest call asks for.
Value KernelLibrary::getTable(CodeWriter &writer, int64_t words) {
  Operation *&known = tables[writer.getEntry()];
  if (!known)
    known = writer.allocateWords(words).getDefiningOp();
  auto table = cast<LLVM::AllocaOp>(known);
  APInt size;
  if (matchPattern(table.getArraySize(), m_ConstantInt(&size)) &&
      size.getSExtValue() < words) {
    OpBuilder builder(table);
    table.getArraySizeMutable().assign(LLVM::ConstantOp::create(
        builder, table.getLoc(), builder.getI64IntegerAttr(words)));
  }
  return table;
}

Value KernelLibrary::fillTable(CodeWriter &writer, const KernelCall &call) {
  Value table = getTable(writer, std::max(call.size(), 1u));
  for (auto [i, word] : llvm::enumerate(call.getWords())) {
    Value value = word.first ? word.first : writer.materialize(*word.second);
    writer.store(value, writer.advance(table, 8 * int64_t(i)));
  }
  return table;
}

// Without branches, which thousands of calls would make costly to lower: what
// is empty has no units, and what is small one range.
void KernelLibrary::callOn(CodeWriter &writer, func::FuncOp kernel, Value table,
                           Number count, Number grain, Number bytes) {
  if (!(count == bytes))
    count = writer.select(writer.less(0, bytes), count, 0);
  if (options.threads < 2)
    return callAlone(writer, kernel, table, count);
  Value isSmall =
      writer.less(bytes, std::max<int64_t>(options.parallelThreshold, 1));
  if (matchPattern(isSmall, m_One()))
    return callAlone(writer, kernel, table, count);
  RtParallelForOp::create(writer.getBuilder(), writer.getLoc(),
                          kernel.getSymName(), table, writer.toIndex(count),
                          writer.toIndex(writer.select(isSmall, count, grain)),
                          options.threads);
}

void KernelLibrary::call(CodeWriter &writer, func::FuncOp kernel,
                         const KernelCall &call, Number count, Number grain,
                         Number bytes) {
  callOn(writer, kernel, fillTable(writer, call), count, grain, bytes);
}
