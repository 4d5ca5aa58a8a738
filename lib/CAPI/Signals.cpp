//===- Signals.cpp - calls that a signal cancels, for C -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Installs a handler for the time of a call, which passes the signal on to the
// previous one. The handler may run on any thread, and still run when the call
// is over: the call waits for it before it gives up its context.
//
//===----------------------------------------------------------------------===//

#include "ProgramHandle.h"

#include <atomic>
#include <csignal>
#include <thread>

namespace {

/// The call that a signal cancels.
struct Interruptible {
  std::atomic<OnnxopsContext *> context{nullptr};
  std::atomic<bool> isTaken{false};
  std::atomic<bool> wasSignalled{false};
  std::atomic<int> running{0}; ///< running handlers
  struct sigaction before;     ///< the previous action of the process
};

} // namespace

static_assert(std::atomic<OnnxopsContext *>::is_always_lock_free &&
                  std::atomic<int>::is_always_lock_free,
              "a handler may wait for nothing");

static Interruptible call;

static void passOn(int signal, siginfo_t *info, void *machine) {
  if (call.before.sa_flags & SA_SIGINFO)
    call.before.sa_sigaction(signal, info, machine);
  else if (call.before.sa_handler != SIG_DFL &&
           call.before.sa_handler != SIG_IGN)
    call.before.sa_handler(signal);
}

static void cancel(int signal, siginfo_t *info, void *machine) {
  ++call.running;
  if (OnnxopsContext *context = call.context) {
    call.wasSignalled = true;
    onnxopsContextSetCancelled(context, 1);
  }
  passOn(signal, info, machine);
  --call.running;
}

// Whether a process without this library would handle the signal by a function.
static bool isHandled(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

// Installs our handler. False if there is none to pass the signal on to, or
// signals cannot be handled.
static bool install(int32_t signal, OnnxopsContext *context) {
  struct sigaction ours = {};
  ours.sa_sigaction = cancel;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&ours.sa_mask);
  if (sigaction(signal, nullptr, &call.before) != 0 || !isHandled(call.before))
    return false;
  call.wasSignalled = false;
  call.context = context;
  return sigaction(signal, &ours, nullptr) == 0;
}

// Restores the previous handler, unless another one has been installed
// meanwhile.
static void restore(int32_t signal) {
  struct sigaction found;
  if (sigaction(signal, &call.before, &found) == 0 &&
      !((found.sa_flags & SA_SIGINFO) && found.sa_sigaction == cancel))
    sigaction(signal, &found, nullptr);
  call.context = nullptr;
  while (call.running)
    std::this_thread::yield();
}

int32_t onnxopsProgramCallUntilSignal(OnnxopsProgram program,
                                      OnnxopsValue *table, int64_t count,
                                      OnnxopsContext *context, int32_t signal,
                                      int32_t *wasCancelled) {
  *wasCancelled = 0;
  // A handler costs three system calls, more than all else in a short call.
  if (!mlir::onnxops::getProgram(program).canBeCancelled() ||
      call.isTaken.exchange(true))
    return onnxopsProgramCall(program, table, count, context);
  bool isInstalled = install(signal, context);
  int32_t status = onnxopsProgramCall(program, table, count, context);
  if (isInstalled) {
    restore(signal);
    if (call.wasSignalled) {
      onnxopsContextSetCancelled(context, 0);
      *wasCancelled = status != 0;
    }
  }
  call.context = nullptr;
  call.isTaken = false;
  return status;
}
