/*===- GeneratedCode.h - functions called by compiled code -------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The functions that lowered code calls, for no other use. They change together
 * with lib/Transforms/Calls, which emits the calls. All memory that a call
 * allocates is listed in its context, so that the one failing exit of a
 * function can free it wherever the failure happened.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_ABI_GENERATEDCODE_H
#define ONNXOPS_ABI_GENERATEDCODE_H

#include "onnxops/ABI/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bits of a kind in a signature: that the value is a tensor whose sizes are
/// all known and above 0, and whose size in bytes fits an int64_t; above them,
/// how many of the entries that follow are like this one: equal but for names,
/// and if all are fixed, but for the size in one dimension, which plus 1 is
/// stored times ONNXOPS_KIND_AXIS.
#define ONNXOPS_KIND_AXIS ((int64_t)1 << 16)
#define ONNXOPS_KIND_FIXED ((int64_t)1 << 31)
#define ONNXOPS_KIND_ALIKE_SHIFT 32

/// Starts a call: clears the context, checks the table against `signature`.
/// Returns 0, or 1 with a message that names the value, the dimension and
/// what was expected. A null context or table also returns 1. After a failure
/// onnxopsRtLeave may be called, with any status, but need not be.
///
/// `signature` is flat: [inputs, outputs, symbols, functionName,
/// symbolName...] and then for each input and output [kind, elementType,
/// rank, name, size...]. Names are byte offsets into `names`, where they are
/// NUL-terminated. A kind may have the bits above. Rank -1 is unknown and has
/// no sizes. A size >= 0 is required, -1 is unknown, -2 - k is symbol k: all
/// inputs with a symbol must agree. Outputs: of a slot only `reserved` is
/// checked here, capacity and kind when its memory is allocated, aliasing
/// never; their ranks and sizes in the signature are not checked. An empty name
/// makes messages say "input 2". The signature and the names must live until
/// the call has ended. Sequence inputs are checked for kind and element type;
/// every element of rank != -1 in the signature for its rank and known sizes
/// (symbols bind nothing inside a sequence).
int32_t onnxopsRtEnter(OnnxopsContext *context, OnnxopsValue *table,
                       int64_t count, const int64_t *signature,
                       const char *names);

/// The same after code for the types of the inputs has tested them. `outputs`
/// is where the entries of outputs begin in the signature if the table is not
/// null, `count` is right and all inputs are tensors as declared, with
/// elements, without strides, and aligned; 0 if that is not known.
int32_t onnxopsRtEnterTested(OnnxopsContext *context, OnnxopsValue *table,
                             int64_t count, const int64_t *signature,
                             const char *names, int64_t outputs);

/// onnxopsRtEnter for code compiled for devices of `kind` ("vulkan", "cuda"):
/// fails unless the context has such a device, as onnxopsRtEnter does if it has
/// any. Until the call has ended, all memory of the functions below is the
/// device's: inputs, outputs, allocations and the elements of sequences are
/// addresses on it.
int32_t onnxopsRtEnterDevice(OnnxopsContext *context, OnnxopsValue *table,
                             int64_t count, const int64_t *signature,
                             const char *names, const char *kind);

/// Whether onnxopsRtEnter found that inputs [first, first + count) have equal
/// sizes in a dimension, 1 or 0. They may have them where it is 0: not all are
/// compared with each other.
int32_t onnxopsRtSizesAgree(const OnnxopsContext *context, int64_t first,
                            int64_t count, int64_t dimension);

/// The sum of the sizes of inputs [first, first + count) in a dimension, if
/// onnxopsRtEnter has added them; -1 if it has not, or if they sum to 2^63 or
/// more.
int64_t onnxopsRtSizesSum(const OnnxopsContext *context, int64_t first,
                          int64_t count, int64_t dimension);

/// An entry, see Runtime.h.
typedef int32_t (*OnnxopsEntry)(OnnxopsValue *table, int64_t count,
                                OnnxopsContext *context);

/// Calls an entry on DLPack tensors: the whole body of the function of a model
/// compiled ahead of time. `signature` and `names` are those that the entry
/// passes to onnxopsRtEnter. `inputs` and `outputs` have a pointer for each
/// input and output, see onnxops/ABI/DLPack.h. Returns 0, or 1 with a message;
/// a null context returns 1.
int32_t onnxopsRtCallTensors(OnnxopsContext *context, OnnxopsEntry entry,
                             const int64_t *signature, const char *names,
                             const void *inputs, void *outputs);

/// Makes the failure of one rank that of all; `context` has a message if the
/// call has failed on this one.
typedef void (*OnnxopsAgree)(OnnxopsContext *context);

/// The same for one rank of several, for onnxopsRtCallShards: `agree`, unless
/// null, is called once, before any output is given away, whether the call has
/// failed or not.
int32_t onnxopsRtCallTensorsOnRanks(OnnxopsContext *context, OnnxopsEntry entry,
                                    const int64_t *signature, const char *names,
                                    const void *inputs, void *outputs,
                                    OnnxopsAgree agree);

/// Ends a call. Without a failure, the output slots take their values, with
/// strings copied deeply. Otherwise (status != 0, a recorded failure, an output
/// that was never made, no memory for the strings) they stay as the caller gave
/// them and the memory that this call allocated for them is released. Frees
/// every allocation and sequence still listed. Returns 0, or 1 on failure; then
/// there is a message.
int32_t onnxopsRtLeave(OnnxopsContext *context, int32_t status);

/// Records a failure unless one is recorded already: `message` with {0}, {1},
/// ... replaced by `values`; "{{" stands for "{", so that names may contain
/// braces. Anything else, including an index without a value, stays unchanged.
void onnxopsRtFail(OnnxopsContext *context, const char *message,
                   const int64_t *values, int64_t count);

/// Records a failure as onnxopsRtFail does if `holds` is 0. Lets several checks
/// share one branch, whose failing side calls this for each of them.
void onnxopsRtRequire(OnnxopsContext *context, int32_t holds,
                      const char *message, const int64_t *values,
                      int64_t count);

/// Allocates elementBytes * product(sizes) bytes, aligned to 64 bytes, or to 8
/// if they are 256 or fewer; listed in the context. Never null for a size of 0.
/// On overflow, a negative size, no memory, beyond the call's limit or when the
/// call was cancelled: records "`where`: expected memory for ..., but ..." and
/// returns null.
void *onnxopsRtAllocate(OnnxopsContext *context, int64_t elementBytes,
                        int64_t rank, const int64_t *sizes, const char *where);

/// The elements of a constant: `count` pointers to strings; string i is `text`
/// from ends[i - 1] (0 for the first) to ends[i]. `text` is not copied. Listed
/// in the context, and null if there is no memory for it.
const OnnxopsString **onnxopsRtStrings(OnnxopsContext *context,
                                       const char *text, const int64_t *ends,
                                       int64_t count);

/// Frees an allocation of onnxopsRtAllocate before the call ends. Null is
/// ignored.
void onnxopsRtFree(OnnxopsContext *context, void *data);

/// Memory for output `index` (0 is the first output), a tensor of the given
/// sizes; the element type comes from the signature. To be called once for each
/// output. The slot itself changes only in onnxopsRtLeave. For strings this is
/// memory for the pointers, all null at first. Aligned to the element, and to
/// 64 bytes unless the caller lent it. Null with a message if there is none.
void *onnxopsRtOutput(OnnxopsContext *context, int64_t index, int64_t rank,
                      const int64_t *sizes);

/// The format of the code of kernels, see OnnxopsDeviceCode.
enum { ONNXOPS_CODE_SPIRV = 1, ONNXOPS_CODE_PTX = 2, ONNXOPS_CODE_AMD = 3 };

/// The most words of a table that is a parameter of a kernel in PTX, where all
/// parameters have at most 4,096 bytes.
enum { ONNXOPS_PARAMETER_WORDS = 500 };

/// A module with kernels for a device. In SPIR-V a kernel is an entry point of
/// `blockSize` threads whose one argument, the storage buffer at set 0, binding
/// 0, holds the 64-bit words of its table; it addresses everything else by
/// PhysicalStorageBuffer. In PTX, whose text need not end with a NUL, a kernel
/// has two parameters: these words, in an array if there are at most
/// ONNXOPS_PARAMETER_WORDS and by their address on the device if there are
/// more, and their number.
typedef struct OnnxopsDeviceCode {
  int32_t format;    ///< ONNXOPS_CODE_*
  int32_t blockSize; ///< threads of a block
  int64_t size;      ///< in bytes
  const void *bytes; ///< aligned to 4
  /// A hash of the bytes, by which a device identifies them: another module may
  /// have had the same address before.
  uint64_t hash[2];
} OnnxopsDeviceCode;

/// Queues a kernel on `blocks` blocks of code->blockSize threads, or on fewer
/// whose threads loop with the stride of the grid. Its table has `words` 64-bit
/// words, which are copied before this returns. Does nothing for 0 blocks. The
/// kernel sees all launches and writes before it in this call. Returns 0, or 1
/// with a message; kernels that fail later make the call fail.
int32_t onnxopsRtLaunch(OnnxopsContext *context, const OnnxopsDeviceCode *code,
                        const char *kernel, const int64_t *table, int64_t words,
                        int64_t blocks);

/// A copy of constant data on the device, made once for each device and hash,
/// which exists until the device is closed. Null with a message if it cannot be
/// made.
void *onnxopsRtConstant(OnnxopsContext *context, const void *data,
                        int64_t bytes, uint64_t hash0, uint64_t hash1);

/// Copies a few bytes, such as sizes and positions, from device memory to host
/// memory, or back. A read waits for all launches and writes before it; after a
/// write has returned, `from` may change. ReadWords waits once for `count`
/// elements: each is a pair of words, its address, which its value replaces,
/// and its size in bytes, 8 at most. Returns 0, or 1 with a message.
int32_t onnxopsRtRead(OnnxopsContext *context, void *to, const void *from,
                      int64_t bytes);
int32_t onnxopsRtReadWords(OnnxopsContext *context, int64_t *words,
                           int64_t count);
int32_t onnxopsRtWrite(OnnxopsContext *context, void *to, const void *from,
                       int64_t bytes);

/// Adds to the bytes reported by onnxopsContextBytesMoved.
void onnxopsRtCountBytes(OnnxopsContext *context, int64_t bytes);

/// A part of the work of a call: the units [begin, end). `table` holds pointers
/// and sizes, as agreed between the kernel and its caller, and may be a copy of
/// the caller's words: it must not point into itself.
typedef void (*OnnxopsKernel)(const int64_t *table, int64_t begin, int64_t end);

/// Runs a kernel on disjoint ranges that make up [0, count), each once, in any
/// order and possibly at the same time, and returns when all have returned.
/// Their writes are then visible to the caller. There are at most `threads`
/// ranges, as even as possible with boundaries at multiples of `grain`, except
/// the end of the last one. The context's pool runs them
/// (onnxopsContextSetParallelFor); one range runs on the caller's thread. The
/// kernel must not use the context. `words` is the length of `table`. A `count`
/// of 0 or less runs nothing; a `grain` or `threads` of less than 1 counts as
/// 1, more threads than ONNXOPS_MAX_THREADS as that many, a null context as one
/// without a pool of its own.
void onnxopsRtParallelFor(OnnxopsContext *context, OnnxopsKernel kernel,
                          const int64_t *table, int64_t words, int64_t count,
                          int64_t grain, int64_t threads);

/// Work that writes fewer bytes is not shared: threads gain little even if they
/// wait for it.
#define ONNXOPS_LEAST_SHARED (48 << 10)

/// The same for work that writes `bytes`, on the caller's thread alone unless
/// threads are expected to be faster. Those of a context's pool are from
/// ONNXOPS_LEAST_SHARED on at first, later from a size of up to 512 KB that is
/// measured now and then: the pool then runs tasks that do nothing. From then
/// on, where the caller's thread runs the first range, this is longer by what
/// that thread can do until the others begin, and while it waits for their end.
/// LLVM's OpenMP threads are from 128 KB on, while they are awake: these take
/// long to wake up.
void onnxopsRtShareWork(OnnxopsContext *context, OnnxopsKernel kernel,
                        const int64_t *table, int64_t words, int64_t count,
                        int64_t grain, int64_t threads, int64_t bytes);

/* How copies are made, which depends on the machine. What ONNXOPS_TUNING does
 * not give follows from the sizes of its caches, until large copies have moved
 * 1 GB: then it is measured, once in a process, in 10 to 30 milliseconds and 16
 * MB. Whatever these return, copies write the same bytes. */

