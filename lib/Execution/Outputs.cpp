//===- Outputs.cpp - output data of a run ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints, compares and writes results.
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"

#include "Inputs.h"
#include "onnxops/Data/Compare.h"
#include "onnxops/Data/NumpyFile.h"
#include "onnxops/Data/TensorProto.h"
#include "onnxops/Support/Escape.h"
#include "onnxops/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::onnxops;

// The number of values and tensors that are printed before the rest is elided.
static constexpr int64_t kPrintedElements = 64;
static constexpr size_t kPrintedTensors = 16;

static void printTensor(raw_ostream &os, const Twine &name,
                        const TensorData &tensor) {
  os << name << ": " << describeType(tensor) << " = ";
  printElements(os, tensor, kPrintedElements);
  os << "\n";
}

void mlir::onnxops::printOutputs(raw_ostream &os, const Model &model,
                                 ArrayRef<HostValue> outputs) {
  for (auto [output, value] : llvm::zip_equal(model.outputs, outputs)) {
    std::string name = escapeText(output.name);
    if (auto *tensor = std::get_if<TensorData>(&value)) {
      printTensor(os, name, *tensor);
      continue;
    }
    const auto &elements = std::get<SequenceData>(value).elements;
    os << name << ": sequence of " << elements.size() << "\n";
    for (auto [index, element] : llvm::enumerate(elements)) {
      if (index == kPrintedTensors) {
        os << "  ...\n";
        break;
      }
      printTensor(os, "  " + Twine(name) + "[" + Twine(index) + "]", element);
    }
  }
}

llvm::Expected<std::vector<HostValue>>
mlir::onnxops::readExpected(const Model &model, StringRef directory) {
  std::vector<HostValue> values;
  for (auto [index, output] : llvm::enumerate(model.outputs)) {
    SmallString<128> path(directory);
    llvm::sys::path::append(path, "output_" + Twine(index) + ".pb");
    auto value = readValue(path, output);
    if (!value)
      return value.takeError();
    values.push_back(std::move(*value));
  }
  return values;
}

std::optional<std::string>
mlir::onnxops::findFirstDifference(const Model &model,
                                   ArrayRef<HostValue> outputs,
                                   ArrayRef<HostValue> expected, double rtol) {
  for (auto [output, actual, wanted] :
       llvm::zip_equal(model.outputs, outputs, expected))
    if (auto difference =
            findDifference(actual, wanted, model.hasArithmetic ? rtol : 0))
      return "output '" + output.name + "': " + *difference;
  return std::nullopt;
}

// Replaces characters that a file name should not have.
static std::string makeFileName(StringRef name) {
  std::string result;
  for (char c : name)
    result += llvm::isAlnum(c) || c == '.' || c == '-' || c == '_' ? c : '_';
  return result.empty() || result.front() == '.' ? "_" + result : result;
}

namespace {

/// A tensor and its output file.
struct TensorFile {
  std::string name; ///< in the directory
  const ValueInfo *output;
  const TensorData *tensor;
  const OutputShard *shard; ///< null for a whole tensor
  size_t number;            ///< of the output
};

} // namespace

// Systems limit names to this length. The part that is cut off is replaced by
// the number of the output, since names may share a prefix.
static std::string joinFileName(StringRef stem, const Twine &ending,
                                size_t number) {
  constexpr size_t longest = 255;
  std::string name = (stem + ending).str();
  if (name.size() <= longest)
    return name;
  std::string end = ("_" + Twine(number) + ending).str();
  return stem.take_front(longest - end.size()).str() + end;
}

static std::vector<TensorFile> listFiles(const Model &model,
                                         ArrayRef<HostValue> outputs,
                                         ArrayRef<OutputShard> shards) {
  std::vector<TensorFile> files;
  for (auto [number, output, value] : llvm::enumerate(model.outputs, outputs)) {
    std::string stem = makeFileName(output.name);
    const OutputShard *shard =
        !shards.empty() && isSharded(shards[number].dimensions)
            ? &shards[number]
            : nullptr;
    auto add = [&, number = number, &output = output](
                   const Twine &index, const TensorData &tensor) {
      bool isNumpy = shard || isNumpyType(tensor.getElementType());
      StringRef ending = isNumpy ? ".npy" : ".pb";
      files.push_back({joinFileName(stem, index + ending, number), &output,
                       &tensor, shard, number});
    };
    if (auto *tensor = std::get_if<TensorData>(&value)) {
      add("", *tensor);
      continue;
    }
    for (auto [index, element] :
         llvm::enumerate(std::get<SequenceData>(value).elements))
      add("." + Twine(index), element);
  }
  return files;
}

// Checks that no two files have one name and none is a directory.
static llvm::Error checkFiles(ArrayRef<TensorFile> files, StringRef directory) {
  llvm::StringMap<const ValueInfo *> owners;
  for (const TensorFile &file : files) {
    auto [owner, isNew] = owners.try_emplace(file.name, file.output);
    if (!isNew)
      return llvm::createStringError(
          "outputs '" + owner->second->name + "' and '" + file.output->name +
          "' would both be written to '" + file.name + "'");
    SmallString<128> path(directory);
    llvm::sys::path::append(path, file.name);
    if (llvm::sys::fs::is_directory(path))
      return llvm::createStringError(
          path + ": expected a file to write to, but got a directory");
  }
  return llvm::Error::success();
}

static llvm::Error printFile(raw_ostream &os, const TensorFile &file) {
  if (file.shard)
    return printNumpyHeader(os, file.tensor->getElementType(),
                            file.shard->sizes);
  return isNumpyType(file.tensor->getElementType())
             ? printNumpyFile(os, *file.tensor)
             : printProtoFile(os, file.output->name, *file.tensor);
}

llvm::Error mlir::onnxops::writeOutputs(const Model &model,
                                        ArrayRef<HostValue> outputs,
                                        StringRef directory,
                                        ArrayRef<OutputShard> shards,
                                        ShareOutput share) {
  std::vector<TensorFile> files = listFiles(model, outputs, shards);
  if (llvm::Error error = checkFiles(files, directory))
    return error;
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return llvm::createStringError(directory + ": " + error.message());
  std::vector<OutputFile> written;
  for (const TensorFile &file : files) {
    SmallString<128> path(directory);
    llvm::sys::path::append(path, file.name);
    written.push_back({path.str().str(), [&file](raw_ostream &os) {
                         return printFile(os, file);
                       }});
    if (file.shard)
      written.back().share = [&file, share](StringRef temporary) {
        return share(file.number, temporary);
      };
  }
  return onnxops::writeOutputs(written);
}
