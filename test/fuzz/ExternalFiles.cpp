//===- ExternalFiles.cpp - fuzzes which files a model may read ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is the entries of a tensor's external data, one "key=value" a line.
// Around the directory of the model lie files that must never be read, and
// inside it links to them. What is decoded is made of bytes of the one file
// that may be.
//
//===----------------------------------------------------------------------===//

#include "HostValues.h"
#include "onnxops/Data/TensorProto.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <onnx/onnx_pb.h>

#include <random>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::onnxops;
using namespace mlir::onnxops::fuzz;
using Random = std::minstd_rand;

static constexpr int64_t kLength = 4;

namespace {
// outside, model/data.bin, model/sub/data.bin, and ways from inside to outside.
struct Files {
  Files();
  ScratchDirectory directory;
  std::string model = directory.path("model");
};
} // namespace

static void link(const std::string &to, const std::string &from) {
  require(symlink(to.c_str(), from.c_str()) == 0, "expected a link");
}

Files::Files() {
  for (const char *folder : {"model", "model/sub", "model2"})
    require(!llvm::sys::fs::create_directory(directory.path(folder)),
            "expected a directory");
  const std::string inside(64, 'i'), outside(64, 'X');
  for (const char *file : {"model/data.bin", "model/sub/data.bin"})
    directory.write(file, inside);
  for (const char *file : {"outside", "model2/data.bin", "data.bin"})
    directory.write(file, outside);
  link("data.bin", model + "/link");
  link("../outside", model + "/out");
  link("..", model + "/up");
  link("../model2", model + "/sub/two");
  link("loop", model + "/loop");
  link("/dev/zero", model + "/zero");
  link("nowhere", model + "/dangling");
  require(mkfifo((model + "/fifo").c_str(), 0600) == 0, "expected a pipe");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Files files;
  onnx::TensorProto proto;
  proto.set_data_type(onnx::TensorProto::UINT8);
  proto.add_dims(kLength);
  proto.set_data_location(onnx::TensorProto::EXTERNAL);
  llvm::SmallVector<llvm::StringRef> lines;
  toText(data, size).split(lines, '\n');
  for (llvm::StringRef line : lines) {
    auto [key, value] = line.split('=');
    onnx::StringStringEntryProto &entry = *proto.add_external_data();
    entry.set_key(key.str());
    entry.set_value(value.str());
  }
  llvm::Expected<TensorData> tensor = decodeTensor(proto, files.model);
  if (!tensor)
    requireMessage(tensor.takeError());
  else
    require(llvm::all_of(tensor->getBytes(), [](char c) { return c == 'i'; }),
            "a model reads files of its directory only");
  return 0;
}

static const char *const kLines[] = {"location=data.bin",
                                     "location=sub/data.bin",
                                     "location=link",
                                     "location=out",
                                     "location=up/outside",
                                     "location=sub/two/data.bin",
                                     "location=loop",
                                     "location=zero",
                                     "location=dangling",
                                     "location=fifo",
                                     "location=.",
                                     "location=",
                                     "location=../outside",
                                     "location=sub/../data.bin",
                                     "location=./data.bin",
                                     "location=/dev/zero",
                                     "location=up/model/data.bin",
                                     "location=sub//data.bin",
                                     "location=data.bin/",
                                     "location=data.bin/..",
                                     "location=../model/data.bin",
                                     "offset=0",
                                     "offset=60",
                                     "offset=61",
                                     "offset=-1",
                                     "offset=9223372036854775807",
                                     "offset=18446744073709551615",
                                     "offset= 4",
                                     "offset=0x10",
                                     "length=4",
                                     "length=5",
                                     "length=0",
                                     "length=18446744073709551615",
                                     "checksum=0",
                                     "basepath=/"};

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  Random random(seed + 1);
  if (random() % 3 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  llvm::SmallVector<llvm::StringRef> lines;
  const std::string text = toText(data, size).str();
  llvm::StringRef(text).split(lines, '\n');
  const llvm::StringRef line = kLines[random() % std::size(kLines)];
  const size_t position = random() % (lines.size() + 1);
  if (position < lines.size() && random() % 4)
    lines[position] = line;
  else
    lines.insert(lines.begin() + position, line);
  if (random() % 4 == 0)
    lines.erase(lines.begin() + random() % lines.size());
  const std::string mutant = llvm::join(lines, "\n");
  if (mutant.size() > maxSize)
    return 0;
  llvm::copy(mutant, data);
  return mutant.size();
}
