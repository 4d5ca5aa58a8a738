//===- TargetCPU.cpp - properties of the target CPU -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses LLVM's tables, for this machine or for another one.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/TargetCPU.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::onnxops;

using Subtarget = std::unique_ptr<llvm::MCSubtargetInfo>;

// The features of this machine in LLVM's syntax: a virtual machine may hide
// features of the CPU of that name.
static std::string getHostFeatures() {
  llvm::SubtargetFeatures features;
  for (const auto &[name, isThere] : llvm::sys::getHostCPUFeatures())
    features.AddFeature(name, isThere);
  return features.getString();
}

// Bytes of the registers that have permutes of all element sizes.
static unsigned getVectorBytes(const llvm::MCSubtargetInfo &cpu) {
  if (cpu.checkFeatures("+avx512bw"))
    return 64;
  if (cpu.checkFeatures("+avx2"))
    return 32;
  return cpu.checkFeatures("+sse2") ? 16 : 0;
}

static unsigned getVectorBytes(const llvm::Triple &triple,
                               const llvm::MCSubtargetInfo &cpu) {
  // Features unknown to a target are reported on standard error.
  if (triple.isX86())
    return getVectorBytes(cpu);
  if (triple.isAArch64() || triple.isARM())
    return cpu.checkFeatures("+neon") ? 16 : 0;
  return 0;
}

static ShuffleKind getShuffle(const llvm::Triple &triple,
                              const llvm::MCSubtargetInfo &cpu) {
  if (!triple.isX86())
    return ShuffleKind::None;
  if (cpu.checkFeatures("+avx512vbmi"))
    return ShuffleKind::AVX512VBMI;
  return cpu.checkFeatures("+ssse3") ? ShuffleKind::SSSE3 : ShuffleKind::None;
}

ShuffleInstruction mlir::onnxops::getShuffleInstruction(ShuffleKind kind) {
  switch (kind) {
  case ShuffleKind::None:
    return {0, "", "", false};
  case ShuffleKind::SSSE3:
    return {16, "llvm.x86.ssse3.pshuf.b.128", "+ssse3", true};
  case ShuffleKind::AVX512VBMI:
    return {64, "llvm.x86.avx512.permvar.qi.512", "+avx512vbmi", false};
  }
  llvm_unreachable("unknown kind of shuffle");
}

// A feature that `cpu` has and this machine lacks. Features that the machine
// does not report are tuning hints.
static std::string findMissingFeature(const llvm::MCSubtargetInfo &cpu) {
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  for (const llvm::SubtargetFeatureKV &feature :
       cpu.getEnabledProcessorFeatures())
    if (auto found = host.find(feature.Key);
        found != host.end() && !found->second)
      return feature.Key;
  return "";
}

static llvm::Error refuse(const llvm::Triple &triple, StringRef name) {
  bool hasFeatures = triple.isX86() && name.contains(',');
  return llvm::createStringError(
      "expected 'host' or a CPU of " + triple.getArchName() +
      " that LLVM knows" +
      (hasFeatures ? " and features that one has, such as ',+avx2'" : "") +
      ", but got '" + name + "'");
}

// Whether a CPU of the target has a feature: others are modes, such as
// soft-float, in which code and its callers do not agree.
static bool isOfCPU(const llvm::MCSubtargetInfo &any, StringRef feature) {
  for (const llvm::SubtargetFeatureKV &known : any.getAllProcessorFeatures())
    if (feature == known.Key)
      return llvm::any_of(any.getAllProcessorDescriptions(),
                          [&](const llvm::SubtargetSubTypeKV &cpu) {
                            return cpu.Implies.getAsBitset().test(known.Value);
                          });
  return false;
}

// Whether each of the features may be added to a CPU.
static bool areFeatures(const llvm::Triple &triple,
                        const llvm::MCSubtargetInfo &any, StringRef features) {
  return triple.isX86() &&
         llvm::all_of(llvm::split(features, ','), [&](StringRef feature) {
           return feature.consume_front("+") && isOfCPU(any, feature);
         });
}

// The table for `name`, which is not the host.
static llvm::Expected<Subtarget> findSubtarget(const llvm::Target &target,
                                               const llvm::Triple &triple,
                                               StringRef name) {
  auto [cpuName, features] = name.split(',');
  // Creating one for an unknown name prints a warning.
  Subtarget any(target.createMCSubtargetInfo(triple, "", ""));
  if (!any->isCPUStringValid(cpuName) ||
      (cpuName.size() < name.size() && !areFeatures(triple, *any, features)))
    return refuse(triple, name);
  Subtarget cpu(target.createMCSubtargetInfo(triple, cpuName, features));
  // Code generation ends the process if the CPU is older than the architecture.
  if (triple.getArch() == llvm::Triple::x86_64 && !cpu->checkFeatures("+64bit"))
    return refuse(triple, name);
  return std::move(cpu);
}

