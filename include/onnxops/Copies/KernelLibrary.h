//===- KernelLibrary.h - copy kernels of a module ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel is a private function `(arguments, begin, end)`. Its arguments are
// an array of 64-bit words in the caller's stack frame: addresses, and numbers
// known only at run time. [begin, end) is a range of the kernel's units of
// work; any ranges that cover all units, in any order or concurrently, do the
// work. So the same code serves one thread and many, and all moves that differ
// only in addresses share a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_KERNELLIBRARY_H
#define ONNXOPS_COPIES_KERNELLIBRARY_H

#include "onnxops/Copies/CodeWriter.h"
#include "onnxops/Copies/PrivateFunctions.h"

namespace mlir::onnxops {

/// An operand of a kernel: a constant that is part of its code, or the position
/// of an argument.
struct KernelArgument {
  std::optional<int64_t> constant;
  unsigned index = 0;
};

/// Collects the arguments of one call, and the key that identifies its kernel.
class KernelCall {
public:
  explicit KernelCall(StringRef kind) : key(kind) {}

  /// Adds a number that is part of the kernel's code if it is a constant.
  KernelArgument add(Number number);
  /// Adds a number that is an argument even if it is a constant.
  KernelArgument addArgument(Number number);
  KernelArgument addPointer(Value pointer);
  /// Adds one of several arguments that the kernel reads in a loop: their
  /// number is not part of the key.
  void addUnkeyedArgument(Number number);
  void addUnkeyedArgument(Value pointer) { arguments.push_back({pointer, {}}); }
  /// Adds a choice that the kernel's code depends on to the key.
  void choose(StringRef name, int64_t value);
  /// Adds any other text that the kernel's code depends on to the key.
  void describe(StringRef text) { key += text; }

  StringRef getKey() const { return key; }
  ArrayRef<std::pair<Value, std::optional<int64_t>>> getArguments() const {
    return arguments;
  }
  unsigned size() const { return arguments.size(); }

private:
  std::string key;
  /// Values, or constants if the value is null.
  SmallVector<std::pair<Value, std::optional<int64_t>>> arguments;
};

/// Accesses the arguments within a kernel, at the insertion point.
class KernelFrame {
public:
  KernelFrame(CodeWriter &writer, ValueRange arguments);

  Number number(KernelArgument argument);
  Value pointer(KernelArgument argument);
  /// The same for a position known only at run time.
  Number number(Number index);
  Value pointer(Number index);
  Value getAddress(Number index);
  Value getArgumentArray() const { return argumentArray; }
  /// The operands for a call of a function that does a part of the work.
  SmallVector<Value> getFunctionArguments();
  Number getBegin() const { return begin; }
  Number getEnd() const { return end; }

private:
  Value read(Type type, Number index);

  CodeWriter &writer;
  Value argumentArray;
  Number begin, end;
};

/// The arguments of a call in memory.
struct ArgumentArray {
  Value memory;
  int64_t words;
};

/// Options of calls.
/// Which models a kernel serves. One for all models depends on its key and on
/// the options of the pass alone.
enum class KernelSharing { OneModel, AllModels };

struct KernelCallOptions {
  int64_t threads = 1;
  /// Minimum bytes of output for threads to share the work; -1 asks the
  /// run-time library.
  int64_t parallelThreshold = 0;

  bool asksRuntime() const { return parallelThreshold < 0; }
  /// Fewer bytes are never shared. At least 1.
  int64_t getLeastShared() const;
};

/// The kernels of one module.
class KernelLibrary {
public:
  using WriteBody =
      llvm::function_ref<void(CodeWriter &writer, KernelFrame &frame)>;

  /// `sharedCode` and `sharedOptions` are as for PrivateFunctions.
  KernelLibrary(ModuleOp module, CodeTuning tuning, KernelCallOptions options,
                SharedCode *sharedCode = nullptr, StringRef sharedOptions = "")
      : functions(module, tuning, sharedCode, sharedOptions), options(options) {
  }

  PrivateFunctions &getFunctions() { return functions; }

  /// The threads among which a kernel that writes `bytes` may be shared.
  int64_t getThreads(Number bytes) const;

  /// The kernel of that key, written by `body` on first use.
  func::FuncOp get(const KernelCall &call, KernelSharing sharing,
                   WriteBody body);

  /// Calls the kernel on [0, count). The range of a thread is a multiple of
  /// `grain`; `bytes` is the amount of memory written.
  void call(CodeWriter &writer, func::FuncOp kernel, const KernelCall &call,
            Number count, Number grain, Number bytes);

  /// The two parts of `call`: stores the arguments to the array that is
  /// returned, and calls the kernel on that array. Code in between may change
  /// the array.
  ArgumentArray storeArguments(CodeWriter &writer, const KernelCall &call);
  void callOn(CodeWriter &writer, func::FuncOp kernel, ArgumentArray arguments,
              Number count, Number grain, Number bytes);

private:
  Value getArgumentArray(CodeWriter &writer, int64_t words);

  PrivateFunctions functions;
  KernelCallOptions options;
  /// The argument array of each function, by its entry block.
  llvm::DenseMap<Block *, Operation *> arrays;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_KERNELLIBRARY_H
