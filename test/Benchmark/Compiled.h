//===- Compiled.h - a case through the compiler -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What any user of the project would do: a module through the pipeline, machine
// code from it, and calls by table into memory that is lent.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_COMPILED_H
#define ONNXOPS_BENCHMARK_COMPILED_H

#include "Case.h"
#include "SpinPool.h"
#include "onnxops/Execution/Compiler.h"

#include <memory>

namespace bench {

struct CompileOptions {
  bool isDynamic = false;
  int threads = 1;
};

/// A case that is ready to be called.
class CompiledCase {
public:
  /// Compiles for operands at `input` and results at `output`, see
  /// makeMovement; both may be null if it is never called. Fails with the
  /// reason.
  static llvm::Expected<std::unique_ptr<CompiledCase>>
  compile(const Case &c, const CompileOptions &options, char *input,
          char *output);
  ~CompiledCase();

  /// Makes `pool`, which must outlive the next calls, the one that shares the
  /// work of code for several threads. Without one libomp does, whose workers
  /// would be on the core of the pinned thread.
  void usePool(SpinPool &pool);

  /// Calls once. False when the call failed.
  bool run() { return entry(table.data(), table.size(), context) == 0; }

  /// The message of the last call that failed.
  const char *getError() const;

  /// Bytes of instructions.
  int64_t getCodeBytes() const { return code->getCodeBytes(); }

  /// Copies a sequence that was returned to where its chunks are expected.
  void collectChunks(char *output) const;

private:
  CompiledCase() = default;
  void addInput(Shape shape, int32_t elementType, void *data);
  void fillTable(const Case &c, bool isDynamic, char *input, char *output);

  std::unique_ptr<mlir::onnxops::CompiledModule> code;
  mlir::onnxops::EntryFunction entry = nullptr;
  OnnxopsContext *context = nullptr;
  std::vector<OnnxopsValue> table;
  std::vector<std::unique_ptr<Shape>> numbers; ///< sizes, and values of inputs
};

/// Writes the case as an ONNX model, of static shapes. False with a diagnostic.
bool exportCase(const Case &c, const std::string &path);

} // namespace bench

#endif // ONNXOPS_BENCHMARK_COMPILED_H
