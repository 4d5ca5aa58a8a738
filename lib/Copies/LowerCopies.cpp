//===- LowerCopies.cpp - copies to loops, vectors and kernels -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers the copies that bufferization could not avoid. The moves of a block
// are grouped into interleaved copies and their dimensions merged; each group
// becomes inline code if it is short and static, otherwise a kernel call.
//
//===----------------------------------------------------------------------===//

#include "InterleavedKernels.h"
#include "TileKernels.h"
#include "onnxops/Copies/CopyOperands.h"
#include "onnxops/Copies/InterleavedGroups.h"
#include "onnxops/Copies/RunCode.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "onnxops/Copies/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Placement.h"
#include "onnxops/Support/SharedFunctions.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LOWERCOPIES
#include "onnxops/Copies/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Inline copies
//===----------------------------------------------------------------------===//

// The number of runs of a nest, if it and their length are constant. None if
// there are too many to count.
static std::optional<int64_t> getRunCount(const CopyNest &nest) {
  int64_t count = 1;
  for (const CopyLoop &loop : nest.loops) {
    if (!loop.size.constant() ||
        llvm::MulOverflow(count, *loop.size.constant(), count))
      return std::nullopt;
  }
  return nest.run.constant() ? std::optional(count) : std::nullopt;
}

// Whether the copy is few short runs, which cost less than a call.
static bool isShort(const CopyNest &nest) {
  constexpr uint64_t runs = 16, bytes = 512;
  std::optional<int64_t> count = getRunCount(nest);
  if (!count)
    return false;
  // Numbers that have wrapped around may be negative.
  uint64_t number = *count, run = *nest.run.constant();
  return number <= runs && run <= bytes && number * run <= bytes;
}

// Unrolls the loops around a run.
static void writeUnrolled(CodeWriter &writer, const CopyNest &nest,
                          ArrayRef<CopyLoop> loops, Value target, Value source,
                          int64_t vectorBytes) {
  if (loops.empty())
    return writeRun(writer, target, source, nest.run, vectorBytes);
  const CopyLoop &outer = loops.front();
  for (int64_t i = 0; i < *outer.size.constant(); ++i)
    writeUnrolled(writer, nest, loops.drop_front(),
                  writer.advance(target, writer.mul(outer.targetStride, i)),
                  writer.advance(source, writer.mul(outer.sourceStride, i)),
                  vectorBytes);
}

//===----------------------------------------------------------------------===//
// Copies of one function
//===----------------------------------------------------------------------===//

namespace {
/// Replaces the moves of one function.
class CopyLowering {
public:
  CopyLowering(func::FuncOp function, KernelLibrary &library,
               const CopyStrategy &strategy)
      : entry(&function.getBody().front()), builder(function.getContext()),
        library(library), strategy(strategy) {}

  void lower(const MoveGroup &group);

private:
  bool lowerInterleaved(CodeWriter &writer, const MoveGroup &group);
  void lowerMove(CodeWriter &writer, const Move &move);
  void writeNest(CodeWriter &writer, const CopyNest &nest);
  void writeInterleavedLoops(CodeWriter &writer, ArrayRef<CopyNest> nests);

  Block *entry;
  OpBuilder builder;
  KernelLibrary &library;
  const CopyStrategy &strategy;
  StridedViews views;
  IndexNumbers indices;
};
} // namespace

// The size of the outermost loop, or 0 if the copies within have no elements,
// which may be 2^31 rows of none. A product that wraps around is that of more
// elements than there is memory.
static Number getOuterSize(CodeWriter &writer, ArrayRef<CopyNest> nests) {
  ArrayRef<CopyLoop> loops = nests.front().loops;
  Number inner = 0;
  for (const CopyNest &nest : nests)
    inner = writer.add(inner, nest.run);
  for (const CopyLoop &loop : loops.drop_front())
    inner = writer.mul(inner, loop.size);
  if (std::optional<int64_t> known = inner.constant())
    return *known == 0 ? Number(0) : loops.front().size;
  return writer.select(writer.equal(inner, 0), 0, loops.front().size);
}