// The features of every machine that programs for such a triple run on. LLVM's
// generic RISC-V has neither multiplication nor floating point.
static StringRef getBaseFeatures(const llvm::Triple &triple) {
  return triple.isRISCV64() ? "+m,+a,+f,+d,+c" : "";
}

// This machine, which does not change: LLVM's tables are built once.
static const TargetCPU &getHost(const llvm::Target &target,
                                const llvm::Triple &triple) {
  static const TargetCPU host = [&] {
    std::string name = llvm::sys::getHostCPUName().str();
    std::string features = getHostFeatures();
    Subtarget cpu(target.createMCSubtargetInfo(triple, name, features));
    return TargetCPU{triple,
                     name,
                     features,
                     getVectorBytes(triple, *cpu),
                     getShuffle(triple, *cpu),
                     /*missing=*/""};
  }();
  return host;
}

// The baseline of programs for a triple.
static llvm::Expected<TargetCPU> lookUpBase(const llvm::Target &target,
                                            const llvm::Triple &triple) {
  StringRef name = triple.getArch() == llvm::Triple::x86_64 ? "x86-64"
                   : triple.isRISCV64()                     ? "generic-rv64"
                                                            : "generic";
  std::string features = getBaseFeatures(triple).str();
  Subtarget cpu(target.createMCSubtargetInfo(triple, name, features));
  return TargetCPU{triple,
                   name.str(),
                   features,
                   getVectorBytes(triple, *cpu),
                   getShuffle(triple, *cpu),
                   /*missing=*/""};
}

// A CPU of that name, for a machine that is not known.
static TargetCPU describe(const llvm::Triple &triple, StringRef name,
                          const llvm::MCSubtargetInfo &cpu) {
  auto [cpuName, features] = name.split(',');
  return {triple,
          cpuName.str(),
          features.str(),
          getVectorBytes(triple, cpu),
          getShuffle(triple, cpu),
          /*missing=*/""};
}

static llvm::Expected<const llvm::Target *>
findTarget(const llvm::Triple &triple) {
  std::string reason;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, reason);
  if (!target)
    return llvm::createStringError(reason);
  return target;
}

static void initializeAllTargets() {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
}

// A CPU for cross-compiled programs.
static llvm::Expected<TargetCPU> lookUpElsewhere(StringRef name,
                                                 StringRef text) {
  initializeAllTargets();
  llvm::Triple triple(llvm::Triple::normalize(text));
  auto target = findTarget(triple);
  if (!target) {
    llvm::consumeError(target.takeError());
    return llvm::createStringError(
        "expected a triple that LLVM knows, but got '" + text + "'");
  }
  if (!triple.isArch64Bit() || !triple.isLittleEndian())
    return llvm::createStringError(
        "expected a triple of 64 bits and little-endian, but got "
        "'" +
        text + "'");
  if (name == kHostCPU)
    return lookUpBase(**target, triple);
  auto cpu = findSubtarget(**target, triple, name);
  if (!cpu)
    return cpu.takeError();
  return describe(triple, name, **cpu);
}

llvm::Expected<TargetCPU> mlir::onnxops::lookUpCPU(StringRef name,
                                                   StringRef triple) {
  if (!triple.empty())
    return lookUpElsewhere(name, triple);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple host(llvm::sys::getProcessTriple());
  auto target = findTarget(host);
  if (!target)
    return target.takeError();
  if (name == kHostCPU)
    return getHost(**target, host);
  llvm::Expected<Subtarget> cpu = findSubtarget(**target, host, name);
  if (!cpu)
    return cpu.takeError();
  TargetCPU described = describe(host, name, **cpu);
  described.missing = findMissingFeature(**cpu);
  return described;
}

llvm::Expected<TargetCPU> mlir::onnxops::lookUpRunnableCPU(StringRef name) {
  llvm::Expected<TargetCPU> cpu = lookUpCPU(name);
  if (cpu && !cpu->missing.empty())
    return llvm::createStringError(
        "expected a CPU that this machine can run, but got '" + name +
        "', which has " + cpu->missing);
  return cpu;
}
