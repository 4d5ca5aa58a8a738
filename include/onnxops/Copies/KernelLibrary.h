//===- KernelLibrary.h - functions that move memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel is a private function `(table, begin, end)`. The table is an array
// of 64-bit words in the caller's frame: addresses, and numbers known only at
// run time. [begin, end) is a range of the kernel's units of work; any ranges
// that cover all units, in any order or at once, do the work. So one shape of
// code serves one thread and many, and a module holds one kernel for all moves
// that differ in nothing but addresses.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_KERNELLIBRARY_H
#define ONNXOPS_COPIES_KERNELLIBRARY_H

#include "onnxops/Copies/CodeWriter.h"
#include "onnxops/Copies/PrivateFunctions.h"

namespace mlir::onnxops {

/// What a kernel depends on: a constant that is part of its code, or a word of
/// its table.
struct Word {
  std::optional<int64_t> constant;
  unsigned index = 0;
};

/// Collects the words of one call, and the text that tells kernels apart.
class KernelCall {
public:
  explicit KernelCall(StringRef kind) : key(kind) {}

  /// A number that the kernel's code contains if it is a constant.
  Word add(Number number);
  /// A number that stands in the table, whatever is known of it.
  Word addWord(Number number);
  Word addPointer(Value pointer);
  /// One of a row of words that kernels read in a loop: how many there are
  /// tells no kernels apart.
  void addHiddenWord(Number number);
  void addHiddenWord(Value pointer) { words.push_back({pointer, {}}); }
  /// A choice that the kernel's code depends on.
  void choose(StringRef name, int64_t value);
  /// Any text that says what else the kernel does.
  void describe(StringRef text) { key += text; }

  StringRef getKey() const { return key; }
  ArrayRef<std::pair<Value, std::optional<int64_t>>> getWords() const {
    return words;
  }
  unsigned size() const { return words.size(); }

private:
  std::string key;
  /// Values, or constants where there is none.
  SmallVector<std::pair<Value, std::optional<int64_t>>> words;
};

/// Within a kernel: its arguments. Words are read where they are asked for.
class KernelFrame {
public:
  KernelFrame(CodeWriter &writer, ValueRange arguments);

  Number number(Word word);
  Value pointer(Word word);
  /// Of the word at a position known only at run time.
  Number number(Number index);
  Value pointer(Number index);
  Value getAddress(Number index);
  Value getTable() const { return table; }
  /// For a function that does a part of the kernel's work.
  SmallVector<Value> getArguments();
  Number getBegin() const { return begin; }
  Number getEnd() const { return end; }

private:
  Value read(Type type, Number index);

  CodeWriter &writer;
  Value table;
  Number begin, end;
};

/// How calls are made.
struct KernelCallOptions {
  int64_t threads = 1;
  /// Bytes of output from which threads share the work.
  int64_t parallelThreshold = 0;
};

/// The kernels of one module.
class KernelLibrary {
public:
  using WriteBody =
      llvm::function_ref<void(CodeWriter &writer, KernelFrame &frame)>;

  KernelLibrary(ModuleOp module, CodeTuning tuning, KernelCallOptions options)
      : functions(module, tuning), options(options) {}

  PrivateFunctions &getFunctions() { return functions; }

  /// The kernel of that key, written by `body` if it is the first one.
  func::FuncOp get(const KernelCall &call, WriteBody body);

  /// In a function of the module: calls the kernel on [0, count). A range that
  /// a thread gets is a multiple of `grain`; `bytes` are what is moved.
  void call(CodeWriter &writer, func::FuncOp kernel, const KernelCall &call,
            Number count, Number grain, Number bytes);

  /// The parts of `call`: stores its words, and calls the kernel on the table
  /// that fillTable has returned, which other code may have changed.
  Value fillTable(CodeWriter &writer, const KernelCall &call);
  void callOn(CodeWriter &writer, func::FuncOp kernel, Value table,
              Number count, Number grain, Number bytes);

private:
  Value getTable(CodeWriter &writer, int64_t words);

  PrivateFunctions functions;
  KernelCallOptions options;
  /// The table of each function, by its first block.
  llvm::DenseMap<Block *, Operation *> tables;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_KERNELLIBRARY_H
