/*===- Results.c - slots of a call as arrays ------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An array views memory that a call has allocated, and frees it in the end.
 *
 *===--------------------------------------------------------------------===*/

#include "Calls.h"

#include <string.h>

/// An output slot whose memory lives as long as this object.
typedef struct Memory {
  PyObject_HEAD OnnxopsValue value;
  Py_ssize_t bytes;
} Memory;

static void destroyMemory(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  onnxopsValueRelease(&((Memory *)(void *)self)->value);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

static int viewMemory(PyObject *self, Py_buffer *view, int flags) {
  Memory *memory = (Memory *)(void *)self;
  return PyBuffer_FillInfo(view, self, memory->value.data, memory->bytes,
                           /*readonly=*/0, flags);
}

static PyType_Slot memorySlots[] = {{Py_tp_dealloc, (void *)destroyMemory},
                                    {Py_bf_getbuffer, (void *)viewMemory},
                                    {Py_tp_doc, (void *)"Memory of a result."},
                                    {0, NULL}};

static PyType_Spec memorySpec = {
    "onnxops._calls.Memory", sizeof(Memory), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, memorySlots};

PyObject *onnxopsPythonMakeMemoryType(void) {
  return PyType_FromSpec(&memorySpec);
}

static PyObject *readShape(const OnnxopsValue *slot) {
  PyObject *shape = PyTuple_New(slot->rank);
  for (int64_t i = 0; shape && i < slot->rank; ++i) {
    PyObject *size = PyLong_FromLongLong(slot->sizes[i]);
    if (!size || PyTuple_SetItem(shape, i, size))
      Py_CLEAR(shape);
  }
  return shape;
}

/// Moves the result at `index` from its slot to an array.
static PyObject *takeResult(const Signature *signature, Py_ssize_t index,
                            OnnxopsValue *slot) {
  const uint64_t bytes = onnxopsPythonCountBytes(slot);
  PyObject *shape = readShape(slot);
  PyObject *type = PyTuple_GetItem(signature->types, index), *array = NULL;
  if (!shape)
    return NULL;
  if (bytes == 0) {
    array = PyObject_CallFunctionObjArgs(
        onnxopsPython.makeEmpty, PyTuple_GetItem(signature->names, index),
        shape, type, NULL);
  } else {
    Memory *memory = (Memory *)(void *)PyType_GenericAlloc(
        (PyTypeObject *)(void *)onnxopsPython.memoryType, 0);
    if (memory) {
      memory->value = *slot;
      memory->bytes = (Py_ssize_t)bytes;
      memset(slot, 0, sizeof(*slot));
      array = PyObject_CallFunctionObjArgs(onnxopsPython.arrayType, shape, type,
                                           (PyObject *)memory, NULL);
      Py_DECREF(memory);
    }
  }
  Py_DECREF(shape);
  return array;
}

PyObject *onnxopsPythonTakeResults(const Signature *signature,
                                   OnnxopsValue *slots) {
  if (signature->outputs == 1)
    return takeResult(signature, 0, slots);
  PyObject *results = PyTuple_New(signature->outputs);
  for (Py_ssize_t i = 0; results && i < signature->outputs; ++i) {
    PyObject *result = takeResult(signature, i, &slots[i]);
    if (!result || PyTuple_SetItem(results, i, result))
      Py_CLEAR(results);
  }
  return results;
}
