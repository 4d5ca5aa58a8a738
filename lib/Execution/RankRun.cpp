//===- RankRun.cpp - a run on one of several processes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks agree after each step, so that none of them is left alone in one where
// they meet. A rank keeps its errors until the end.
//
//===----------------------------------------------------------------------===//

#include "RankRun.h"

#include "Call.h"
#include "Inputs.h"
#include "KeptKernels.h"
#include "Lowering.h"
#include "MPIRank.h"
#include "Options.h"
#include "Outputs.h"
#include "RunErrors.h"
#include "ShardedCall.h"
#include "onnxops/Data/NumpyFile.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Escape.h"
#include "onnxops/Support/Placement.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// One rank's part in a run. Its functions return exit statuses.
class RankRun : RunErrors {
public:
  RankRun(const RunOptions &options, MPIRank &rank, raw_ostream &os,
          raw_ostream &errors)
      : RunErrors(options, errors), rank(rank), os(os) {}

  int run();

private:
  int prepare();
  int checkInputs();
  int call();
  int copyOutputs();
  int placeOutputs();
  llvm::Error placeOutput(size_t output, OutputShard &shard);
  int writeOutputs();
  int writeAsFirst();
  int writeAsOther();
  llvm::Error writeShard(size_t output, StringRef file) const;
  void printTypes() const;

  MPIRank &rank;
  raw_ostream &os;
  Model model;
  RankInputs inputs;
  ModelShards modelShards;
  std::unique_ptr<Call> compiled;
  std::vector<HostValue> outputs;
  std::vector<OutputShard> shards; ///< of the outputs
};

} // namespace

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

// What this rank does without the others.
int RankRun::prepare() {
  if (llvm::Error error = checkOptions(options))
    return refuse(std::move(error));
  FailureOr<Model> read =
      readModel(options.model, options.function, context, options.import);
  if (failed(read))
    return refuse("the model cannot be read");
  model = std::move(*read);
  SmallVector<int64_t> grid =
      chooseGrid(*model.module, options.ranks, options.shards);
  if (grid.empty())
    return refuse("--mpi: expected an input with shards (--shard), or a module "
                  "with annotations, but got none");
  if (llvm::Error error = checkRanks("--", options.ranks, grid, options.device))
    return refuse(std::move(error));
  if (countRanks(grid) != rank.getRanks())
    return refuse("--ranks: expected " + Twine(rank.getRanks()) +
                  ", the ranks that MPI has, but got " + describeGrid(grid));
  const CompileOptions machine = getMachine(options);
  auto kernels = KeptKernels::create(machine);
  if (!kernels)
    return refuse(kernels.takeError());
  OwningOpRef<ModuleOp> lowered(ModuleOp(*model.module).clone());
  if (failed(lowerForCalls(*lowered, options, /*countStores=*/false,
                           kernels->get())))
    return refuse("the model cannot be lowered");
  auto readShards = onnxops::readShards(*lowered, model, grid);
  if (!readShards)
    return refuse(readShards.takeError());
  modelShards = std::move(*readShards);
  auto gathered =
      gatherShards(model, options, modelShards.inputs, grid, rank.getRank());
  if (!gathered)
    return refuse(gathered.takeError());
  inputs = std::move(*gathered);
  auto prepared = Call::prepare(*lowered, model, inputs.values, machine,
                                kernels->get(), /*device=*/nullptr);
  if (!prepared)
    return refuse(prepared.takeError());
  compiled = std::move(*prepared);
  compiled->setTransport(rank.getTransport());
  if (options.memoryLimit)
    compiled->setMemoryLimit(*options.memoryLimit);
  return kSuccess;
}

template <typename T>
static int64_t digest(ArrayRef<T> values) {
  return static_cast<int64_t>(llvm::xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(values.data()),
               values.size() * sizeof(T))));
}

static void addElements(const TensorData &tensor,
                        SmallVectorImpl<int64_t> &digests) {
  ArrayRef<char> bytes = tensor.getBytes();
  if (!tensor.isString()) {
    digests.push_back(digest(bytes));
    return;
  }
  ArrayRef strings(reinterpret_cast<const OnnxopsString *const *>(bytes.data()),
                   bytes.size() / sizeof(const OnnxopsString *));
  for (const OnnxopsString *string : strings)
    digests.push_back(digest(ArrayRef(string->data, string->size)));
}

// The elements of a tensor, or the sizes and elements of those of a sequence.
static int64_t digestElements(const HostValue &value) {
  SmallVector<int64_t> digests;
  if (const auto *tensor = std::get_if<TensorData>(&value))
    addElements(*tensor, digests);
  else
    for (const TensorData &element : std::get<SequenceData>(value).elements) {
      digests.push_back(digest(element.getSizes()));
      addElements(element, digests);
    }
  return digest(ArrayRef<int64_t>(digests));
}

