//===- CompiledModel.cpp - run a model by compiling it --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Acts as a program that calls compiled code, see onnxops/ABI/Runtime.h.
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "onnxops/Data/CallingConvention.h"
#include "onnxops/Execution/Program.h"
#include "onnxops/InitAll.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

struct ContextDeleter {
  void operator()(OnnxopsContext *context) const {
    onnxopsContextDestroy(context);
  }
};

class CompiledModel : public Runner {
public:
  explicit CompiledModel(std::unique_ptr<Program> program)
      : program(std::move(program)) {}

  llvm::Expected<std::vector<HostValue>>
  run(ArrayRef<HostValue> inputs) override {
    std::unique_ptr<OnnxopsContext, ContextDeleter> context(
        onnxopsContextCreate());
    if (!context)
      return llvm::createStringError("there is no memory for a context");
    std::vector<SequenceHandle> sequences;
    std::vector<OnnxopsValue> table;
    // A table is never null, not even without inputs and outputs.
    table.reserve(inputs.size() + program->getOutputs().size() + 1);
    for (const HostValue &input : inputs)
      if (llvm::Error error = addInput(input, table, sequences))
        return std::move(error);
    for (const ProgramValueInfo &output : program->getOutputs()) {
      OnnxopsValue slot = {};
      slot.kind = output.isSequence ? ONNXOPS_SEQUENCE : ONNXOPS_TENSOR;
      slot.elementType = output.elementType;
      table.push_back(slot);
    }
    MutableArrayRef<OnnxopsValue> outputs(table);
    outputs = outputs.drop_front(inputs.size());
    auto release = llvm::scope_exit([&] {
      for (OnnxopsValue &output : outputs)
        onnxopsValueRelease(&output);
    });
    if (program->getEntry()(table.data(), table.size(), context.get()) != 0)
      return llvm::createStringError(
          StringRef(onnxopsContextError(context.get())));
    std::vector<HostValue> values;
    for (const OnnxopsValue &output : outputs) {
      llvm::Expected<HostValue> value = copySlot(output);
      if (!value)
        return value.takeError();
      values.push_back(std::move(*value));
    }
    return values;
  }

private:
  static llvm::Error addInput(const HostValue &value,
                              std::vector<OnnxopsValue> &table,
                              std::vector<SequenceHandle> &sequences) {
    if (auto *tensor = std::get_if<TensorData>(&value)) {
      table.push_back(tensor->getSlot());
      return llvm::Error::success();
    }
    auto sequence = makeSequence(std::get<SequenceData>(value));
    if (!sequence)
      return sequence.takeError();
    table.push_back(getSlot(sequence->get()));
    sequences.push_back(std::move(*sequence));
    return llvm::Error::success();
  }

  std::unique_ptr<Program> program;
};

class Compiler : public RunnerLoader {
public:
  explicit Compiler(const ImportOptions &import) : import(import) {
    prepareContext(context);
  }

  std::string getName() const override { return "onnxops"; }

  llvm::Expected<std::unique_ptr<Runner>> loadFile(StringRef path) override {
    return load([&] { return importONNX(path, context, import); });
  }

  llvm::Expected<std::unique_ptr<Runner>> loadBytes(StringRef bytes) override {
    llvm::MemoryBufferRef buffer(bytes, "rewritten model");
    return load([&] { return importONNX(buffer, context, import); });
  }

private:
  llvm::Expected<std::unique_ptr<Runner>>
  load(llvm::function_ref<OwningOpRef<ModuleOp>()> import) {
    FirstError error(context);
    OwningOpRef<ModuleOp> module = import();
    if (!module)
      return error.take();
    llvm::Expected<std::unique_ptr<Program>> program =
        Program::compile(*module);
    if (!program)
      return error.take(program.takeError());
    return std::make_unique<CompiledModel>(std::move(*program));
  }

  ImportOptions import;
  MLIRContext context;
};

} // namespace

std::unique_ptr<RunnerLoader>
mlir::onnxops::createCompiler(const ImportOptions &import) {
  return std::make_unique<Compiler>(import);
}
