//===- CommandLine.cpp - the options of a tool ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses options and rewrites the parser's errors; starts and ends tools.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/CommandLine.h"

#include "onnxops/Support/Diagnostics.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <new>
#include <unistd.h>

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Redirects standard error to a file for as long as it lives.
class StandardErrorCapture {
public:
  StandardErrorCapture() : file(std::tmpfile()) {
    original = ::dup(STDERR_FILENO);
    if (file && original >= 0)
      ::dup2(::fileno(file), STDERR_FILENO);
  }
  ~StandardErrorCapture() {
    restore();
    if (file)
      std::fclose(file);
  }
  StandardErrorCapture(const StandardErrorCapture &) = delete;
  StandardErrorCapture &operator=(const StandardErrorCapture &) = delete;

  /// The first 4 KiB, or nothing if the file could not be created.
  std::string takeText() {
    char text[4096];
    if (!file)
      return "";
    ssize_t length = ::pread(::fileno(file), text, sizeof(text), /*offset=*/0);
    return length > 0 ? std::string(text, length) : "";
  }

  /// Ends the redirection. Functions that end the process call this before they
  /// print a message, which would be lost otherwise.
  static void restore() {
    if (original < 0)
      return;
    ::dup2(original, STDERR_FILENO);
    ::close(original);
    original = -1;
  }

private:
  std::FILE *file;
  /// The original descriptor of standard error, -1 if it is not redirected.
  static int original;
};

int StandardErrorCapture::original = -1;

} // namespace

// Returns the parser's errors, none if there are none. It prints errors about
// the value of an option to standard error, whatever stream it is given.
static std::optional<std::string> findComplaints(int argc, char **argv,
                                                 StringRef overview) {
  std::string complaints;
  llvm::raw_string_ostream os(complaints);
  StandardErrorCapture capture;
  if (llvm::cl::ParseCommandLineOptions(argc, argv, overview, &os))
    return std::nullopt;
  return capture.takeText() + complaints;
}

void mlir::onnxops::setVersion() {
  llvm::cl::SetVersionPrinter([](raw_ostream &os) {
    os << "onnxops " ONNXOPS_VERSION ", LLVM " LLVM_VERSION_STRING "\n";
  });
}

LogicalResult
mlir::onnxops::parseCommandLine(int argc, char **argv, StringRef overview,
                                llvm::cl::OptionCategory &category) {
  llvm::cl::HideUnrelatedOptions(category);
  setVersion();
  std::optional<std::string> complaints = findComplaints(argc, argv, overview);
  if (!complaints)
    return success();
  // "tool: message", possibly repeated, with hints on further lines.
  StringRef line = StringRef(*complaints).ltrim().split('\n').first;
  line.consume_front(llvm::sys::path::filename(argv[0]));
  line.consume_front(": ");
  printError(llvm::errs(), line);
  return failure();
}

bool mlir::onnxops::forgetOption(StringRef name) {
  if (llvm::cl::Option *option = llvm::cl::getRegisteredOptions().lookup(name))
    option->removeArgument();
  return true;
}

int mlir::onnxops::finishOutput(int status) {
  llvm::raw_fd_ostream &os = llvm::outs();
  os.flush();
  if (os.has_error()) {
    printError(llvm::errs(), "standard output: " + os.error().message());
    status = kRefused;
  }
  // Otherwise their destructors end the process with another status.
  os.clear_error();
  llvm::errs().clear_error();
  return status;
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

[[noreturn]] static void endProcess() {
  llvm::sys::RunInterruptHandlers(); // removes temporary files
  ::_exit(kRefused);
}

// There may be no memory for anything else.
[[noreturn]] static void refuseMemory() {
  constexpr StringLiteral message = "error: not enough memory\n";
  StandardErrorCapture::restore();
  [[maybe_unused]] ssize_t written =
      ::write(STDERR_FILENO, message.data(), message.size());
  endProcess();
}

static void handleBadAlloc(void *, const char *, bool) { refuseMemory(); }

static void handleFatalError(void *, const char *reason, bool) {
  StandardErrorCapture::restore();
  printError(llvm::errs(), reason);
  endProcess();
}

// The next opened file would take the number of a closed stream, and receive
// the output.
static void occupyStandardStreams() {
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF)
      continue;
    // Opened for the wrong direction, so that using it fails as before.
    int other =
        ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (other != stream && other != -1) {
      ::dup2(other, stream);
      ::close(other);
    }
  }
}

void mlir::onnxops::prepareTool() {
  occupyStandardStreams();
  // Blocked instead of ignored: LLVM has a handler of its own.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXFSZ);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::set_new_handler(refuseMemory);
  llvm::install_bad_alloc_error_handler(handleBadAlloc);
  llvm::install_fatal_error_handler(handleFatalError);
}
