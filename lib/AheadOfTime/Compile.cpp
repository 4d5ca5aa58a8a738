//===- Compile.cpp - ahead-of-time compilation of a model -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads, lowers, adds the C function, generates code, writes. Nothing is
// written before all output is complete.
//
//===----------------------------------------------------------------------===//

#include "onnxops/AheadOfTime/Compile.h"

#include "Header.h"
#include "Linker.h"
#include "ModelFunction.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "onnxops/InitAll.h"
#include "onnxops/Model/Shards.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/OutputFile.h"
#include "onnxops/Support/Placement.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::onnxops;

// The kind of output that a file's ending chooses; empty for an unknown one.
static StringRef getKind(StringRef file) {
  StringRef ending = llvm::sys::path::extension(file);
  return llvm::is_contained({".o", ".so", ".s", ".ll", ".ptx", ".spv"}, ending)
             ? ending.drop_front()
             : StringRef();
}

static bool isDeviceCode(StringRef kind) {
  return kind == "ptx" || kind == "spv";
}

// The device of a file of device code.
static StringRef getDeviceOfKind(StringRef kind) {
  return kind == "ptx" ? "cuda" : "vulkan";
}

// Compares names only: the files need not exist.
static bool isSameFile(StringRef one, StringRef other) {
  SmallString<128> paths[] = {one, other};
  for (SmallString<128> &path : paths) {
    llvm::sys::fs::make_absolute(path);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  }
  return paths[0] == paths[1];
}

// Refuses chips without code in LLVM, and those newer than the pipeline's
// version of PTX, on which LLVM would end the process.
static llvm::Error checkChip(StringRef chip) {
  constexpr unsigned newest = 90;
  StringRef digits = chip;
  unsigned number;
  if (digits.consume_front("sm_") && !digits.getAsInteger(10, number) &&
      number <= newest) {
    auto cpu = lookUpCPU(chip, "nvptx64-nvidia-cuda");
    if (cpu)
      return llvm::Error::success();
    llvm::consumeError(cpu.takeError());
  }
  return llvm::createStringError(
      "--chip: expected a CUDA device that LLVM knows, up to sm_" +
      Twine(newest) + ", but got '" + chip + "'");
}

static llvm::Error checkTarget(const AheadOfTimeOptions &options) {
  auto cpu = lookUpCPU(options.cpu, options.triple);
  if (!cpu)
    return llvm::createStringError(
        (options.triple.empty() ? "--cpu: " : "--target, --cpu: ") +
        llvm::toString(cpu.takeError()));
  if (cpu->triple.isGPU() || cpu->triple.isBPF())
    return llvm::createStringError(
        "--target: expected a triple of a CPU, but got '" + options.triple +
        "'");
  return llvm::Error::success();
}

static llvm::Error checkOptions(const AheadOfTimeOptions &options) {
  StringRef kind = getKind(options.output);
  if (kind.empty())
    return llvm::createStringError(
        "-o: expected a file that ends in .o, .so, .s, .ll, .ptx "
        "or .spv, but got '" +
        options.output + "'");
  if (llvm::Error error = checkDevice("--device", options.device))
    return error;
  if (isDeviceCode(kind) && options.device != "cpu" &&
      options.device != getDeviceOfKind(kind))
    return llvm::createStringError("--device: expected " +
                                   getDeviceOfKind(kind) +
                                   " for a file that ends in ." + kind +
                                   ", but got '" + options.device + "'");
  if (isDeviceCode(kind) && !options.header.empty())
    return llvm::createStringError(
        "--header: expected a file with host code beside it, but "
        "got one that ends in ." +
        kind);
  if (!options.header.empty() && isSameFile(options.output, options.header))
    return llvm::createStringError(
        "--header: expected another file than -o, but got '" + options.header +
        "'");
  if (llvm::Error error = checkThreads("--threads", options.threads))
    return error;
  if (llvm::Error error = checkShardOptions(options.shards))
    return error;
  if (llvm::Error error = checkTarget(options))
    return error;
  return options.chip.empty() ? llvm::Error::success()
                              : checkChip(options.chip);
}

// Lowers to the code that is compiled.
static LogicalResult lower(ModuleOp module, const AheadOfTimeOptions &options,
                           ArrayRef<int64_t> grid) {
  return runPasses(module, options.verifyPasses, [&](OpPassManager &pm) {
    if (options.device != "cpu") {
      ToGPUOptions lowering;
      lowering.checks = options.checks;
      lowering.target = getKernelTarget(options.device).str();
      lowering.chip = options.chip;
      return buildToGPUPipeline(pm, lowering);
    }
    ToLLVMOptions lowering;
    lowering.checks = options.checks;
    lowering.cpu = options.cpu;
    lowering.triple = options.triple;
    lowering.threads = options.threads;
    for (int64_t size : grid)
      lowering.ranks.push_back(size);
    for (const std::string &shard : getShardOptions(options.shards))
      lowering.shards.push_back(shard);
    // ThreadSanitizer does not instrument wider accesses.
    constexpr unsigned seen = 16;
    auto cpu = llvm::cantFail(lookUpCPU(options.cpu, options.triple));
    if (options.sanitizer == Sanitizer::Thread && cpu.vectorBytes > seen)
      lowering.vectorBytes = seen;
    buildToLLVMPipeline(pm, lowering);
  });
}

