//===- KeptKernelsTest.cpp - kernels that a process keeps -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of one name have the same code in all models, which is found again in
// the process and in a directory; nothing else passes for a kernel.
//
//===----------------------------------------------------------------------===//

#include "KeptKernels.h"

#include "KernelModels.h"
#include "ObjectJIT.h"
#include "onnxops/CodeGen/CodeKeys.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

static std::string getType(ArrayRef<int64_t> sizes, StringRef element) {
  std::string type = "tensor<";
  for (int64_t size : sizes)
    type += (size < 0 ? "?" : std::to_string(size)) + "x";
  return type + element.str() + ">";
}

// A concat of `count` tensors of one type.
static std::string writeConcat(unsigned count, ArrayRef<int64_t> sizes,
                               int64_t axis, StringRef element) {
  std::string type = getType(sizes, element);
  SmallVector<int64_t> joined(sizes);
  if (joined[axis] >= 0)
    joined[axis] *= count;
  std::string result = getType(joined, element);
  std::string parameters, operands, types;
  for (unsigned i = 0; i < count; ++i) {
    std::string comma = i ? ", " : "", name = "%a" + std::to_string(i);
    parameters += comma + name + ": " + type;
    operands += comma + name;
    types += comma + type;
  }
  return "func.func @main(" + parameters + ") -> " + result +
         " {\n  %c = onnxops.concat_v13 " + operands +
         " axis = " + std::to_string(axis) + " : (" + types + ") -> " + result +
         "\n  return %c : " + result + "\n}\n";
}

static std::string writeTile(ArrayRef<int64_t> sizes, StringRef element) {
  std::string type = getType(sizes, element);
  std::string result = getType(SmallVector<int64_t>(sizes.size(), -1), element);
  std::string repeats = "tensor<" + std::to_string(sizes.size()) + "xi64>";
  return "func.func @main(%a: " + type + ", %r: " + repeats + ") -> " + result +
         " {\n  %t = onnxops.tile_v13 %a, %r : (" + type + ", " + repeats +
         ") -> " + result + "\n  return %t : " + result + "\n}\n";
}

static std::string writeSplit(ArrayRef<int64_t> sizes, int64_t axis,
                              StringRef element) {
  std::string type = getType(sizes, element);
  SmallVector<int64_t> chunk(sizes);
  chunk[axis] = -1;
  std::string part = getType(chunk, element);
  std::string sequence = "!onnxops.seq<" + part + ">";
  return "func.func @main(%a: " + type + ", %n: tensor<i64>) -> " + sequence +
         " {\n  %s = onnxops.split_to_sequence_v11 %a, %n axis = " +
         std::to_string(axis) + " : (" + type + ", tensor<i64>) -> " +
         sequence + "\n  return %s : " + sequence + "\n}\n";
}

static std::vector<std::string> listModels(StringRef element,
                                           ArrayRef<unsigned> counts) {
  std::vector<std::string> models;
  for (unsigned count : counts) {
    models.push_back(writeConcat(count, {-1}, 0, element));
    models.push_back(writeConcat(count, {-1, 3, -1}, 1, element));
    models.push_back(writeConcat(count, {1000, 5}, 1, element));
  }
  models.push_back(writeTile({-1, 3}, element));
  models.push_back(writeTile({-1, -1, -1}, element));
  models.push_back(writeSplit({-1, -1}, 1, element));
  return models;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
/// Keeps nothing, and has the machine code of what it was given.
class Recorder : public SharedCode {
public:
  bool request(StringRef name) override {
    requested.try_emplace(name);
    return false;
  }
  bool lacks(StringRef name) const override {
    auto found = requested.find(name);
    return found != requested.end() && found->second.empty();
  }
  bool contains(StringRef name) const override {
    auto found = requested.find(name);
    return found != requested.end() && !found->second.empty();
  }
  llvm::Error add(StringRef name,
                  std::unique_ptr<llvm::MemoryBuffer> buffer) override {
    auto object = llvm::object::ObjectFile::createObjectFile(*buffer);
    if (!object)
      return object.takeError();
    std::string &code = requested[name];
    for (const llvm::object::SectionRef &section : (*object)->sections())
      if (section.isText() || section.isData())
        code += llvm::cantFail(section.getContents());
    return llvm::Error::success();
  }

  llvm::StringMap<std::string> requested;
};
} // namespace

// Lowers and compiles a model. Returns the code of its kernels.
static llvm::StringMap<std::string>
compileKernels(StringRef source, unsigned threads, int64_t vectorBytes) {
  auto context = createContext();
  auto module = parseSourceString<ModuleOp>(source, context.get());
  Recorder recorder;
  ToLLVMOptions lowering;
  lowering.threads = threads;
  lowering.vectorBytes = vectorBytes;
  lowering.sharedCode = &recorder;
  EXPECT_TRUE(succeeded(
      runPasses(*module, /*verifyPasses=*/true, [&](OpPassManager &pm) {
        buildToLLVMPipeline(pm, lowering);
      })));
  CodeGenOptions options;
  options.sharedCode = &recorder;
  auto code = llvm::cantFail(MachineCode::create(*module, options));
  llvm::cantFail(code.emitObjects().takeError());
  return std::move(recorder.requested);
}

