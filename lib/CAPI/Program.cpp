//===- Program.cpp - compilation and calls of a module, for C -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A handle is a program with the C descriptions of its inputs and outputs,
// which point into it.
//
//===----------------------------------------------------------------------===//

#include "onnxops-c/Program.h"

#include "ErrorText.h"
#include "ProgramHandle.h"
#include "mlir/CAPI/IR.h"
#include "onnxops/PrebuiltKernels/PrebuiltKernels.h"
#include "onnxops/Support/Placement.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

namespace {

// The arrays of an OnnxopsValueInfo.
struct CValueInfo {
  explicit CValueInfo(const ProgramValueInfo &info) : info(info) {
    for (const std::string &symbol : info.symbols)
      symbols.push_back(symbol.c_str());
    for (auto [dimension, offsets] :
         llvm::zip_equal(info.shards.dimensions, info.shards.offsets))
      shards.push_back({dimension, offsets.empty() ? nullptr : offsets.data(),
                        static_cast<int64_t>(offsets.size())});
  }

  OnnxopsValueInfo get() const {
    int64_t rank = info.sizes ? info.sizes->size() : -1;
    return {info.name.c_str(),
            info.isSequence ? ONNXOPS_SEQUENCE : ONNXOPS_TENSOR,
            info.elementType,
            rank,
            info.sizes ? info.sizes->data() : nullptr,
            symbols.data(),
            shards.empty() ? nullptr : shards.data()};
  }

  const ProgramValueInfo &info;
  SmallVector<const char *> symbols;
  SmallVector<OnnxopsAxisShards, 1> shards;
};

struct CProgram {
  explicit CProgram(std::unique_ptr<Program> compiled)
      : program(std::move(compiled)),
        inputs(program->getInputs().begin(), program->getInputs().end()),
        outputs(program->getOutputs().begin(), program->getOutputs().end()) {}

  std::unique_ptr<Program> program;
  std::vector<CValueInfo> inputs, outputs;
};

} // namespace

static CProgram *unwrap(OnnxopsProgram program) {
  return static_cast<CProgram *>(program.ptr);
}

