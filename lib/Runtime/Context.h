/*===- Context.h - the state of one call --------------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The context of a call: its message, the list of what it has allocated, and
 * the outputs that become visible when it succeeds. Until then nothing is
 * written to the caller's table, so that a failure has nothing to undo.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_CONTEXT_H
#define ONNXOPS_LIB_RUNTIME_CONTEXT_H

#include "Tensor.h"
#include "onnxops/Runtime/GeneratedCode.h"

/// Where things stand in a signature, see onnxopsRtEnter.
enum {
  SignatureInputs,
  SignatureOutputs,
  SignatureSymbols,
  SignatureFunction,
  SignatureSymbolNames
};

/// Where things stand in a signature's entry for one input or output.
enum { EntryKind, EntryElementType, EntryRank, EntryName, EntrySizes };

/// The link in front of each block of a call, so that freeing one is O(1).
typedef struct Allocation {
  struct Allocation *next, *previous;
} Allocation;

/// The size that a symbol has in this call, from its first occurrence.
typedef struct Binding {
  const int64_t *entry; ///< the input that gave it, null while there is none
  int64_t input;
  int64_t size;
} Binding;

/// What one output slot becomes when the call succeeds.
typedef struct Output {
  const int64_t *entry; ///< in the signature
  int32_t kind;
  bool isMade;
  bool
      isFresh; ///< this call allocated `data`, which the slot does not have yet
  void *data;  ///< where the elements end up, or an OnnxopsSequence
  int64_t capacity;
  int64_t rank;
  int64_t elements;
  Shape *shape; ///< null for a sequence
  const OnnxopsString *
      *filled; ///< strings: the pointers as the code wrote them
} Output;

struct OnnxopsContext {
  char error[1024];
  bool hasFailed;
  int64_t bytesMoved;
  Allocation allocations; ///< the list's head; points to itself when empty
  struct ViewTree *nodes; ///< room for `nodesLeft`, in a block of the list
  int64_t nodesLeft;

  const char *names; ///< these three are valid during a call only
  OnnxopsValue *outputSlots;
  int64_t outputCount;

  Output *outputs; ///< these two are kept from call to call
  int64_t outputCapacity;
  Binding *bindings;
  int64_t bindingCapacity;
};

/// How messages call a value: "input 'a'". A struct, so that a call can be an
/// argument of the call that uses the text.
typedef struct Label {
  char text[256];
} Label;

Label onnxopsImplLabel(const OnnxopsContext *context, const char *role,
                       const int64_t *entry, int64_t index);

/// Records a failure unless one is recorded already.
__attribute__((format(printf, 2, 3))) void
onnxopsImplRecord(OnnxopsContext *context, const char *format, ...);

/// Records what is wrong with a tensor that `label` names.
void onnxopsImplRecordProblem(OnnxopsContext *context, const char *label,
                              Problem problem, int64_t elementBytes,
                              int64_t rank, const int64_t *sizes);

/// Memory that is freed when the call ends. Null, without a message, when there
/// is none.
void *onnxopsImplListedAlloc(OnnxopsContext *context, int64_t bytes);

/// Forgets the call that ran last: its message, allocations, unused outputs.
void onnxopsImplResetContext(OnnxopsContext *context);

/// Ends the running call: frees what it has listed and its unused outputs.
void onnxopsImplEndCall(OnnxopsContext *context);

/// Writes all outputs to their slots, or records a failure and writes none.
void onnxopsImplCommitOutputs(OnnxopsContext *context);

/// Frees what this call allocated for an output that no slot has taken.
void onnxopsImplDiscardOutput(Output *output);

#endif /* ONNXOPS_LIB_RUNTIME_CONTEXT_H */
