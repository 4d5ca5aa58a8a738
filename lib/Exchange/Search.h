/*===- Search.h - the ranks that have parts of a box ----------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Of a rank that looks for others, to send to them or to receive from them.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_EXCHANGE_SEARCH_H
#define ONNXOPS_LIB_EXCHANGE_SEARCH_H

#include "Shards.h"

/// A box of elements, and ranks that may have elements of it.
typedef struct Search {
  const OnnxopsExchange *exchange;
  const OnnxopsSharding *shardings; ///< of these ranks
  int64_t skipped;                  ///< a dimension not to be cut, or -1
  int64_t rank;                     ///< that searches
  Interval box[ONNXOPS_MAX_RANK];
  Interval coordinates[ONNXOPS_MAX_GRID_AXES]; ///< of these ranks
  int64_t source;
  int64_t resultShift; ///< from a position in the source to the result
  const void *state;
  void (*found)(const struct Search *search, int64_t rank,
                const OnnxopsPart *part);
} Search;

/// Leaves the searching rank's own coordinates.
void onnxopsImplStay(Search *search);

/// Calls `found` for each rank of the coordinates that has a part of the box,
/// in row-major order.
void onnxopsImplVisitRanks(const Search *search);

#endif /* ONNXOPS_LIB_EXCHANGE_SEARCH_H */
