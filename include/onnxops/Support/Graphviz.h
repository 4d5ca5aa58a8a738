//===- Graphviz.h - layout of graphs by Graphviz ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs Graphviz's program `dot`, so that edges run around boxes. It reads and
// writes temporary files.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_GRAPHVIZ_H
#define ONNXOPS_SUPPORT_GRAPHVIZ_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace mlir::onnxops {

/// The layout of a graph, which `printDot` writes in the DOT language, in one
/// of Graphviz's output formats, such as "svg". Fails where `dot` is not
/// installed, or cannot lay out the graph within a minute.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
layOutGraph(StringRef format, llvm::function_ref<void(raw_ostream &)> printDot);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_GRAPHVIZ_H