/// No stores of copies that read and write fewer bytes, and of repeats that
/// write fewer, are non-temporal.
#define ONNXOPS_LEAST_STREAMED (2 << 20)

/// 1 if stores should be non-temporal in a copy that reads and writes `bytes`,
/// shared by `threads`; else 0.
int64_t onnxopsRtStreamsCopy(int64_t bytes, int64_t threads);

/// The same for repeats that write `bytes` and read few.
int64_t onnxopsRtStreamsFill(int64_t bytes, int64_t threads);

/// How many pages non-temporal stores should fill at a time: 4, or 1 for one
/// after the other.
int64_t onnxopsRtStreamedPages(void);

/// 1 if memcpy is faster than moves through wide registers for long runs of a
/// copy of `bytes`; else 0.
int64_t onnxopsRtCopiesByLibrary(int64_t bytes);

/* Sequences inside a call are immutable values owned by the context. Elements
 * are views: no element data is copied, and what they view lives until the
 * call ends. `sizes` and `strides` (in elements) have `rank` entries and are
 * copied; null `strides` mean row-major. Positions are checked by the caller,
 * whose message is the better one, and once more here. Functions that return
 * null or 1 have recorded a message. The length is onnxopsSequenceLength. */

/// A sequence with capacity for `capacity` elements, filled with
/// onnxopsRtSequencePush or onnxopsRtSequencePushChunks before any other use.
OnnxopsSequence *onnxopsRtSequenceCreate(OnnxopsContext *context,
                                         int32_t elementType, int64_t capacity);
