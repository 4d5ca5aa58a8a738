//===- Names.cpp - C identifiers of a model -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Invalid characters are replaced so that the name stays readable; names that
// are taken, by the language, by the C library or by another name, get a
// suffix.
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace mlir;
using namespace mlir::onnxops;

// Keywords of C and C++ up to their newest versions, macros that compilers and
// the headers included by ours may define, and the types of members.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> words = {"alignas",
                                          "alignof",
                                          "and",
                                          "and_eq",
                                          "asm",
                                          "assert",
                                          "auto",
                                          "bitand",
                                          "bitor",
                                          "bool",
                                          "break",
                                          "case",
                                          "catch",
                                          "char",
                                          "char16_t",
                                          "char32_t",
                                          "char8_t",
                                          "class",
                                          "co_await",
                                          "co_return",
                                          "co_yield",
                                          "compl",
                                          "complex",
                                          "concept",
                                          "const",
                                          "const_cast",
                                          "consteval",
                                          "constexpr",
                                          "constinit",
                                          "continue",
                                          "decltype",
                                          "default",
                                          "delete",
                                          "do",
                                          "double",
                                          "dynamic_cast",
                                          "else",
                                          "enum",
                                          "errno",
                                          "explicit",
                                          "export",
                                          "extern",
                                          "false",
                                          "float",
                                          "for",
                                          "friend",
                                          "goto",
                                          "if",
                                          "imaginary",
                                          "inline",
                                          "int",
                                          "linux",
                                          "long",
                                          "main",
                                          "mutable",
                                          "namespace",
                                          "new",
                                          "noexcept",
                                          "noreturn",
                                          "not",
                                          "not_eq",
                                          "nullptr",
                                          "offsetof",
                                          "operator",
                                          "or",
                                          "or_eq",
                                          "private",
                                          "protected",
                                          "public",
                                          "register",
                                          "reinterpret_cast",
                                          "requires",
                                          "restrict",
                                          "return",
                                          "short",
                                          "signed",
                                          "sizeof",
                                          "static",
                                          "static_assert",
                                          "static_cast",
                                          "stderr",
                                          "stdin",
                                          "stdout",
                                          "struct",
                                          "switch",
                                          "template",
                                          "this",
                                          "thread_local",
                                          "throw",
                                          "true",
                                          "try",
                                          "typedef",
                                          "typeid",
                                          "typename",
                                          "typeof",
                                          "typeof_unqual",
                                          "union",
                                          "unix",
                                          "unsigned",
                                          "using",
                                          "virtual",
                                          "void",
                                          "volatile",
                                          "wchar_t",
                                          "while",
                                          "xor",
                                          "xor_eq",
                                          "EOF",
                                          "NULL",
                                          "I",
                                          "DLManagedTensor",
                                          "DLTensor",
                                          "OnnxopsTensorList",
                                          "OnnxopsValue"};
  return words.contains(name);
}

// Whether the C library has that name, which headers may declare differently.
static bool isOfCLibrary(StringRef name) {
  static const llvm::TargetLibraryInfoImpl library(
      llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::LibFunc function;
  if (library.getLibFunc(name, function))
    return true;
  // LLVM knows the functions that it optimizes; the C library of this process
  // has the rest.
  static void *const loaded = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  return loaded && dlsym(loaded, name.str().c_str());
}

// Whether a function of that name would replace one of the C library or the
// run-time library.
static bool isFunctionOfLibrary(StringRef name) {
  return isOfCLibrary(name) || name.starts_with("onnxops") ||
         name.starts_with("Onnxops") || name.starts_with("ONNXOPS");
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

// An identifier like the name, of letters, digits and single underscores. It
// neither begins nor ends with one: such names are reserved for compilers, and
// suffixes are ours.
static std::string makeIdentifier(StringRef name, StringRef fallback) {
  std::string text;
  for (char c : name)
    if (llvm::isAlnum(c))
      text += c;
    else if (!text.empty() && text.back() != '_')
      text += '_';
  StringRef trimmed = StringRef(text).rtrim('_');
  if (trimmed.empty())
    return fallback.str();
  if (llvm::isDigit(trimmed.front()))
    return (fallback + "_" + trimmed).str();
  return (trimmed + (isReserved(trimmed) ? "_" : "")).str();
}

static std::vector<std::string> chooseMembers(ArrayRef<ValueInfo> infos,
                                              StringRef fallback) {
  std::vector<std::string> members;
  llvm::StringSet<> taken;
  llvm::StringMap<unsigned> numbers; // the last suffix of each stem
  for (const ValueInfo &info : infos) {
    std::string stem = makeIdentifier(info.name, fallback), member = stem;
    unsigned &number = numbers.try_emplace(stem, 1).first->second;
    while (!taken.insert(member).second)
      member = stem + "_" + std::to_string(++number);
    members.push_back(member);
  }
  return members;
}

static llvm::Expected<std::string> chooseFunction(StringRef name,
                                                  StringRef file) {
  if (name.empty()) {
    std::string chosen = makeIdentifier(llvm::sys::path::stem(file), "model");
    return isFunctionOfLibrary(chosen) ? "model_" + chosen : chosen;
  }
  if (!isIdentifier(name) || isReserved(name))
    return llvm::createStringError("--name: expected an identifier of C and "
                                   "C++, but got '" +
                                   name + "'");
  if (isFunctionOfLibrary(name))
    return llvm::createStringError("--name: expected a name that no library "
                                   "has, but got '" +
                                   name + "'");
  return name.str();
}

llvm::Expected<CNames>
mlir::onnxops::chooseNames(const Model &model, StringRef name, StringRef file) {
  auto function = chooseFunction(name, file);
  if (!function)
    return function.takeError();
  return CNames{*function, chooseMembers(model.inputs, "input"),
                chooseMembers(model.outputs, "output")};
}
