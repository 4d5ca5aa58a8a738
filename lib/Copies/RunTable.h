//===- RunTable.h - arguments of the table kernel ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of the kernel for any number and lengths of runs: a table with
// one row per source.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_RUNTABLE_H
#define ONNXOPS_LIB_COPIES_RUNTABLE_H

#include "InterleavedCopy.h"
#include "onnxops/Copies/KernelLibrary.h"

namespace mlir::onnxops {

/// The layout of the arguments. A number that all runs share is stored once.
struct RunTable {
  KernelArgument target, targetStride, rowBytes, count;
  KernelArgument byRows;  ///< 1 if ranges are whole rows
  KernelArgument streams; ///< 1 if stores are non-temporal
  std::optional<KernelArgument> equalRun;
  std::optional<KernelArgument> stride; ///< of a single source with gaps
  /// The numbers of RunLengths, if all are constant: the kernel need not go
  /// through the table for them.
  SmallVector<KernelArgument, 4> lengths;
  bool isPacked; ///< the rows of each source are contiguous
  unsigned first, wordsPerRun;
  std::string layout; ///< a key of the layout
};

/// Adds the arguments of a call that makes `copy`. `byRows` and `streams` are
/// i1.
RunTable addRunTable(CodeWriter &writer, KernelCall &call,
                     const InterleavedCopy &copy, Number rowBytes, Value byRows,
                     Value streams);

/// One source, as read from the table.
struct TableRun {
  Value source;
  Number bytes, stride;
};

/// Lengths of all runs of a row, in bytes.
struct RunLengths {
  Number shortest, longest;
  Number bits; ///< the union of their bits
  /// The least number of bytes between two runs of a source; below 0 where they
  /// overlap.
  Number gap;
};

/// Writes one run, at pointers to its target and source.
using WriteRun =
    llvm::function_ref<void(Value target, Value source, Number bytes)>;

/// Reads the table within the kernel.
class RunTableReader {
public:
  RunTableReader(CodeWriter &writer, KernelFrame &frame,
                 const RunTable &arguments);

  TableRun getRun(Number k);
  /// The address of a run's row of the table.
  Value getAddress(Number k);
  RunLengths getLengths();
  /// Calls `write` for these adjacent runs of each row of [begin, end).
  /// `target` is the place of the first run in row 0.
  void forEachRow(Value target, ArrayRef<TableRun> runs, Number begin,
                  Number end, WriteRun write);
  /// If ranges are whole rows: the first one and the one after the last.
  Number getFirstRow();
  Number getLastRow();

  KernelFrame &frame;
  const RunTable &arguments;
  const Value target, streams; ///< a pointer, an i1
  const Number targetStride, rowBytes, count;
  std::optional<Number> equalRun;

private:
  Number getIndex(Number k);

  CodeWriter &writer;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_RUNTABLE_H
