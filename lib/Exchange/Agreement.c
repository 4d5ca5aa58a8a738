/*===- Agreement.c - failures that ranks have in common -------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The start and the end of a call on several ranks, and what they share.
 *
 *===--------------------------------------------------------------------===*/

#include "Agreement.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void onnxopsImplFailShards(OnnxopsContext *context, const char *format, ...) {
  char text[640];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  onnxopsRtFail(context, text, NULL, 0);
}

static int64_t countRanks(const OnnxopsContext *context) {
  OnnxopsTransport *transport = onnxopsContextTransport(context);
  return transport ? transport->ranks : 1;
}

bool onnxopsImplFitsCall(OnnxopsContext *context, const OnnxopsGrid *grid,
                         const char *where) {
  const int64_t ranks = countRanks(context);
  int64_t count = 1;
  for (int64_t a = 0; a < grid->axes; ++a)
    if (__builtin_mul_overflow(count, grid->sizes[a], &count))
      count = INT64_MAX;
  if (count == ranks)
    return true;
  onnxopsImplFailShards(
      context, "%s: expected a grid of %" PRId64 " ranks, but got %" PRId64,
      where, ranks, count);
  return false;
}

bool onnxopsImplAgree(OnnxopsContext *context, bool hasFailed) {
  OnnxopsTransport *transport = onnxopsContextTransport(context);
  if (!transport)
    return !hasFailed;
  if (transport->hasFailed)
    return false;
  // The greatest is that of the first rank which has failed.
  int64_t value = hasFailed ? transport->ranks - transport->rank : 0;
  const char *error = transport->maximum(transport, &value);
  if (!error && value == 0)
    return true;
  transport->hasFailed = true;
  if (error)
    onnxopsImplFailShards(context, "rank %" PRId64 ": %s", transport->rank,
                          error);
  else
    onnxopsImplFailShards(context, "rank %" PRId64 " failed",
                          transport->ranks - value);
  return false;
}

/*===--------------------------------------------------------------------===*
 * Start and end of a call
 *===--------------------------------------------------------------------===*/

int64_t onnxopsRtRank(OnnxopsContext *context) {
  OnnxopsTransport *transport = onnxopsContextTransport(context);
  return transport ? transport->rank : 0;
}

int32_t onnxopsRtEnterShards(OnnxopsContext *context, OnnxopsValue *table,
                             int64_t count, const int64_t *signature,
                             const char *names, int64_t ranks) {
  if (!context)
    return 1;
  OnnxopsTransport *transport = onnxopsContextTransport(context);
  if (transport) {
    transport->hasFailed = false;
    transport->bytesSent = 0;
  }
  int32_t status = onnxopsRtEnter(context, table, count, signature, names);
  int64_t have = countRanks(context);
  if (have != ranks) {
    onnxopsImplFailShards(context,
                          "expected %" PRId64 " ranks, for which the code was "
                          "compiled, but got %" PRId64,
                          ranks, have);
    status = 1;
  }
  return onnxopsImplAgree(context, status != 0) ? 0 : 1;
}

int32_t onnxopsRtLeaveShards(OnnxopsContext *context, int32_t status) {
  if (!context)
    return 1;
  bool hasFailed = status != 0 || onnxopsContextError(context)[0];
  return onnxopsRtLeave(context, onnxopsImplAgree(context, hasFailed) ? 0 : 1);
}

static void agreeAtEnd(OnnxopsContext *context) {
  onnxopsImplAgree(context, onnxopsContextError(context)[0] != '\0');
}

int32_t onnxopsRtCallShards(OnnxopsContext *context, OnnxopsEntry entry,
                            const int64_t *signature, const char *names,
                            const void *inputs, void *outputs) {
  if (!context)
    return 1;
  // A rank may fail before onnxopsRtEnterShards, where it meets the others.
  OnnxopsTransport *transport = onnxopsContextTransport(context);
  if (transport)
    transport->hasFailed = false;
  return onnxopsRtCallTensorsOnRanks(context, entry, signature, names, inputs,
                                     outputs, agreeAtEnd);
}
