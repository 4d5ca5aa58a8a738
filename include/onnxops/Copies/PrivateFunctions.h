//===- PrivateFunctions.h - functions created on demand ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that lowered copies call: kernels, and code that kernels share.
// Long code for dynamic sizes is in a module once, for any number of copies and
// dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_PRIVATEFUNCTIONS_H
#define ONNXOPS_COPIES_PRIVATEFUNCTIONS_H

#include "onnxops/Support/TargetCPU.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::onnxops {

class CodeWriter;
class SharedCode;

/// Parameters of the code besides the width of registers. Those that ask the
/// run-time library do so where they are needed: GeneratedCode.h.
struct CodeTuning {
  /// Number of pages that non-temporal stores fill in parallel; 0 asks.
  int64_t streamedPages = 4;
  /// Bytes of a copy from which on its long runs call memcpy; -1 asks.
  int64_t libraryBytes = std::numeric_limits<int64_t>::max();
  /// The instruction for permutes that are computed at run time.
  ShuffleKind shuffle = ShuffleKind::None;
};

/// The private functions of one module, created on demand.
class PrivateFunctions {
public:
  using WriteBody =
      llvm::function_ref<void(CodeWriter &writer, ValueRange arguments)>;

  /// With `sharedCode`, the names of shared functions are hashes of their keys
  /// and of `sharedOptions`, all options that their code depends on, and those
  /// that it contains are declared only. Null: shared functions have the names
  /// that others have.
  PrivateFunctions(ModuleOp module, CodeTuning tuning,
                   SharedCode *sharedCode = nullptr,
                   StringRef sharedOptions = "")
      : symbols(module), tuning(tuning), sharedCode(sharedCode),
        sharedOptions(sharedOptions) {}

  MLIRContext *getContext() { return symbols.getOp()->getContext(); }
  const CodeTuning &getTuning() const { return tuning; }

  /// The function of that key, which returns nothing, written by `body` on
  /// first use. Its name is `onnxops_` and the first word of the key. LLVM
  /// inlines a function with a single call, where constant arguments make it as
  /// fast as specialized code. Code for unknown sizes is kept short.
  func::FuncOp get(StringRef key, TypeRange arguments, WriteBody body,
                   bool areSizesKnown);

  /// The function of the run-time library of that name, which takes so many
  /// i64 and returns one.
  func::FuncOp getQuery(StringRef name, int64_t arguments);

  /// The same for a function whose code depends on its key and on the options
  /// of the pass alone, so that it is compiled once for all models. Its code is
  /// kept short. `attributes` are those of LLVM that it has as well.
  func::FuncOp getShared(StringRef key, TypeRange arguments, WriteBody body,
                         ArrayRef<StringRef> attributes = {});

private:
  func::FuncOp create(StringRef name, TypeRange arguments);
  void write(func::FuncOp function, WriteBody body);
  std::string getScope() const;

  SymbolTable symbols;
  CodeTuning tuning;
  SharedCode *sharedCode;
  std::string sharedOptions;
  /// Whether the body of a function in shared code is being written.
  bool isInShared = false;
  llvm::StringMap<func::FuncOp> functions;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_PRIVATEFUNCTIONS_H
