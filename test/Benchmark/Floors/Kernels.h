//===- Kernels.h - the list of kernels --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All kernels of one width, see Vector.h. Names say what they do, and stand in
// the machine-readable report.
//
//===----------------------------------------------------------------------===//

#include "Fusions.h"
#include "Rows.h"
#include "ShortRuns.h"
#include "Tile.h"

#ifdef BENCH_HAS_PERMUTES
#include "Permutes.h"
#endif

#define BENCH_UNROLLED(count)                                                  \
  {"unrolled rows of " #count, countUnrolled<count, Stores::Cached>,           \
   runUnrolled<count, Stores::Cached>},                                        \
      {"unrolled streams of " #count, countUnrolled<count, Stores::Streamed>,  \
       runUnrolled<count, Stores::Streamed>},                                  \
  {                                                                            \
    "four rows of " #count, countUnrolled<count, Stores::Cached>,              \
        runFourRows<count>                                                     \
  }

#define BENCH_STREAMED_GROUPS(count)                                           \
  {"streamed groups of " #count, countStreamedGroups<count>,                   \
   runStreamedGroups<count>}

#define BENCH_ROW_BLOCKS(count)                                                \
  {"blocks of 4 rows of " #count, countRowBlocks<count, 4>,                    \
   runRowBlocks<count, 4>},                                                    \
      {"blocks of 16 rows of " #count, countRowBlocks<count, 16>,              \
       runRowBlocks<count, 16>},                                               \
  {                                                                            \
    "blocks of 64 rows of " #count, countRowBlocks<count, 64>,                 \
        runRowBlocks<count, 64>                                                \
  }

#define BENCH_ZIP(parts)                                                       \
  {"zip " #parts " by 1", countZip<parts, 1>, runZip<parts, 1>},               \
      {"zip " #parts " by 2", countZip<parts, 2>, runZip<parts, 2>},           \
      {"zip " #parts " by 4", countZip<parts, 4>, runZip<parts, 4>}, {         \
    "zip " #parts " by 8", countZip<parts, 8>, runZip<parts, 8>                \
  }

#define BENCH_UNZIP(parts)                                                     \
  {"unzip " #parts " by 1", countUnzip<parts, 1>, runUnzip<parts, 1>},         \
      {"unzip " #parts " by 2", countUnzip<parts, 2>, runUnzip<parts, 2>},     \
      {"unzip " #parts " by 4", countUnzip<parts, 4>, runUnzip<parts, 4>}, {   \
    "unzip " #parts " by 8", countUnzip<parts, 8>, runUnzip<parts, 8>          \
  }

#define BENCH_OVERLAPPING(size)                                                \
  {"overlapping " #size, countOverlapping<size>, runOverlapping<size, true>},  \
  {                                                                            \
    "pieces of " #size, countPieces<size>, runOverlapping<size, false>         \
  }

#define BENCH_PERMUTES(parts)                                                  \
  {"permutes of " #parts, countPermutes<parts>, runPermutes<parts>}

#define BENCH_CHUNKS(parts)                                                    \
  {"chunks of " #parts " vectors", countChunks<parts>, runChunks<parts>}

#define BENCH_FUSION(fusion)                                                   \
  {"one pass", countFusion<Fusion::fusion, Stores::Cached>,                    \
   runFusion<Fusion::fusion, Stores::Cached>},                                 \
  {                                                                            \
    "streamed pass", countFusion<Fusion::fusion, Stores::Streamed>,            \
        runFusion<Fusion::fusion, Stores::Streamed>                            \
  }

static constexpr FloorKernel kKernels[] = {
    {"rows by memcpy", countRows, runRows<ByMemcpy>},
    {"rows by vectors", countRows, runRows<ByVectors>},
    {"streamed rows", countStreamedRows, runRows<ByStreams<0>>},
    {"next rows prefetched, by vectors", countRowsAhead,
     runRowsAhead<ByVectors>},
    {"next rows prefetched, streamed", countRowsAhead,
     runRowsAhead<ByStreams<0>>},
    {"prefetched streamed rows", countStreamedRows, runRows<ByStreams<4096>>},
    {"table by memcpy", countTable, runTable<ByMemcpy>},
    {"table by vectors", countTable, runTable<ByVectors>},
    {"ranges by memcpy", countRanges, runRanges<ByMemcpy>},
    {"ranges by vectors", countRanges, runRanges<ByVectors>},
    {"streamed ranges", countStreamedRanges, runRanges<ByStreams<0>>},
    {"ranges by pages", countStreamedRanges, runRanges<ByPages>},
    BENCH_UNROLLED(1),
    BENCH_UNROLLED(2),
    BENCH_UNROLLED(4),
    BENCH_UNROLLED(8),
    BENCH_UNROLLED(16),
    BENCH_STREAMED_GROUPS(1),
    BENCH_STREAMED_GROUPS(2),
    BENCH_STREAMED_GROUPS(4),
    BENCH_STREAMED_GROUPS(8),
    BENCH_ROW_BLOCKS(1),
    BENCH_ROW_BLOCKS(2),
    BENCH_ROW_BLOCKS(4),
    BENCH_ROW_BLOCKS(8),
    BENCH_ZIP(2),
    BENCH_ZIP(4),
    BENCH_ZIP(8),
    {"threes of 4", countThrees<4>, runThrees<4>},
    {"threes of 8", countThrees<8>, runThrees<8>},
    BENCH_UNZIP(2),
    BENCH_UNZIP(4),
    BENCH_UNZIP(8),
    BENCH_OVERLAPPING(8),
    BENCH_OVERLAPPING(16),
    BENCH_OVERLAPPING(32),
    BENCH_OVERLAPPING(64),
#ifdef BENCH_HAS_PERMUTES
    {"short tiles", countShortTiles, runShortTiles},
    {"small tiles", countSmallTiles, runSmallTiles},
    BENCH_CHUNKS(1),
    BENCH_CHUNKS(2),
    BENCH_CHUNKS(4),
    BENCH_CHUNKS(8),
    BENCH_PERMUTES(2),
    BENCH_PERMUTES(3),
    BENCH_PERMUTES(4),
    BENCH_PERMUTES(5),
    BENCH_PERMUTES(6),
    BENCH_PERMUTES(7),
    BENCH_PERMUTES(8),
#endif
    {"fills", countFills<Stores::Cached>, runFills<Stores::Cached>},
    {"streamed fills", countFills<Stores::Streamed>,
     runFills<Stores::Streamed>},
    {"blocks by memcpy", countBlocks<Stores::Cached>, runBlocks<EachPlace>},
    {"blocks by vectors", countBlocks<Stores::Cached>,
     runBlocks<EachVector<Stores::Cached>>},
    {"streamed blocks", countBlocks<Stores::Streamed>,
     runBlocks<EachVector<Stores::Streamed>>},
    {"planes", countPlanes, runPlanes},
    {"doubling", countDoubled, runDoubled},
    BENCH_FUSION(ReluConcat),
    BENCH_FUSION(ScaledConcat),
    BENCH_FUSION(SlicedConcat),
    BENCH_FUSION(AddTiledRow),
    BENCH_FUSION(AddTiledColumn),
    BENCH_FUSION(ConcatTile),
};

#undef BENCH_UNROLLED
#undef BENCH_FUSION
#undef BENCH_OVERLAPPING
#undef BENCH_PERMUTES
#undef BENCH_ROW_BLOCKS
#undef BENCH_UNZIP
#undef BENCH_ZIP