int32_t onnxopsRtSequencePush(OnnxopsContext *context,
                              OnnxopsSequence *sequence, void *data,
                              int64_t rank, const int64_t *sizes,
                              const int64_t *strides);

/// Pushes the chunks of a tensor: `size` elements along `axis`, at least 1, and
/// the last one what is left. If `squeezed` is not 0, they lack the axis, along
/// which `size` is 1.
int32_t onnxopsRtSequencePushChunks(OnnxopsContext *context,
                                    OnnxopsSequence *sequence, void *data,
                                    int64_t rank, const int64_t *sizes,
                                    const int64_t *strides, int64_t axis,
                                    int64_t size, int32_t squeezed);

/// A new sequence with the element inserted before `position`, 0 <= position
/// <= length. Costs O(log n) for n insertions and erasures so far, in time and
/// memory; appending costs O(1) amortized as long as each sequence is appended
/// to once, as in a loop.
OnnxopsSequence *onnxopsRtSequenceInsert(OnnxopsContext *context,
                                         const OnnxopsSequence *sequence,
                                         int64_t position, void *data,
                                         int64_t rank, const int64_t *sizes,
                                         const int64_t *strides);

/// A new sequence without element `position`, at the cost of an insertion. O(1)
/// at either end of a sequence that was only appended to.
OnnxopsSequence *onnxopsRtSequenceErase(OnnxopsContext *context,
                                        const OnnxopsSequence *sequence,
                                        int64_t position);

