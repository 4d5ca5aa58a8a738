//===- ImportONNX.cpp - import an ONNX model ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the file, checks its opset, builds the module.
//
//===----------------------------------------------------------------------===//

#include "ModelReader.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Import/ModuleBuilder.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/InputFile.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::onnxops;

static LogicalResult checkOpset(const FileModel &model, MLIRContext &context,
                                const ImportOptions &options) {
  Location loc = getModelLoc(&context, model.file);
  if (model.opset < 1)
    return emitError(loc) << "expected an opset of 1 or more, but got "
                          << model.opset;
  if (model.opset > OnnxOpsDialect::kLatestOpset && !options.allowNewerOpset)
    return emitError(loc) << "opset " << model.opset << " is newer than "
                          << OnnxOpsDialect::kLatestOpset
                          << ", the newest that is known";
  return success();
}

// `owner` may hold the bytes of the file, which are then freed when they are
// not needed any longer.
static OwningOpRef<ModuleOp>
import(llvm::MemoryBufferRef file, StringRef directory, MLIRContext &context,
       const ImportOptions &options,
       std::unique_ptr<llvm::MemoryBuffer> owner = nullptr) {
  FailureOr<FileModel> model =
      readONNXModel(file, directory, options, context, std::move(owner));
  if (failed(model) || failed(checkOpset(*model, context, options)))
    return nullptr;
  return buildModule(*model, context, options);
}

OwningOpRef<ModuleOp> mlir::onnxops::importONNX(llvm::MemoryBufferRef file,
                                                MLIRContext &context,
                                                const ImportOptions &options) {
  // Without a directory, no files are read: the identifier may be any text.
  StringRef directory =
      llvm::sys::path::parent_path(file.getBufferIdentifier());
  return import(file, directory, context, options);
}

OwningOpRef<ModuleOp> mlir::onnxops::importONNX(StringRef path,
                                                MLIRContext &context,
                                                const ImportOptions &options) {
  auto file = readInput(path, kMaxModelBytes);
  if (!file) {
    emitError(getModelLoc(&context, path))
        << "cannot read the model: " << llvm::toString(file.takeError());
    return nullptr;
  }
  StringRef directory = llvm::sys::path::parent_path(path);
  if (directory.empty() && path != "-")
    directory = ".";
  llvm::MemoryBufferRef bytes((*file)->getBuffer(), path);
  return import(bytes, directory, context, options, std::move(*file));
}
