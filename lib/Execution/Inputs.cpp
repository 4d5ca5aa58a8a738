//===- Inputs.cpp - input data of a run -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds a value for each input, in this order: --input, --input-dir, the
// model's own default, --random.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "onnxops/Data/ElementsAttr.h"
#include "onnxops/Data/NumpyFile.h"
#include "onnxops/Data/TensorProto.h"
#include "onnxops/Execution/RandomInputs.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::onnxops;

template <typename... Parts>
static llvm::Error makeError(Parts &&...parts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  (os << ... << parts);
  return llvm::createStringError(text);
}

// Prefixes an error with the file or input.
static llvm::Error addContext(const Twine &context, llvm::Error error) {
  return makeError(context.str(), ": ", llvm::toString(std::move(error)));
}

static llvm::Expected<HostValue> readFile(StringRef path,
                                          const ValueInfo &info) {
  StringRef extension = llvm::sys::path::extension(path);
  if (extension != ".npy" && extension != ".pb")
    return makeError("expected a file that ends in .npy or .pb");
  if (info.isSequence()) {
    if (extension == ".npy")
      return makeError("expected a .pb file, since '", info.name,
                       "' is a sequence, but got .npy");
    auto sequence = readSequenceFile(path, info.elementType);
    if (!sequence)
      return sequence.takeError();
    return HostValue(std::move(*sequence));
  }
  auto tensor =
      extension == ".npy" ? readNumpyFile(path) : readTensorFile(path);
  if (!tensor)
    return tensor.takeError();
  return HostValue(std::move(*tensor));
}

llvm::Expected<HostValue> mlir::onnxops::readValue(StringRef path,
                                                   const ValueInfo &info) {
  auto value = readFile(path, info);
  if (!value)
    return addContext(path, value.takeError());
  return value;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {

/// Checks values against declarations; a symbol has one size in all inputs.
class Fitter {
public:
  llvm::Error fit(const ValueInfo &info, const HostValue &value) {
    if (auto *sequence = std::get_if<SequenceData>(&value)) {
      for (auto [index, element] : llvm::enumerate(sequence->elements))
        if (llvm::Error error = fitTensor(info, element,
                                          "element " + std::to_string(index) +
                                              " of '" + info.name + "'",
                                          /*binds=*/false))
          return error;
      return llvm::Error::success();
    }
    return fitTensor(info, std::get<TensorData>(value),
                     "input '" + info.name + "'", /*binds=*/true);
  }

private:
  llvm::Error fitTensor(const ValueInfo &info, const TensorData &tensor,
                        const std::string &what, bool binds) {
    if (tensor.getElementType() != info.elementType)
      return makeError(what, ": expected element type ",
                       onnxopsElementName(info.elementType), ", but got ",
                       onnxopsElementName(tensor.getElementType()));
    auto type = dyn_cast<RankedTensorType>(info.getTensorType());
    if (!type)
      return llvm::Error::success();
    ArrayRef<int64_t> sizes = tensor.getSizes();
    if (static_cast<int64_t>(sizes.size()) != type.getRank())
      return makeError(what, ": expected rank ", type.getRank(),
                       ", but got rank ", sizes.size());
    for (auto [dim, size] : llvm::enumerate(sizes)) {
      if (!type.isDynamicDim(dim)) {
        if (type.getDimSize(dim) != size)
          return makeError(what, ": expected dimension ", dim, " to be ",
                           type.getDimSize(dim), ", but got ", size);
        continue;
      }
      StringRef symbol =
          binds && dim < info.symbols.size() ? info.symbols[dim] : StringRef();
      if (symbol.empty())
        continue;
      auto [bound, isNew] =
          symbols.try_emplace(symbol, std::make_pair(size, info.name));
      if (!isNew && bound->second.first != size)
        return makeError(what, ": expected dimension ", dim, " to be ",
                         bound->second.first, ", which input '",
                         bound->second.second, "' gave for '", symbol,
                         "', but got ", size);
    }
    return llvm::Error::success();
  }

  llvm::StringMap<std::pair<int64_t, std::string>> symbols;
};

} // namespace

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

// Maps the NAME=FILE of each --input to the input's index.
static llvm::Expected<llvm::DenseMap<size_t, std::string>>
findNamedFiles(const Model &model, const RunOptions &options) {
  llvm::StringMap<size_t> indices;
  for (auto [index, info] : llvm::enumerate(model.inputs))
    indices[info.name] = index;
  llvm::DenseMap<size_t, std::string> files;
  for (StringRef input : options.inputs) {
    auto [name, path] = input.split('=');
    if (path.empty())
      return makeError("--input: expected NAME=FILE, but got '", input, "'");
    auto found = indices.find(name);
    if (found == indices.end())
      return makeError("--input: the model has no input '", name, "'");
    if (!files.try_emplace(found->second, path.str()).second)
      return makeError("--input: '", name, "' is given twice");
  }
  return files;
}

llvm::Expected<std::vector<HostValue>>
mlir::onnxops::gatherInputs(const Model &model, const RunOptions &options) {
  auto files = findNamedFiles(model, options);
  if (!files)
    return files.takeError();
  auto random = RandomInputs::create(options.seed.value_or(0), options.dims);
  if (!random)
    return random.takeError();
  if (!options.inputDirectory.empty() &&
      !llvm::sys::fs::is_directory(options.inputDirectory))
    return makeError(options.inputDirectory, ": expected a directory");

  auto find = [&](size_t index) -> llvm::Expected<HostValue> {
    const ValueInfo &info = model.inputs[index];
    if (auto named = files->find(index); named != files->end())
      return readValue(named->second, info);
    if (!options.inputDirectory.empty()) {
      SmallString<128> path(options.inputDirectory);
      llvm::sys::path::append(path, "input_" + Twine(index) + ".pb");
      if (llvm::sys::fs::exists(path))
        return readValue(path, info);
    }
    if (info.defaultValue) {
      auto tensor = copyElements(info.defaultValue);
      if (!tensor)
        return addContext("the default of input '" + info.name + "'",
                          tensor.takeError());
      return HostValue(std::move(*tensor));
    }
    if (options.seed)
      return random->make(info);
    return makeError("expected a value for input '", info.name,
                     "', but got none (--input, --input-dir or --random)");
  };
  Fitter fitter;
  std::vector<HostValue> values;
  for (size_t index = 0; index < model.inputs.size(); ++index) {
    auto value = find(index);
    if (!value)
      return value.takeError();
    if (llvm::Error error = fitter.fit(model.inputs[index], *value))
      return std::move(error);
    values.push_back(std::move(*value));
  }
  return values;
}
