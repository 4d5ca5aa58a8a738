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
#include "onnxops/Data/TensorShards.h"
#include "onnxops/Exchange/Plan.h"
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
  /// `sizes` are those of the tensor of which `value` is a shard, if it is one.
  llvm::Error fit(const ValueInfo &info, const HostValue &value,
                  ArrayRef<int64_t> sizes) {
    if (auto *sequence = std::get_if<SequenceData>(&value)) {
      for (auto [index, element] : llvm::enumerate(sequence->elements))
        if (llvm::Error error = fitTensor(
                info, element.getElementType(), element.getSizes(),
                "element " + std::to_string(index) + " of '" + info.name + "'",
                /*binds=*/false))
          return error;
      return llvm::Error::success();
    }
    return fitTensor(info, std::get<TensorData>(value).getElementType(), sizes,
                     "input '" + info.name + "'", /*binds=*/true);
  }

private:
  llvm::Error fitTensor(const ValueInfo &info, int32_t elementType,
                        ArrayRef<int64_t> sizes, const std::string &what,
                        bool binds) {
    if (elementType != info.elementType)
      return makeError(what, ": expected element type ",
                       onnxopsElementName(info.elementType), ", but got ",
                       onnxopsElementName(elementType));
    auto type = dyn_cast<RankedTensorType>(info.getTensorType());
    if (!type)
      return llvm::Error::success();
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

//===----------------------------------------------------------------------===//
// Shards
//===----------------------------------------------------------------------===//

namespace {

/// How a rank reads an input.
struct Sharding {
  const TensorShards &shards;
  ArrayRef<int64_t> grid;
  int64_t rank;
};

} // namespace

// The box that a rank has of a tensor.
static llvm::Expected<TensorBox> chooseBox(const Sharding &sharding,
                                           int32_t elementType,
                                           ArrayRef<int64_t> sizes) {
  TensorBox box = TensorBox::all(sizes);
  int64_t rank = sharding.rank;
  for (int64_t axis = sharding.grid.size() - 1; axis >= 0; --axis) {
    const int64_t ranks = sharding.grid[axis], coordinate = rank % ranks;
    rank /= ranks;
    const int64_t dimension = sharding.shards.dimensions[axis];
    if (dimension < 0)
      continue;
    if (dimension >= int64_t(sizes.size()))
      return llvm::createStringError(
          "--shard: expected a tensor with a dimension " + Twine(dimension) +
          ", but got " + describeType(elementType, sizes));
    const int64_t size = sizes[dimension];
    ArrayRef<int64_t> offsets = sharding.shards.offsets[axis];
    if (!offsets.empty() && offsets.back() != size)
      return llvm::createStringError("expected dimension " + Twine(dimension) +
                                     " to be " + Twine(offsets.back()) +
                                     ", the end of its shards, but got " +
                                     Twine(size));
    auto getOffset = [&](int64_t index) {
      return offsets.empty() ? onnxopsEvenOffset(size, ranks, index)
                             : offsets[index];
    };
    box.begins[dimension] = getOffset(coordinate);
    box.ends[dimension] = getOffset(coordinate + 1);
  }
  return box;
}

llvm::Expected<HostValue> mlir::onnxops::cutInput(const HostValue &input,
                                                  const TensorShards &shards,
                                                  ArrayRef<int64_t> grid,
                                                  int64_t rank) {
  const auto *tensor = std::get_if<TensorData>(&input);
  if (!tensor)
    return llvm::createStringError(
        "--shard: expected a tensor, but got a sequence");
  auto box = chooseBox({shards, grid, rank}, tensor->getElementType(),
                       tensor->getSizes());
  if (!box)
    return box.takeError();
  TensorData shard =
      tensor->shareAs(tensor->getElementType(), tensor->getSizes());
  for (int64_t dimension : shards.dimensions) {
    if (dimension < 0)
      continue;
    auto slice = sliceTensor(shard, dimension, box->begins[dimension],
                             box->ends[dimension]);
    if (!slice)
      return slice.takeError();
    shard = std::move(*slice);
  }
  return HostValue(std::move(shard));
}

namespace {

/// A value, and the sizes of the tensor that it is, or of which it is a shard.
struct Input {
  explicit Input(HostValue value) : value(std::move(value)) {
    if (auto *tensor = std::get_if<TensorData>(&this->value))
      sizes.assign(tensor->getSizes().begin(), tensor->getSizes().end());
  }

  HostValue value;
  SmallVector<int64_t> sizes;
  bool isCut = false;
};

} // namespace

static llvm::Expected<Input> asInput(llvm::Expected<HostValue> value) {
  if (!value)
    return value.takeError();
  return Input(std::move(*value));
}

static llvm::Expected<Input> readInput(StringRef path, const ValueInfo &info,
                                       const Sharding &sharding) {
  if (!isSharded(sharding.shards.dimensions) || info.isSequence() ||
      llvm::sys::path::extension(path) != ".npy")
    return asInput(readValue(path, info));
  auto shard =
      readNumpyShard(path, [&](int32_t elementType, ArrayRef<int64_t> sizes) {
        return chooseBox(sharding, elementType, sizes);
      });
  if (!shard)
    return addContext(path, shard.takeError());
  Input input(std::move(shard->tensor));
  input.sizes = std::move(shard->sizes);
  input.isCut = true;
  return input;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

namespace {

/// Finds the value of each input.
class InputFinder {
public:
  static llvm::Expected<InputFinder> create(const Model &model,
                                            const RunOptions &options) {
    auto files = findNamedFiles(model, options);
    if (!files)
      return files.takeError();
    auto random = RandomInputs::create(options.seed.value_or(0), options.dims);
    if (!random)
      return random.takeError();
    if (!options.inputDirectory.empty() &&
        !llvm::sys::fs::is_directory(options.inputDirectory))
      return makeError(options.inputDirectory, ": expected a directory");
    return InputFinder(model, options, std::move(*files), std::move(*random));
  }

  /// Calls in the order of inputs: each makes its random numbers after those of
  /// the inputs before it.
  llvm::Expected<Input> find(size_t index, const Sharding &sharding) {
    const ValueInfo &info = model.inputs[index];
    auto input = findWhole(index, sharding);
    if (!input)
      return input;
    if (llvm::Error error = fitter.fit(info, input->value, input->sizes))
      return std::move(error);
    if (!isSharded(sharding.shards.dimensions) || input->isCut)
      return input;
    auto shard =
        cutInput(input->value, sharding.shards, sharding.grid, sharding.rank);
    if (!shard)
      return shard.takeError();
    input->value = std::move(*shard);
    return input;
  }

private:
  InputFinder(const Model &model, const RunOptions &options,
              llvm::DenseMap<size_t, std::string> files, RandomInputs random)
      : model(model), options(options), files(std::move(files)),
        random(std::move(random)) {}

  llvm::Expected<Input> findWhole(size_t index, const Sharding &sharding) {
    const ValueInfo &info = model.inputs[index];
    if (auto named = files.find(index); named != files.end())
      return readInput(named->second, info, sharding);
    if (!options.inputDirectory.empty()) {
      SmallString<128> path(options.inputDirectory);
      llvm::sys::path::append(path, "input_" + Twine(index) + ".pb");
      if (llvm::sys::fs::exists(path))
        return readInput(path, info, sharding);
    }
    if (info.defaultValue) {
      auto tensor = copyElements(info.defaultValue);
      if (!tensor)
        return addContext("the default of input '" + info.name + "'",
                          tensor.takeError());
      return Input(std::move(*tensor));
    }
    if (options.seed)
      return asInput(random.make(info));
    return makeError("expected a value for input '", info.name,
                     "', but got none (--input, --input-dir or --random)");
  }

  const Model &model;
  const RunOptions &options;
  llvm::DenseMap<size_t, std::string> files;
  RandomInputs random;
  Fitter fitter;
};

} // namespace

llvm::Expected<RankInputs>
mlir::onnxops::gatherShards(const Model &model, const RunOptions &options,
                            ArrayRef<TensorShards> shards,
                            ArrayRef<int64_t> grid, int64_t rank) {
  auto finder = InputFinder::create(model, options);
  if (!finder)
    return finder.takeError();
  RankInputs inputs;
  for (auto [index, own] : llvm::enumerate(shards)) {
    auto input = finder->find(index, {own, grid, rank});
    if (!input)
      return input.takeError();
    inputs.values.push_back(std::move(input->value));
    inputs.sizes.push_back(std::move(input->sizes));
  }
  return inputs;
}

llvm::Expected<std::vector<HostValue>>
mlir::onnxops::gatherInputs(const Model &model, const RunOptions &options) {
  SmallVector<TensorShards> shards(model.inputs.size());
  auto inputs = gatherShards(model, options, shards, /*grid=*/{}, /*rank=*/0);
  if (!inputs)
    return inputs.takeError();
  return std::move(inputs->values);
}
