/*===- Message.c - the text of a failure ----------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A context keeps one message in a buffer of its own, so that reporting a lack
 * of memory needs no memory. The first failure of a call counts; later ones are
 * consequences.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Marks a truncated message, and keeps it on one line: names come from model
/// files and may contain anything.
static void finishMessage(OnnxopsContext *context, bool isCutOff) {
  if (isCutOff)
    memcpy(context->error + sizeof(context->error) - 4, "...", 4);
  for (char *c = context->error; *c; ++c)
    if ((unsigned char)*c < 0x20 || *c == 0x7f)
      *c = '?';
  context->hasFailed = true;
}

void onnxopsImplRecord(OnnxopsContext *context, const char *format, ...) {
  if (!context || context->hasFailed)
    return;
  va_list arguments;
  va_start(arguments, format);
  int length =
      vsnprintf(context->error, sizeof(context->error), format, arguments);
  va_end(arguments);
  finishMessage(context, length >= (int)sizeof(context->error));
}

Label onnxopsImplLabel(const OnnxopsContext *context, const char *role,
                       const int64_t *entry, int64_t index) {
  Label label;
  const char *name = context->names + entry[EntryName];
  int length;
  if (*name)
    length = snprintf(label.text, sizeof(label.text), "%s '%s'", role, name);
  else
    length =
        snprintf(label.text, sizeof(label.text), "%s %" PRId64, role, index);
  if (length >= (int)sizeof(label.text))
    memcpy(label.text + sizeof(label.text) - 5, "...'", 5);
  return label;
}

void onnxopsImplFailReserved(OnnxopsContext *context, const char *role,
                             const int64_t *entry, int64_t index,
                             const OnnxopsValue *value) {
  onnxopsImplRecord(
      context, "%s: expected 'reserved' to be 0, but got %" PRId32,
      onnxopsImplLabel(context, role, entry, index).text, value->reserved);
}

/// Writes "4x5".
static const char *formatSizes(char *text, size_t capacity, int64_t rank,
                               const int64_t *sizes) {
  size_t used = 0;
  text[0] = 0;
  for (int64_t i = 0; i < rank && used < capacity; ++i)
    used += (size_t)snprintf(text + used, capacity - used, "%s%" PRId64,
                             i ? "x" : "", sizes[i]);
  return text;
}

/// The text of a problem with a given tensor after "expected"; null for a
/// problem with memory for one.
static const char *describeProblem(Problem problem) {
  switch (problem) {
  case ProblemElementType:
    return "a known element type, but got another";
  case ProblemNoSizes:
    return "sizes, but got a null pointer";
  case ProblemNoData:
    return "data, but got a null pointer";
  case ProblemAlignment:
    return "data aligned to its elements, but got an address in between";
  case ProblemNullString:
    return "a string for every element, but got a null pointer or a negative "
           "size";
  default:
    return NULL;
  }
}

void onnxopsImplRecordProblem(OnnxopsContext *context, const char *label,
                              Problem problem, int64_t elementBytes,
                              int64_t rank, const int64_t *sizes) {
  if (problem == ProblemNone)
    return;
  if (problem == ProblemRank) {
    onnxopsImplRecord(context,
                      "%s: expected a rank from 0 to %d, but got %" PRId64,
                      label, ONNXOPS_MAX_RANK, rank);
    return;
  }
  const char *description = describeProblem(problem);
  if (description) {
    onnxopsImplRecord(context, "%s: expected %s", label, description);
    return;
  }
  Label why;
  if (problem == ProblemOverLimit)
    context->isOverLimit = true;
  char text[ONNXOPS_MAX_RANK * 21]; // a sign, 19 digits, a separator
  formatSizes(text, sizeof(text), rank, sizes);
  onnxopsImplRecord(
      context,
      "%s: expected memory for %s%selements of %" PRId64 " bytes, but %s",
      label, text, rank ? " " : "", elementBytes,
      problem == ProblemNegativeSize ? "a size is negative"
      : problem == ProblemTooLarge   ? "that is more than an address can reach"
                                     : onnxopsImplWhyNoMemory(context, &why));
}

/// The buffer that onnxopsRtFail writes to.
typedef struct Writer {
  char *text;
  size_t capacity; ///< including the closing NUL
  size_t used;
} Writer;

static void writeText(Writer *writer, const char *text, size_t size) {
  size_t left = writer->capacity - writer->used;
  size_t fitting = size < left ? size : left;
  memcpy(writer->text + writer->used, text, fitting);
  writer->used += fitting;
}

/// Reads "{12}" at `text`. Returns its length, 0 for anything else.
static size_t readPlaceholder(const char *text, int64_t count, int64_t *index) {
  size_t length = 1;
  *index = 0;
  for (; text[length] >= '0' && text[length] <= '9'; ++length) {
    *index = *index * 10 + (text[length] - '0');
    if (*index >= count)
      return 0;
  }
  return length > 1 && text[length] == '}' ? length + 1 : 0;
}

void onnxopsRtFail(OnnxopsContext *context, const char *message,
                   const int64_t *values, int64_t count) {
  if (!context || context->hasFailed)
    return;
  if (!message || !*message)
    message = "the call failed without saying why";
  Writer writer = {context->error, sizeof(context->error), 0};
  while (*message && writer.used < writer.capacity) {
    int64_t index;
    size_t length =
        *message == '{' && values ? readPlaceholder(message, count, &index) : 0;
    if (length > 0) {
      char number[24];
      int digits = snprintf(number, sizeof(number), "%" PRId64, values[index]);
      writeText(&writer, number, (size_t)digits);
      message += length;
      continue;
    }
    writeText(&writer, message, 1);
    message += message[0] == '{' && message[1] == '{' ? 2 : 1;
  }
  bool isCutOff = writer.used == writer.capacity;
  if (!isCutOff)
    context->error[writer.used] = 0;
  finishMessage(context, isCutOff);
}

void onnxopsRtRequire(OnnxopsContext *context, int32_t holds,
                      const char *message, const int64_t *values,
                      int64_t count) {
  if (!holds)
    onnxopsRtFail(context, message, values, count);
}