// What all ranks must have in common: the sizes of an input, and the elements
// of one that is not sharded.
static void addDigests(const HostValue &value, ArrayRef<int64_t> sizes,
                       bool isSharded, SmallVectorImpl<int64_t> &digests) {
  digests.push_back(digest(sizes));
  digests.push_back(isSharded ? 0 : digestElements(value));
}

// Ranks read files of one name, which need not be the same file.
int RankRun::checkInputs() {
  SmallVector<int64_t> digests;
  for (auto [value, sizes, own] :
       llvm::zip_equal(inputs.values, inputs.sizes, modelShards.inputs))
    addDigests(value, sizes, isSharded(own.dimensions), digests);
  if (digests.empty())
    return kSuccess;
  std::vector<int64_t> all = rank.gather(digests);
  if (all.empty())
    return kRefused;
  for (auto [index, info] : llvm::enumerate(model.inputs)) {
    if (all[2 * index] != digests[2 * index])
      return refuse("input '" + escapeText(info.name) +
                    "': expected the sizes that rank 0 has, but got " +
                    describeType(info.elementType, inputs.sizes[index]));
    if (all[2 * index + 1] != digests[2 * index + 1])
      return refuse("input '" + escapeText(info.name) +
                    "': expected the elements that rank 0 has, but got others");
  }
  return kSuccess;
}

