//===- RunTable.h - sources of any number and lengths -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernel for any runs finds in its table, and how it reads that.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_RUNTABLE_H
#define ONNXOPS_LIB_COPIES_RUNTABLE_H

#include "InterleavedCopy.h"
#include "onnxops/Copies/KernelLibrary.h"

namespace mlir::onnxops {

/// The words of a table of runs. A number that all runs share stands once.
struct RunTable {
  Word target, targetStride, rowBytes, count;
  Word byRows;  ///< 1 if ranges are whole rows
  Word streams; ///< 1 if stores go around the cache
  std::optional<Word> equalRun;
  bool isPacked; ///< sources' rows lie side by side
  unsigned first, wordsPerRun;
  std::string layout; ///< text that tells tables of other words apart
};

/// Adds the words of a call that writes `copy`. `byRows` and `streams` are i1.
RunTable addRunTable(CodeWriter &writer, KernelCall &call,
                     const InterleavedCopy &copy, Number rowBytes, Value byRows,
                     Value streams);

/// One source, as read from the table.
struct TableRun {
  Value source;
  Number bytes, stride;
};

/// Of all runs of a row, in bytes.
struct RunLengths {
  Number shortest, longest;
  Number bits; ///< each one that is set in any of them
};

/// Within the kernel: its table.
class RunTableReader {
public:
  RunTableReader(CodeWriter &writer, KernelFrame &frame, const RunTable &words);

  TableRun getRun(Number k);
  /// Where the words of a run are.
  Value getWords(Number k);
  RunLengths getLengths();
  /// If ranges are whole rows: the first one and the one behind the last.
  Number getFirstRow();
  Number getLastRow();

  KernelFrame &frame;
  const RunTable &words;
  const Value target, streams; ///< a pointer, an i1
  const Number targetStride, rowBytes, count;
  std::optional<Number> equalRun;

private:
  Number getIndex(Number k);

  CodeWriter &writer;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_RUNTABLE_H
