/*===- Borrow.c - small tensors of PyTorch as slots of a call -------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * To export a small tensor takes longer than to copy it, and twice as long as
 * to read its attributes. What was read holds until another thread gives the
 * tensor other memory: the call checks it last, and keeps the GIL.
 *
 *===--------------------------------------------------------------------===*/

#include "Calls.h"

/// Whether a result is this object; consumes it.
static bool isObject(PyObject *result, PyObject *expected) {
  Py_XDECREF(result);
  return result == expected;
}

static bool hasAttribute(PyObject *value, PyObject *name, PyObject *expected) {
  return isObject(PyObject_GetAttr(value, name), expected);
}

static PyObject *callMethod(PyObject *value, PyObject *name) {
  return PyObject_CallMethodObjArgs(value, name, NULL);
}

/// PyTorch's type for an element type, borrowed; null if the value is no tensor
/// of PyTorch, or its type has tensors that are not what their memory is.
static PyObject *findType(PyObject *value, int32_t elementType) {
  PyObject *found = onnxopsPythonFindExport((PyObject *)Py_TYPE(value));
  PyObject *types = found ? PyTuple_GetItem(found, 2) : NULL; // borrowed
  PyObject *type = NULL;
  if (types && PyTuple_Check(types) && elementType < PyTuple_Size(types))
    type = PyTuple_GetItem(types, elementType);
  Py_XDECREF(found);
  return type == Py_None ? NULL : type;
}

/// Reads a tuple of sizes to bytes of Python, which hold an int64_t for each.
/// Null, with or without an exception, if the tensor has no elements.
static PyObject *readSizes(PyObject *shape) {
  const Py_ssize_t rank = PyTuple_Check(shape) ? PyTuple_Size(shape) : -1;
  if (rank < 0 || rank > ONNXOPS_MAX_RANK)
    return NULL;
  PyObject *bytes =
      PyBytes_FromStringAndSize(NULL, rank * (Py_ssize_t)sizeof(int64_t));
  int64_t *sizes = bytes ? (int64_t *)(void *)PyBytes_AsString(bytes) : NULL;
  for (Py_ssize_t i = 0; bytes && i < rank; ++i) {
    sizes[i] = PyLong_AsLongLong(PyTuple_GetItem(shape, i));
    if (sizes[i] <= 0)
      Py_CLEAR(bytes);
  }
  return bytes;
}

/// The address of the elements; null, with or without an exception, if there is
/// none.
static void *readAddress(PyObject *value) {
  PyObject *number = callMethod(value, onnxopsPython.dataPtr);
  void *address = number ? PyLong_AsVoidPtr(number) : NULL;
  Py_XDECREF(number);
  return address;
}

PyObject *onnxopsPythonBorrowTensor(PyObject *value, int32_t elementType,
                                    bool isOut, OnnxopsValue *slot) {
  (void)isOut; // as __dlpack__ of PyTorch, which has no read-only tensors
  if (!findType(value, elementType) || onnxopsPythonIsNegated(value) ||
      !hasAttribute(value, onnxopsPython.isCPU, Py_True) ||
      !hasAttribute(value, onnxopsPython.requiresGrad, Py_False))
    return NULL;
  PyObject *shape = PyObject_GetAttr(value, onnxopsPython.shape);
  PyObject *sizes = shape ? readSizes(shape) : NULL;
  if (sizes)
    *slot = (OnnxopsValue){.elementType = elementType,
                           .rank = PyTuple_Size(shape),
                           .data = readAddress(value),
                           .sizes = (int64_t *)(void *)PyBytes_AsString(sizes)};
  Py_XDECREF(shape);
  if (sizes && !slot->data)
    Py_CLEAR(sizes);
  return sizes;
}

bool onnxopsPythonIsBorrowed(PyObject *value, const OnnxopsValue *slot) {
  int64_t count = 1;
  for (int64_t i = 0; i < slot->rank; ++i)
    count *= slot->sizes[i];
  PyObject *type = findType(value, slot->elementType);
  if (!type || !hasAttribute(value, onnxopsPython.dtype, type) ||
      !isObject(callMethod(value, onnxopsPython.isContiguous), Py_True))
    return false;
  PyObject *number = callMethod(value, onnxopsPython.numel);
  const bool isCount = number && PyLong_AsLongLong(number) == count;
  Py_XDECREF(number);
  return isCount && readAddress(value) == slot->data;
}
