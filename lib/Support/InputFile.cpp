//===- InputFile.cpp - safe reading of files ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// POSIX calls on descriptors. LLVM's MemoryBuffer takes names, maps large files
// and cannot restrict the target of a name.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::onnxops;
using llvm::createStringError;

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::error_code getLastError() {
  return std::error_code(errno, std::generic_category());
}

static llvm::Error refuseMore(uint64_t maxBytes) {
  return createStringError("expected a file of " + Twine(maxBytes) +
                           " bytes or less, but got a longer one");
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

// Reads `count` bytes at most; from `offset`, or from the current position of a
// stream.
static llvm::Expected<size_t> readSome(int descriptor, char *to, size_t count,
                                       std::optional<uint64_t> offset) {
  // Systems limit the size of one read.
  constexpr size_t most = size_t(1) << 30;
  size_t done = 0;
  while (done < count) {
    size_t wanted = std::min(count - done, most);
    ssize_t got = llvm::sys::RetryAfterSignal(-1, [&] {
      return offset ? ::pread(descriptor, to + done, wanted, *offset + done)
                    : ::read(descriptor, to + done, wanted);
    });
    if (got < 0)
      return llvm::errorCodeToError(getLastError());
    if (got == 0)
      break;
    done += got;
  }
  return done;
}

namespace {
/// A buffer for bytes while they are read, and after that. Uses malloc, which
/// reports a lack of memory, whereas the buffers of LLVM and of the standard
/// library end the process. Aligned like a mapped file, as MLIR's bytecode
/// requires.
class ReadBuffer : public llvm::MemoryBuffer {
public:
  explicit ReadBuffer(StringRef name) : name(name) {}
  ~ReadBuffer() override { std::free(data); }
  BufferKind getBufferKind() const override { return MemoryBuffer_Malloc; }
  StringRef getBufferIdentifier() const override { return name; }

  llvm::Error grow(size_t bytes);
  llvm::Error readToEnd(int descriptor, uint64_t expected, uint64_t maxBytes,
                        std::optional<uint64_t> offset);

private:
  std::string name;
  char *data = nullptr;
  size_t used = 0, capacity = 0;
};
} // namespace

llvm::Error ReadBuffer::grow(size_t bytes) {
  constexpr size_t alignment = 4096;
  void *larger;
  // One byte more for the terminating NUL.
  if (::posix_memalign(&larger, alignment, bytes + 1) != 0)
    return createStringError("not enough memory for " + Twine(bytes) +
                             " bytes");
  if (data)
    std::memcpy(larger, data, used);
  std::free(data);
  data = static_cast<char *>(larger);
  capacity = bytes;
  return llvm::Error::success();
}

// Starts with memory for `expected` bytes.
llvm::Error ReadBuffer::readToEnd(int descriptor, uint64_t expected,
                                  uint64_t maxBytes,
                                  std::optional<uint64_t> offset) {
  while (used == capacity) {
    // One byte too many shows that there are more.
    uint64_t wanted = capacity ? uint64_t(capacity) * 2 : expected + 1;
    if (llvm::Error error = grow(std::min(wanted, maxBytes + 1)))
      return error;
    llvm::Expected<size_t> count =
        readSome(descriptor, data + used, capacity - used,
                 offset ? std::optional(*offset + used) : std::nullopt);
    if (!count)
      return count.takeError();
    used += *count;
    if (used > maxBytes)
      return refuseMore(maxBytes);
  }
  data[used] = 0;
  init(data, data + used, /*RequiresNullTerminator=*/true);
  return llvm::Error::success();
}

llvm::Error InputFile::read(uint64_t offset,
                            MutableArrayRef<char> bytes) const {
  llvm::Expected<size_t> count =
      readSome(descriptor, bytes.data(), bytes.size(), offset);
  if (!count)
    return count.takeError();
  if (*count < bytes.size())
    return createStringError("the file ends at byte " + Twine(offset + *count) +
                             " now: it has become shorter");
  return llvm::Error::success();
}

// The initial buffer size for a file of unknown length.
static constexpr uint64_t kFirstBytes = 1 << 16;

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
InputFile::readAll(uint64_t maxBytes) const {
  if (size > maxBytes)
    return refuseMore(maxBytes);
  auto buffer = std::make_unique<ReadBuffer>(name);
  if (llvm::Error error = buffer->readToEnd(
          descriptor, size ? size : kFirstBytes, maxBytes, /*offset=*/0))
    return error;
  return buffer;
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

InputFile::InputFile(InputFile &&other)
    : descriptor(std::exchange(other.descriptor, -1)),
      name(std::move(other.name)), size(other.size), id(other.id) {}

InputFile::~InputFile() {
  if (descriptor >= 0)
    ::close(descriptor);
}

// The descriptor of a file or folder, or -1.
static int openAt(int directory, const std::string &file, int flags) {
  return llvm::sys::RetryAfterSignal(-1, [&] {
    return ::openat(directory, file.c_str(), O_CLOEXEC | O_NOCTTY | flags);
  });
}

llvm::Expected<InputFile> InputFile::take(int descriptor, StringRef name) {
  if (descriptor < 0)
    return llvm::errorCodeToError(getLastError());
  InputFile file(descriptor, name);
  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return llvm::errorCodeToError(getLastError());
  if (S_ISDIR(status.st_mode))
    return llvm::errorCodeToError(
        std::make_error_code(std::errc::is_a_directory));
  if (!S_ISREG(status.st_mode))
    return createStringError("expected a regular file, but got a pipe or "
                             "device");
  file.size = status.st_size;
  file.id = fs::UniqueID(status.st_dev, status.st_ino);
  return file;
}

// Opening a pipe without a writer, and some devices, would block.
llvm::Expected<InputFile> InputFile::open(StringRef path) {
  return take(openAt(AT_FDCWD, path.str(), O_RDONLY | O_NONBLOCK), path);
}

// The descriptor of `file`, a path without links below `root`. A link that has
// been created since the path was resolved is not followed.
static int openStepwise(StringRef root, StringRef file) {
  int descriptor = openAt(AT_FDCWD, root.str(), O_PATH | O_DIRECTORY);
  auto part = path::begin(file), end = path::end(file);
  while (part != end && descriptor >= 0) {
    std::string name = part->str();
    int kind = ++part == end ? O_RDONLY | O_NONBLOCK : O_PATH | O_DIRECTORY;
    int next = openAt(descriptor, name, kind | O_NOFOLLOW);
    int error = errno;
    ::close(descriptor);
    errno = error;
    descriptor = next;
  }
  return descriptor;
}

llvm::Expected<InputFile> InputFile::openBelow(StringRef directory,
                                               StringRef location,
                                               const Twine &what) {
  auto refuse = [&](std::error_code code) {
    return createStringError("cannot read " + what + ": " + code.message());
  };
  llvm::SmallString<128> joined(directory.empty() ? "." : directory);
  llvm::SmallString<128> root, file;
  std::error_code code = fs::real_path(joined, root);
  path::append(joined, location);
  if (!code)
    code = fs::real_path(joined, file);
  if (code)
    return refuse(code);
  StringRef below = file;
  if (!below.consume_front(root) ||
      !(path::is_separator(root.back()) || below.empty() ||
        path::is_separator(below.front())))
    return createStringError(what + " leads out of the model's directory");
  auto opened = take(openStepwise(root, below.ltrim('/')), location);
  if (opened)
    return opened;
  llvm::handleAllErrors(
      opened.takeError(),
      [&](const llvm::ECError &error) { code = error.convertToErrorCode(); },
      [](const llvm::ErrorInfoBase &) {});
  if (!code || code == std::errc::is_a_directory)
    return createStringError(what + " is not a file");
  return refuse(code);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::onnxops::readInput(StringRef path, uint64_t maxBytes) {
  bool isStandardInput = path == "-";
  int descriptor =
      isStandardInput ? STDIN_FILENO : openAt(AT_FDCWD, path.str(), O_RDONLY);
  if (descriptor < 0)
    return llvm::errorCodeToError(getLastError());
  llvm::scope_exit close([&] {
    if (!isStandardInput)
      ::close(descriptor);
  });
  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return llvm::errorCodeToError(getLastError());
  uint64_t size = 0;
  if (S_ISREG(status.st_mode))
    size = status.st_size;
  else
    maxBytes = std::min(maxBytes, kMaxModelBytes);
  if (size > maxBytes)
    return refuseMore(maxBytes);
  auto buffer =
      std::make_unique<ReadBuffer>(isStandardInput ? "<stdin>" : path);
  // Standard input is read from its current position.
  if (llvm::Error error =
          buffer->readToEnd(descriptor, size ? size : kFirstBytes, maxBytes,
                            /*offset=*/std::nullopt))
    return error;
  return buffer;
}
