//===- Header.cpp - the C header of a model -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two structs of pointers and a function. The pointers are in the order of the
// model's inputs and outputs, on which the code relies.
//
//===----------------------------------------------------------------------===//

#include "Header.h"

#include "onnxops/ABI/Runtime.h"
#include "onnxops/Support/Placement.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::onnxops;

// A name in a comment: on one line, and without ending the comment.
static std::string quote(StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'";
  llvm::printEscapedString(name, os);
  os << "'";
  return text;
}

// "f32[N,3,?]", "f32 of any rank".
static std::string describeTensor(const ValueInfo &info) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << (info.elementType == ONNXOPS_STRING
             ? "string"
             : onnxopsElementName(info.elementType));
  TensorType type = info.getTensorType();
  if (!type.hasRank())
    return text + " of any rank";
  os << "[";
  for (auto [dimension, size] : llvm::enumerate(type.getShape())) {
    os << (dimension ? "," : "");
    StringRef symbol =
        dimension < info.symbols.size() ? info.symbols[dimension] : StringRef();
    if (!ShapedType::isDynamic(size))
      os << size;
    else if (symbol.empty())
      os << "?";
    else
      llvm::printEscapedString(symbol, os);
  }
  os << "]";
  return text;
}

// A tensor that ranks share.
static std::string describe(const TensorShards &shards) {
  std::string text;
  llvm::raw_string_ostream os(text);
  StringRef start = " of all ranks, of which this one has a shard";
  for (auto [axis, dimension] : llvm::enumerate(shards.dimensions)) {
    if (dimension < 0)
      continue;
    os << start << " along dimension " << dimension;
    start = ", and";
    if (shards.dimensions.size() > 1)
      os << " by axis " << axis;
    StringRef separator = ", of those between ";
    for (int64_t offset : shards.offsets[axis]) {
      os << separator << offset;
      separator = ", ";
    }
  }
  return text;
}

static std::string describe(const ValueInfo &info, const TensorShards &shards) {
  std::string text = quote(info.name) + ": ";
  text += info.isSequence() ? "list of " + describeTensor(info)
                            : describeTensor(info);
  if (info.elementType == ONNXOPS_STRING)
    text += ", as a slot of docs/abi.md: DLPack has no strings";
  text += describe(shards);
  if (info.defaultValue)
    text += "; the model's default must be given, too";
  return text;
}

static StringRef getFieldType(const ValueInfo &info, bool isInput) {
  if (info.elementType == ONNXOPS_STRING)
    return isInput ? "const OnnxopsValue *" : "OnnxopsValue *";
  if (info.isSequence())
    return isInput ? "const OnnxopsTensorList *" : "OnnxopsTensorList *";
  return isInput ? "const DLTensor *" : "DLManagedTensor *";
}

static void printStruct(raw_ostream &os, const Twine &name,
                        ArrayRef<ValueInfo> infos,
                        ArrayRef<std::string> members,
                        ArrayRef<TensorShards> shards, bool isInput) {
  os << "struct " << name << " {\n";
  for (auto [index, info] : llvm::enumerate(infos))
    os << "  /// "
       << describe(info, shards.empty() ? TensorShards() : shards[index])
       << "\n  " << getFieldType(info, isInput) << members[index] << ";\n";
  // C has no empty structs.
  if (infos.empty())
    os << "  void *nothing; ///< the model has no "
       << (isInput ? "inputs" : "outputs") << "\n";
  os << "};\n\n";
}

static void printFunction(raw_ostream &os, StringRef name,
                          ArrayRef<int64_t> grid,
                          const AheadOfTimeOptions &options) {
  os << "/// Calls the model. Returns 0, or 1 when the call failed: then\n"
        "/// onnxopsContextError(context) says why. All fields of `inputs` "
        "must "
        "be given.\n"
        "/// A field of `outputs` that is null gets a tensor, which its "
        "deleter frees; any\n"
        "/// other is where the result goes, see onnxops/ABI/DLPack.h. "
        "A context serves\n"
        "/// one call at a time.\n";
  if (options.device != "cpu")
    os << "/// All tensors are in memory of the context's device, which must "
          "be of kind "
       << options.device << ".\n";
  if (!grid.empty())
    os << "/// " << llvm::product_of(grid)
       << " ranks call it together, each with its shards and a context whose "
          "transport\n/// reaches the others, see "
          "onnxops/ABI/Transport.h. A call fails on all of them,\n/// or on "
          "none.\n";
  if (grid.size() > 1)
    os << "/// They are numbered in a grid of " << describeGrid(grid)
       << " ranks, row-major.\n";
  if (options.threads > 1)
    os << "/// Up to " << options.threads
       << " threads share a call, see onnxopsContextSetParallelFor.\n";
  if (options.checks == CheckMode::Assert)
    os << "/// Compiled to abort where operands do not fit each other.\n";
  if (options.checks == CheckMode::None)
    os << "/// Compiled without checks: operands that do not fit each other "
          "are undefined\n/// behaviour.\n";
  os << "int32_t " << name << "(OnnxopsContext *context,\n"
     << std::string(name.size() + 9, ' ') << "const struct " << name
     << "_inputs *inputs,\n"
     << std::string(name.size() + 9, ' ') << "struct " << name
     << "_outputs *outputs);\n";
}

void mlir::onnxops::printHeader(raw_ostream &os, const Model &model,
                                const CNames &names, const ModelShards &shards,
                                const AheadOfTimeOptions &options) {
  StringRef name = names.function;
  std::string guard = "ONNXOPS_MODEL_" + name.str() + "_H";
  os << "// Made by onnxops-compile of "
     << quote(llvm::sys::path::filename(options.model))
     << "; to be linked with "
     << (shards.grid.empty() ? "" : "libonnxops_exchange and\n// ")
     << "libonnxops_runtime.\n#ifndef " << guard << "\n#define " << guard
     << "\n\n#include <onnxops/ABI/DLPack.h>\n"
     << (shards.grid.empty() ? "" : "#include <onnxops/ABI/Transport.h>\n")
     << "\n#ifdef __cplusplus\n"
        "extern \"C\" {\n#endif\n\n";
  os << "/// The inputs of " << name << ".\n";
  printStruct(os, name + "_inputs", model.inputs, names.inputs, shards.inputs,
              true);
  os << "/// The outputs of " << name
     << ". To be zeroed before the first call.\n";
  printStruct(os, name + "_outputs", model.outputs, names.outputs,
              shards.outputs, false);
  printFunction(os, name, shards.grid, options);
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif // " << guard << "\n";
}
