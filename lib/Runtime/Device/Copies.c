/*===- Copies.c - strided copies on a device ------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A tensor with strides is copied by its runs of contiguous elements. A kernel
 * takes all tensors at once whose runs form rows of one stride; the driver
 * takes many runs with one command, if it can.
 *
 *===--------------------------------------------------------------------===*/

#include "Device.h"

#include <stdlib.h>

enum { MostCopies = sizeof(((DeviceCopies *)0)->copies) / sizeof(DeviceCopy) };

/*===--------------------------------------------------------------------===*
 * By a kernel
 *===--------------------------------------------------------------------===*/

/// Reserves capacity for one more segment.
static bool growTable(DeviceCopies *copies) {
  if (copies->words + ONNXOPS_SEGMENT_WORDS <= copies->capacity)
    return true;
  const int64_t capacity = 2 * copies->capacity + ONNXOPS_PARAMETER_WORDS + 64;
  int64_t *table =
      realloc(copies->table, (size_t)capacity * sizeof(copies->table[0]));
  if (!table)
    return onnxopsImplDeviceFail(
        copies->failure,
        "%s: expected memory for a table of %lld words, but "
        "there is not enough",
        copies->stream->device->label, (long long)capacity);
  if (copies->words == 0)
    for (; copies->words < ONNXOPS_SEGMENTS_FIRST; ++copies->words)
      table[copies->words] = 0;
  copies->table = table;
  copies->capacity = capacity;
  return true;
}

static bool addSegment(DeviceCopies *copies, void *to, const void *from,
                       int64_t run, int64_t rows, int64_t stride) {
  if (!growTable(copies))
    return false;
  int64_t *table = copies->table, *segment = table + copies->words;
  copies->words += ONNXOPS_SEGMENT_WORDS;
  table[ONNXOPS_SEGMENTS_BYTES] += rows * run;
  table[ONNXOPS_SEGMENTS_BITS] |=
      (int64_t)((uintptr_t)to | (uintptr_t)from) | run | stride;
  ++table[ONNXOPS_SEGMENTS_COUNT];
  segment[ONNXOPS_SEGMENT_SOURCE] = (int64_t)(uintptr_t)from;
  segment[ONNXOPS_SEGMENT_END] = table[ONNXOPS_SEGMENTS_BYTES];
  segment[ONNXOPS_SEGMENT_TARGET] = (int64_t)(uintptr_t)to;
  segment[ONNXOPS_SEGMENT_RUN] = run;
  segment[ONNXOPS_SEGMENT_STRIDE] = stride;
  return true;
}

/// Merges dimensions into rows of one stride, if that is possible.
static bool mergeRows(int64_t rank, const int64_t *sizes,
                      const int64_t *strides, int64_t *rows, int64_t *stride) {
  *rows = 1;
  *stride = 0;
  for (int64_t i = rank - 1; i >= 0; --i) {
    if (sizes[i] == 1)
      continue;
    if (*rows == 1)
      *stride = strides[i];
    else if (strides[i] != *rows * *stride)
      return false;
    *rows *= sizes[i];
  }
  return true;
}

/// Launches the kernel on the segments in the table.
static bool launchSegments(DeviceCopies *copies) {
  int64_t *table = copies->table;
  // A unit is 16 bytes; a thread may take several. No grid is larger.
  const int64_t unit = 16, most = 65535, size = copies->code->blockSize;
  const int64_t units = (table[ONNXOPS_SEGMENTS_BYTES] + unit - 1) / unit;
  int64_t blocks = (units + size - 1) / size;
  blocks = blocks < most ? blocks : most;
  table[ONNXOPS_SEGMENTS_THREADS] = blocks * size;
  // See ONNXOPS_SEGMENTS_THREADS.
  for (; copies->words <= ONNXOPS_PARAMETER_WORDS; ++copies->words)
    table[copies->words] = 0;
  return copies->stream->device->ops->launch(
      copies->stream, copies->code, copies->kernel, table, copies->words,
      blocks, copies->failure);
}

/*===--------------------------------------------------------------------===*
 * By the driver
 *===--------------------------------------------------------------------===*/