/// Views element `position`: writes its data pointer and `rank` sizes and
/// strides through the last three arguments. `expected` has `rank` entries, -1
/// for any; another rank or size records "`where`: ..." and returns 1.
int32_t onnxopsRtSequenceAt(OnnxopsContext *context,
                            const OnnxopsSequence *sequence, int64_t position,
                            int64_t rank, const int64_t *expected,
                            const char *where, void **data, int64_t *sizes,
                            int64_t *strides);

/// Makes a deep, row-major copy of `sequence` output `index`, strings included.
/// To be called once for each output. The slot changes only in onnxopsRtLeave,
/// but values may be written earlier into the elements of a sequence that it
/// owns. Up to `threads` threads, as in onnxopsRtParallelFor, share a batch of
/// copies of at least `sharedBytes`, or as onnxopsRtShareWork does if that is
/// negative.
int32_t onnxopsRtOutputSequence(OnnxopsContext *context, int64_t index,
                                const OnnxopsSequence *sequence,
                                int64_t threads, int64_t sharedBytes);

/// The table of a kernel that copies segments: these words, then
/// ONNXOPS_SEGMENT_WORDS for each segment. It is never a parameter in PTX, as
/// one kernel serves all numbers of segments: small tables have unused words.
enum {
  ONNXOPS_SEGMENTS_THREADS, ///< launched
  ONNXOPS_SEGMENTS_BYTES,   ///< of all segments
  ONNXOPS_SEGMENTS_BITS,    ///< set in any address, run or stride
  ONNXOPS_SEGMENTS_COUNT,   ///< at least 1
  ONNXOPS_SEGMENTS_FIRST
};

/// A segment consists of rows of `RUN` bytes, `STRIDE` apart in the source and
/// contiguous in the target. None is empty.
enum {
  ONNXOPS_SEGMENT_SOURCE,
  ONNXOPS_SEGMENT_END, ///< the bytes of all segments up to this one
  ONNXOPS_SEGMENT_TARGET,
  ONNXOPS_SEGMENT_RUN,
  ONNXOPS_SEGMENT_STRIDE,
  ONNXOPS_SEGMENT_WORDS
};

/// The same on a device, by one launch of a kernel that copies segments. An
/// element with more dimensions than rows and runs is copied by the driver, run
/// by run, as onnxopsRtOutputSequence does with all of them.
int32_t onnxopsRtOutputSequenceBy(OnnxopsContext *context, int64_t index,
                                  const OnnxopsSequence *sequence,
                                  const OnnxopsDeviceCode *code,
                                  const char *kernel);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_ABI_GENERATEDCODE_H */
