/*===- Entry.c - start and end of a call ----------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every call passes here twice, in time linear in the table. A warm call that
 * succeeds neither allocates nor formats anything.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Grows an array to `count` entries and fills the new ones with zeros. Null if
/// there is no memory, and then `array` is unchanged.
static void *largerArray(void *array, int64_t *capacity, int64_t count,
                         size_t entryBytes) {
  char *larger = realloc(array, (size_t)count * entryBytes);
  if (!larger)
    return NULL;
  memset(larger + (size_t)*capacity * entryBytes, 0,
         (size_t)(count - *capacity) * entryBytes);
  *capacity = count;
  return larger;
}

/// Grows the arrays that keep outputs and symbols. A warm call has them
/// already.
__attribute__((cold)) static bool reserveState(OnnxopsContext *context,
                                               const int64_t *signature) {
  const int64_t outputs = signature[SignatureOutputs];
  if (outputs > context->outputCapacity) {
    Output *larger = largerArray(context->outputs, &context->outputCapacity,
                                 outputs, sizeof(Output));
    if (!larger)
      return false;
    context->outputs = larger;
  }
  const int64_t symbols = signature[SignatureSymbols];
  if (symbols > context->bindingCapacity) {
    Binding *larger = largerArray(context->bindings, &context->bindingCapacity,
                                  symbols, sizeof(Binding));
    if (!larger)
      return false;
    context->bindings = larger;
  }
  return true;
}

static bool hasState(const OnnxopsContext *context, const int64_t *signature) {
  return signature[SignatureOutputs] <= context->outputCapacity &&
         signature[SignatureSymbols] <= context->bindingCapacity;
}

/// Checks the table and the signature, and reserves the context's arrays.
static bool beginCall(OnnxopsContext *context, const OnnxopsValue *table,
                      int64_t count, const int64_t *signature,
                      const char *names) {
  if (!signature || !names) {
    onnxopsImplRecord(context, "expected a signature, but got a null pointer");
    return false;
  }
  const char *function = names + signature[SignatureFunction];
  const int64_t inputs = signature[SignatureInputs];
  const int64_t outputs = signature[SignatureOutputs];
  if (!table)
    onnxopsImplRecord(context,
                      "function '%s': expected a table, but got a null pointer",
                      function);
  else if (count != inputs + outputs)
    onnxopsImplRecord(context,
                      "function '%s': expected %" PRId64 " values (%" PRId64
                      " inputs, %" PRId64 " outputs), but got %" PRId64,
                      function, inputs + outputs, inputs, outputs, count);
  else if (!hasState(context, signature) && !reserveState(context, signature))
    onnxopsImplRecord(context,
                      "function '%s': expected memory for a call with %" PRId64
                      " values, but there is not enough",
                      function, count);
  context->names = names;
  return !context->hasFailed;
}

/// Begins a call of code for devices of a kind, null for the host. `outputs` is
/// where their entries begin, if inputs have been tested.
static int32_t enterCall(OnnxopsContext *context, OnnxopsValue *table,
                         int64_t count, const int64_t *signature,
                         const char *names, const char *kind, int64_t outputs) {
  if (!context)
    return 1;
  onnxopsImplClearCall(context);
  if (!onnxopsImplGoesOn(context) ||
      !beginCall(context, table, count, signature, names))
    return 1;
  if ((kind || context->device) &&
      !onnxopsImplEnterDevice(context, signature, kind))
    return 1;

  const int64_t inputs = signature[SignatureInputs];
  const int64_t *entry = signature + outputs;
  context->alike.count = 0;
  if (!outputs) {
    for (int64_t i = 0; i < signature[SignatureSymbols]; ++i)
      context->bindings[i].entry = NULL;
    entry += SignatureSymbolNames + signature[SignatureSymbols];
    if (!onnxopsImplCheckInputs(context, table, signature, &entry))
      return 1;
  }
  for (int64_t i = 0; i < count - inputs;
       ++i, entry = onnxopsImplNextEntry(entry)) {
    if (table[inputs + i].reserved != 0) {
      onnxopsImplFailReserved(context, "output", entry, i, &table[inputs + i]);
      return 1;
    }
    Output *output = &context->outputs[i];
    output->entry = entry;
    output->kind = onnxopsImplKindOf(entry);
    output->isMade = false;
    output->isFresh = false;
    output->reusable = NULL;
    output->filled = NULL;
  }
  context->inputCount = inputs;
  context->outputSlots = table + inputs;
  context->outputCount = count - inputs;
  return 0;
}

int32_t onnxopsRtEnter(OnnxopsContext *context, OnnxopsValue *table,
                       int64_t count, const int64_t *signature,
                       const char *names) {
  return enterCall(context, table, count, signature, names, NULL, 0);
}

int32_t onnxopsRtEnterTested(OnnxopsContext *context, OnnxopsValue *table,
                             int64_t count, const int64_t *signature,
                             const char *names, int64_t outputs) {
  return enterCall(context, table, count, signature, names, NULL, outputs);
}

int32_t onnxopsRtEnterDevice(OnnxopsContext *context, OnnxopsValue *table,
                             int64_t count, const int64_t *signature,
                             const char *names, const char *kind) {
  return enterCall(context, table, count, signature, names, kind ? kind : "",
                   0);
}

int32_t onnxopsRtLeave(OnnxopsContext *context, int32_t status) {
  if (!context)
    return 1;
  if (status != 0)
    onnxopsRtFail(context, NULL, NULL, 0);
  if (context->device && !context->hasFailed)
    onnxopsImplFinishDevice(context);
  if (!context->hasFailed)
    onnxopsImplCommitOutputs(context);
  if (context->device && context->hasFailed)
    onnxopsImplStopDevice(context);
  if (!onnxopsImplIsIdle(context) || context->cachedBlocks || context->device)
    onnxopsImplFreeCall(context);
  return context->hasFailed;
}
