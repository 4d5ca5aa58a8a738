/*===- Storage.c - tensors of PyTorch by their attributes -----------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * To export a small tensor takes longer than to copy it, and longer than to
 * read its attributes. The storage is held as an export holds it: another
 * thread may give the tensor other memory meanwhile.
 *
 *===--------------------------------------------------------------------===*/

#include "Calls.h"

/// Whether an attribute of a value is this object.
static bool hasAttribute(PyObject *value, PyObject *name, PyObject *expected) {
  PyObject *attribute = PyObject_GetAttr(value, name);
  Py_XDECREF(attribute);
  return attribute == expected;
}

static PyObject *callMethod(PyObject *value, PyObject *name) {
  return PyObject_CallMethodObjArgs(value, name, NULL);
}

/// A number that a method returns; 0, with or without an exception, for none.
static uint64_t readNumber(PyObject *value, PyObject *method) {
  PyObject *number = callMethod(value, method);
  uint64_t result = number ? PyLong_AsUnsignedLongLong(number) : 0;
  Py_XDECREF(number);
  return PyErr_Occurred() ? 0 : result;
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

/// Whether all bytes of a slot are in a storage. The attributes were read one
/// after the other: another thread may have changed the tensor in between.
static bool isInStorage(const OnnxopsValue *slot, PyObject *storage) {
  const uint64_t begin = readNumber(storage, onnxopsPython.dataPtr),
                 address = (uintptr_t)slot->data,
                 bytes = onnxopsPythonCountBytes(slot);
  if (begin == 0 || address < begin)
    return false;
  const uint64_t size = readNumber(storage, onnxopsPython.nbytes);
  return bytes <= size && address - begin <= size - bytes;
}

/// Fills the slot of a tensor on the host whose storage is held. Returns the
/// sizes, or null, with or without an exception.
static PyObject *fill(PyObject *value, int32_t elementType, PyObject *storage,
                      OnnxopsValue *slot) {
  PyObject *shape = PyObject_GetAttr(value, onnxopsPython.shape);
  PyObject *sizes = shape ? readSizes(shape) : NULL;
  if (sizes)
    *slot = (OnnxopsValue){
        .elementType = elementType,
        .rank = PyTuple_Size(shape),
        .data = (void *)(uintptr_t)readNumber(value, onnxopsPython.dataPtr),
        .sizes = (int64_t *)(void *)PyBytes_AsString(sizes)};
  Py_XDECREF(shape);
  if (sizes && !(slot->data && isInStorage(slot, storage)))
    Py_CLEAR(sizes);
  return sizes;
}

/// Whether the memory of a tensor is its elements, in rows.
static bool isPlain(PyObject *value, PyObject *dtype) {
  if (!hasAttribute(value, onnxopsPython.dtype, dtype) ||
      !hasAttribute(value, onnxopsPython.isCPU, Py_True) ||
      !hasAttribute(value, onnxopsPython.requiresGrad, Py_False) ||
      onnxopsPythonIsNegated(value))
    return false;
  PyObject *isContiguous = callMethod(value, onnxopsPython.isContiguous);
  Py_XDECREF(isContiguous);
  return isContiguous == Py_True;
}

PyObject *onnxopsPythonDescribeTensor(PyObject *value, PyObject *found,
                                      int32_t elementType, OnnxopsValue *slot) {
  PyObject *dtypes = PyTuple_GetItem(found, 2), *storage = NULL, *sizes = NULL;
  PyObject *dtype = dtypes != Py_None && elementType < PyTuple_Size(dtypes)
                        ? PyTuple_GetItem(dtypes, elementType)
                        : Py_None;
  if (dtype == Py_None)
    return NULL;
  if (isPlain(value, dtype))
    storage = callMethod(value, PyTuple_GetItem(found, 3));
  if (storage)
    sizes = fill(value, elementType, storage, slot);
  PyObject *held = sizes ? PyTuple_Pack(2, storage, sizes) : NULL;
  Py_XDECREF(storage);
  Py_XDECREF(sizes);
  if (!held && PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_Exception))
    PyErr_Clear(); // it is exported, or refused with a message
  return held;
}
