//===- OutputFile.cpp - atomic file output --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file is written under a temporary name in the directory of its target, and
// renamed to the target when all others are complete too. If a rename fails,
// those before it are undone: until then the files that they replaced have a
// second, temporary name.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::onnxops;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

// Reports errors of the disk here: the stream would abort in its destructor.
static llvm::Error printTo(llvm::raw_fd_ostream &os,
                           const OutputWriter &write) {
  llvm::Error error = write(os);
  os.flush();
  std::error_code code = os.error();
  os.clear_error();
  if (error)
    return error;
  return llvm::errorCodeToError(code);
}

namespace {
/// A file that is deleted when this object is destroyed, or the process is
/// interrupted.
class TemporaryFile {
public:
  ~TemporaryFile() {
    if (!name.empty()) {
      fs::remove(name);
      forget();
    }
  }
  /// Opens a new file of a unique name in a directory. The name is short: that
  /// of the target may be as long as names can be.
  std::error_code create(StringRef folder, int &descriptor) {
    llvm::SmallString<128> pattern(folder), path;
    path::append(pattern, ".onnxops-%%%%%%%%");
    std::error_code code;
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      fs::createUniquePath(pattern, path, /*MakeAbsolute=*/false);
      take(path);
      code = fs::openFileForWrite(path, descriptor, fs::CD_CreateNew);
      if (!code)
        return code;
      forget();
      if (code != std::errc::file_exists)
        return code;
    }
    return code;
  }
  /// Gives `file` a second name. Not every file system supports that.
  void link(StringRef file, const Twine &second) {
    std::string to = second.str();
    take(to);
    if (fs::create_hard_link(file, to))
      forget();
  }
  std::error_code rename(StringRef to) {
    std::error_code code = fs::rename(name, to);
    if (!code)
      forget();
    return code;
  }
  bool exists() const { return !name.empty(); }
  StringRef getName() const { return name; }

private:
  static constexpr int kMostAttempts = 128;

  /// Before the file is created: without memory for this, it would never be
  /// removed.
  void take(StringRef path) {
    name = path.str();
    llvm::sys::RemoveFileOnSignal(name);
  }
  void forget() {
    llvm::sys::DontRemoveFileOnSignal(name);
    name.clear();
  }

  std::string name;
};

/// The state of one output file.
class Output {
public:
  explicit Output(const OutputFile &file) : file(file) {}

  std::error_code findTarget();
  llvm::Error writeTemporary();
  llvm::Error share();
  llvm::Error writeInPlace();
  void keepReplaced();
  std::error_code replace();
  void restore();

  bool isInPlace() const { return kind == Kind::InPlace; }
  bool hasTargetOf(const Output &other) const {
    return kind == Kind::Renamed && other.kind == kind &&
           target == other.target;
  }

private:
  enum class Kind { Renamed, InPlace };

  const OutputFile &file;
  Kind kind = Kind::Renamed;
  std::string target; ///< links followed
  std::optional<fs::perms> permissions;
  TemporaryFile complete, replaced;
  bool isReplaced = false;
};
} // namespace

// Follows links; standard output has none.
std::error_code Output::findTarget() {
  target = file.path;
  fs::file_status status;
  if (file.path == "-") {
    kind = Kind::InPlace;
    return {};
  }
  if (fs::status(file.path, status))
    return {}; // it does not exist yet, or a later call reports the error
  if (fs::is_directory(status))
    return std::make_error_code(std::errc::is_a_directory);
  llvm::SmallString<128> real;
  if (!fs::is_regular_file(status) || fs::real_path(file.path, real)) {
    kind = Kind::InPlace;
    return {};
  }
  target = real.str();
  permissions = status.permissions();
  return {};
}

llvm::Error Output::writeTemporary() {
  int descriptor;
  if (std::error_code code =
          complete.create(path::parent_path(target), descriptor))
    return llvm::errorCodeToError(code);
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  if (permissions)
    if (std::error_code code = fs::setPermissions(descriptor, *permissions))
      return llvm::errorCodeToError(code);
  if (llvm::Error error = printTo(os, file.write))
    return error;
  os.close();
  std::error_code code = os.error();
  os.clear_error();
  return llvm::errorCodeToError(code);
}

llvm::Error Output::share() {
  return file.share ? file.share(complete.getName()) : llvm::Error::success();
}

