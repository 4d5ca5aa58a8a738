//===- CodeKeys.cpp - names of kept code ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CMake defines the hashes of sources.
//
//===----------------------------------------------------------------------===//

#include "onnxops/CodeGen/CodeKeys.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::onnxops;

// Writes what code depends on besides its own source: `sources` of this
// project, LLVM as it is loaded, and the machine.
static void printMachine(raw_ostream &os, StringRef sources,
                         const llvm::Triple &triple, StringRef cpu,
                         StringRef features, Sanitizer sanitizer) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  os << sources << ' ' << major << '.' << minor << '.' << patch << ' '
     << triple.str() << ' ' << cpu << ' ' << features << ' ' << int(sanitizer)
     << '\n';
}

static std::string hash(StringRef text) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(text)),
                     /*LowerCase=*/true);
}

std::string mlir::onnxops::getObjectKey(const llvm::Module &module,
                                        const llvm::TargetMachine &machine,
                                        bool isHuge, Sanitizer sanitizer) {
  SmallString<0> text;
  llvm::raw_svector_ostream os(text);
  printMachine(os, ONNXOPS_CODEGEN_HASH, machine.getTargetTriple(),
               machine.getTargetCPU(), machine.getTargetFeatureString(),
               sanitizer);
  os << isHuge << '\n';
  llvm::WriteBitcodeToFile(module, os);
  return hash(text);
}

std::string mlir::onnxops::getFunctionKey(StringRef function,
                                          const TargetCPU &cpu,
                                          Sanitizer sanitizer) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printMachine(os, ONNXOPS_KERNELS_HASH, cpu.triple, cpu.name, cpu.features,
               sanitizer);
  os << function;
  return hash(text);
}
