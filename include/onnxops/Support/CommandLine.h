//===- CommandLine.h - the options of a tool --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's command line library with the errors of our tools: one line that
// starts with "error:".
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

/// To be called first in main. Makes a failure that no function returns, LLVM's
/// fatal errors and a lack of memory, one line "error: ..." and kRefused, after
/// which no temporary file is left. A file that becomes larger than it may is
/// an error of the write. A standard stream that is closed stays so: no file
/// that is opened takes its number. A pipe that nobody reads ends the process
/// by SIGPIPE, unless that is ignored.
void prepareTool();

/// Makes --version print our version in front of LLVM's, in tools that parse
/// their command lines themselves.
void setVersion();

/// Parses the command line. On a mistake prints an error and fails; the tool
/// then exits with kRefused. --help shows the options of `category` and exits,
/// --version what setVersion says.
LogicalResult parseCommandLine(int argc, char **argv, StringRef overview,
                               llvm::cl::OptionCategory &category);

/// Makes room for an option of a tool: forgets the one of this name that
/// libLLVM has for its own tools. To be called before the tool's is
/// constructed; always true, so that it can be the value of a variable with
/// static storage.
bool forgetOption(StringRef name);

/// Flushes standard output at the end of a tool. Returns `status`, or kRefused
/// with an error when not all of the output could be written. Where standard
/// error takes nothing, the status alone tells of a failure.
int finishOutput(int status);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_COMMANDLINE_H