int RankRun::call() {
  if (compiled->run() == 0)
    return kSuccess;
  // Another rank has the reason.
  return isOfOtherRank(compiled->getError()) ? kFailed
                                             : failCall(compiled->getError());
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

static llvm::Expected<HostValue> makeEmpty(int32_t elementType) {
  auto tensor = TensorData::create(elementType, {0});
  if (!tensor)
    return tensor.takeError();
  return HostValue(std::move(*tensor));
}

// Rank 0 needs the results that all ranks have. Shards are written from where
// they are.
int RankRun::copyOutputs() {
  for (auto [index, output] : llvm::enumerate(modelShards.outputs)) {
    const OnnxopsValue &slot = compiled->getOutput(index);
    auto value = !isSharded(output.dimensions) && rank.getRank() == 0
                     ? copySlot(slot, /*device=*/nullptr)
                     : makeEmpty(slot.elementType);
    if (!value)
      return refuse(value.takeError());
    outputs.push_back(std::move(*value));
  }
  return kSuccess;
}

// The coordinate of a rank along an axis of a grid.
static int64_t getCoordinate(ArrayRef<int64_t> grid, int64_t rank,
                             int64_t axis) {
  for (int64_t size : grid.drop_front(axis + 1))
    rank /= size;
  return rank % grid[axis];
}

// Finds where the shards are in an output, from the sizes of all ranks: those
// of one coordinate along the axis of a dimension have the same size.
llvm::Error RankRun::placeOutput(size_t output, OutputShard &shard) {
  const OnnxopsValue &slot = compiled->getOutput(output);
  ArrayRef<int64_t> own(slot.sizes, slot.rank), grid = modelShards.grid;
  std::vector<int64_t> all = rank.gather(own);
  if (all.empty())
    return llvm::createStringError("the sizes of the other ranks are unknown");
  shard.box = TensorBox::all(own);
  for (int64_t d = 0; d < slot.rank; ++d) {
    const auto *found = llvm::find(shard.dimensions, d);
    const int64_t axis = found - shard.dimensions.begin();
    const bool isCut = found != shard.dimensions.end();
    SmallVector<int64_t> sizes(isCut ? grid[axis] : 1, -1);
    for (int64_t r = 0; r < rank.getRanks(); ++r) {
      int64_t &expected = sizes[isCut ? getCoordinate(grid, r, axis) : 0];
      const int64_t size = all[r * slot.rank + d];
      if (expected < 0)
        expected = size;
      if (size != expected)
        return llvm::createStringError("expected dimension " + Twine(d) +
                                       " to be " + Twine(expected) +
                                       ", as on a rank before, but got " +
                                       Twine(size) + " on rank " + Twine(r));
    }
    const int64_t coordinate =
        isCut ? getCoordinate(grid, rank.getRank(), axis) : 0;
    ArrayRef<int64_t> before = ArrayRef(sizes).take_front(coordinate);
    shard.box.begins[d] = llvm::sum_of(before, int64_t(0));
    shard.box.ends[d] = shard.box.begins[d] + sizes[coordinate];
    shard.sizes.push_back(llvm::sum_of(sizes, int64_t(0)));
  }
  return llvm::Error::success();
}

// The same on all ranks, and so is a failure.
int RankRun::placeOutputs() {
  shards.resize(outputs.size());
  for (auto [index, output] : llvm::enumerate(modelShards.outputs)) {
    shards[index].dimensions = output.dimensions;
    if (!isSharded(output.dimensions))
      continue;
    if (llvm::Error error = placeOutput(index, shards[index]))
      return refuse("output '" + escapeText(model.outputs[index].name) +
                    "': " + llvm::toString(std::move(error)));
  }
  return kSuccess;
}

llvm::Error RankRun::writeShard(size_t output, StringRef file) const {
  const OutputShard &shard = shards[output];
  // Of ranks with the same elements, the first one writes them.
  for (auto [axis, dimension] : llvm::enumerate(shard.dimensions))
    if (dimension < 0 &&
        getCoordinate(modelShards.grid, rank.getRank(), axis) != 0)
      return llvm::Error::success();
  const OnnxopsValue &slot = compiled->getOutput(output);
  int64_t bytes = onnxopsElementBytes(slot.elementType);
  for (int64_t size : ArrayRef(slot.sizes, slot.rank))
    bytes *= size;
  return writeNumpyShard(file, {slot.elementType, shard.sizes, shard.box},
                         {static_cast<const char *>(slot.data), size_t(bytes)});
}

// Rank 0 makes the files, and gives them their names when all shards are
// written.
int RankRun::writeAsFirst() {
  int64_t left = llvm::count_if(shards, [](const OutputShard &shard) {
    return isSharded(shard.dimensions);
  });
  bool isWrittenByAll = true, isWritten = true;
  llvm::Error error = mlir::onnxops::writeOutputs(
      model, outputs, options.outputDirectory, shards,
      [&](size_t output, StringRef temporary) {
        --left;
        rank.broadcast(temporary);
        llvm::Error own = writeShard(output, temporary);
        isWritten = !own;
        isWrittenByAll = rank.agree(isWritten);
        if (isWritten && !isWrittenByAll)
          own = llvm::createStringError("another rank has failed");
        return own;
      });
  // The others wait for the next file, unless one of them has failed.
  if (left > 0 && isWrittenByAll)
    rank.broadcast("");
  if (!error)
    return kSuccess;
  if (isWrittenByAll || !isWritten)
    return refuse(std::move(error));
  llvm::consumeError(std::move(error));
  return kRefused;
}

// The others write into the files that rank 0 makes.
int RankRun::writeAsOther() {
  for (auto [index, shard] : llvm::enumerate(shards)) {
    if (!isSharded(shard.dimensions))
      continue;
    std::string file = rank.broadcast("");
    if (file.empty())
      return kRefused;
    // Rank 0 removes it, unless it is killed.
    llvm::sys::RemoveFileOnSignal(file);
    llvm::Error error = writeShard(index, file);
    bool isWritten = !error;
    bool isWrittenByAll = rank.agree(isWritten);
    llvm::sys::DontRemoveFileOnSignal(file);
    if (isWrittenByAll)
      continue;
    if (isWritten)
      return kRefused;
    return refuse("output '" + escapeText(model.outputs[index].name) +
                  "': " + llvm::toString(std::move(error)));
  }
  return kSuccess;
}

int RankRun::writeOutputs() {
  if (options.outputDirectory.empty())
    return kSuccess;
  return rank.getRank() == 0 ? writeAsFirst() : writeAsOther();
}

// Rank 0 has no more of the elements than the others.
void RankRun::printTypes() const {
  for (auto [info, value, shard] :
       llvm::zip_equal(model.outputs, outputs, shards)) {
    os << escapeText(info.name) << ": ";
    if (const auto *sequence = std::get_if<SequenceData>(&value))
      os << "sequence of " << sequence->elements.size() << "\n";
    else if (!isSharded(shard.dimensions))
      os << describeType(std::get<TensorData>(value)) << "\n";
    else
      os << describeType(info.elementType, shard.sizes) << "\n";
  }
}

//===----------------------------------------------------------------------===//
// Run
//===----------------------------------------------------------------------===//

int RankRun::run() {
  for (int (RankRun::*step)() :
       {&RankRun::prepare, &RankRun::checkInputs, &RankRun::call,
        &RankRun::copyOutputs, &RankRun::placeOutputs,
        &RankRun::writeOutputs}) {
    int status = (this->*step)();
    if (!rank.agree(status == kSuccess))
      return status;
  }
  if (rank.getRank() == 0)
    printTypes();
  return kSuccess;
}

int mlir::onnxops::runOnMPI(const RunOptions &options, raw_ostream &os,
                            raw_ostream &errors) {
  auto rank = MPIRank::start(*options.mpi);
  if (!rank) {
    printError(errors, "--mpi: " + llvm::toString(rank.takeError()));
    return kRefused;
  }
  RunOptions own = options;
  if (own.ranks.empty())
    own.ranks = {(*rank)->getRanks()};
  std::string text;
  llvm::raw_string_ostream texts(text);
  int status = RankRun(own, **rank, os, texts).run();
  return (*rank)->finish(status, text, errors);
}
