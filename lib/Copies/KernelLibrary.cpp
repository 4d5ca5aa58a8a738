//===- KernelLibrary.cpp - copy kernels of a module -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creates kernels on demand, stores their arguments, and writes their calls.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/KernelLibrary.h"

#include "onnxops/ABI/GeneratedCode.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

KernelArgument KernelCall::add(Number number) {
  if (std::optional<int64_t> constant = number.constant()) {
    key += " " + std::to_string(*constant);
    return {constant};
  }
  return addArgument(number);
}

KernelArgument KernelCall::addArgument(Number number) {
  key += " ?";
  arguments.push_back({number.value(), number.constant()});
  return {std::nullopt, size() - 1};
}

void KernelCall::addUnkeyedArgument(Number number) {
  arguments.push_back({number.value(), number.constant()});
}

KernelArgument KernelCall::addPointer(Value pointer) {
  key += " *";
  arguments.push_back({pointer, std::nullopt});
  return {std::nullopt, size() - 1};
}

void KernelCall::choose(StringRef name, int64_t value) {
  key += (" " + name + "=" + Twine(value)).str();
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

KernelFrame::KernelFrame(CodeWriter &writer, ValueRange arguments)
    : writer(writer), argumentArray(arguments[0]), begin(arguments[1]),
      end(arguments[2]) {}

Value KernelFrame::getAddress(Number index) {
  return writer.advance(argumentArray, writer.mul(index, 8));
}

SmallVector<Value> KernelFrame::getFunctionArguments() {
  return {argumentArray, writer.materialize(begin), writer.materialize(end)};
}

Value KernelFrame::read(Type type, Number index) {
  return writer.load(type, getAddress(index));
}

Number KernelFrame::number(Number index) {
  return Number(read(writer.getBuilder().getI64Type(), index));
}

Value KernelFrame::pointer(Number index) {
  return read(argumentArray.getType(), index);
}

Number KernelFrame::number(KernelArgument argument) {
  return argument.constant ? Number(*argument.constant)
                           : number(Number(argument.index));
}

Value KernelFrame::pointer(KernelArgument argument) {
  return pointer(Number(argument.index));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

func::FuncOp KernelLibrary::get(const KernelCall &call, KernelSharing sharing,
                                WriteBody body) {
  MLIRContext *context = functions.getContext();
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = IntegerType::get(context, 64);
  const Type types[] = {pointer, i64, i64};
  auto write = [&](CodeWriter &writer, ValueRange arguments) {
    KernelFrame frame(writer, arguments);
    // Without units, sizes may be 0 and must not reach a division.
    writer.ifThen(writer.less(frame.getBegin(), frame.getEnd()),
                  [&] { body(writer, frame); });
  };
  // Inlining does not pay, and callers may be huge.
  const StringRef attributes[] = {"noinline"};
  func::FuncOp kernel;
  if (sharing == KernelSharing::AllModels) {
    kernel = functions.getShared(call.getKey(), types, write, attributes);
  } else {
    kernel = functions.get(call.getKey(), types, write, /*areSizesKnown=*/true);
    kernel->setAttr("passthrough",
                    Builder(context).getStrArrayAttr(attributes));
  }
  kernel.setNoInline(true);
  return kernel;
}

int64_t KernelCallOptions::getLeastShared() const {
  if (asksRuntime())
    return ONNXOPS_LEAST_SHARED;
  return std::max<int64_t>(parallelThreshold, 1);
}

int64_t KernelLibrary::getThreads(Number bytes) const {
  const bool isLittle =
      bytes.constant() && *bytes.constant() < options.getLeastShared();
  return isLittle ? 1 : options.threads;
}

static void callAlone(CodeWriter &writer, func::FuncOp kernel,
                      Value argumentArray, Number count) {
  func::CallOp::create(writer.getBuilder(), writer.getLoc(), kernel,
                       ValueRange{argumentArray, writer.materialize(0),
                                  writer.materialize(count)});
}

// Calls of a function share one array, as large as the largest call needs,
// since arguments are not used after their call.
Value KernelLibrary::getArgumentArray(CodeWriter &writer, int64_t words) {
  Operation *&known = arrays[writer.getEntry()];
  if (!known)
    known = writer.allocateWords(words).getDefiningOp();
  auto argumentArray = cast<LLVM::AllocaOp>(known);
  APInt size;
  if (matchPattern(argumentArray.getArraySize(), m_ConstantInt(&size)) &&
      size.getSExtValue() < words) {
    OpBuilder builder(argumentArray);
    argumentArray.getArraySizeMutable().assign(LLVM::ConstantOp::create(
        builder, argumentArray.getLoc(), builder.getI64IntegerAttr(words)));
  }
  return argumentArray;
}

ArgumentArray KernelLibrary::storeArguments(CodeWriter &writer,
                                            const KernelCall &call) {
  Value argumentArray = getArgumentArray(writer, std::max(call.size(), 1u));
  for (auto [i, argument] : llvm::enumerate(call.getArguments())) {
    Value value =
        argument.first ? argument.first : writer.materialize(*argument.second);
    writer.store(value, writer.advance(argumentArray, 8 * int64_t(i)));
  }
  return {argumentArray, call.size()};
}

// Without branches, which would be costly to lower for thousands of calls: an
// empty copy has no units, a small one a single range.
void KernelLibrary::callOn(CodeWriter &writer, func::FuncOp kernel,
                           ArgumentArray arguments, Number count, Number grain,
                           Number bytes) {
  if (!(count == bytes))
    count = writer.select(writer.less(0, bytes), count, 0);
  if (getThreads(bytes) < 2)
    return callAlone(writer, kernel, arguments.memory, count);
  Value isSmall = writer.less(bytes, options.getLeastShared());
  RtParallelForOp::create(
      writer.getBuilder(), writer.getLoc(), kernel.getSymName(),
      arguments.memory, writer.toIndex(count),
      writer.toIndex(writer.select(isSmall, count, grain)),
      options.asksRuntime() ? writer.toIndex(bytes) : nullptr, arguments.words,
      options.threads);
}

void KernelLibrary::call(CodeWriter &writer, func::FuncOp kernel,
                         const KernelCall &call, Number count, Number grain,
                         Number bytes) {
  callOn(writer, kernel, storeArguments(writer, call), count, grain, bytes);
}
