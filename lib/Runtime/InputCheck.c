/*===- InputCheck.c - the detailed check of one input ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Says what is wrong with an input, by its name.
 *
 *===--------------------------------------------------------------------===*/

#include "Input.h"
#include "Sequence.h"

#include <inttypes.h>

/// The name of the input in messages.
static Label labelOf(const OnnxopsContext *context, const Input *input) {
  return onnxopsImplLabel(context, "input", input->entry, input->index);
}

/// Records a problem with the tensor. Returns false, for the caller to return.
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
  int64_t size = input->value->sizes[dimension];
  if (onnxopsImplBindSymbol(context, input, size, symbol) == size)
    return true;
  const Binding *binding = &context->bindings[symbol];
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

static bool checkStrides(OnnxopsContext *context, const Input *input) {
  const OnnxopsValue *value = input->value;
  if (!value->strides)
    return true;
  int64_t expected;
  int64_t dimension = onnxopsImplOddStride(value->rank, value->sizes,
                                           value->strides, &expected);
  if (dimension < 0)
    return true;
  onnxopsImplRecord(context,
                    "%s: expected the row-major stride %" PRId64
                    " in dimension %" PRId64 ", but got %" PRId64,
                    labelOf(context, input).text, expected, dimension,
                    value->strides[dimension]);
  return false;
}

/// Checks the memory of a tensor: that its size is possible, that it is there,
/// and that its elements are aligned.
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
  if (element->shape->rank != rank) {
    onnxopsImplRecord(context,
                      "%s: expected element %" PRId64 " to have rank %" PRId64
                      ", but got %" PRId64,
                      labelOf(context, input).text, position, rank,
                      (int64_t)element->shape->rank);
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

/// Checks that a sequence's elements are on the device that runs the code.
static bool checkPlace(OnnxopsContext *context, const Input *input,
                       const OnnxopsDevice *device) {
  if (device == context->device)
    return true;
  onnxopsImplRecord(context,
                    "%s: expected a sequence in memory of %s, but got one of "
                    "%s",
                    labelOf(context, input).text,
                    context->device ? context->device->label : "the host",
                    device ? device->label : "the host");
  return false;
}

static bool checkSequence(OnnxopsContext *context, const Input *input) {
  const OnnxopsSequence *sequence = input->value->data;
  if (!sequence) {
    onnxopsImplRecord(context,
                      "%s: expected a sequence, but got a null pointer",
                      labelOf(context, input).text);
    return false;
  }
  if (!checkElementType(context, input, sequence->elementType) ||
      !checkPlace(context, input, sequence->device))
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

bool onnxopsImplCheckInput(OnnxopsContext *context, const Input *input) {
  const int64_t expected = onnxopsImplKindOf(input->entry);
  const int32_t kind = input->value->kind;
  if (input->value->reserved != 0) {
    onnxopsImplFailReserved(context, "input", input->entry, input->index,
                            input->value);
    return false;
  }
  if (kind == expected)
    return kind == ONNXOPS_TENSOR ? checkTensor(context, input)
                                  : checkSequence(context, input);
  onnxopsImplRecord(context, "%s: expected %s, but got %s",
                    labelOf(context, input).text, kindName(expected),
                    kindName(kind));
  return false;
}