namespace {

/// One run of the tool.
class Compilation {
public:
  Compilation(const AheadOfTimeOptions &options, raw_ostream &errors)
      : options(options), kind(getKind(options.output)), errors(errors),
        printer(&context, errors) {
    prepareContext(context);
  }

  int run() {
    if (llvm::Error error = checkOptions(options))
      return refuse(llvm::toString(std::move(error)));
    auto model =
        readModel(options.model, options.function, context, options.import);
    if (failed(model))
      return refuse("the model cannot be read");
    SmallVector<int64_t> grid =
        chooseGrid(*model->module, options.ranks, options.shards);
    if (llvm::Error error = checkGrid(grid))
      return refuse(llvm::toString(std::move(error)));
    auto names = chooseNames(*model, options.name, options.model);
    if (!names)
      return refuse(llvm::toString(names.takeError()));
    SmallString<0> code;
    llvm::raw_svector_ostream os(code);
    if (llvm::Error error = isDeviceCode(kind)
                                ? printKernels(os, *model)
                                : printCode(os, *model, grid, *names))
      return refuse(llvm::toString(std::move(error)));
    if (llvm::Error error = writeFiles(code, *model, *names))
      return refuse(llvm::toString(std::move(error)));
    return kSuccess;
  }

private:
  // What is refused of ranks once the model is known.
  llvm::Error checkGrid(ArrayRef<int64_t> grid) {
    if (llvm::Error error =
            checkRanks("--", options.ranks, grid, options.device))
      return error;
    if (isDeviceCode(kind) && !grid.empty())
      return llvm::createStringError(
          "unsupported: shards with a file that ends in ." + kind);
    return llvm::Error::success();
  }

  llvm::Error printCode(raw_ostream &os, Model &model, ArrayRef<int64_t> grid,
                        const CNames &names) {
    if (failed(lower(*model.module, options, grid)))
      return llvm::createStringError("the model cannot be lowered");
    if (!grid.empty()) {
      auto read = readShards(*model.module, model, grid);
      if (!read)
        return read.takeError();
      shards = std::move(*read);
    }
    addModelFunction(*model.module, model.function, names.function);
    CodeGenOptions codeGen;
    codeGen.triple = options.triple;
    codeGen.cpu = options.cpu;
    codeGen.sanitizer = options.sanitizer;
    codeGen.exported = names.function;
    codeGen.verify = options.verifyPasses;
    auto code = MachineCode::create(*model.module, codeGen);
    if (!code)
      return code.takeError();
    if (kind == "ll")
      return code->printIR(os);
    if (kind == "s")
      return code->printAssembly(os);
    auto objects = code->emitObjects();
    if (!objects)
      return objects.takeError();
    return printObjects(os, *objects, names.function);
  }

  // One file of all objects.
  llvm::Error printObjects(raw_ostream &os, const Objects &objects,
                           StringRef function) {
    if (kind == "o" && objects.size() == 1) {
      os << objects.front()->getBuffer();
      return llvm::Error::success();
    }
    auto file = kind == "so" ? linkSharedLibrary(objects, function, options)
                             : joinObjects(objects, options);
    if (!file)
      return llvm::createStringError(options.output + ": " +
                                     llvm::toString(file.takeError()));
    os << (*file)->getBuffer();
    return llvm::Error::success();
  }

  // Writes only the code of the model's kernels.
  llvm::Error printKernels(raw_ostream &os, Model &model) {
    ToGPUOptions lowering;
    lowering.checks = options.checks;
    lowering.target = getKernelTarget(getDeviceOfKind(kind)).str();
    lowering.chip = options.chip;
    auto build = [&](OpPassManager &pm) {
      buildToDeviceCodePipeline(pm, lowering);
    };
    if (failed(runPasses(*model.module, options.verifyPasses, build)))
      return llvm::createStringError("the model cannot be lowered");
    auto binaries = model.module->getOps<gpu::BinaryOp>();
    if (binaries.empty())
      return llvm::createStringError(options.model +
                                     ": expected a model that moves data, "
                                     "but got one without a kernel");
    assert(llvm::hasSingleElement(binaries) &&
           "expected one module of kernels");
    auto object = cast<gpu::ObjectAttr>((*binaries.begin()).getObjects()[0]);
    os << object.getObject().getValue();
    return llvm::Error::success();
  }

  // Both files, or none.
  llvm::Error writeFiles(StringRef code, const Model &model,
                         const CNames &names) {
    std::vector<OutputFile> files = {{options.output, [&](raw_ostream &os) {
                                        os << code;
                                        return llvm::Error::success();
                                      }}};
    if (!options.header.empty())
      files.push_back({options.header, [&](raw_ostream &os) {
                         printHeader(os, model, names, shards, options);
                         return llvm::Error::success();
                       }});
    return writeOutputs(files);
  }

  // Reports the reason unless a diagnostic has reported it.
  int refuse(const Twine &message) {
    if (!printer.hasError())
      printError(errors, message);
    return kRefused;
  }

  const AheadOfTimeOptions &options;
  StringRef kind;
  ModelShards shards;
  raw_ostream &errors;
  MLIRContext context;
  DiagnosticPrinter printer;
};

} // namespace

int mlir::onnxops::compileModel(const AheadOfTimeOptions &options,
                                raw_ostream &errors) {
  return Compilation(options, errors).run();
}
