//===- onnxops-rewrite.cpp - rewrites a model -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of rewriteModel. Writes a model, and prints a report.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "onnxops/Equivalence/CompareModels.h"
#include "onnxops/Export/Export.h"
#include "onnxops/Import/Import.h"
#include "onnxops/Import/ImportFlags.h"
#include "onnxops/InitAll.h"
#include "onnxops/Rewrite/Rewrite.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Progress.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::onnxops;
namespace cl = llvm::cl;

namespace {
enum class ReportFormat { None, Text, JSON, HTML };

struct Options {
  cl::OptionCategory category{"onnxops-rewrite"};
  cl::opt<std::string> input{cl::Positional, cl::Required,
                             cl::desc("<model.onnx>"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("model to write"), cl::Required,
                              cl::value_desc("FILE"), cl::cat(category)};
  cl::opt<bool> noSequences{
      "no-sequences", cl::desc("fail if a sequence is left, with the reasons"),
      cl::cat(category)};
  cl::opt<int64_t> targetOpset{
      "target-opset", cl::value_desc("N"), cl::init(0),
      cl::desc("opset of the result; by default the model's"),
      cl::cat(category)};
  cl::list<std::string> dims{"dim", cl::value_desc("NAME=SIZE"),
                             cl::desc("size of a symbolic dimension"),
                             cl::cat(category)};
  cl::list<ModelRewrite> keep{"keep", cl::CommaSeparated, cl::cat(category),
                              cl::desc("what is not rewritten:"),
                              getModelRewriteValues()};
  cl::opt<ReportFormat> report{
      "report",
      cl::ValueOptional,
      cl::init(ReportFormat::None),
      cl::desc("print to standard output what changed:"),
      cl::cat(category),
      cl::values(clEnumValN(ReportFormat::Text, "", "as text"),
                 clEnumValN(ReportFormat::Text, "text", "as text"),
                 clEnumValN(ReportFormat::JSON, "json", "as JSON"),
                 clEnumValN(ReportFormat::HTML, "html", "as a page"))};
  cl::opt<int64_t> check{
      "check", cl::value_desc("RUNS"), cl::cat(category),
      cl::desc("run both models on random inputs, compare their outputs")};
  cl::opt<std::string> runtime{
      "runtime", cl::value_desc("FILE"), cl::cat(category),
      cl::desc("library of ONNX Runtime that runs the models for --check")};
  cl::opt<bool> inlineFunctions{
      "inline-functions", cl::cat(category),
      cl::desc("replace calls of the model's functions by their nodes")};
  cl::opt<bool> verifyPasses{"verify-passes", cl::cat(category),
                             cl::desc("verify the module after each pass")};
  ImportFlags importFlags{category};
  cl::extrahelp examples{R"(
EXAMPLES:

  onnxops-rewrite model.onnx -o better.onnx --no-sequences
  onnxops-rewrite model.onnx -o old.onnx --target-opset 12 --report
)"};
};
} // namespace

static LogicalResult checkOptions(const Options &options) {
  if (options.targetOpset.getNumOccurrences() && options.targetOpset < 1) {
    printError(llvm::errs(), "expected an opset of 1 or more, but got " +
                                 Twine(options.targetOpset));
    return failure();
  }
  if (options.noSequences &&
      llvm::is_contained(options.keep, ModelRewrite::Sequences)) {
    printError(llvm::errs(), "expected --no-sequences or --keep=sequences, but "
                             "got both");
    return failure();
  }
  if (options.check.getNumOccurrences() && options.check < 1) {
    printError(llvm::errs(), "--check: expected 1 run or more, but got " +
                                 Twine(options.check));
    return failure();
  }
  // The model is read again.
  bool isStream =
      options.input == "-" || (llvm::sys::fs::exists(options.input) &&
                               !llvm::sys::fs::is_regular_file(options.input));
  if (options.check.getNumOccurrences() && isStream) {
    printError(llvm::errs(), "--check: expected a regular file, but got '" +
                                 options.input + "'");
    return failure();
  }
  if (options.runtime.getNumOccurrences() &&
      !options.check.getNumOccurrences()) {
    printError(llvm::errs(), "expected --check with --runtime");
    return failure();
  }
  if (options.report != ReportFormat::None && options.output == "-") {
    printError(llvm::errs(), "expected a file for the model, but got standard "
                             "output, which has the report");
    return failure();
  }
  return success();
}

static RewriteOptions getRewriteOptions(const Options &options) {
  RewriteOptions rewrite;
  if (options.targetOpset.getNumOccurrences())
    rewrite.targetOpset = options.targetOpset;
  rewrite.noSequences = options.noSequences;
  rewrite.dims.assign(options.dims.begin(), options.dims.end());
  rewrite.keep.assign(options.keep.begin(), options.keep.end());
  rewrite.verifyPasses = options.verifyPasses;
  rewrite.recordsNodes = options.report == ReportFormat::JSON ||
                         options.report == ReportFormat::HTML;
  return rewrite;
}

static llvm::Error printReport(ReportFormat format, const RewriteReport &report,
                               llvm::raw_ostream &os) {
  if (format == ReportFormat::HTML)
    return printHTML(report, os);
  if (format == ReportFormat::JSON)
    printJSON(report, os);
  else if (format == ReportFormat::Text)
    printText(report, os);
  return llvm::Error::success();
}

// Compares the model to be written with the one that was read.
static ExitStatus check(ModuleOp module, const Options &options,
                        const ImportOptions &import) {
  FailureOr<std::string> bytes = exportONNX(module);
  if (failed(bytes))
    return kRefused;
  CompareOptions compare;
  compare.runs = options.check;
  compare.dims.assign(options.dims.begin(), options.dims.end());
  compare.runtime = options.runtime;
  compare.import = import;
  llvm::Expected<Comparison> result =
      compareModels(options.input, *bytes, compare);
  if (!result) {
    printError(llvm::errs(), options.input + ": cannot check: " +
                                 llvm::toString(result.takeError()));
    return kRefused;
  }
  if (!result->difference.empty()) {
    printError(llvm::errs(), options.input + ": " + result->difference);
    return kFailed;
  }
  llvm::errs() << "checked in " << result->runner << ": outputs of "
               << result->numEqual << (result->numEqual == 1 ? " run" : " runs")
               << " are equal";
  if (result->numFailed)
    llvm::errs() << ", " << result->numFailed << " failed in the given model";
  llvm::errs() << "\n";
  return kSuccess;
}

static int rewrite(int argc, char **argv) {
  Options options;
  if (failed(parseCommandLine(argc, argv,
                              "rewrites a model: sequences away, fewer nodes",
                              options.category)) ||
      failed(checkOptions(options)))
    return kRefused;

  Progress progress(Progress::getStream());
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  DiagnosticPrinter printer(&context, llvm::errs());
  ImportOptions import = options.importFlags.get();
  ImportOptions anyOperators = import;
  anyOperators.allowUnsupported = true;
  anyOperators.keepFunctions = !options.inlineFunctions;
  OwningOpRef<ModuleOp> module =
      importONNX(options.input, context, anyOperators);
  if (!module)
    return kRefused;
  progress.report(options.input + " is read");
  RewriteOptions rewriteOptions = getRewriteOptions(options);
  rewriteOptions.progress = [&](StringRef pass) {
    progress.report(pass + " is done");
  };
  FailureOr<RewriteReport> report = rewriteModel(*module, rewriteOptions);
  if (failed(report))
    return kRefused;
  progress.report("rewritten");
  if (options.check.getNumOccurrences())
    if (ExitStatus status = check(*module, options, import))
      return status;
  // Printed before a model is written, since that may fail too.
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::Error error = printReport(options.report, *report, os)) {
    printError(llvm::errs(), "--report: " + llvm::toString(std::move(error)));
    return kRefused;
  }
  if (failed(exportONNX(*module, options.output)))
    return kRefused;
  llvm::outs() << text;
  return kSuccess;
}

int main(int argc, char **argv) {
  prepareTool();
  return finishOutput(rewrite(argc, argv));
}
