/*===- Context.h - the state of one call --------------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The context of a call: its message, the list of its allocations, and the
 * outputs that become visible when it succeeds. Until then nothing is written
 * to the caller's table, so that a failure has nothing to undo.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_CONTEXT_H
#define ONNXOPS_LIB_RUNTIME_CONTEXT_H

#include "Device/Device.h"
#include "Tensor.h"
#include "onnxops/ABI/GeneratedCode.h"
#include "onnxops/ABI/Limits.h"
#include "onnxops/ABI/Transport.h"

/// Indices into a signature, see onnxopsRtEnter.
enum {
  SignatureInputs,
  SignatureOutputs,
  SignatureSymbols,
  SignatureFunction,
  SignatureSymbolNames
};

/// Indices into a signature's entry for one input or output.
enum { EntryKind, EntryElementType, EntryRank, EntryName, EntrySizes };

/// The name of a value in messages: "input 'a'". A struct, so that a call can
/// be an argument of the call that uses the text.
typedef struct Label {
  char text[256];
} Label;

/// The link at the start of each block of a call, so that freeing one is O(1).
typedef struct Allocation {
  struct Allocation *next, *previous;
  int64_t capacity; ///< bytes behind the link
  int64_t call;     ///< of a cached block: the number of the call that had it
} Allocation;

/// The size that a symbol has in this call, from its first occurrence.
typedef struct Binding {
  const int64_t *entry; ///< the first input that has it, null at first
  int64_t input;
  int64_t size;
} Binding;

/// The new contents of one output slot, written when the call succeeds. Only
/// `shape` is valid before the output is made.
typedef struct Output {
  const int64_t *entry; ///< in the signature
  int32_t kind;
  bool isMade;
  bool isFresh; ///< this call allocated `data`, which is not the slot's yet
  void *data;   ///< the elements, or an OnnxopsSequence
  OnnxopsDevice *device;     ///< of the elements, null for the host
  OnnxopsSequence *reusable; ///< the slot's, if `data` is it or borrows from it
  int64_t capacity;
  int64_t rank;
  int64_t elements;
  const OnnxopsString *
      *filled;  ///< strings: the pointers written by the code, or null
  Shape *shape; ///< for a tensor; kept from call to call, null at first
} Output;

/// Small blocks come from pages of blocks of one size; sizes are multiples of 8
/// bytes.
enum {
  SmallBytes = 256, ///< size of the largest small block
  SmallSizes = SmallBytes / 8
};

/// The small blocks of one size.
typedef struct SmallBlocks {
  void *freed;  ///< freed blocks, each with the address of the next one
  char *cursor; ///< the unused rest of the first page
  struct SmallPage *pages;
} SmallBlocks;

/// A bump allocator for memory that lives as long as the call.
typedef struct Arena {
  char *cursor;
  int64_t left;
  int64_t nextBytes; ///< size of the next block
} Arena;

/// Work that threads could share, in the calls of a context. Times are
/// milliseconds.
typedef struct RecentWork {
  int64_t shared; ///< when the last region ended, 0 if there was none
  int64_t alone;  ///< when work was last done alone
  int64_t bytes;  ///< written alone since threads fell asleep
} RecentWork;

/// What each call reads and writes comes first, on few lines of the caches:
/// copies evict these between calls.
/// Adjacent inputs, tensors of one rank that is not 0, whose sizes are equal in
/// all dimensions but `axis`, -1 if in all. `sum` is that of the sizes in that
/// dimension, -1 where they were not added.
typedef struct AlikeInputs {
  int64_t first, count, axis, sum;
} AlikeInputs;

struct OnnxopsContext {
  /// Nonzero if the call is to end. Set by other threads and by signal
  /// handlers, and read by compiled code as well, atomically: it stays the
  /// first field.
  int32_t isCancelled;
  bool hasFailed;
  bool isOverLimit; ///< the last request for memory was refused by the limit
  bool isOnDevice;  ///< a call is running there

  const char *names; ///< these five are valid only during a call
  int64_t inputCount;
  OnnxopsValue *outputSlots;
  int64_t outputCount;
  AlikeInputs alike; ///< the most that were found

  Output *outputs; ///< these two are kept from call to call
  int64_t outputCapacity;
  Binding *bindings;
  int64_t bindingCapacity;

  OnnxopsDevice *device;  ///< null for the host
  Allocation allocations; ///< the list's head; points to itself when empty
  Allocation
      *cachedBlocks;   ///< large blocks for the next call, linked by `next`
  int64_t memoryLimit; ///< most bytes that a call may have at one time
  int64_t memoryLeft;  ///< bytes left of these
  int64_t bytesMoved;
  uint32_t usedSizes; ///< a bit for each of `small` that this call has used
  uint32_t keptSizes; ///< a bit for each that has a page

  OnnxopsParallelFor parallelFor; ///< the caller's, or null
  void *pool;
  struct SharedWork *work; ///< kept from call to call, or null
  int64_t workWords;       ///< its capacity for a table
  int64_t poolCalls;       ///< with so little work that the pool may not pay
  int64_t leastPooled;     ///< bytes from which on it does
  int64_t lead;            ///< bytes that the caller writes more than others
  int64_t pooledBytes;     ///< of calls that were timed
  int64_t pooledTime;      ///< nanoseconds of the fastest one
  RecentWork recent;       ///< without a pool

  char error[1024];

  int64_t cachedBlockCount;
  int64_t call; ///< the number of the call, for cached blocks
  SmallBlocks small[SmallSizes];
  Arena arena;
  Shape *lastShape;        ///< the newest shape of a view in this call, or null
  int32_t lastElementType; ///< of the newest view with it
  struct ViewTree *nodes;  ///< space for `nodesLeft`, in a block of the list
  int64_t nodesLeft;

  char *scratch; ///< for calls on tensors, kept from call to call; or null
  int64_t scratchBytes;

  OnnxopsTransport *transport; ///< to other ranks, or null

  void *callersStream;  ///< or null
  DeviceStream *stream; ///< of the device, null before the first call on it
  Suballocation *suballocations;       ///< device memory of this call
  Suballocation *cachedSuballocations; ///< freed by this call or the one before
  int64_t cachedSuballocationCount;
};

__attribute__((cold)) Label onnxopsImplLabel(const OnnxopsContext *context,
                                             const char *role,
                                             const int64_t *entry,
                                             int64_t index);

/// Records that `reserved` is not 0: later versions may give it a meaning.
__attribute__((cold)) void onnxopsImplFailReserved(OnnxopsContext *context,
                                                   const char *role,
                                                   const int64_t *entry,
                                                   int64_t index,
                                                   const OnnxopsValue *value);

/// The kind of the value of an entry.
static inline int32_t onnxopsImplKindOf(const int64_t *entry) {
  return (int32_t)(entry[EntryKind] & (ONNXOPS_KIND_AXIS - 1));
}

/// Whether all sizes of the entry are known, see ONNXOPS_KIND_FIXED.
static inline bool onnxopsImplIsFixed(const int64_t *entry) {
  return entry[EntryKind] & ONNXOPS_KIND_FIXED;
}

/// The dimension in which the sizes of entries like this one differ, if these
/// are fixed; -1 if they do not.
static inline int64_t onnxopsImplAxisOf(const int64_t *entry) {
  return (entry[EntryKind] & (ONNXOPS_KIND_FIXED - 1)) / ONNXOPS_KIND_AXIS - 1;
}

/// The number of entries after this one that are like it.
static inline int64_t onnxopsImplAlikeAfter(const int64_t *entry) {
  return entry[EntryKind] >> ONNXOPS_KIND_ALIKE_SHIFT;
}

/// The entry in a signature that comes after `entry`.
static inline const int64_t *onnxopsImplNextEntry(const int64_t *entry) {
  return entry + EntrySizes + (entry[EntryRank] > 0 ? entry[EntryRank] : 0);
}

/// Whether the inputs, at the start of `table`, match the signature; records a
/// failure otherwise. `*entry` is the entry of the first input, and then that
/// behind the last one.
bool onnxopsImplCheckInputs(OnnxopsContext *context, const OnnxopsValue *table,
                            const int64_t *signature, const int64_t **entry);

/// Records a failure unless one is recorded already. Cold: moves the code that
/// leads here out of the path of a call that succeeds.
__attribute__((cold, format(printf, 2, 3))) void
onnxopsImplRecord(OnnxopsContext *context, const char *format, ...);

/// Records a problem with the tensor named by `label`.
void onnxopsImplRecordProblem(OnnxopsContext *context, const char *label,
                              Problem problem, int64_t elementBytes,
                              int64_t rank, const int64_t *sizes);

/// Charges bytes to the memory of the call. False, without a message, if they
/// are over the limit or the call was cancelled.
bool onnxopsImplCharge(OnnxopsContext *context, int64_t bytes);

/// The reason for the lack of memory, as messages end: "there is not enough",
/// unless the limit is the reason.
const char *onnxopsImplWhyNoMemory(const OnnxopsContext *context, Label *text);

/// Records that the call was cancelled.
__attribute__((cold)) void onnxopsImplRecordCancelled(OnnxopsContext *context);

/// Whether the call goes on; records a failure if it was cancelled. Inline: a
/// function call would be a twentieth of a call that moves a few bytes.
static inline bool onnxopsImplGoesOn(OnnxopsContext *context) {
  if (!__atomic_load_n(&context->isCancelled, __ATOMIC_RELAXED))
    return true;
  onnxopsImplRecordCancelled(context);
  return false;
}

/// Memory that is freed when the call ends, or by onnxopsRtFree. Null, without
/// a message, if there is none. Blocks of up to SmallBytes are aligned to 8
/// bytes, others to onnxopsAlignment.
void *onnxopsImplListedAlloc(OnnxopsContext *context, int64_t bytes);

/// Frees memory of onnxopsImplListedAlloc. A large block may stay cached for
/// later requests of the call.
void onnxopsImplFreeListed(OnnxopsContext *context, void *data, bool mayBeKept);

/// The same for memory that is not freed before the call ends; cheaper.
void *onnxopsImplArenaAlloc(OnnxopsContext *context, int64_t bytes);

/// A small block of at least so many bytes, not charged; null if there is no
/// memory. Its address is never a multiple of onnxopsAlignment, unlike that of
/// any other block.
void *onnxopsImplTakeSmall(OnnxopsContext *context, int64_t bytes);

/// Frees a small block. Returns its size in bytes.
int64_t onnxopsImplGiveSmall(OnnxopsContext *context, void *data);

/// Frees all small blocks, except pages for the next call.
void onnxopsImplEndSmall(OnnxopsContext *context);

/// Frees all allocations of the call. Large blocks stay cached for the next
/// call; those left over from the last one are freed.
void onnxopsImplEndAllocations(OnnxopsContext *context);

/// Frees everything allocated.
void onnxopsImplFreeAllocations(OnnxopsContext *context);

/// Whether no state of the last call is left.
static inline bool onnxopsImplIsIdle(const OnnxopsContext *context) {
  return context->outputCount == 0 && context->usedSizes == 0 &&
         context->allocations.next == &context->allocations &&
         (!context->device ||
          (!context->isOnDevice && !context->suballocations));
}

/// Whether code for devices of this kind, null for the host, can run with the
/// context; prepares the context for it. Not needed for the host without a
/// device.
bool onnxopsImplEnterDevice(OnnxopsContext *context, const int64_t *signature,
                            const char *kind);

/// Whether a call on a device is running that can launch a kernel of this code;
/// records a failure otherwise.
bool onnxopsImplCanLaunch(OnnxopsContext *context,
                          const OnnxopsDeviceCode *code, const char *kernel);

/// Waits for the kernels of the call. Records a failure if one fails.
void onnxopsImplFinishDevice(OnnxopsContext *context);

/// Makes sure that no kernel of the call runs or will run.
void onnxopsImplStopDevice(OnnxopsContext *context);

/// Device memory that is freed when the call ends. Null with a failure if there
/// is none.
void *onnxopsImplListedDeviceAlloc(OnnxopsContext *context, int64_t bytes,
                                   DeviceFailure *failure);

/// Frees such memory earlier.
void onnxopsImplFreeOnDevice(OnnxopsContext *context, const void *data);

/// Frees all of it, except what stays cached for the next call. No kernel may
/// use it.
void onnxopsImplEndDeviceMemory(OnnxopsContext *context);

/// Ends the last call, which may have been left unfinished: frees its
/// allocations and unused outputs.
void onnxopsImplEndCall(OnnxopsContext *context);

/// The same for a call that has succeeded: its queued work goes on.
void onnxopsImplFreeCall(OnnxopsContext *context);

/// Clears the last call and its message.
static inline void onnxopsImplClearCall(OnnxopsContext *context) {
  if (!onnxopsImplIsIdle(context))
    onnxopsImplEndCall(context);
  context->error[0] = 0;
  context->hasFailed = context->isOverLimit = false;
  context->memoryLeft = context->memoryLimit;
  context->bytesMoved = 0;
}

/// Writes all outputs to their slots, or records a failure and writes none.
void onnxopsImplCommitOutputs(OnnxopsContext *context);

/// The name of an output in messages.
__attribute__((cold)) Label
onnxopsImplOutputLabel(const OnnxopsContext *context, const Output *output);

/// The output that compiled code may make now, null with a message otherwise.
Output *onnxopsImplOutputToMake(OnnxopsContext *context, int64_t index,
                                int32_t kind);

/// The sequence of an output, for the slot. One that borrows from the slot's
/// sequence replaces it, and the rest of the old sequence is freed.
OnnxopsSequence *onnxopsImplTakeSequence(Output *output);

/// Frees the memory that this call allocated for an output that no slot has
/// taken.
void onnxopsImplDiscardOutput(Output *output);

#endif /* ONNXOPS_LIB_RUNTIME_CONTEXT_H */