llvm::Error Output::writeInPlace() {
  if (file.share)
    return llvm::createStringError(
        "expected a regular file, which others can write to as well");
  if (file.path == "-")
    return printTo(llvm::outs(), file.write);
  std::error_code code;
  llvm::raw_fd_ostream os(file.path, code);
  if (code)
    return llvm::errorCodeToError(code);
  return printTo(os, file.write);
}

void Output::keepReplaced() {
  if (permissions)
    replaced.link(target, complete.getName() + "-old");
}

std::error_code Output::replace() {
  std::error_code code = complete.rename(target);
  isReplaced = !code;
  return code;
}

void Output::restore() {
  if (!isReplaced)
    return;
  if (replaced.exists())
    replaced.rename(target);
  else if (!permissions)
    fs::remove(target);
}

// Renames all files to their targets, or none.
static std::error_code replaceAll(std::deque<Output> &outputs,
                                  size_t &failing) {
  // A single rename is atomic.
  if (outputs.size() > 1)
    for (Output &output : outputs)
      if (!output.isInPlace())
        output.keepReplaced();
  for (failing = 0; failing < outputs.size(); ++failing) {
    if (outputs[failing].isInPlace())
      continue;
    if (std::error_code code = outputs[failing].replace()) {
      for (Output &output : outputs)
        output.restore();
      return code;
    }
  }
  return {};
}

// Stores the index of the file that could not be written in `failing`.
static llvm::Error writeFiles(ArrayRef<OutputFile> files, size_t &failing) {
  std::deque<Output> outputs;
  for (failing = 0; failing < files.size(); ++failing) {
    Output &output = outputs.emplace_back(files[failing]);
    if (std::error_code code = output.findTarget())
      return llvm::errorCodeToError(code);
    for (const Output &other : llvm::drop_end(outputs))
      if (output.hasTargetOf(other))
        return llvm::createStringError(
            "expected a file of its own, but got a link to another output");
  }
  for (failing = 0; failing < files.size(); ++failing)
    if (!outputs[failing].isInPlace())
      if (llvm::Error error = outputs[failing].writeTemporary())
        return error;
  for (failing = 0; failing < files.size(); ++failing)
    if (!outputs[failing].isInPlace())
      if (llvm::Error error = outputs[failing].share())
        return error;
  for (failing = 0; failing < files.size(); ++failing)
    if (outputs[failing].isInPlace())
      if (llvm::Error error = outputs[failing].writeInPlace())
        return error;
  return llvm::errorCodeToError(replaceAll(outputs, failing));
}

llvm::Error mlir::onnxops::writeOutputs(ArrayRef<OutputFile> files) {
  size_t failing = 0;
  if (llvm::Error error = writeFiles(files, failing))
    return llvm::createStringError(files[failing].path + ": " +
                                   llvm::toString(std::move(error)));
  return llvm::Error::success();
}

llvm::Error mlir::onnxops::writeOutput(
    StringRef file, llvm::function_ref<llvm::Error(raw_ostream &)> write) {
  size_t failing = 0;
  return writeFiles(OutputFile{file.str(), write}, failing);
}

//===----------------------------------------------------------------------===//
// Shared files
//===----------------------------------------------------------------------===//

static llvm::Error getLastError() {
  return llvm::errorCodeToError(
      std::error_code(errno, std::generic_category()));
}

llvm::Expected<SharedFile> SharedFile::open(StringRef path) {
  std::string name = path.str();
  int descriptor = llvm::sys::RetryAfterSignal(
      -1, [&] { return ::open(name.c_str(), O_WRONLY | O_CLOEXEC); });
  if (descriptor < 0)
    return getLastError();
  return SharedFile(descriptor);
}

SharedFile::SharedFile(SharedFile &&other)
    : descriptor(std::exchange(other.descriptor, -1)) {}

SharedFile::~SharedFile() {
  if (descriptor >= 0)
    ::close(descriptor);
}

llvm::Error SharedFile::write(uint64_t offset, ArrayRef<char> bytes) {
  // Systems limit the size of one write.
  constexpr size_t most = size_t(1) << 30;
  while (!bytes.empty()) {
    ssize_t count = llvm::sys::RetryAfterSignal(-1, [&] {
      return ::pwrite(descriptor, bytes.data(), std::min(bytes.size(), most),
                      static_cast<off_t>(offset));
    });
    if (count < 0)
      return getLastError();
    offset += count;
    bytes = bytes.drop_front(count);
  }
  return llvm::Error::success();
}

llvm::Error SharedFile::close() {
  if (::close(std::exchange(descriptor, -1)) != 0)
    return getLastError();
  return llvm::Error::success();
}
