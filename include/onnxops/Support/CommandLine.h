//===- CommandLine.h - command lines of the tools ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's command line library with errors in the style of our tools: one line
// that starts with "error:".
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_COMMANDLINE_H
#define ONNXOPS_SUPPORT_COMMANDLINE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::onnxops {

/// Exit statuses of the tools.
enum ExitStatus {
  kSuccess = 0,
  kFailed = 1, ///< a comparison or a run-time check failed
  kRefused = 2 ///< bad usage or a bad input
};

/// To be called first in main. Turns failures that no function returns, LLVM's
/// fatal errors and a lack of memory, into one line "error: ..." and kRefused,
/// after which no temporary file is left. Exceeding the size limit of a file is
/// an error of the write. A standard stream that is closed stays so: no opened
/// file takes its number. Writing to a closed pipe ends the process by SIGPIPE,
/// unless that is ignored.
void prepareTool();

/// Makes --version print our version before LLVM's, in tools that parse their
/// command lines themselves.
void setVersion();

/// Parses the command line. On a mistake prints an error and fails; the tool
/// then exits with kRefused. --help shows the options of `category` and exits,
/// --version prints the text of setVersion.
LogicalResult parseCommandLine(int argc, char **argv, StringRef overview,
                               llvm::cl::OptionCategory &category);

/// Frees the name of an option for a tool: unregisters the option of this name
/// that libLLVM has for its own tools. To be called before the tool's is
/// constructed; always true, so that it can initialize a variable with static
/// storage.
bool forgetOption(StringRef name);

/// Flushes standard output at the end of a tool. Returns `status`, or kRefused
/// with an error if not all of the output could be written. If standard error
/// cannot be written either, only the status reports the failure.
int finishOutput(int status);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_COMMANDLINE_H
