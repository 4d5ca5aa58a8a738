//===- WriteKernels.cpp - compiles kernels in advance ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles models of unknown sizes for a CPU, and writes an archive of the
// kernels that they share: of concats of two to forty tensors, of tiles and of
// chunks of a split. Larger elements are several of 8 bytes.
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "onnxops/CodeGen/MachineCode.h"
#include "onnxops/InitAll.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/SharedFunctions.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

// Joins `count` tensors of rank 2 along an axis.
static std::string writeConcat(unsigned count, unsigned axis,
                               StringRef element) {
  std::string type = llvm::formatv("tensor<?x?x{0}>", element);
  std::string parameters, operands, types;
  for (unsigned i = 0; i < count; ++i) {
    StringRef comma = i ? ", " : "";
    parameters += llvm::formatv("{0}%a{1}: {2}", comma, i, type);
    operands += llvm::formatv("{0}%a{1}", comma, i);
    types += llvm::formatv("{0}{1}", comma, type);
  }
  return llvm::formatv("func.func @main({0}) -> {1} {{\n"
                       "  %c = onnxops.concat_v13 {2} axis = {3}"
                       " : ({4}) -> {1}\n"
                       "  return %c : {1}\n}\n",
                       parameters, type, operands, axis, types);
}

static std::string writeTile(StringRef element) {
  return llvm::formatv(
      "func.func @main(%a: tensor<?x?x{0}>, %r: tensor<2xi64>)"
      " -> tensor<?x?x{0}> {{\n"
      "  %t = onnxops.tile_v13 %a, %r"
      " : (tensor<?x?x{0}>, tensor<2xi64>) -> tensor<?x?x{0}>\n"
      "  return %t : tensor<?x?x{0}>\n}\n",
      element);
}

// One chunk of a split, whose rows are runs with gaps.
static std::string writeChunk(StringRef element) {
  return llvm::formatv(
      "func.func @main(%a: tensor<?x?x{0}>, %n: tensor<i64>, %i: tensor<i64>)"
      " -> tensor<?x?x{0}> {{\n"
      "  %s = onnxops.split_to_sequence_v11 %a, %n axis = 1"
      " : (tensor<?x?x{0}>, tensor<i64>) -> !onnxops.seq<tensor<?x?x{0}>>\n"
      "  %c = onnxops.sequence_at_v11 %s, %i"
      " : (!onnxops.seq<tensor<?x?x{0}>>, tensor<i64>) -> tensor<?x?x{0}>\n"
      "  return %c : tensor<?x?x{0}>\n}\n",
      element);
}

static std::vector<std::string> listModels() {
  std::vector<std::string> models;
  for (StringRef element : {"i8", "i16", "i32", "i64"}) {
    for (unsigned count : {2, 3, 4, 5, 6, 7, 8, 10, 40})
      for (unsigned axis : {0, 1})
        models.push_back(writeConcat(count, axis, element));
    models.push_back(writeTile(element));
    models.push_back(writeChunk(element));
  }
  return models;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

namespace {
/// Takes all objects.
class Objects : public SharedCode {
public:
  bool request(StringRef name) override {
    return requested.try_emplace(name).first->second != nullptr;
  }
  bool lacks(StringRef name) const override {
    return requested.contains(name) && !requested.lookup(name);
  }
  bool contains(StringRef name) const override {
    return requested.lookup(name) != nullptr;
  }
  llvm::Error add(StringRef name,
                  std::unique_ptr<llvm::MemoryBuffer> object) override {
    requested[name] = std::move(object);
    return llvm::Error::success();
  }

  llvm::StringMap<std::shared_ptr<llvm::MemoryBuffer>> requested;
};
} // namespace

static llvm::Error compile(StringRef source, StringRef cpu, Objects &objects) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  prepareContext(context);
  auto module = parseSourceString<ModuleOp>(source, &context);
  ToLLVMOptions lowering;
  lowering.cpu = cpu.str();
  lowering.sharedCode = &objects;
  if (!module ||
      failed(runPasses(*module, /*verifyPasses=*/true, [&](OpPassManager &pm) {
        buildToLLVMPipeline(pm, lowering);
      })))
    return llvm::createStringError("a model cannot be lowered");
  CodeGenOptions options;
  options.cpu = cpu.str();
  options.sharedCode = &objects;
  auto code = MachineCode::create(*module, options);
  if (!code)
    return code.takeError();
  return code->emitObjects().takeError();
}

static llvm::Error writeKernels(StringRef cpu, StringRef path) {
  Objects objects;
  for (const std::string &model : listModels())
    if (llvm::Error error = compile(model, cpu, objects))
      return error;
  // In the order of names: the same file for the same sources.
  std::map<StringRef, StringRef> sorted;
  for (const auto &entry : objects.requested)
    sorted.emplace(entry.getKey(), entry.getValue()->getBuffer());
  std::vector<llvm::NewArchiveMember> members;
  for (auto [name, object] : sorted)
    members.emplace_back(llvm::MemoryBufferRef(object, name));
  return llvm::writeArchive(path, members, llvm::SymtabWritingMode::NoSymtab,
                            llvm::object::Archive::K_GNU,
                            /*Deterministic=*/true, /*Thin=*/false);
}

static llvm::cl::OptionCategory category("onnxops-write-kernels");

static llvm::cl::opt<std::string> cpu(llvm::cl::Positional, llvm::cl::Required,
                                      llvm::cl::desc("<CPU>"),
                                      llvm::cl::cat(category));
static llvm::cl::opt<std::string> output(llvm::cl::Positional,
                                         llvm::cl::Required,
                                         llvm::cl::desc("<archive.a>"),
                                         llvm::cl::cat(category));

int main(int argc, char **argv) {
  prepareTool();
  if (failed(parseCommandLine(argc, argv, "compiles kernels in advance",
                              category)))
    return kRefused;
  if (llvm::Error error = writeKernels(cpu, output)) {
    printError(llvm::errs(), llvm::toString(std::move(error)));
    return kFailed;
  }
  return kSuccess;
}
