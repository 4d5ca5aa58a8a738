//===- InputFileTest.cpp - safe reading of files --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which files are opened, and files that change while they are open.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/InputFile.h"

#include "../Data/DataTest.h"
#include "Folder.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::onnxops;
using namespace mlir::onnxops::test;
using llvm::StringRef;

static std::string readAll(llvm::Expected<InputFile> file) {
  if (!file)
    return llvm::toString(file.takeError());
  auto buffer = file->readAll(kAnyBytes);
  return buffer ? (*buffer)->getBuffer().str()
                : llvm::toString(buffer.takeError());
}

static std::string readBelow(const Folder &folder, StringRef location) {
  return readAll(InputFile::openBelow(folder.getPath(), location, "it"));
}

TEST(InputFileTest, ReadsWholeFiles) {
  Folder folder;
  std::string longText(100000, 'x');
  folder.write("empty", "");
  folder.write("long", longText);
  folder.link("link", "long");
  EXPECT_EQ(readAll(InputFile::open(folder / "empty")), "");
  EXPECT_EQ(readAll(InputFile::open(folder / "link")), longText);
  InputFile file = llvm::cantFail(InputFile::open(folder / "long"));
  EXPECT_EQ(file.getSize(), longText.size());
  EXPECT_EQ(file.getID(),
            llvm::cantFail(InputFile::open(folder / "link")).getID());
  EXPECT_EQ(getError(file.readAll(longText.size() - 1)),
            "expected a file of 99999 bytes or less, but got a longer one");
  auto buffer = llvm::cantFail(file.readAll(longText.size()));
  EXPECT_EQ(buffer->getBufferIdentifier(), folder / "long");
  EXPECT_EQ(*buffer->getBufferEnd(), 0);
  // The system's files have a size of 0.
  EXPECT_NE(readAll(InputFile::open("/proc/self/status")), "");
}

TEST(InputFileTest, OpensRegularFilesOnly) {
  Folder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const char *other = "expected a regular file, but got a pipe or device";
  EXPECT_EQ(readAll(InputFile::open(folder / "pipe")), other);
  EXPECT_EQ(readAll(InputFile::open("/dev/zero")), other);
  EXPECT_EQ(readAll(InputFile::open(folder.getPath())), "Is a directory");
  EXPECT_EQ(readAll(InputFile::open(folder / "none")),
            "No such file or directory");
}

TEST(InputFileTest, StaysBelowTheDirectory) {
  Folder folder, outside;
  outside.write("secret", "secret");
  folder.write("file", "here");
  ASSERT_FALSE(llvm::sys::fs::create_directory(folder / "sub"));
  folder.write("sub/file", "below");
  folder.link("relative", "sub/file");
  folder.link("absolute", folder / "sub/file");
  folder.link("around", "sub/../file");
  folder.link("out", outside / "secret");
  folder.link("folder", outside.getPath());
  folder.link("device", "/dev/zero");
  folder.link("self", "self");
  EXPECT_EQ(readBelow(folder, "file"), "here");
  EXPECT_EQ(readBelow(folder, "sub/file"), "below");
  EXPECT_EQ(readBelow(folder, "sub//./file"), "below");
  EXPECT_EQ(readBelow(folder, "relative"), "below");
  EXPECT_EQ(readBelow(folder, "absolute"), "below");
  EXPECT_EQ(readBelow(folder, "around"), "here");
  for (StringRef location : {"out", "folder/secret", "device", ".."}) {
    SCOPED_TRACE(location.str());
    EXPECT_EQ(readBelow(folder, location),
              "it leads out of the model's directory");
  }
  // A directory whose name starts like that of the model's.
  ASSERT_FALSE(llvm::sys::fs::create_directory(folder / "model"));
  ASSERT_FALSE(llvm::sys::fs::create_directory(folder / "model2"));
  folder.write("model2/file", "other");
  folder.link("model/link", "../model2/file");
  EXPECT_EQ(readAll(InputFile::openBelow(folder / "model", "link", "it")),
            "it leads out of the model's directory");
  EXPECT_EQ(readBelow(folder, "sub"), "it is not a file");
  EXPECT_EQ(readBelow(folder, "."), "it is not a file");
  EXPECT_EQ(readBelow(folder, "none"),
            "cannot read it: No such file or directory");
  EXPECT_EQ(readBelow(folder, "self"),
            "cannot read it: Too many levels of symbolic links");
}

// A truncated file is an error, where a mapped one ends the process.
TEST(InputFileTest, NoticesThatAFileHasBecomeShorter) {
  Folder folder;
  folder.write("file", std::string(100000, 'x'));
  InputFile file = llvm::cantFail(InputFile::open(folder / "file"));
  ASSERT_EQ(::truncate((folder / "file").c_str(), 10), 0);
  std::string bytes(50000, 0);
  EXPECT_EQ(llvm::toString(file.read(20000, bytes)),
            "the file ends at byte 20000 now: it has become shorter");
  EXPECT_EQ(llvm::toString(file.read(0, bytes)),
            "the file ends at byte 10 now: it has become shorter");
  EXPECT_EQ(llvm::cantFail(file.readAll(kAnyBytes))->getBufferSize(), 10u);
}

TEST(InputFileTest, ReadsStreamsToALimit) {
  EXPECT_EQ(llvm::cantFail(readInput("/dev/null", 10))->getBufferSize(), 0u);
  EXPECT_EQ(getError(readInput("/dev/zero", 1000000)),
            "expected a file of 1000000 bytes or less, but got a longer one");
  Folder folder;
  folder.write("file", "0123456789");
  EXPECT_EQ(llvm::cantFail(readInput(folder / "file", 10))->getBuffer(),
            "0123456789");
  EXPECT_EQ(getError(readInput(folder / "file", 9)),
            "expected a file of 9 bytes or less, but got a longer one");
  EXPECT_EQ(getError(readInput(folder.getPath(), 9)), "Is a directory");
  EXPECT_EQ(getError(readInput(folder / "none", 9)),
            "No such file or directory");
}
