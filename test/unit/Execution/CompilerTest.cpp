//===- CompilerTest.cpp - instructions of the generated code --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles additions of vectors and checks the generated instructions: whether
// they are for the requested CPU, and optimised where that is worth it.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Compiler.h"

#include "mlir/Parser/Parser.h"
#include "onnxops/InitAll.h"
#include "llvm-c/Disassembler.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::onnxops;

static constexpr const char *kProgram = R"mlir(
llvm.func @onnxops_main(%a: !llvm.ptr, %count: i64, %c: !llvm.ptr) -> i32 {
  %x = llvm.load %a {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
  %y = llvm.fadd %x, %x : vector<16xf32>
  llvm.store %y, %a {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}
)mlir";

static llvm::Expected<std::unique_ptr<CompiledModule>>
compile(StringRef program, const CompileOptions &options = {}) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceString<ModuleOp>(program, &context);
  return CompiledModule::compile(*module, options);
}

/// The instructions of a function, from its entry to the return.
static std::string disassemble(EntryFunction function) {
  auto *code = reinterpret_cast<uint8_t *>(function);
  llvm::InitializeNativeTargetDisassembler();
  LLVMDisasmContextRef disassembler = LLVMCreateDisasm(
      llvm::sys::getProcessTriple().c_str(), nullptr, 0, nullptr, nullptr);
  std::string text;
  while (!StringRef(text).contains("ret")) {
    char line[128];
    size_t bytes =
        LLVMDisasmInstruction(disassembler, code, 16, 0, line, sizeof(line));
    if (bytes == 0)
      break;
    code += bytes;
    text += line;
  }
  LLVMDisasmDispose(disassembler);
  return text;
}

/// The machine code of the program for a CPU.
static llvm::Expected<std::string> compileFor(StringRef cpu) {
  CompileOptions options;
  options.cpu = cpu.str();
  auto compiled = compile(kProgram, options);
  if (!compiled)
    return compiled.takeError();
  return disassemble(llvm::cantFail((*compiled)->lookup("main")));
}

static bool canRun(StringRef cpu) {
  auto found = lookUpRunnableCPU(cpu);
  if (found)
    return true;
  llvm::consumeError(found.takeError());
  return false;
}

/// Expects the program for `cpu` to use `reg`, if this machine can run it.
static void expectRegister(StringRef cpu, StringRef name) {
  if (!canRun(cpu))
    GTEST_SKIP() << "this machine cannot run " << cpu.str();
  std::string text = llvm::cantFail(compileFor(cpu));
  EXPECT_TRUE(StringRef(text).contains(name)) << text;
}

#if defined(__x86_64__)
TEST(CompilerTest, SSE2) { expectRegister("x86-64", "\taddps\t%xmm"); }
TEST(CompilerTest, AVX2) { expectRegister("x86-64-v3", "%ymm"); }
TEST(CompilerTest, AVX512) { expectRegister("x86-64-v4", "%zmm"); }
TEST(CompilerTest, Features) { expectRegister("x86-64,+avx", "%ymm"); }
#endif

TEST(CompilerTest, Host) {
  std::string text = llvm::cantFail(compileFor("host"));
  EXPECT_TRUE(StringRef(text).contains("ret")) << text;
}

TEST(CompilerTest, UnknownCPU) {
  auto text = compileFor("nonsense");
  ASSERT_FALSE(text);
  std::string message = llvm::toString(text.takeError());
  EXPECT_TRUE(StringRef(message).starts_with("expected 'host' or a CPU of "))
      << message;
}

static constexpr const char *kDoubleFloats = R"mlir(
llvm.func internal @onnxops_double(%a: !llvm.ptr) attributes {passthrough = ["noinline"]} {
  %0 = llvm.mlir.constant(0 : i64) : i64
  %1 = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.mlir.constant(1024 : i64) : i64
  llvm.br ^loop(%0 : i64)
^loop(%i: i64):
  %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  %y = llvm.fadd %x, %x : f32
  llvm.store %y, %p : f32, !llvm.ptr
  %next = llvm.add %i, %1 : i64
  %more = llvm.icmp "ne" %next, %size : i64
  llvm.cond_br %more, ^loop(%next : i64), ^done
^done:
  llvm.return
}
)mlir";

/// A program whose entry adds a number to itself so many times that 0 is left,
/// then calls a local function with a loop over floats.
static std::string callAfterAdditions(int64_t additions) {
  std::string text = kDoubleFloats;
  llvm::raw_string_ostream os(text);
  os << "llvm.func @onnxops_main(%a: !llvm.ptr, %s0: i64, %c: !llvm.ptr) -> "
        "i32 {\n";
  for (int64_t i = 0; i < additions; ++i)
    os << "%s" << i + 1 << " = llvm.add %s" << i << ", %s" << i << " : i64\n";
  os << "%r = llvm.trunc %s" << additions << " : i64 to i32\n"
     << "llvm.call @onnxops_double(%a) : (!llvm.ptr) -> ()\n"
     << "llvm.return %r : i32 }\n";
  return text;
}

// Including functions called by the entry of a concat of thousands of operands.
TEST(CompilerTest, OptimizesFunctionsBesideAHugeOne) {
  const int64_t additions = 21000;
  auto compiled = llvm::cantFail(compile(callAfterAdditions(additions)));
  EntryFunction function = llvm::cantFail(compiled->lookup("main"));
  std::vector<float> values(1024, 1.5f);
  EXPECT_EQ(function(reinterpret_cast<OnnxopsValue *>(values.data()), 5,
                     /*context=*/nullptr),
            0);
  EXPECT_EQ(values, std::vector<float>(1024, 3.0f));
  EXPECT_GT(compiled->getCodeBytes(), additions) << "it was optimised as well";
#if defined(__x86_64__)
  auto local = compiled->lookup("double");
  ASSERT_TRUE(bool(local)) << llvm::toString(local.takeError());
  std::string text = disassemble(*local);
  EXPECT_TRUE(StringRef(text).contains("addps")) << text;
#endif
}

TEST(CompilerTest, KeepsSmallFunctionsTogether) {
  const int64_t additions = 10000;
  auto compiled = llvm::cantFail(compile(callAfterAdditions(additions)));
  EXPECT_LT(compiled->getCodeBytes(), additions);
  EXPECT_TRUE(bool(compiled->lookup("main")));
  auto local = compiled->lookup("double");
  ASSERT_FALSE(local);
  llvm::consumeError(local.takeError());
}
