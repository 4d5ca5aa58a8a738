//===- OnnxOpsPlugin.cpp - plugin for mlir-opt ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For --load-dialect-plugin and --load-pass-plugin of mlir-opt: the dialect,
// and all passes and pipelines. The names of the two functions are given by
// MLIR; the library exports nothing else.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "onnxops/InitAll.h"
#include "onnxops/Tiling/Tiling.h"

using namespace mlir;

static constexpr const char *kName = "onnxops";

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, ONNXOPS_VERSION,
          [](DialectRegistry *registry) {
            onnxops::registerDialect(*registry);
            onnxops::registerExternalModels(*registry);
            onnxops::registerConcatTilingModel(*registry);
          }};
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, ONNXOPS_VERSION, [] {
            onnxops::registerPasses();
            onnxops::registerPipelines();
          }};
}
