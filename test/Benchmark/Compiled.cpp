//===- Compiled.cpp - a case through the compiler -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiling, and the table of slots. Nothing here is private to the project.
//
//===----------------------------------------------------------------------===//

#include "Compiled.h"

#include "Movement.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "onnxops/Export/Export.h"
#include "onnxops/InitAll.h"
#include "onnxops/Pipelines/Pipelines.h"

#include <cstring>

using namespace bench;
using namespace mlir;

static std::unique_ptr<MLIRContext> makeContext() {
  DialectRegistry registry;
  onnxops::registerDialects(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->allowUnregisteredDialects();
  return context;
}

static int32_t getElementType(int64_t bytes) {
  switch (bytes) {
  case 1:
    return ONNXOPS_UINT8;
  case 2:
    return ONNXOPS_FLOAT16;
  case 8:
    return ONNXOPS_FLOAT64;
  case 16:
    return ONNXOPS_COMPLEX128;
  default:
    return ONNXOPS_FLOAT32;
  }
}

static LogicalResult lower(ModuleOp module, const CompileOptions &options) {
  onnxops::ToLLVMOptions pipeline;
  pipeline.threads = options.threads;
  PassManager pm(module.getContext());
  pm.enableVerifier(false);
  onnxops::buildToLLVMPipeline(pm, pipeline);
  return pm.run(module);
}

llvm::Expected<std::unique_ptr<CompiledCase>>
CompiledCase::compile(const Case &c, const CompileOptions &options, char *input,
                      char *output) {
  std::unique_ptr<MLIRContext> context = makeContext();
  std::string message;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    message += diagnostic.str() + "; ";
  });
  auto module = parseSourceString<ModuleOp>(
      makeModuleText(c, options.isDynamic), context.get());
  if (!module || failed(lower(*module, options)))
    return llvm::createStringError(c.name + ": " + message);
  auto code = onnxops::CompiledModule::compile(*module);
  if (!code)
    return code.takeError();
  auto entry = (*code)->lookup("main");
  if (!entry)
    return entry.takeError();
  std::unique_ptr<CompiledCase> compiled(new CompiledCase());
  compiled->code = std::move(*code);
  compiled->entry = *entry;
  compiled->context = onnxopsContextCreate();
  compiled->fillTable(c, options.isDynamic, input, output);
  return std::move(compiled);
}

void CompiledCase::addInput(Shape shape, int32_t elementType, void *data) {
  numbers.push_back(std::make_unique<Shape>(std::move(shape)));
  OnnxopsValue slot = {};
  slot.kind = ONNXOPS_TENSOR;
  slot.elementType = elementType;
  slot.rank = numbers.back()->size();
  slot.sizes = numbers.back()->data();
  slot.data = data;
  table.push_back(slot);
}

void CompiledCase::fillTable(const Case &c, bool isDynamic, char *input,
                             char *output) {
  for (const Shape &operand : c.operands) {
    addInput(operand, getElementType(c.elementBytes),
             getOperandData(c, input, table.size()));
  }
  if (isDynamic)
    for (const Shape &values : getDynamicInputs(c)) {
      numbers.push_back(std::make_unique<Shape>(values));
      int64_t *data = numbers.back()->data();
      Shape shape;
      if (c.family == Family::Tile)
        shape.push_back(values.size());
      addInput(shape, ONNXOPS_INT64, data);
    }
  OnnxopsValue result = {};
  bool isSequence =
      c.family == Family::Split && c.splitUse == SplitUse::Returned;
  if (isSequence) {
    result.kind = ONNXOPS_SEQUENCE;
  } else {
    result.data = output;
    result.capacity = getOutputBytes(c);
  }
  table.push_back(result);
}

CompiledCase::~CompiledCase() {
  onnxopsValueRelease(&table.back());
  onnxopsContextDestroy(context);
}

static void runInPool(void *pool, int64_t ranges,
                      void (*task)(void *state, int64_t range), void *state) {
  static_cast<SpinPool *>(pool)->run(task, state, ranges);
}

void CompiledCase::usePool(SpinPool &pool) {
  onnxopsContextSetParallelFor(context, runInPool, &pool);
}

const char *CompiledCase::getError() const {
  return onnxopsContextError(context);
}

void CompiledCase::collectChunks(char *output) const {
  if (table.back().kind != ONNXOPS_SEQUENCE)
    return;
  auto *sequence = static_cast<OnnxopsSequence *>(table.back().data);
  for (int64_t i = 0, e = onnxopsSequenceLength(sequence); i < e; ++i) {
    OnnxopsValue chunk = onnxopsSequenceElement(sequence, i);
    int64_t bytes = onnxopsElementBytes(chunk.elementType);
    for (int64_t k = 0; k < chunk.rank; ++k)
      bytes *= chunk.sizes[k];
    std::memcpy(output, chunk.data, bytes);
    output += bytes;
  }
}

bool bench::exportCase(const Case &c, const std::string &path) {
  std::unique_ptr<MLIRContext> context = makeContext();
  auto module =
      parseSourceString<ModuleOp>(makeModuleText(c, false), context.get());
  return module && succeeded(onnxops::exportONNX(*module, path));
}
