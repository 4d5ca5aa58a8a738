//===- bench-onnxops.cpp - times compiled code against floors -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of the benchmark; docs/performance.md says what it is for
// and utils/bench sets it up. Exit status: 0; 1 when an output is wrong; 2 for
// wrong options.
//
//===----------------------------------------------------------------------===//

#include "Measure.h"
#include "Peers/Peers.h"
#include "Regret.h"
#include "Report.h"
#include "RunCase.h"
#include "Sweep.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Regex.h"

#include <chrono>

using namespace bench;
namespace cl = llvm::cl;

static cl::OptionCategory category("Options of the benchmark");
static cl::opt<std::string> filter("filter",
                                   cl::desc("only cases that this matches"),
                                   cl::value_desc("regex"), cl::init("."),
                                   cl::cat(category));
static cl::opt<bool> smoke("smoke",
                           cl::desc("compare outputs, at reduced sizes, and "
                                    "time nothing"),
                           cl::cat(category));
static cl::opt<bool> cold("cold", cl::desc("evict the caches before each call"),
                          cl::cat(category));
static cl::opt<int> threads("max-threads", cl::desc("1, or 2 for both"),
                            cl::init(2), cl::cat(category));
static cl::opt<int> repetitions("repetitions",
                                cl::desc("of each piece of code"), cl::init(7),
                                cl::cat(category));
static cl::opt<double> seconds("seconds", cl::desc("of a repetition, at least"),
                               cl::init(0.02), cl::cat(category));
static cl::opt<std::string> json("json", cl::desc("where all times go"),
                                 cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string>
    googleJson("google-json", cl::desc("where Google Benchmark's report goes"),
               cl::value_desc("file"), cl::cat(category));

static cl::opt<std::string>
    onnxRuntime("onnxruntime", cl::desc("libonnxruntime.so.1, as a peer"),
                cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string>
    pythonPeers("python-peers", cl::desc("Peers/peers.py, for numpy and torch"),
                cl::value_desc("file"), cl::cat(category));

static cl::opt<int> sweep("sweep", cl::desc("so many random cases"),
                          cl::init(0), cl::cat(category));
static cl::opt<double> sweepSeconds("sweep-seconds",
                                    cl::desc("no case is begun after that"),
                                    cl::init(1e9), cl::cat(category));
static cl::opt<unsigned> seed("seed", cl::desc("of the random cases"),
                              cl::init(1), cl::cat(category));
static cl::opt<bool> codeSize("code-size",
                              cl::desc("print bytes of code, and time nothing"),
                              cl::cat(category));

static cl::opt<bool> regret(
    "regret",
    cl::desc("what the choices of the tuning cost, beside other choices"),
    cl::cat(category));

static cl::opt<bool>
    fusions("fusions", cl::desc("the cases with elementwise operators instead"),
            cl::cat(category));

static std::vector<Case> getCases() {
  if (fusions)
    return getFusionCases();
  std::vector<Case> cases = getCopyCases();
  if (codeSize)
    llvm::append_range(cases, getGrowingCases());
  if (sweep == 0)
    return cases;
  cases.clear();
  Sweep random(seed);
  for (int i = 0; i < sweep; ++i)
    cases.push_back(random.next());
  return cases;
}

static std::vector<Case> selectCases() {
  llvm::Regex regex(filter);
  std::vector<Case> cases;
  for (Case &c : getCases())
    if (regex.match(c.name))
      cases.push_back(smoke ? reduceCase(std::move(c)) : std::move(c));
  return cases;
}

static MeasureOptions getMeasureOptions() {
  MeasureOptions options;
  options.seconds = seconds;
  options.repetitions = repetitions;
  options.isCold = cold;
  options.googleJson = googleJson;
  return options;
}

static int fail(llvm::Error error) {
  llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
  return 1;
}

static int refuse(const llvm::Twine &message) {
  llvm::errs() << "error: " << message << "\n";
  return 2;
}

static int writeJson(llvm::ArrayRef<Result> results) {
  std::error_code error;
  llvm::raw_fd_ostream os(json, error);
  if (error)
    return refuse(json + ": " + error.message());
  printJson(results, os);
  return 0;
}

// Says what is timed, and for how long there will be more of it.
static void printProgress(llvm::ArrayRef<Case> cases, size_t index,
                          double spent) {
  llvm::errs() << "[" << index + 1 << "/" << cases.size() << "] "
               << cases[index].name;
  if (index > 0 && !smoke)
    llvm::errs() << llvm::format(" (about %.0f s left)",
                                 spent / index * (cases.size() - index));
  llvm::errs() << "\n";
}

static int64_t getArenaBytes(llvm::ArrayRef<Case> cases) {
  int64_t bytes = 0;
  for (const Case &c : cases)
    bytes = std::max(bytes, getArenaBytes(c));
  return bytes;
}

static llvm::Error printRegrets(llvm::ArrayRef<Case> cases) {
  const int64_t bytes = getArenaBytes(cases);
  Arena input(bytes), output(bytes);
  printRegretHead(threads, llvm::outs());
  for (const Case &c : cases)
    if (isTuned(c))
      if (llvm::Error error =
              printRegret(c, threads, input, output, llvm::outs()))
        return error;
  return llvm::Error::success();
}

// Runs cases until there is no more time. Prints rows of the table as they
// come. Fails on the first case that does.
static llvm::Expected<std::vector<Result>>
runCases(llvm::ArrayRef<Case> cases) {
  const int64_t bytes = getArenaBytes(cases);
  Arena input(bytes), output(bytes);
  if (fusions)
    input.makeFloats();
  Peers peers(onnxRuntime, pythonPeers, input, output);
  RunOptions options;
  options.peers = &peers;
  options.isTimed = !smoke;
  options.allFloors = smoke;
  options.maxThreads = threads;
  std::vector<Result> results;
  const bool isTable = !smoke && !sweep;
  if (isTable)
    printTableHead(llvm::outs());
  auto start = std::chrono::steady_clock::now();
  for (size_t i = 0; i < cases.size(); ++i) {
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    if (sweep && i > 0 && spent.count() > sweepSeconds)
      break;
    printProgress(cases, i, spent.count());
    auto result = runCase(cases[i], options, input, output);
    if (!result)
      return result.takeError();
    results.push_back(std::move(*result));
    if (isTable) {
      printTableRow(results.back(), llvm::outs());
      llvm::outs().flush();
    }
  }
  return results;
}

static void printResults(llvm::ArrayRef<Result> results) {
  if (smoke) {
    llvm::outs() << results.size() << " cases write the right bytes\n";
  } else if (sweep) {
    printWorst(results, threads, llvm::outs());
  } else {
    printTableNotes(results, llvm::outs());
    printFloorCheck(results, llvm::errs());
  }
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Times compiled code.\n");
  std::vector<Case> cases = selectCases();
  if (cases.empty())
    return refuse("--filter: no case matches '" + filter + "'");
  if (codeSize) {
    llvm::Error error = printCodeSizes(cases, llvm::outs());
    return error ? fail(std::move(error)) : 0;
  }
  if (regret && smoke)
    return refuse("--regret: expected times, but --smoke takes none");
  if (!smoke)
    beginMeasuring(getMeasureOptions());
  if (regret) {
    if (llvm::Error error = printRegrets(cases))
      return fail(std::move(error));
    endMeasuring();
    return 0;
  }
  auto results = runCases(cases);
  if (!results)
    return fail(results.takeError());
  if (!smoke)
    endMeasuring();
  printResults(*results);
  return json.empty() ? 0 : writeJson(*results);
}