// Writes the outermost `loops` of the first nest around `body`, which gets the
// target of the first nest and the sources of all nests in that iteration.
static void
writeOuterLoops(CodeWriter &writer, ArrayRef<CopyNest> nests, unsigned loops,
                llvm::function_ref<void(Value, ArrayRef<Value>)> body) {
  Number outermost = loops > 0 ? getOuterSize(writer, nests) : Number(0);
  std::function<void(unsigned, Value, ArrayRef<Value>)> write =
      [&](unsigned level, Value target, ArrayRef<Value> sources) {
        if (level == loops)
          return body(target, sources);
        const CopyLoop &outer = nests.front().loops[level];
        writer.loop(0, level == 0 ? outermost : outer.size, 1, [&](Number i) {
          SmallVector<Value> inner;
          for (auto [nest, source] : llvm::zip_equal(nests, sources))
            inner.push_back(writer.advance(
                source, writer.mul(i, nest.loops[level].sourceStride)));
          write(level + 1,
                writer.advance(target, writer.mul(i, outer.targetStride)),
                inner);
        });
      };
  write(0, nests.front().target,
        llvm::map_to_vector(nests, [](const CopyNest &n) { return n.source; }));
}

void CopyLowering::writeInterleavedLoops(CodeWriter &writer,
                                         ArrayRef<CopyNest> nests) {
  const CopyNest &first = nests.front();
  unsigned outer = first.loops.empty() ? 0 : first.loops.size() - 1;
  writeOuterLoops(
      writer, nests, outer, [&](Value target, ArrayRef<Value> sources) {
        Number rows = 1, targetStride = 0;
        if (!first.loops.empty()) {
          rows = first.loops.back().size;
          targetStride = first.loops.back().targetStride;
        }
        InterleavedCopy interleaved{
            target, targetStride, rows, first.elementBytes, {}};
        for (auto [nest, source] : llvm::zip_equal(nests, sources))
          interleaved.runs.push_back(
              {source,
               nest.loops.empty() ? nest.run : nest.loops.back().sourceStride,
               nest.run});
        if (first.loops.empty())
          interleaved.targetStride = interleaved.rowBytes(writer);
        writeInterleavedCopy(writer, library, interleaved, strategy);
      });
}

void CopyLowering::writeNest(CodeWriter &writer, const CopyNest &nest) {
  if (isShort(nest) && strategy.isInline)
    return writeUnrolled(writer, nest, nest.loops, nest.target, nest.source,
                         strategy.vectorBytes);
  unsigned outer = nest.loops.size() - nest.denseLoops;
  bool repeats = llvm::any_of(
      ArrayRef(nest.loops).drop_front(outer),
      [](const CopyLoop &loop) { return loop.sourceStride.is(0); });
  if (!repeats)
    return writeInterleavedLoops(writer, nest);
  // The kernel includes one loop with gaps, so that threads share it.
  if (outer > 0 && !nest.loops[outer - 1].sourceStride.is(0))
    --outer;
  writeOuterLoops(
      writer, nest, outer, [&](Value target, ArrayRef<Value> sources) {
        Tile tile{target, sources.front(), {}, nest.run};
        for (const CopyLoop &loop : ArrayRef(nest.loops).drop_front(outer))
          tile.levels.push_back(
              {loop.size, loop.targetStride, loop.sourceStride});
        writeTile(writer, library, tile, strategy);
      });
}

void CopyLowering::lowerMove(CodeWriter &writer, const Move &move) {
  CopyNest nest = CopyOperands(writer, views, indices).getNest(move);
  if (!nest.isEmpty)
    writeNest(writer, nest);
}

