//===- LinkAMD.cpp - assemble and link code of AMD devices ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream makes objects as well, but looks for the linker in AMD's toolkit.
// The assembler is a function of upstream, the linker a program of LLVM.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Target/LLVM/ROCDL/Utils.h"
#include "onnxops/Support/InputFile.h"
#include "onnxops/Transforms/Upstream/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LINKAMD
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

// The path of the linker. It must not be older than the assembler.
static FailureOr<std::string> findLinker(Operation *op, StringRef given) {
  std::string ours = "ld.lld-" + std::to_string(LLVM_VERSION_MAJOR);
  SmallVector<StringRef> names = {ours, "ld.lld"};
  if (!given.empty())
    names = {given};
  for (StringRef name : names)
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(name))
      return *path;
  return op->emitError(
             "expected LLVM's linker to make an object, but found no ")
         << llvm::join(names, ", and no ");
}

namespace {
/// A temporary file, removed on destruction.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef suffix)
      : error(llvm::sys::fs::createTemporaryFile("onnxops", suffix, path)),
        remover(path) {}

  SmallString<64> path;
  std::error_code error;

private:
  llvm::FileRemover remover;
};
} // namespace

static LogicalResult write(Operation *op, TemporaryFile &file,
                           ArrayRef<char> bytes) {
  if (file.error)
    return op->emitError("cannot create a temporary file: ")
           << file.error.message();
  std::error_code error;
  llvm::raw_fd_ostream os(file.path, error);
  os << StringRef(bytes.data(), bytes.size());
  os.close();
  if (!error && !os.has_error())
    return success();
  error = error ? error : os.error();
  os.clear_error();
  return op->emitError("cannot write ") << file.path << ": " << error.message();
}

// Links an object into a shared object.
static FailureOr<std::string> link(Operation *op, StringRef linker,
                                   ArrayRef<char> object) {
  TemporaryFile from("o"), to("hsaco");
  if (failed(write(op, from, object)) || failed(write(op, to, {})))
    return failure();
  std::string message;
  int status = llvm::sys::ExecuteAndWait(
      linker, {linker, "-shared", from.path, "-o", to.path},
      /*Env=*/std::nullopt, /*Redirects=*/{}, /*SecondsToWait=*/0,
      /*MemoryLimit=*/0, &message);
  if (status != 0)
    return op->emitError("expected ")
           << linker << " to link the object, but it ended with " << status
           << (message.empty() ? "" : ": ") << message;
  auto linked = onnxops::readInput(to.path, onnxops::kAnyBytes);
  if (!linked)
    return op->emitError("cannot read ")
           << to.path << ": " << llvm::toString(linked.takeError());
  return (*linked)->getBuffer().str();
}

// Assembles and links ISA text; returns any other object unchanged.
static FailureOr<Attribute> linkText(gpu::BinaryOp op, Attribute attribute,
                                     StringRef linker) {
  auto object = dyn_cast<gpu::ObjectAttr>(attribute);
  auto target = object ? dyn_cast<ROCDL::ROCDLTargetAttr>(object.getTarget())
                       : ROCDL::ROCDLTargetAttr();
  if (!target || object.getFormat() != gpu::CompilationTarget::Assembly)
    return attribute;
  FailureOr<std::string> program = findLinker(op, linker);
  if (failed(program))
    return failure();
  FailureOr<SmallVector<char, 0>> assembled = ROCDL::assembleIsa(
      object.getObject().getValue(), target.getTriple(), target.getChip(),
      target.getFeatures(), [&] { return op.emitError(); });
  if (failed(assembled))
    return failure();
  FailureOr<std::string> linked = link(op, *program, *assembled);
  if (failed(linked))
    return failure();
  return Attribute(
      gpu::ObjectAttr::get(target, gpu::CompilationTarget::Binary,
                           StringAttr::get(op.getContext(), *linked),
                           object.getProperties(), object.getKernels()));
}

namespace {
struct LinkAMD : onnxops::impl::LinkAMDBase<LinkAMD> {
  using LinkAMDBase::LinkAMDBase;

  void runOnOperation() override {
    ROCDL::SerializeGPUModuleBase::init();
    for (auto binary : getOperation().getOps<gpu::BinaryOp>()) {
      SmallVector<Attribute> objects;
      for (Attribute attribute : binary.getObjects()) {
        FailureOr<Attribute> object = linkText(binary, attribute, linker);
        if (failed(object))
          return signalPassFailure();
        objects.push_back(*object);
      }
      binary.setObjectsAttr(ArrayAttr::get(&getContext(), objects));
    }
  }
};
} // namespace
