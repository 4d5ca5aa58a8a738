//===- Call.cpp - a compiled function with its arguments ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Acts as a program that calls compiled code, see onnxops/ABI/Runtime.h.
//
//===----------------------------------------------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace mlir::onnxops;

llvm::Expected<std::unique_ptr<Call>>
Call::prepare(ModuleOp lowered, const Model &model, ArrayRef<HostValue> inputs,
              const CompileOptions &machine, KeptKernels *kernels,
              OnnxopsDevice *device) {
  auto compiled = CompiledModule::compile(lowered, machine, kernels);
  if (!compiled)
    return compiled.takeError();
  return create(std::move(*compiled), model, inputs, device);
}

llvm::Expected<std::unique_ptr<Call>>
Call::create(std::shared_ptr<CompiledModule> compiled, const Model &model,
             ArrayRef<HostValue> inputs, OnnxopsDevice *device) {
  auto entry = compiled->lookup(model.function);
  if (!entry)
    return entry.takeError();
  std::unique_ptr<Call> call(new Call());
  call->device = device;
  call->compiled = std::move(compiled);
  call->entry = *entry;
  call->context.reset(onnxopsContextCreate());
  if (!call->context)
    return llvm::createStringError("there is no memory for a context");
  onnxopsContextSetDevice(call->context.get(), device, /*stream=*/nullptr);
  if (llvm::Error error = call->fillTable(model, inputs))
    return std::move(error);
  return std::move(call);
}

Call::~Call() {
  for (OnnxopsValue &slot :
       MutableArrayRef<OnnxopsValue>(table).drop_front(numInputs))
    onnxopsValueRelease(&slot);
}

llvm::Error Call::addInput(const HostValue &value) {
  if (auto *tensor = std::get_if<TensorData>(&value)) {
    table.push_back(tensor->getSlot());
    if (!device)
      return llvm::Error::success();
    auto memory = upload(device, *tensor);
    if (!memory)
      return memory.takeError();
    table.back().data = memory->get();
    memories.push_back(std::move(*memory));
    return llvm::Error::success();
  }
  auto sequence = makeSequence(std::get<SequenceData>(value), device);
  if (!sequence)
    return sequence.takeError();
  table.push_back(getSlot(sequence->get()));
  sequences.push_back(std::move(*sequence));
  return llvm::Error::success();
}

llvm::Error Call::fillTable(const Model &model, ArrayRef<HostValue> inputs) {
  // A table is never null, not even for a function without inputs and outputs.
  table.reserve(std::max<size_t>(inputs.size() + model.outputs.size(), 1));
  for (const HostValue &value : inputs) {
    if (llvm::Error error = addInput(value))
      return error;
    ++numInputs;
  }
  for (const ValueInfo &output : model.outputs) {
    OnnxopsValue slot = {};
    slot.kind = output.isSequence() ? ONNXOPS_SEQUENCE : ONNXOPS_TENSOR;
    slot.elementType = output.elementType;
    table.push_back(slot);
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<HostValue>> Call::copyOutputs() const {
  std::vector<HostValue> outputs;
  for (const OnnxopsValue &slot :
       ArrayRef<OnnxopsValue>(table).drop_front(numInputs)) {
    auto value = copySlot(slot, device);
    if (!value)
      return value.takeError();
    outputs.push_back(std::move(*value));
  }
  return outputs;
}