static bool queueRuns(DeviceCopies *copies) {
  const int64_t count = copies->count;
  copies->count = 0;
  return count == 0 ||
         copies->stream->device->ops->copy(copies->stream, copies->copies,
                                           count, copies->failure);
}

static bool addRun(DeviceCopies *copies, void *to, const void *from,
                   int64_t bytes) {
  if (copies->count == MostCopies && !queueRuns(copies))
    return false;
  copies->copies[copies->count++] = (DeviceCopy){to, from, bytes};
  return true;
}

static bool addRuns(DeviceCopies *copies, void *to, const void *from,
                    int64_t elementBytes, int64_t runBytes, int64_t rank,
                    const int64_t *sizes, const int64_t *strides) {
  int64_t index[ONNXOPS_MAX_RANK] = {0};
  char *target = to;
  int64_t offset = 0; // in elements of the source
  for (;;) {
    if (!addRun(copies, target, (const char *)from + offset * elementBytes,
                runBytes))
      return false;
    target += runBytes;
    int64_t dimension = rank - 1;
    for (; dimension >= 0; --dimension) {
      offset += strides[dimension];
      if (++index[dimension] < sizes[dimension])
        break;
      offset -= sizes[dimension] * strides[dimension];
      index[dimension] = 0;
    }
    if (dimension < 0)
      return true;
  }
}

/*===--------------------------------------------------------------------===*
 * By either
 *===--------------------------------------------------------------------===*/

static bool addTensor(DeviceCopies *copies, void *to, const void *from,
                      int64_t elementBytes, int64_t rank, const int64_t *sizes,
                      const int64_t *strides) {
  for (int64_t i = 0; i < rank; ++i)
    if (sizes[i] == 0)
      return true;
  // The trailing dimensions that are contiguous make a run.
  int64_t runElements = 1;
  for (; rank > 0; --rank) {
    if (sizes[rank - 1] != 1 && strides[rank - 1] != runElements)
      break;
    runElements *= sizes[rank - 1];
  }
  const int64_t runBytes = runElements * elementBytes;
  int64_t rows, stride;
  if (copies->code && mergeRows(rank, sizes, strides, &rows, &stride))
    return addSegment(copies, to, from, runBytes, rows, stride * elementBytes);
  return addRuns(copies, to, from, elementBytes, runBytes, rank, sizes,
                 strides);
}

static void freeTable(DeviceCopies *copies) {
  free(copies->table);
  copies->table = NULL;
}

bool onnxopsImplAddDeviceCopy(DeviceCopies *copies, void *to, const void *from,
                              int64_t elementBytes, int64_t rank,
                              const int64_t *sizes, const int64_t *strides) {
  if (addTensor(copies, to, from, elementBytes, rank, sizes, strides))
    return true;
  freeTable(copies);
  return false;
}

bool onnxopsImplEndDeviceCopies(DeviceCopies *copies) {
  bool isDone = queueRuns(copies) && (!copies->table || launchSegments(copies));
  freeTable(copies);
  return isDone;
}

/// The same with the device's own stream, whose lock is held.
static bool copyAndWait(OnnxopsDevice *device, void *to, const void *from,
                        int64_t elementBytes, int64_t rank,
                        const int64_t *sizes, const int64_t *strides) {
  const DeviceOps *ops = device->ops;
  DeviceFailure *failure = &device->error;
  if (!device->stream)
    device->stream = ops->openStream(device, NULL, failure);
  if (!device->stream)
    return false;
  DeviceCopies copies = {.stream = device->stream, .failure = failure};
  if (onnxopsImplAddDeviceCopy(&copies, to, from, elementBytes, rank, sizes,
                               strides) &&
      onnxopsImplEndDeviceCopies(&copies) &&
      ops->finish(device->stream, failure))
    return true;
  ops->abandon(device->stream);
  return false;
}

bool onnxopsImplCopyOnDevice(OnnxopsDevice *device, void *to, const void *from,
                             int64_t elementBytes, int64_t rank,
                             const int64_t *sizes, const int64_t *strides) {
  pthread_mutex_lock(&device->streamLock);
  bool isDone =
      copyAndWait(device, to, from, elementBytes, rank, sizes, strides);
  pthread_mutex_unlock(&device->streamLock);
  return isDone;
}
