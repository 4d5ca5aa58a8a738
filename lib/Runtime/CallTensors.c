/*===- CallTensors.c - a call on DLPack tensors ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Turns the fields of a caller's structs into a table, calls the function and
 * publishes the results. Inputs and outputs are described by the signature
 * against which the function itself checks its table. A call with few of them
 * that makes no new outputs allocates nothing.
 *
 *===--------------------------------------------------------------------===*/

#include "TensorTypes.h"

#include <stdlib.h>

/// The number of slots up to which the table is on the stack.
enum { StackSlots = 24 };

/// A call on tensors.
typedef struct TensorCall {
  OnnxopsContext *context;
  const int64_t *signature;
  const int64_t *outputEntries; ///< the first output's entry in the signature
  const Field *inputs;
  Field *outputs;
  OnnxopsValue *table;
} TensorCall;

static const int64_t *firstEntry(const int64_t *signature) {
  return signature + SignatureSymbolNames + signature[SignatureSymbols];
}

static bool isList(const int64_t *entry) {
  return onnxopsImplKindOf(entry) == ONNXOPS_SEQUENCE &&
         !onnxopsImplIsSlot(entry);
}

/// Scratch memory of the context of at least `bytes`, reused from call to call.
/// Null if there is no memory.
static char *scratchOf(OnnxopsContext *context, int64_t bytes) {
  if (bytes <= context->scratchBytes)
    return context->scratch;
  free(context->scratch);
  context->scratch = malloc((size_t)bytes);
  context->scratchBytes = context->scratch ? bytes : 0;
  return context->scratch;
}

/// Finds memory for the table, on the stack or in scratch memory, and for the
/// sequences of lists, if any.
static bool reserve(TensorCall *call, OnnxopsValue *stack, char **lists) {
  const int64_t inputs = call->signature[SignatureInputs];
  const int64_t count = inputs + call->signature[SignatureOutputs];
  int64_t tableBytes =
      count > StackSlots ? count * (int64_t)sizeof(OnnxopsValue) : 0;
  int64_t bytes = tableBytes;
  const int64_t *entry = firstEntry(call->signature);
  for (int64_t i = 0; i < inputs; ++i, entry = onnxopsImplNextEntry(entry))
    if (isList(entry))
      bytes += onnxopsImplListBytes(call->inputs[i]);
  call->table = stack;
  if (bytes == 0)
    return true;
  char *scratch = scratchOf(call->context, bytes);
  if (!scratch) {
    onnxopsImplRecord(call->context,
                      "expected memory for the values of a call, but there is "
                      "not enough");
    return false;
  }
  if (tableBytes > 0)
    call->table = (OnnxopsValue *)(void *)scratch;
  *lists = scratch + tableBytes;
  return true;
}

static bool readInputs(TensorCall *call, char *lists) {
  ValueInfo info = {firstEntry(call->signature), 0, "input"};
  for (; info.index < call->signature[SignatureInputs]; ++info.index) {
    Field field = call->inputs[info.index];
    OnnxopsValue *slot = &call->table[info.index];
    if (isList(info.entry)) {
      if (!onnxopsImplReadList(call->context, &info, field, lists, slot))
        return false;
      lists += onnxopsImplListBytes(field);
    } else if (!onnxopsImplIsSlot(info.entry)) {
      if (!onnxopsImplReadTensor(call->context, &info, -1, field, slot))
        return false;
    } else if (field) {
      *slot = *(const OnnxopsValue *)field;
    } else {
      onnxopsImplRecord(call->context,
                        "%s: expected a slot of strings, but got a null "
                        "pointer",
                        onnxopsImplValueLabel(call->context, &info).text);
      return false;
    }
    info.entry = onnxopsImplNextEntry(info.entry);
  }
  call->outputEntries = info.entry;
  return true;
}

static bool prepareOutputs(TensorCall *call) {
  OnnxopsValue *slots = call->table + call->signature[SignatureInputs];
  ValueInfo info = {call->outputEntries, 0, "output"};
  for (; info.index < call->signature[SignatureOutputs]; ++info.index) {
    if (!onnxopsImplPrepareOutput(call->context, &info,
                                  &call->outputs[info.index],
                                  &slots[info.index]))
      return false;
    info.entry = onnxopsImplNextEntry(info.entry);
  }
  return true;
}

/// Publishes all outputs. Goes on after a failure, since the contents of a slot
/// belong to its field.
static void publishOutputs(TensorCall *call) {
  const OnnxopsValue *slots = call->table + call->signature[SignatureInputs];
  ValueInfo info = {call->outputEntries, 0, "output"};
  for (; info.index < call->signature[SignatureOutputs]; ++info.index) {
    onnxopsImplPublishOutput(call->context, &info, &call->outputs[info.index],
                             &slots[info.index]);
    info.entry = onnxopsImplNextEntry(info.entry);
  }
}

/// Keeps new outputs, or drops them if the call has failed.
static void finishOutputs(const TensorCall *call) {
  ValueInfo info = {call->outputEntries, 0, "output"};
  for (; info.index < call->signature[SignatureOutputs]; ++info.index) {
    if (call->context->hasFailed)
      onnxopsImplDropOutput(&info, &call->outputs[info.index]);
    else
      onnxopsImplKeepOutput(&info, &call->outputs[info.index]);
    info.entry = onnxopsImplNextEntry(info.entry);
  }
}

/// Clears the state of the call before, since messages may be recorded before
/// the function begins.
static bool begin(OnnxopsContext *context, const char *names,
                  const void *inputs, const void *outputs) {
  onnxopsImplClearCall(context);
  context->names = names;
  if (!inputs || !outputs)
    onnxopsImplRecord(context, "expected %s, but got a null pointer",
                      inputs ? "outputs" : "inputs");
  return inputs && outputs;
}

int32_t onnxopsRtCallTensorsOnRanks(OnnxopsContext *context, OnnxopsEntry entry,
                                    const int64_t *signature, const char *names,
                                    const void *inputs, void *outputs,
                                    OnnxopsAgree agree) {
  if (!context)
    return 1;
  OnnxopsValue stack[StackSlots];
  char *lists = NULL;
  TensorCall call = {.context = context,
                     .signature = signature,
                     .inputs = inputs,
                     .outputs = outputs};
  const int64_t count =
      signature[SignatureInputs] + signature[SignatureOutputs];
  bool hasTable = begin(context, names, inputs, outputs) &&
                  reserve(&call, stack, &lists) && readInputs(&call, lists);
  if (hasTable && prepareOutputs(&call) &&
      entry(call.table, count, context) == 0)
    publishOutputs(&call);
  if (agree)
    agree(context);
  if (hasTable)
    finishOutputs(&call);
  return context->hasFailed;
}

int32_t onnxopsRtCallTensors(OnnxopsContext *context, OnnxopsEntry entry,
                             const int64_t *signature, const char *names,
                             const void *inputs, void *outputs) {
  return onnxopsRtCallTensorsOnRanks(context, entry, signature, names, inputs,
                                     outputs, NULL);
}
