//===- OutputFileTest.cpp - atomic file output ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that exist after writing, and after a failure.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/OutputFile.h"

#include "Folder.h"

#include <sys/stat.h>

using namespace mlir::onnxops;
using namespace mlir::onnxops::test;
using llvm::StringRef;

namespace {
class OutputFileTest : public ::testing::Test {
protected:
  OutputFile print(StringRef name, StringRef content) {
    std::string text = content.str();
    return {folder / name, [text](llvm::raw_ostream &os) {
              os << text;
              return llvm::Error::success();
            }};
  }
  OutputFile fail(StringRef name) {
    return {folder / name, [](llvm::raw_ostream &os) {
              os << "half";
              return llvm::createStringError("no");
            }};
  }
  std::string write(std::vector<OutputFile> files) {
    return llvm::toString(writeOutputs(files));
  }

  Folder folder;
};
} // namespace

TEST_F(OutputFileTest, WritesAll) {
  folder.write("old", "before");
  folder.link("link", "old");
  EXPECT_EQ(write({print("new", "1"), print("link", "2")}), "");
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"link", "new", "old"}));
  EXPECT_EQ(folder.read("new"), "1");
  EXPECT_EQ(folder.read("old"), "2");
  EXPECT_TRUE(llvm::sys::fs::is_symlink_file(folder / "link"));
}

TEST_F(OutputFileTest, WritesNoneWhereOneFails) {
  folder.write("old", "before");
  EXPECT_EQ(write({print("old", "1"), print("new", "2"), fail("bad")}),
            folder / "bad: no");
  EXPECT_EQ(write({fail("old"), print("new", "2")}), folder / "old: no");
  EXPECT_EQ(write({print("old", "1"), print("none/new", "2")}),
            folder / "none/new: No such file or directory");
  EXPECT_EQ(write({print("old", "1"), {"/dev/full", print("", "2").write}}),
            "/dev/full: No space left on device");
  EXPECT_EQ(folder.list(), std::vector<std::string>{"old"});
  EXPECT_EQ(folder.read("old"), "before");
}

// A file is completed under its temporary name, before any has its own.
TEST_F(OutputFileTest, SharesFiles) {
  folder.write("old", "before");
  OutputFile shared = print("old", "1234");
  shared.share = [&](StringRef temporary) {
    EXPECT_EQ(folder.read("old"), "before");
    EXPECT_EQ(folder.list().size(), 3u); // two are temporary
    auto file = llvm::cantFail(SharedFile::open(temporary));
    EXPECT_EQ(llvm::toString(file.write(2, {'x', 'y', 'z'})), "");
    return file.close();
  };
  EXPECT_EQ(write({shared, print("new", "2")}), "");
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"new", "old"}));
  EXPECT_EQ(folder.read("old"), "12xyz");

  shared.share = [](StringRef) { return llvm::createStringError("no"); };
  EXPECT_EQ(write({print("new", "3"), shared}), folder / "old: no");
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"new", "old"}));
  EXPECT_EQ(folder.read("old"), "12xyz");
  EXPECT_EQ(folder.read("new"), "2");

  shared.path = "/dev/null";
  EXPECT_EQ(write({shared}), "/dev/null: expected a regular file, which others "
                             "can write to as well");
}

// A directory gets in the way once everything has been written.
TEST_F(OutputFileTest, UndoesReplacements) {
  folder.write("old", "before");
  OutputFile late = {folder / "late", [&](llvm::raw_ostream &os) {
                       return llvm::errorCodeToError(
                           llvm::sys::fs::create_directory(folder / "late"));
                     }};
  EXPECT_EQ(write({print("old", "1"), print("new", "2"), late}),
            folder / "late: Is a directory");
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"late", "old"}));
  EXPECT_EQ(folder.read("old"), "before");
}

TEST_F(OutputFileTest, KeepsPermissions) {
  folder.write("old", "before");
  ASSERT_EQ(::chmod((folder / "old").c_str(), 0640), 0);
  mode_t mask = ::umask(0027);
  EXPECT_EQ(write({print("old", "1"), print("new", "2")}), "");
  ::umask(mask);
  struct stat status;
  ASSERT_EQ(::stat((folder / "old").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
  ASSERT_EQ(::stat((folder / "new").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

// As long as a name can be.
TEST_F(OutputFileTest, NamesMayBeLong) {
  std::string longest(255, 'x');
  EXPECT_EQ(write({print(longest, "1")}), "");
  EXPECT_EQ(folder.list(), std::vector<std::string>{longest});
  longest += 'x';
  EXPECT_EQ(write({print(longest, "1")}),
            folder / (longest + ": File name too long"));
}

TEST_F(OutputFileTest, WritesAFileOnce) {
  folder.write("old", "before");
  folder.link("link", "old");
  EXPECT_EQ(write({print("old", "1"), print("link", "2")}),
            folder / "link: expected a file of its own, but got a link to "
                     "another output");
  EXPECT_EQ(write({print("new", "1"), print("new", "2")}),
            folder / "new: expected a file of its own, but got a link to "
                     "another output");
  EXPECT_EQ(folder.read("old"), "before");
}

TEST_F(OutputFileTest, ReplacesNoFolder) {
  ASSERT_FALSE(llvm::sys::fs::create_directory(folder / "sub"));
  EXPECT_EQ(write({print("new", "1"), print("sub", "2")}),
            folder / "sub: Is a directory");
  EXPECT_EQ(folder.list(), std::vector<std::string>{"sub"});
}
