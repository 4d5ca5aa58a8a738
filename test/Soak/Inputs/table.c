/*===- table.c - inputs for any model --------------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Everything is in memory of its own, so that a sanitizer sees each access
 * beyond it.
 *
 *===--------------------------------------------------------------------===*/

#include "soak.h"

#include <stdlib.h>
#include <string.h>

enum { ElementsOfSequence = 3 };

static void *allocate(size_t bytes) {
  void *data = calloc(bytes ? bytes : 1, 1);
  expect(data != NULL, "soak", "no memory", "");
  return data;
}

/* The same for the same symbol: 2, 3 or 4. */
static int64_t chooseSize(const char *symbol) {
  unsigned sum = 0;
  for (const char *c = symbol; *c; ++c)
    sum += (unsigned char)*c;
  return 2 + sum % 3;
}

static void fill(OnnxopsValue *tensor, int64_t count, int64_t integer) {
  static const OnnxopsString text = {
      40, "a text that is too long to be kept short"};
  for (int64_t i = 0; i < count; ++i) {
    if (tensor->elementType == ONNXOPS_STRING)
      ((const OnnxopsString **)tensor->data)[i] = &text;
    else if (tensor->elementType == ONNXOPS_INT64)
      ((int64_t *)tensor->data)[i] = integer;
    else if (tensor->elementType == ONNXOPS_BOOL)
      ((char *)tensor->data)[i] = 1;
    else if (tensor->elementType == ONNXOPS_FLOAT32)
      ((float *)tensor->data)[i] = (float)i / 8;
  }
}

/* One size more than the rank, for calls with a rank that is wrong. */
static OnnxopsValue makeTensor(OnnxopsValueInfo port, int64_t integer) {
  OnnxopsValue tensor = {.elementType = port.elementType};
  int64_t count = 1;
  tensor.rank = port.rank < 0 ? 1 : port.rank;
  tensor.sizes = allocate((tensor.rank + 1) * sizeof(int64_t));
  for (int64_t i = 0; i < tensor.rank; ++i) {
    tensor.sizes[i] = 2;
    if (port.rank >= 0)
      tensor.sizes[i] =
          port.sizes[i] >= 0 ? port.sizes[i] : chooseSize(port.symbols[i]);
    count *= tensor.sizes[i];
  }
  tensor.sizes[tensor.rank] = 1;
  tensor.data = allocate(count * onnxopsElementBytes(port.elementType));
  fill(&tensor, count, integer);
  return tensor;
}

static OnnxopsValue makeSequence(OnnxopsValueInfo port) {
  OnnxopsValue tensor = makeTensor(port, 1);
  OnnxopsSequence *sequence = onnxopsSequenceCreate(port.elementType);
  expect(sequence != NULL, port.name, "no sequence", "");
  for (int i = 0; i < ElementsOfSequence; ++i)
    expect(onnxopsSequenceAppend(sequence, &tensor) == 0, port.name,
           "cannot append", "");
  free(tensor.data);
  free(tensor.sizes);
  return (OnnxopsValue){.kind = ONNXOPS_SEQUENCE,
                        .elementType = port.elementType,
                        .data = sequence};
}

Table tableCreate(OnnxopsProgram program, int64_t integer) {
  Table table = {.inputs = onnxopsProgramGetNumInputs(program)};
  table.count = table.inputs + onnxopsProgramGetNumOutputs(program);
  table.slots = allocate(table.count * sizeof(OnnxopsValue));
  for (int64_t i = 0; i < table.inputs; ++i) {
    OnnxopsValueInfo port = onnxopsProgramGetInput(program, i);
    table.hasIntegers |= port.elementType == ONNXOPS_INT64;
    table.slots[i] = port.kind == ONNXOPS_SEQUENCE ? makeSequence(port)
                                                   : makeTensor(port, integer);
  }
  return table;
}

void tableReleaseOutputs(Table *table) {
  for (int64_t i = table->inputs; i < table->count; ++i) {
    onnxopsValueRelease(&table->slots[i]);
    memset(&table->slots[i], 0, sizeof(OnnxopsValue));
  }
}

void tableDestroy(Table *table) {
  tableReleaseOutputs(table);
  for (int64_t i = 0; i < table->inputs; ++i) {
    OnnxopsValue *slot = &table->slots[i];
    if (slot->kind == ONNXOPS_SEQUENCE) {
      onnxopsSequenceDestroy(slot->data);
      continue;
    }
    free(slot->data);
    free(slot->sizes);
  }
  free(table->slots);
}