const Program &mlir::onnxops::getProgram(OnnxopsProgram handle) {
  return *unwrap(handle)->program;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static llvm::Expected<CheckMode> convertChecks(StringRef name) {
  if (name == "status")
    return CheckMode::Status;
  if (name == "none")
    return CheckMode::None;
  return llvm::createStringError("checks: expected status or none, but got '" +
                                 name + "'");
}

// NAME=DIMENSION@AXIS, or NAME=free.
static std::string describe(const OnnxopsShard &shard) {
  std::string text = shard.input;
  if (shard.isFree)
    return text + "=free";
  return text + ("=" + Twine(shard.dimension) + "@" + Twine(shard.axis)).str();
}

// Adds the options of ranks.
static llvm::Error convertRanks(const OnnxopsCompileOptions &options,
                                ProgramOptions &converted) {
  auto refuse = [](const Twine &name, const Twine &expected, const Twine &got) {
    return llvm::createStringError(name + ": expected " + expected +
                                   ", but got " + got);
  };
  if (options.numAxes < 0 || (options.numAxes > 0 && !options.grid))
    return refuse("grid", "the ranks along each axis",
                  options.grid ? Twine(options.numAxes) + " axes" : "null");
  if (options.numAxes > ONNXOPS_MAX_GRID_AXES)
    return refuse("grid", Twine(ONNXOPS_MAX_GRID_AXES) + " axes at most",
                  Twine(options.numAxes));
  converted.ranks.assign(options.grid, options.grid + options.numAxes);
  if (converted.ranks.empty() && options.ranks != 0)
    converted.ranks.push_back(options.ranks);
  if (int64_t ranks = countRanks(converted.ranks);
      options.ranks != 0 && ranks != options.ranks)
    return refuse("ranks", Twine(ranks) + ", those of the grid",
                  Twine(options.ranks));
  if (options.numShards < 0 || (options.numShards > 0 && !options.shards))
    return refuse("shards", "an entry for each shard",
                  options.shards ? Twine(options.numShards) + " entries"
                                 : "null");
  for (const OnnxopsShard &shard :
       ArrayRef(options.shards, options.numShards)) {
    if (!shard.input)
      return refuse("shards", "the name of an input", "null");
    converted.shards.push_back(describe(shard));
  }
  return llvm::Error::success();
}

static llvm::Expected<ProgramOptions>
convert(const OnnxopsCompileOptions *options) {
  ProgramOptions converted;
  if (!options)
    return converted;
  if (options->function)
    converted.function = options->function;
  if (options->checks) {
    llvm::Expected<CheckMode> checks = convertChecks(options->checks);
    if (!checks)
      return checks.takeError();
    converted.checks = *checks;
  }
  if (options->cpu)
    converted.cpu = options->cpu;
  if (options->device)
    converted.device = options->device;
  if (options->threads)
    converted.threads = options->threads;
  converted.verifyPasses = options->verifyPasses;
  if (options->pipeline)
    converted.pipeline = options->pipeline;
  if (options->cache)
    converted.cache = options->cache;
  if (llvm::Error error = convertRanks(*options, converted))
    return std::move(error);
  return converted;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

// In C a NUL would end a string, and two names could become equal.
static llvm::Error checkText(StringRef text, const Twine &where) {
  if (!text.contains('\0'))
    return llvm::Error::success();
  std::string shown;
  llvm::raw_string_ostream os(shown);
  os.write_escaped(text);
  return llvm::createStringError(where +
                                 ": expected text without NUL, but "
                                 "got '" +
                                 shown + "'");
}

static llvm::Error checkNames(ArrayRef<ProgramValueInfo> infos,
                              StringRef kind) {
  for (const auto &[index, info] : llvm::enumerate(infos)) {
    std::string where = (kind + " " + Twine(index)).str();
    if (llvm::Error error = checkText(info.name, where + ", its name"))
      return error;
    for (const std::string &symbol : info.symbols)
      if (llvm::Error error = checkText(symbol, where + ", a size's name"))
        return error;
  }
  return llvm::Error::success();
}

static llvm::Expected<std::unique_ptr<Program>>
compile(ModuleOp module, const OnnxopsCompileOptions *options) {
  llvm::Expected<ProgramOptions> converted = convert(options);
  if (!converted)
    return converted.takeError();
  auto program = Program::compile(module, *converted);
  if (!program)
    return program.takeError();
  if (llvm::Error error = checkNames((*program)->getInputs(), "input"))
    return std::move(error);
  if (llvm::Error error = checkNames((*program)->getOutputs(), "output"))
    return std::move(error);
  return std::move(*program);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

OnnxopsProgram onnxopsProgramCompile(MlirModule module,
                                     const OnnxopsCompileOptions *options,
                                     char **error) {
  ErrorText errors(unwrap(module).getContext(), error);
  usePrebuiltKernels();
  auto program = compile(unwrap(module), options);
  if (!program) {
    errors.fail(program.takeError());
    return {nullptr};
  }
  return {new CProgram(std::move(*program))};
}

void onnxopsProgramDestroy(OnnxopsProgram program) { delete unwrap(program); }

int32_t onnxopsProgramCall(OnnxopsProgram program, OnnxopsValue *table,
                           int64_t count, OnnxopsContext *context) {
  return getProgram(program).getEntry()(table, count, context);
}

int64_t onnxopsProgramGetGrid(OnnxopsProgram program, const int64_t **grid) {
  ArrayRef<int64_t> ranks = getProgram(program).getGrid();
  *grid = ranks.empty() ? nullptr : ranks.data();
  return static_cast<int64_t>(ranks.size());
}

int64_t onnxopsProgramGetNumInputs(OnnxopsProgram program) {
  return unwrap(program)->inputs.size();
}

int64_t onnxopsProgramGetNumOutputs(OnnxopsProgram program) {
  return unwrap(program)->outputs.size();
}

OnnxopsValueInfo onnxopsProgramGetInput(OnnxopsProgram program, int64_t index) {
  return unwrap(program)->inputs[index].get();
}

OnnxopsValueInfo onnxopsProgramGetOutput(OnnxopsProgram program,
                                         int64_t index) {
  return unwrap(program)->outputs[index].get();
}
