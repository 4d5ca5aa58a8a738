//===- Linker.cpp - linking of objects ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All files are temporary, including the result, so that a failing linker
// leaves nothing behind.
//
//===----------------------------------------------------------------------===//

#include "Linker.h"

#include "onnxops/Support/InputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::onnxops;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

// Whether the target is not this kind of machine.
static bool isForeign(const AheadOfTimeOptions &options) {
  llvm::Triple triple(llvm::Triple::normalize(options.triple));
  return !options.triple.empty() &&
         triple.getArch() !=
             llvm::Triple(llvm::sys::getProcessTriple()).getArch();
}

namespace {

/// A command line, and its temporary files.
class Command {
public:
  explicit Command(const AheadOfTimeOptions &options) : options(options) {}

  /// Finds the compiler to link with.
  llvm::Error findCompiler();
  void add(const Twine &argument) { arguments.push_back(argument.str()); }
  /// Adds an empty file of such a name.
  llvm::Expected<std::string> makeFile(StringRef ending);
  llvm::Error addFile(StringRef prefix, StringRef ending, StringRef content);
  llvm::Error addObjects(const Objects &objects);
  /// Runs the command. Returns the output file.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> run();

private:
  const AheadOfTimeOptions &options;
  std::vector<std::string> arguments;
  std::vector<std::unique_ptr<llvm::FileRemover>> files;
};

} // namespace

llvm::Error Command::findCompiler() {
  std::vector<std::string> names = {"cc", "clang-22", "clang", "gcc"};
  if (isForeign(options))
    names = {
        options.triple + "-gcc",
        (llvm::Triple(options.triple).getArchName() + "-linux-gnu-gcc").str(),
        "clang-22", "clang"};
  if (!options.linker.empty())
    names = {options.linker};
  for (const std::string &name : names) {
    auto program = llvm::sys::findProgramByName(name);
    if (!program)
      continue;
    add(*program);
    if (isForeign(options) && path::filename(name).contains("clang"))
      add("--target=" + options.triple);
    return llvm::Error::success();
  }
  return llvm::createStringError(
      "expected a C compiler that links, but found none of: " +
      llvm::join(names, ", "));
}

llvm::Expected<std::string> Command::makeFile(StringRef ending) {
  SmallString<128> file;
  if (std::error_code code = fs::createTemporaryFile("onnxops", ending, file))
    return llvm::createStringError("temporary file: " + code.message());
  files.push_back(std::make_unique<llvm::FileRemover>(file));
  return file.str().str();
}

llvm::Error Command::addFile(StringRef prefix, StringRef ending,
                             StringRef content) {
  auto file = makeFile(ending);
  if (!file)
    return file.takeError();
  std::error_code code;
  llvm::raw_fd_ostream os(*file, code);
  if (!code) {
    os << content;
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (code)
    return llvm::createStringError(*file + ": " + code.message());
  add(prefix + *file);
  return llvm::Error::success();
}

llvm::Error Command::addObjects(const Objects &objects) {
  for (const auto &object : objects)
    if (llvm::Error error = addFile("", "o", object->getBuffer()))
      return error;
  return llvm::Error::success();
}

// The message of a failing compiler.
static std::string readFirstLine(StringRef file) {
  auto text = readInput(file, kMaxModelBytes);
  if (text)
    return (*text)->getBuffer().trim().split('\n').first.str();
  llvm::consumeError(text.takeError());
  return "";
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> Command::run() {
  auto result = makeFile("out"), log = makeFile("log");
  if (!result || !log)
    return llvm::joinErrors(result.takeError(), log.takeError());
  add("-o");
  add(*result);
  std::vector<StringRef> views(arguments.begin(), arguments.end());
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(*log),
                                          StringRef(*log)};
  std::string message;
  int status = llvm::sys::ExecuteAndWait(arguments.front(), views,
                                         /*Env=*/std::nullopt, redirects,
                                         /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                                         &message);
  if (status == 0) {
    auto file = readInput(*result, kAnyBytes);
    if (!file)
      return llvm::createStringError(*result + ": " +
                                     llvm::toString(file.takeError()));
    return file;
  }
  if (message.empty())
    message = readFirstLine(*log);
  if (message.empty())
    message = "exit status " + std::to_string(status);
  return llvm::createStringError(arguments.front() +
                                 " cannot link: " + message);
}

// The directory of the run-time library: the given one, or the one next to the
// tool in the build or the installation; otherwise the linker finds it.
static std::string findRuntime(const AheadOfTimeOptions &options) {
  if (!options.runtimeDirectory.empty())
    return options.runtimeDirectory;
  std::string program = fs::getMainExecutable(nullptr, nullptr);
  SmallString<128> folder(path::parent_path(path::parent_path(program)));
  path::append(folder, "lib");
  SmallString<128> library(folder);
  path::append(library, "libonnxops_runtime.so");
  return !isForeign(options) && fs::exists(library) ? folder.str().str() : "";
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::onnxops::linkSharedLibrary(const Objects &objects, StringRef function,
                                 const AheadOfTimeOptions &options) {
  Command command(options);
  if (llvm::Error error = command.findCompiler())
    return std::move(error);
  command.add("-shared");
  // Not by -Wl, which splits names at commas.
  command.add("-Xlinker");
  command.add("-soname=" + path::filename(options.output));
  // Symbols shared by two objects must not be exported.
  command.add("-Xlinker");
  if (llvm::Error error =
          command.addFile("--version-script=", "map",
                          ("{ global: " + function + "; local: *; };\n").str()))
    return std::move(error);
  if (llvm::Error error = command.addObjects(objects))
    return std::move(error);
  std::string folder = findRuntime(options);
  if (!folder.empty())
    command.add("-L" + folder);
  if (!options.shards.empty())
    command.add("-lonnxops_exchange");
  command.add("-lonnxops_runtime");
  command.add("-Wl,--as-needed");
  command.add("-lm");
  return command.run();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::onnxops::joinObjects(const Objects &objects,
                           const AheadOfTimeOptions &options) {
  Command command(options);
  if (llvm::Error error = command.findCompiler())
    return std::move(error);
  command.add("-r");
  command.add("-nostdlib");
  if (llvm::Error error = command.addObjects(objects))
    return std::move(error);
  return command.run();
}
