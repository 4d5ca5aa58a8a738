//===- SanitizerOptions.cpp - what sanitizers ask a program itself --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As test/lit.cfg.py sets them: memory that cannot be had is an error and no
// report, and LLVM's arenas, which libLLVM uses without instrumentation, are
// not poisoned.
//
//===----------------------------------------------------------------------===//

extern "C" {
extern const char *__asan_default_options();
extern const char *__ubsan_default_options();
}

const char *__asan_default_options() {
  return "allocator_may_return_null=1:allow_user_poisoning=0:detect_leaks=1";
}

const char *__ubsan_default_options() {
  return "print_stacktrace=1:halt_on_error=1";
}
