//===- TileKernels.cpp - kernels of repeats -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of constant sizes has a kernel of its own; all others have one in
// common, which reads them from a table in memory.
//
//===----------------------------------------------------------------------===//

#include "TileKernels.h"

#include "TileWriter.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::tile_table;

Number Tile::getBytes(CodeWriter &writer) const {
  Number inner = levels.size() == 1
                     ? run
                     : writer.mul(levels[1].size, levels[1].targetStride);
  return writer.mul(levels.front().size, inner);
}

void mlir::onnxops::writeTile(CodeWriter &writer, KernelLibrary &library,
                              const Tile &tile, const CopyStrategy &strategy) {
  Number bytes = tile.getBytes(writer);
  SmallVector<Number> words = listWords(
      tile, writer.fromCondition(strategy.streamsFill(writer, bytes)));
  // How it is stored may be known only where the code runs.
  bool isKnown =
      llvm::all_of(ArrayRef(words).drop_front(Streams + 1),
                   [](Number word) { return word.constant().has_value(); });
  TileTable constants(writer, words);
  if (isKnown)
    chooseUnits(writer, constants, strategy.vectorBytes);
  KernelCall call(isKnown ? "tile" : "tile_table");
  call.addUnkeyedArgument(tile.target);
  call.addUnkeyedArgument(tile.source);
  KernelArgument streams;
  if (isKnown)
    streams = call.add(words[Streams]);
  else
    call.addUnkeyedArgument(words[Streams]);
  for (Number word : ArrayRef(words).drop_front(Streams + 1))
    if (isKnown)
      call.add(word);
    else
      call.addUnkeyedArgument(word);
  auto writeBody = [&](CodeWriter &writer, KernelFrame &frame) {
    SmallVector<Number> own(words);
    if (isKnown)
      own[Streams] = frame.number(streams);
    TileTable table = isKnown ? TileTable(writer, own)
                              : TileTable(writer, frame.getArgumentArray());
    TileWriter(writer, table, strategy.vectorBytes)
        .writeKernel(frame.pointer(Number(Target)),
                     frame.pointer(Number(Source)),
                     {frame.getBegin(), frame.getEnd()});
  };
  func::FuncOp kernel = library.get(
      call, isKnown ? KernelSharing::OneModel : KernelSharing::AllModels,
      writeBody);
  ArgumentArray array = library.storeArguments(writer, call);
  TileTable table = isKnown ? constants : TileTable(writer, array.memory);
  if (!isKnown)
    prepareTile(writer, table, strategy.vectorBytes);
  library.callOn(writer, kernel, array, table.get(Units), table.get(Grain),
                 bytes);
}
