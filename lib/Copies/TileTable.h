//===- TileTable.h - the loops of a tile, in memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of tiles of which some number is known only at run time: nested loops as
// words of a kernel's table. What is 1 at run time keeps loops apart that
// belong together, so they are merged before the kernel runs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TILETABLE_H
#define ONNXOPS_LIB_COPIES_TILETABLE_H

#include "TileKernels.h"
#include "onnxops/Copies/KernelLibrary.h"

namespace mlir::onnxops {

namespace tile_table {

/// The words of a table. Levels follow, outermost first, three words each.
enum TileWord : int64_t {
  Target,
  Source,
  Streams, ///< whether stores go around the cache
  Run,     ///< bytes of the innermost contiguous piece
  First,   ///< the outermost level that is left
  End,     ///< behind the innermost
  Units,   ///< of the kernel's work
  Grain,
  OfData, ///< whether the units of a repeat at the outside are what it repeats
  Levels
};
enum LevelWord : int64_t { Size, TargetStride, SourceStride, WordsPerLevel };

} // namespace tile_table

/// A table, from within the code that uses it.
class TileTable {
  using TileWord = tile_table::TileWord;
  using LevelWord = tile_table::LevelWord;

public:
  TileTable(CodeWriter &writer, Value table) : writer(writer), table(table) {}

  Value getTable() const { return table; }
  Number get(TileWord word) { return read(int64_t(word)); }
  void set(TileWord word, Number value) { write(int64_t(word), value); }
  Value getPointer(TileWord word) {
    return writer.load(table.getType(), at(int64_t(word)));
  }
  Value isStreamed() { return writer.equal(get(tile_table::Streams), 1); }

  Number get(Number level, LevelWord word) { return read(find(level, word)); }
  void set(Number level, LevelWord word, Number value) {
    write(find(level, word), value);
  }
  Value isRepeat(Number level) {
    return writer.equal(get(level, tile_table::SourceStride), 0);
  }
  Value isLast(Number level) {
    return writer.equal(writer.add(level, 1), get(tile_table::End));
  }

private:
  Number find(Number level, LevelWord word) {
    return writer.add(writer.mul(level, tile_table::WordsPerLevel),
                      tile_table::Levels + word);
  }
  Value at(Number word) { return writer.advance(table, writer.mul(word, 8)); }
  Number read(Number word) {
    return Number(writer.load(writer.getBuilder().getI64Type(), at(word)));
  }
  void write(Number word, Number value) {
    writer.store(writer.materialize(value), at(word));
  }

  CodeWriter &writer;
  Value table;
};

/// Adds the words of a tile. Those that prepareTile computes are 0.
void addTileTable(KernelCall &call, const Tile &tile, Number streams);

/// Writes a call of the function that merges the loops, and chooses what
/// threads share.
void prepareTile(CodeWriter &writer, TileTable table);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TILETABLE_H
