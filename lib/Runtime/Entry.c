/*===- Entry.c - how a call begins and ends -------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Compiled code trusts ranks, sizes, strides and symbols of its inputs: what
 * it trusts is checked here, once for each call, in time linear in the table.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"
#include "Sequence.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// An input that is being checked. `entry` is what the signature says of it.
typedef struct Input {
  const int64_t *signature;
  const int64_t *entry;
  const OnnxopsValue *value;
  int64_t index;
} Input;

/// How messages call the input.
static Label labelOf(const OnnxopsContext *context, const Input *input) {
  return onnxopsImplLabel(context, "input", input->entry, input->index);
}

/// Records what is wrong with the tensor. Returns false, for the caller to
/// return.
static bool failInput(OnnxopsContext *context, const Input *input,
                      Problem problem) {
  onnxopsImplRecordProblem(context, labelOf(context, input).text, problem,
                           onnxopsElementBytes(input->value->elementType),
                           input->value->rank, input->value->sizes);
  return false;
}

/// Checks a size against a symbol: the first one binds it, the rest agree.
static bool checkSymbol(OnnxopsContext *context, const Input *input,
                        int64_t dimension, int64_t symbol) {
  Binding *binding = &context->bindings[symbol];
  int64_t size = input->value->sizes[dimension];
  if (!binding->entry) {
    *binding = (Binding){input->entry, input->index, size};
    return true;
  }
  if (binding->size == size)
    return true;
  const char *name =
      context->names + input->signature[SignatureSymbolNames + symbol];
  onnxopsImplRecord(
      context,
      "%s: expected dimension %" PRId64 " to be %" PRId64
      ", which %s gave for '%s', but got %" PRId64,
      labelOf(context, input).text, dimension, binding->size,
      onnxopsImplLabel(context, "input", binding->entry, binding->input).text,
      name, size);
  return false;
}

static bool checkSize(OnnxopsContext *context, const Input *input,
                      int64_t dimension) {
  int64_t size = input->value->sizes[dimension];
  if (size < 0) {
    onnxopsImplRecord(context,
                      "%s: expected dimension %" PRId64
                      " to be at least 0, but got %" PRId64,
                      labelOf(context, input).text, dimension, size);
    return false;
  }
  if (input->entry[EntryRank] < 0)
    return true;
  int64_t expected = input->entry[EntrySizes + dimension];
  if (expected < -1)
    return checkSymbol(context, input, dimension, -2 - expected);
  if (expected == -1 || expected == size)
    return true;
  onnxopsImplRecord(context,
                    "%s: expected dimension %" PRId64 " to be %" PRId64
                    ", but got %" PRId64,
                    labelOf(context, input).text, dimension, expected, size);
  return false;
}

static bool checkRank(OnnxopsContext *context, const Input *input) {
  int64_t expected = input->entry[EntryRank], rank = input->value->rank;
  if (expected >= 0 && rank != expected) {
    onnxopsImplRecord(context,
                      "%s: expected rank %" PRId64 ", but got %" PRId64,
                      labelOf(context, input).text, expected, rank);
    return false;
  }
  Problem problem = rank < 0 || rank > ONNXOPS_MAX_RANK ? ProblemRank
                    : rank > 0 && !input->value->sizes  ? ProblemNoSizes
                                                        : ProblemNone;
  return !problem || failInput(context, input, problem);
}

/// Checks that given strides are those of a row-major tensor. Where a stride is
/// never multiplied by anything but 0 it may be any.
static bool checkStrides(OnnxopsContext *context, const Input *input) {
  const OnnxopsValue *value = input->value;
  int64_t expected = 1;
  for (int64_t i = value->strides ? value->rank : 0; i-- > 0;) {
    if (value->sizes[i] == 1)
      continue;
    if (value->strides[i] != expected) {
      onnxopsImplRecord(context,
                        "%s: expected the row-major stride %" PRId64
                        " in dimension %" PRId64 ", but got %" PRId64,
                        labelOf(context, input).text, expected, i,
                        value->strides[i]);
      return false;
    }
    expected *= value->sizes[i];
  }
  return true;
}

/// Checks the memory of a tensor: that it can be there, is there, and can be
/// read element by element.
static bool checkData(OnnxopsContext *context, const Input *input) {
  const OnnxopsValue *value = input->value;
  int64_t elementBytes = onnxopsElementBytes(value->elementType), bytes = 0;
  Problem problem =
      onnxopsImplTensorBytes(elementBytes, value->rank, value->sizes, &bytes);
  if (problem)
    return failInput(context, input, problem);
  if (bytes == 0)
    return true;
  if (!value->data)
    return failInput(context, input, ProblemNoData);
  if (!onnxopsImplIsAligned(value->data, elementBytes))
    return failInput(context, input, ProblemAlignment);
  if (value->elementType == ONNXOPS_STRING &&
      !onnxopsImplStringsAreWhole(value->data, bytes / elementBytes))
    return failInput(context, input, ProblemNullString);
  return checkStrides(context, input);
}

static bool checkElementType(OnnxopsContext *context, const Input *input,
                             int32_t elementType) {
  int64_t expected = input->entry[EntryElementType];
  if (elementType == expected)
    return true;
  const char *name = onnxopsElementName((int32_t)expected);
  if (onnxopsElementBytes(elementType) > 0)
    onnxopsImplRecord(context, "%s: expected element type %s, but got %s",
                      labelOf(context, input).text, name,
                      onnxopsElementName(elementType));
  else
    onnxopsImplRecord(
        context, "%s: expected element type %s, but got the unknown %" PRId32,
        labelOf(context, input).text, name, elementType);
  return false;
}

static bool checkTensor(OnnxopsContext *context, const Input *input) {
  if (!checkElementType(context, input, input->value->elementType) ||
      !checkRank(context, input))
    return false;
  for (int64_t i = 0; i < input->value->rank; ++i)
    if (!checkSize(context, input, i))
      return false;
  return checkData(context, input);
}

/// Checks one element of a sequence against the signature's rank and sizes.
/// Symbols bind nothing here: elements may differ where a model says 'N'.
static bool checkElement(OnnxopsContext *context, const Input *input,
                         const Element *element, int64_t position) {
  int64_t rank = input->entry[EntryRank];
  if (element->rank != rank) {
    onnxopsImplRecord(context,
                      "%s: expected element %" PRId64 " to have rank %" PRId64
                      ", but got %" PRId64,
                      labelOf(context, input).text, position, rank,
                      element->rank);
    return false;
  }
  for (int64_t i = 0; i < rank; ++i) {
    int64_t expected = input->entry[EntrySizes + i];
    int64_t size = element->shape->values[i];
    if (expected < 0 || expected == size)
      continue;
    onnxopsImplRecord(context,
                      "%s: expected dimension %" PRId64 " of element %" PRId64
                      " to be %" PRId64 ", but got %" PRId64,
                      labelOf(context, input).text, i, position, expected,
                      size);
    return false;
  }
  return true;
}

static bool checkSequence(OnnxopsContext *context, const Input *input) {
  const OnnxopsSequence *sequence = input->value->data;
  if (!sequence) {
    onnxopsImplRecord(context,
                      "%s: expected a sequence, but got a null pointer",
                      labelOf(context, input).text);
    return false;
  }
  if (!checkElementType(context, input, sequence->elementType))
    return false;
  if (input->entry[EntryRank] < 0)
    return true;
  for (int64_t i = 0; i < sequence->length; ++i)
    if (!checkElement(context, input, &sequence->elements[i], i))
      return false;
  return true;
}

static const char *kindName(int64_t kind) {
  return kind == ONNXOPS_TENSOR     ? "a tensor"
         : kind == ONNXOPS_SEQUENCE ? "a sequence"
                                    : "a value of unknown kind";
}

static bool checkInput(OnnxopsContext *context, const Input *input) {
  const int64_t expected = input->entry[EntryKind];
  const int32_t kind = input->value->kind;
  if (kind == expected)
    return kind == ONNXOPS_TENSOR ? checkTensor(context, input)
                                  : checkSequence(context, input);
  onnxopsImplRecord(context, "%s: expected %s, but got %s",
                    labelOf(context, input).text, kindName(expected),
                    kindName(kind));
  return false;
}

/// Whether `reserved` is 0: later versions may give it a meaning.
static bool checkReserved(OnnxopsContext *context, const char *role,
                          const int64_t *entry, int64_t index,
                          const OnnxopsValue *value) {
  if (value->reserved == 0)
    return true;
  onnxopsImplRecord(
      context, "%s: expected 'reserved' to be 0, but got %" PRId32,
      onnxopsImplLabel(context, role, entry, index).text, value->reserved);
  return false;
}

/// Returns an array of `count` zeroed entries, `array` itself when it is large
/// enough: a warm call allocates nothing here. Null leaves `array` as it is.
static void *clearedArray(void *array, int64_t *capacity, int64_t count,
                          size_t entryBytes) {
  if (array && count <= *capacity) {
    memset(array, 0, (size_t)count * entryBytes);
    return array;
  }
  void *larger = calloc(count > 0 ? (size_t)count : 1, entryBytes);
  if (!larger)
    return NULL;
  free(array);
  *capacity = count;
  return larger;
}

/// Makes room for what the context remembers of outputs and symbols.
static bool reserveState(OnnxopsContext *context, const int64_t *signature) {
  Output *outputs = clearedArray(context->outputs, &context->outputCapacity,
                                 signature[SignatureOutputs], sizeof(Output));
  if (!outputs)
    return false;
  context->outputs = outputs;
  Binding *bindings =
      clearedArray(context->bindings, &context->bindingCapacity,
                   signature[SignatureSymbols], sizeof(Binding));
  if (!bindings)
    return false;
  context->bindings = bindings;
  return true;
}

/// Checks what comes before the values themselves and makes room for them.
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
  else if (!reserveState(context, signature))
    onnxopsImplRecord(context,
                      "function '%s': expected memory for a call with %" PRId64
                      " values, but there is not enough",
                      function, count);
  context->names = names;
  return !context->hasFailed;
}

static const int64_t *nextEntry(const int64_t *entry) {
  return entry + EntrySizes + (entry[EntryRank] > 0 ? entry[EntryRank] : 0);
}

int32_t onnxopsRtEnter(OnnxopsContext *context, OnnxopsValue *table,
                       int64_t count, const int64_t *signature,
                       const char *names) {
  if (!context)
    return 1;
  onnxopsImplResetContext(context);
  if (!beginCall(context, table, count, signature, names))
    return 1;

  const int64_t inputs = signature[SignatureInputs];
  const int64_t *entry =
      signature + SignatureSymbolNames + signature[SignatureSymbols];
  for (int64_t i = 0; i < inputs; ++i, entry = nextEntry(entry)) {
    Input input = {signature, entry, &table[i], i};
    if (!checkReserved(context, "input", entry, i, &table[i]) ||
        !checkInput(context, &input))
      return 1;
  }
  for (int64_t i = 0; i < count - inputs; ++i, entry = nextEntry(entry)) {
    if (!checkReserved(context, "output", entry, i, &table[inputs + i]))
      return 1;
    context->outputs[i] =
        (Output){.entry = entry, .kind = (int32_t)entry[EntryKind]};
  }
  context->outputSlots = table + inputs;
  context->outputCount = count - inputs;
  return 0;
}

int32_t onnxopsRtLeave(OnnxopsContext *context, int32_t status) {
  if (!context)
    return 1;
  if (status != 0)
    onnxopsRtFail(context, NULL, NULL, 0);
  if (!context->hasFailed)
    onnxopsImplCommitOutputs(context);
  onnxopsImplEndCall(context);
  return context->hasFailed;
}
