//===- TileTable.h - arguments of the tile table kernel ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel arguments of a tile with numbers known only at run time: a table
// of nested loops. Loops of size 1 separate loops that could be one, so loops
// are merged before the kernel runs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TILETABLE_H
#define ONNXOPS_LIB_COPIES_TILETABLE_H

#include "TileKernels.h"
#include "onnxops/Copies/KernelLibrary.h"

namespace mlir::onnxops {

namespace tile_table {

/// The fields of a table. Levels follow, outermost first, three fields each.
enum TileField : int64_t {
  Target,
  Source,
  Streams, ///< whether stores are non-temporal
  Run,     ///< bytes of the innermost contiguous run
  First,   ///< the outermost level after merging
  End,     ///< the level after the innermost
  Units,   ///< of the kernel's work
  Grain,
  OfData, ///< whether the units of an outermost repeat are its data
  Levels
};
enum LevelField : int64_t { Size, TargetStride, SourceStride, FieldsPerLevel };

} // namespace tile_table

/// Accesses a table in generated code.
class TileTable {
  using TileField = tile_table::TileField;
  using LevelField = tile_table::LevelField;

public:
  TileTable(CodeWriter &writer, Value table) : writer(writer), table(table) {}

  Value getTable() const { return table; }
  Number get(TileField field) { return read(int64_t(field)); }
  void set(TileField field, Number value) { write(int64_t(field), value); }
  Value getPointer(TileField field) {
    return writer.load(table.getType(), at(int64_t(field)));
  }
  Value isStreamed() { return writer.equal(get(tile_table::Streams), 1); }

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

private:
  Number find(Number level, LevelField field) {
    return writer.add(writer.mul(level, tile_table::FieldsPerLevel),
                      tile_table::Levels + field);
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

/// Adds the table of a tile. Fields that prepareTile computes are 0.
void addTileTable(KernelCall &call, const Tile &tile, Number streams);

/// Writes a call of the function that merges the loops and chooses the units
/// of work.
void prepareTile(CodeWriter &writer, TileTable table);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TILETABLE_H
