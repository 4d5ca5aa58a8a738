//===- TileWriter.h - code that writes a tile -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of a kernel of repeats, and of the functions that it calls.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TILEWRITER_H
#define ONNXOPS_LIB_COPIES_TILEWRITER_H

#include "TileTable.h"

namespace mlir::onnxops::tile_table {

/// A range of iterations, or of bytes of a run.
struct Range {
  Number begin, end;
};

/// The part of a level that is written: a range of its iterations, `repeats` at
/// a time, or `repeats` of its iterations, from the first one on, on a range of
/// what they repeat.
struct Part {
  Number level;
  Value target, source;
  Range range;
  Number repeats;
  /// Whether the target is read again while it is in the cache. The functions
  /// of a table in memory do not tell.
  bool isCached;
};

/// Writes the body of a kernel, or of a function that it calls.
class TileWriter {
public:
  TileWriter(CodeWriter &writer, TileTable table, int64_t vectorBytes)
      : writer(writer), table(table), vectorBytes(vectorBytes) {}

  void writeKernel(Value target, Value source, Range units);

private:
  using Write = void (TileWriter::*)(const Part &part);
  void call(StringRef name, Write write, const Part &part);
  void callLevel(Number level, Value target, Value source, Range range,
                 bool isCached) {
    call("tile_level", &TileWriter::writeLevel,
         {level, target, source, range, 1, isCached});
  }
  void callRepeat(Number level, Value target, Value source, Range repeats,
                  Range data, bool isCached);

  void writeLevel(const Part &part);
  void writeShortRepeat(const Part &part);
  void writeShuffled(const Part &part);
  void writeData(const Part &part);
  void writeRepeat(const Part &part);
  void writeEachRepeat(const Part &part);
  void writeSlabs(const Part &part);
  void writeShortRows(const Part &part);
  void writeBlocks(const Part &part);
  void writeIterated(Value target, Value source, Range units);

  Number next(Number level) { return writer.add(level, 1); }
  Range all(Number level) { return {0, table.get(level, Size)}; }
  Number size(Range range) { return writer.sub(range.end, range.begin); }
  Value at(Value pointer, Number i, Number stride) {
    return writer.advance(pointer, writer.mul(i, stride));
  }
  /// Whether stores are non-temporal: an i1.
  Value streams(const Part &part) {
    return part.isCached ? writer.equal(0, 1) : table.isTrue(Streams);
  }

  CodeWriter &writer;
  TileTable table;
  int64_t vectorBytes;
};

} // namespace mlir::onnxops::tile_table

#endif // ONNXOPS_LIB_COPIES_TILEWRITER_H
