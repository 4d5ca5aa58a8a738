//===- Outputs.cpp - what becomes of a model's results --------------------===//
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
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::onnxops;

// Values of one tensor that are printed before the rest is elided.
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
  for (auto [port, value] : llvm::zip_equal(model.outputs, outputs)) {
    if (auto *tensor = std::get_if<TensorData>(&value)) {
      printTensor(os, port.name, *tensor);
      continue;
    }
    const auto &elements = std::get<SequenceData>(value).elements;
    os << port.name << ": sequence of " << elements.size() << "\n";
    for (auto [index, element] : llvm::enumerate(elements)) {
      if (index == kPrintedTensors) {
        os << "  ...\n";
        break;
      }
      printTensor(os, "  " + Twine(port.name) + "[" + Twine(index) + "]",
                  element);
    }
  }
}

llvm::Expected<std::vector<HostValue>>
mlir::onnxops::readExpected(const Model &model, StringRef directory) {
  std::vector<HostValue> values;
  for (auto [index, port] : llvm::enumerate(model.outputs)) {
    SmallString<128> path(directory);
    llvm::sys::path::append(path, "output_" + Twine(index) + ".pb");
    auto value = readValue(path, port);
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
  for (auto [port, actual, wanted] :
       llvm::zip_equal(model.outputs, outputs, expected))
    if (auto difference =
            findDifference(actual, wanted, model.hasArithmetic ? rtol : 0))
      return "output '" + port.name + "': " + *difference;
  return std::nullopt;
}

// A name as a file can have it.
static std::string makeFileName(StringRef name) {
  std::string result;
  for (char c : name)
    result += llvm::isAlnum(c) || c == '.' || c == '-' || c == '_' ? c : '_';
  return result.empty() || result.front() == '.' ? "_" + result : result;
}

// numpy has no strings of any length and no bf16.
static bool isNumpyType(int32_t elementType) {
  return elementType != ONNXOPS_STRING && elementType != ONNXOPS_BFLOAT16;
}

static llvm::Error writeTensor(const Twine &stem, StringRef name,
                               const TensorData &tensor) {
  if (isNumpyType(tensor.getElementType()))
    return writeNumpyFile((stem + ".npy").str(), tensor);
  auto copy = TensorData::create(tensor.getElementType(), tensor.getSizes());
  if (!copy)
    return copy.takeError();
  if (tensor.isString())
    for (int64_t i = 0; i < tensor.getNumElements(); ++i)
      copy->setString(i, tensor.getString(i));
  else
    llvm::copy(tensor.getBytes(), copy->getMutableBytes().begin());
  return writeProtoFile((stem + ".pb").str(), name,
                        HostValue(std::move(*copy)));
}

llvm::Error mlir::onnxops::writeOutputs(const Model &model,
                                        ArrayRef<HostValue> outputs,
                                        StringRef directory) {
  llvm::StringMap<StringRef> files;
  for (const Port &port : model.outputs) {
    std::string file = makeFileName(port.name);
    auto [other, isNew] = files.try_emplace(file, port.name);
    if (!isNew)
      return llvm::createStringError(
          "outputs '" + other->second.str() + "' and '" + port.name +
          "' would both be written to '" + file + "'");
  }
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return llvm::createStringError(directory + ": " + error.message());
  for (auto [port, value] : llvm::zip_equal(model.outputs, outputs)) {
    SmallString<128> stem(directory);
    llvm::sys::path::append(stem, makeFileName(port.name));
    if (auto *tensor = std::get_if<TensorData>(&value)) {
      if (llvm::Error error = writeTensor(stem, port.name, *tensor))
        return error;
      continue;
    }
    for (auto [index, element] :
         llvm::enumerate(std::get<SequenceData>(value).elements))
      if (llvm::Error error =
              writeTensor(stem + "." + Twine(index), port.name, element))
        return error;
  }
  return llvm::Error::success();
}