TEST(KeptKernelsTest, KernelsOfOneNameHaveTheSameCode) {
  std::map<std::string, std::string> known;
  unsigned equal = 0;
  auto check = [&](ArrayRef<std::string> models, unsigned threads,
                   int64_t vectorBytes = -1) {
    for (const std::string &model : models)
      for (const auto &[name, code] :
           compileKernels(model, threads, vectorBytes)) {
        EXPECT_FALSE(code.empty()) << name.str() << " of " << model;
        auto [entry, isNew] = known.try_emplace(name.str(), code);
        equal += !isNew;
        EXPECT_TRUE(entry->second == code) << name.str() << " of " << model;
      }
  };
  check(listModels("f32", {2, 5, 70}), /*threads=*/1);
  check(listModels("f32", {2}), /*threads=*/2);
  check(listModels("f32", {2}), /*threads=*/1, /*vectorBytes=*/16);
  check(listModels("i8", {2}), /*threads=*/1);
  EXPECT_GT(known.size(), 8u);
  EXPECT_GT(equal, 8u);
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

// A model that joins two columns of unknown width.
static std::string writeColumns(StringRef element) {
  return writeConcat(2, {-1, -1}, 1, element);
}

TEST(KeptKernelsTest, KernelsAreCompiledOnce) {
  std::string model = writeColumns("f32");
  auto [names, wereThere] = findKernels(model);
  EXPECT_FALSE(names.empty());
  EXPECT_FALSE(wereThere);
  std::unique_ptr<Program> first = compile(model);
  EXPECT_EQ(findKernels(model), std::make_pair(names, true));
  std::unique_ptr<Program> second = compile(model);
  checkColumns(*first);
  first = nullptr;
  checkColumns(*second);
  // Other kernels: those of code that is verified are not kept.
  ProgramOptions verified;
  verified.verifyPasses = true;
  checkColumns(*compile(model, verified));
  std::string bytes = writeColumns("i8");
  compile(bytes, verified);
  EXPECT_FALSE(findKernels(bytes).second);
}

TEST(KeptKernelsTest, ThreadsShareKernels) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (StringRef element : {"i64", "i16"})
        compile(writeConcat(3, {-1, -1}, 1, element));
      checkColumns(*compile(writeColumns("f32")));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(findKernels(writeConcat(3, {-1, -1}, 1, "i64")).second);
}

TEST(KeptKernelsTest, AFullProcessKeepsNoMore) {
  // The width of the first column is known.
  std::string model = R"mlir(
    func.func @main(%a: tensor<?x3xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
      %c = onnxops.concat_v13 %a, %b axis = 1
        : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      return %c : tensor<?x?xf32>
    })mlir";
  ProgramOptions options;
  options.threads = 3;
  options.pipeline = "vector-bytes=8"; // as no other test
  KeptKernels::limitProcess(0);
  for (int i = 0; i < 2; ++i)
    checkColumns(*compile(model, options));
  KeptKernels::limitProcess(size_t(16) << 20);
  checkColumns(*compile(model, options));
}

// The LLVM dialect that is compiled may have functions of any attribute.
TEST(KeptKernelsTest, OnlyRequestedFunctionsAreKernels) {
  auto context = createContext();
  auto create = [&](StringRef body, Recorder &recorder) {
    std::string source = R"mlir(
      llvm.func @onnxops_main(%a: !llvm.ptr, %n: i64, %c: !llvm.ptr) -> i32 {
        llvm.call @kernel(%a, %n, %n) : (!llvm.ptr, i64, i64) -> ()
        %0 = llvm.mlir.constant(0 : i32) : i32
        llvm.return %0 : i32
      }
      llvm.func @kernel(!llvm.ptr, i64, i64)
        attributes {passthrough = ["onnxops-shared"]})mlir";
    if (!body.empty())
      source = StringRef(source).split("(!llvm.ptr, i64, i64)\n").first.str() +
               "(%p: !llvm.ptr, %b: i64, %e: i64) attributes {passthrough = "
               "[\"onnxops-shared\"]} " +
               body.str();
    auto module = parseSourceString<ModuleOp>(source, context.get());
    CodeGenOptions options;
    options.sharedCode = &recorder;
    return MachineCode::create(*module, options);
  };
  Recorder recorder;
  auto declared = create("", recorder);
  ASSERT_FALSE(declared);
  std::string reason = llvm::toString(declared.takeError());
  EXPECT_TRUE(StringRef(reason).contains("'kernel'")) << reason;
  auto defined = llvm::cantFail(create("{ llvm.return }", recorder));
  EXPECT_EQ(llvm::cantFail(defined.emitObjects()).size(), 1u);
  EXPECT_TRUE(recorder.requested.empty());
  recorder.request("kernel");
  auto requested = llvm::cantFail(create("{ llvm.return }", recorder));
  EXPECT_EQ(llvm::cantFail(requested.emitObjects()).size(), 1u);
  EXPECT_FALSE(recorder.requested["kernel"].empty());
  llvm::cantFail(create("", recorder).takeError());
}

TEST(KeptKernelsTest, KernelsOfTheProcessAreStored) {
  std::string model = writeColumns("f32");
  compile(model);
  SmallString<64> directory;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("kernels", directory));
  CompileOptions options;
  options.cache = directory.str().str();
  std::vector<std::string> names = findKernels(model, options).first;
  auto cache = llvm::cantFail(CodeCache::open(directory));
  auto cpu = llvm::cantFail(lookUpCPU(kHostCPU));
  for (const std::string &name : names)
    EXPECT_TRUE(cache.contains(getFunctionKey(name, cpu, kSanitizer)));
  // A file with a good checksum may be of something else.
  std::string other = writeColumns("f16");
  for (const std::string &name : findKernels(other).first)
    cache.store(getFunctionKey(name, cpu, kSanitizer), "no object");
  ProgramOptions cached;
  cached.cache = options.cache;
  EXPECT_FALSE(findKernels(other, options).second);
  compile(other, cached);
  EXPECT_TRUE(findKernels(other, options).second);
  llvm::sys::fs::remove_directories(directory);
}
