//===- TileTable.h - loops of a tile, constant or in memory -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words that describe a tile: constants in the code of its kernel, or the
// kernel's arguments, if any is known only at run time. Then loops of size 1
// may separate loops that could be one, so loops are merged before the kernel
// runs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TILETABLE_H
#define ONNXOPS_LIB_COPIES_TILETABLE_H

#include "TileKernels.h"

namespace mlir::onnxops {

namespace tile_table {

/// The fields of a table. Levels follow, outermost first, three fields each.
enum TileField : int64_t {
  Target, ///< in memory only, as is the source
  Source,
  Streams, ///< whether stores are non-temporal
  Run,     ///< bytes of the innermost contiguous run
  First,   ///< the outermost level
  End,     ///< the level after the innermost
  Units,   ///< of the kernel's work
  Grain,
  Split, ///< what the units are
  Levels
};
/// What threads share: iterations of the outermost level or, of a repeat, what
/// it repeats.
enum TileSplit : int64_t {
  OfIterations,
  OfData,    ///< a thread writes its part of the data in each iteration
  OfIterated ///< all data of the first iteration, then of the second, ...
};
enum LevelField : int64_t { Size, TargetStride, SourceStride, FieldsPerLevel };

} // namespace tile_table

/// Accesses a table in memory in generated code, or one of constants, whose
/// levels are numbered by constants.
class TileTable {
  using TileField = tile_table::TileField;
  using LevelField = tile_table::LevelField;

public:
  TileTable(CodeWriter &writer, Value memory)
      : writer(writer), memory(memory) {}
  TileTable(CodeWriter &writer, MutableArrayRef<Number> constants)
      : writer(writer), constants(constants) {}

  /// Null for constants.
  Value getMemory() const { return memory; }

  Number get(TileField field) { return read(int64_t(field)); }
  void set(TileField field, Number value) { write(int64_t(field), value); }
  Value isTrue(TileField field) { return writer.equal(get(field), 1); }

  Number get(Number level, LevelField field) {
    return read(find(level, field));
  }
  void set(Number level, LevelField field, Number value) {
    write(find(level, field), value);
  }
  Value isRepeat(Number level) {
    return writer.equal(get(level, tile_table::SourceStride), 0);
  }
  Value isLast(Number level) {
    return writer.equal(writer.add(level, 1), get(tile_table::End));
  }
  /// The size of the data that a repeat repeats: iterations of the next level,
  /// or bytes of the run.
  Number getRepeated(Number level);

private:
  Number find(Number level, LevelField field) {
    return writer.add(writer.mul(level, tile_table::FieldsPerLevel),
                      tile_table::Levels + field);
  }
  Value at(Number word) { return writer.advance(memory, writer.mul(word, 8)); }
  Number read(Number word);
  void write(Number word, Number value);

  CodeWriter &writer;
  Value memory;
  MutableArrayRef<Number> constants;
};

/// The words of a table. Those that chooseUnits and mergeLevels compute are 0.
SmallVector<Number> listWords(const Tile &tile, Number streams);

/// Whether the rows of this level, whose next level is behind it, are as fast
/// to write as to copy: each repeats a run that is a pattern in registers.
Value hasPatternRows(CodeWriter &writer, TileTable &table, Number level,
                     int64_t vectorBytes);

/// Chooses the units of work.
void chooseUnits(CodeWriter &writer, TileTable &table, int64_t vectorBytes);

/// Writes a call of the function that merges the loops of a table in memory and
/// chooses the units of work.
void prepareTile(CodeWriter &writer, TileTable &table, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TILETABLE_H