bool CopyLowering::lowerInterleaved(CodeWriter &writer,
                                    const MoveGroup &group) {
  CopyOperands operands(writer, views, indices);
  std::optional<SmallVector<CopyNest>> interleaved =
      getInterleavedNests(group, views, operands);
  if (!interleaved)
    return false;
  ArrayRef<CopyNest> nests = *interleaved;
  if (nests.empty())
    return true;
  constexpr size_t few = 8;
  if (!llvm::all_of(nests, isShort) || nests.size() > few ||
      !strategy.isInline) {
    writeInterleavedLoops(writer, nests);
    return true;
  }
  Value target = nests.front().target;
  for (const CopyNest &nest : nests) {
    writeUnrolled(writer, nest, nest.loops, target, nest.source,
                  strategy.vectorBytes);
    target = writer.advance(target, nest.run);
  }
  return true;
}

void CopyLowering::lower(const MoveGroup &group) {
  Operation *last = group.moves.back().op;
  builder.setInsertionPoint(last);
  CodeWriter writer(builder, last->getLoc(), entry, library.getFunctions());
  if (group.moves.size() == 1 || !lowerInterleaved(writer, group))
    for (const Move &move : group.moves)
      lowerMove(writer, move);
  for (const Move &move : group.moves)
    move.op->erase();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

static std::optional<ForcedCopy> parseForced(StringRef name) {
  return llvm::StringSwitch<std::optional<ForcedCopy>>(name)
      .Case("", ForcedCopy::None)
      .Case("plain", ForcedCopy::Plain)
      .Case("rows", ForcedCopy::Rows)
      .Case("permute", ForcedCopy::Permute)
      .Case("table", ForcedCopy::Table)
      .Cases({"stream", "stream-in-order"}, ForcedCopy::Stream)
      .Default(std::nullopt);
}

static std::optional<ShuffleKind> parseShuffle(StringRef name) {
  return llvm::StringSwitch<std::optional<ShuffleKind>>(name)
      .Case("", ShuffleKind::None)
      .Case("ssse3", ShuffleKind::SSSE3)
      .Case("avx512vbmi", ShuffleKind::AVX512VBMI)
      .Default(std::nullopt);
}

// Whether an attribute of a function in LLVM is its "target-features".
static bool areFeatures(Attribute attribute) {
  auto pair = dyn_cast<ArrayAttr>(attribute);
  return pair && !pair.empty() &&
         pair[0] == StringAttr::get(pair.getContext(), "target-features");
}

// Says what functions with permutes need, so that they can also be compiled as
// a part of a module for any CPU. What a function says itself stays.
static void requireShuffle(ModuleOp module, ShuffleKind kind) {
  Builder builder(module.getContext());
  ArrayAttr required = builder.getStrArrayAttr(
      {"target-features", getShuffleInstruction(kind).features});
  for (auto function : module.getOps<func::FuncOp>()) {
    WalkResult found = function.walk(
        [](LLVM::CallIntrinsicOp) { return WalkResult::interrupt(); });
    if (!found.wasInterrupted())
      continue;
    SmallVector<Attribute> attributes;
    if (auto present = function->getAttrOfType<ArrayAttr>("passthrough"))
      llvm::append_range(attributes, present);
    if (llvm::any_of(attributes, areFeatures))
      continue;
    attributes.push_back(required);
    function->setAttr("passthrough", builder.getArrayAttr(attributes));
  }
}

namespace {
struct LowerCopies : public onnxops::impl::LowerCopiesBase<LowerCopies> {
  using LowerCopiesBase::LowerCopiesBase;
  LowerCopies(LowerCopiesOptions options, SharedCode *sharedCode)
      : LowerCopiesBase(std::move(options)), sharedCode(sharedCode) {}

  void runOnOperation() override {
    if (failed(verifyOptions()))
      return signalPassFailure();
    CopyStrategy strategy;
    strategy.streamThreshold = streamThreshold;
    strategy.fillThreshold = fillThreshold;
    strategy.threads = threads;
    strategy.forced = *parseForced(force);
    // Without vectors, registers of 8 bytes.
    strategy.vectorBytes = std::max(vectorBytes.getValue(), 8u);
    if (strategy.isForced(ForcedCopy::Plain)) {
      strategy.vectorBytes = 8;
      strategy.forced = ForcedCopy::None;
    }
    CodeTuning tuning;
    if (!strategy.isForced(ForcedCopy::Stream))
      tuning.streamedPages = streamPages;
    else if (force == "stream-in-order")
      tuning.streamedPages = 1;
    tuning.libraryBytes = libraryThreshold;
    if (strategy.vectorBytes > 8)
      tuning.shuffle = *parseShuffle(shuffle);
    KernelLibrary library(getOperation(), tuning,
                          {int64_t(threads), parallelThreshold}, sharedCode,
                          describeShared(strategy, tuning));
    // Collected beforehand, since kernels are added to the module.
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (failed(lowerFunction(function, library, strategy)))
        return signalPassFailure();
    if (tuning.shuffle != ShuffleKind::None)
      requireShuffle(getOperation(), tuning.shuffle);
  }

  // What the code of shared functions depends on. Others are arguments of
  // kernels, or decide which one is called.
  static std::string describeShared(const CopyStrategy &strategy,
                                    const CodeTuning &tuning) {
    std::string text;
    llvm::raw_string_ostream os(text);
    for (int64_t number :
         {int64_t(strategy.vectorBytes), int64_t(strategy.forced),
          tuning.streamedPages, tuning.libraryBytes, int64_t(tuning.shuffle)})
      os << number << ' ';
    return text;
  }

  LogicalResult verifyOptions() {
    if (!parseForced(force))
      return getOperation().emitError(
                 "force: expected plain, rows, permute, table, stream or "
                 "stream-in-order, but got '")
             << force << "'";
    if (!parseShuffle(shuffle))
      return getOperation().emitError(
                 "shuffle: expected ssse3, avx512vbmi or nothing, but got '")
             << shuffle << "'";
    // The widest vector registers.
    constexpr unsigned mostBytes = 64;
    if (vectorBytes &&
        (!llvm::isPowerOf2_32(vectorBytes) || vectorBytes > mostBytes))
      return getOperation().emitError(
                 "vector-bytes: expected 0 or a power of 2 of at most ")
             << mostBytes << ", but got " << vectorBytes.getValue();
    if (llvm::Error error = checkThreads("threads", threads))
      return getOperation().emitError(llvm::toString(std::move(error)));
    if (streamPages < 0)
      return getOperation().emitError(
                 "stream-pages: expected at least 0, but got ")
             << streamPages.getValue();
    return success();
  }

  LogicalResult lowerFunction(func::FuncOp function, KernelLibrary &library,
                              CopyStrategy strategy) {
    if (function.isExternal())
      return success();
    llvm::MapVector<Block *, SmallVector<Move>> moves;
    WalkResult walk = function.walk([&](Operation *op) {
      FailureOr<std::optional<Move>> move = describeMove(op);
      if (failed(move))
        return WalkResult::interrupt();
      if (*move) {
        remarkOn(**move);
        moves[op->getBlock()].push_back(**move);
      }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
    int64_t count = 0;
    for (auto &[block, list] : moves)
      count += list.size();
    strategy.isInline = count <= int64_t(outOfLineThreshold) &&
                        strategy.forced == ForcedCopy::None;
    CopyLowering lowering(function, library, strategy);
    for (auto &[block, list] : moves)
      for (const MoveGroup &group : groupMoves(list))
        lowering.lower(group);
    return success();
  }

  SharedCode *sharedCode = nullptr;
};
} // namespace

std::unique_ptr<Pass>
mlir::onnxops::createLowerCopies(const LowerCopiesOptions &options,
                                 SharedCode *sharedCode) {
  return std::make_unique<LowerCopies>(options, sharedCode);
}
