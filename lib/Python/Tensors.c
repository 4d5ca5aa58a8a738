/*===- Tensors.c - tensors of other libraries as slots of a call ----------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Tensors are exported through DLPack, as _dlpack.py does it, but for most of
 * PyTorch's (Storage.c).
 *
 *===--------------------------------------------------------------------===*/

#include "Calls.h"

/// DLManagedTensorVersioned of DLPack 1, up to its tensor.
typedef struct VersionedTensor {
  uint32_t major, minor;
  void *context;
  void (*deleter)(struct VersionedTensor *);
  uint64_t flags;
  DLTensor tensor;
} VersionedTensor;

/// Bits of DLPack's flags.
enum { ReadOnly = 1, IsCopied = 2 };

/*===--------------------------------------------------------------------===*
 * Capsules
 *===--------------------------------------------------------------------===*/

/// The capsule of a tensor, a new reference; null if Python handles the tensor.
typedef struct Export {
  PyObject *capsule;
  bool isKnown; ///< from a library that is known to share memory to be written
} Export;

/// How tensors of `type` are exported, see find_export in _dlpack.py: a new
/// reference, or null with an exception. A call mostly has tensors of one type.
static PyObject *findExport(PyObject *type) {
  static PyObject *lastType, *lastExport;
  if (type == lastType) {
    Py_INCREF(lastExport);
    return lastExport;
  }
  PyObject *found =
      PyObject_CallFunctionObjArgs(onnxopsPython.findExport, type, NULL);
  if (!found)
    return NULL;
  // Freeing the old ones may run any code, which may come here.
  PyObject *oldType = lastType, *oldExport = lastExport;
  Py_INCREF(type);
  Py_INCREF(found);
  lastType = type;
  lastExport = found;
  Py_XDECREF(oldType);
  Py_XDECREF(oldExport);
  return found;
}

/// Whether a result is False; consumes it.
static bool isFalse(PyObject *result) {
  if (!result)
    PyErr_Clear();
  Py_XDECREF(result);
  return result == Py_False;
}

/// Whether a tensor of PyTorch can be exported without the checks of its
/// `__dlpack__`: it needs no gradient, and, since it is not of complex numbers,
/// is no conjugate.
static bool isPlain(PyObject *value, DLDataType type) {
  return type.code != kDLComplex &&
         isFalse(PyObject_GetAttr(value, onnxopsPython.requiresGrad));
}

bool onnxopsPythonIsNegated(PyObject *value) {
  return !isFalse(PyObject_CallMethodObjArgs(value, onnxopsPython.isNeg, NULL));
}

static PyObject *callDLPack(PyObject *value, PyObject *keywords) {
  PyObject *method = PyObject_GetAttr(value, onnxopsPython.dlpack);
  PyObject *capsule =
      method ? PyObject_Call(method, onnxopsPython.noArguments, keywords)
             : NULL;
  Py_XDECREF(method);
  return capsule;
}

static Export exportTensor(PyObject *value, PyObject *found, DLDataType type) {
  Export result = {0};
  PyObject *keywords = PyTuple_GetItem(found, 0); // borrowed
  PyObject *function = PyTuple_GetItem(found, 1);
  const bool isTorch = function != Py_None;
  if (!isTorch ||
      !onnxopsPythonIsNegated(value)) { // otherwise Python refuses it
    result.isKnown = isTorch && isPlain(value, type);
    if (result.isKnown)
      result.capsule = PyObject_CallFunctionObjArgs(function, value, NULL);
    else if (keywords != Py_None)
      result.capsule = callDLPack(value, keywords);
  }
  return result;
}

/// The tensor in a capsule, and whether it is known that it may be written to.
/// Null if Python handles it.
static const DLTensor *openCapsule(Export from, bool *isWritable) {
  *isWritable = from.isKnown;
  if (PyCapsule_IsValid(from.capsule, "dltensor"))
    return PyCapsule_GetPointer(from.capsule, "dltensor");
  if (!PyCapsule_IsValid(from.capsule, "dltensor_versioned"))
    return NULL;
  const VersionedTensor *managed =
      PyCapsule_GetPointer(from.capsule, "dltensor_versioned");
  *isWritable = !(managed->flags & (ReadOnly | IsCopied));
  return managed->major == 1 ? &managed->tensor : NULL;
}

/*===--------------------------------------------------------------------===*
 * Slots
 *===--------------------------------------------------------------------===*/

/// Whether a tensor of another library is as this module passes it on. Its
/// strides, sizes and alignment are checked by the call.
static bool isUsual(const DLTensor *tensor, DLDataType type) {
  if (tensor->device.device_type != kDLCPU || tensor->dtype.code != type.code ||
      tensor->dtype.bits != type.bits || tensor->dtype.lanes != 1 ||
      tensor->ndim < 0 || tensor->ndim > ONNXOPS_MAX_RANK ||
      (tensor->ndim > 0 && !tensor->shape) ||
      (!tensor->data && tensor->byte_offset > 0))
    return false;
  for (int i = 0; i < tensor->ndim; ++i)
    if (tensor->shape[i] < 0)
      return false;
  return true;
}

/// Whether the call may write the elements where the tensor has them. Unlike
/// those of inputs, its strides are not checked by the call.
static bool isRowMajor(const DLTensor *tensor) {
  uint64_t stride = 1;
  for (int i = 0; i < tensor->ndim; ++i)
    if (tensor->shape[i] == 0)
      return true;
  for (int i = tensor->ndim; tensor->strides && i-- > 0;) {
    if (tensor->shape[i] != 1 && (uint64_t)tensor->strides[i] != stride)
      return false;
    stride *= (uint64_t)tensor->shape[i];
  }
  return true;
}

static PyObject *readExport(PyObject *value, PyObject *found,
                            int32_t elementType, bool isOut,
                            OnnxopsValue *slot) {
  const DLDataType type = onnxopsPythonDLPackType(elementType);
  const Export from = exportTensor(value, found, type);
  if (!from.capsule)
    return NULL;
  bool isWritable;
  const DLTensor *tensor = openCapsule(from, &isWritable);
  if (!tensor || !isUsual(tensor, type) ||
      (isOut && !(isWritable && tensor->data && isRowMajor(tensor)))) {
    Py_DECREF(from.capsule);
    return NULL;
  }
  char *data = tensor->data;
  *slot = (OnnxopsValue){.elementType = elementType,
                         .rank = tensor->ndim,
                         .data = data ? data + tensor->byte_offset : NULL,
                         .sizes = tensor->shape,
                         .strides = tensor->strides};
  return from.capsule;
}

PyObject *onnxopsPythonReadTensor(PyObject *value, int32_t elementType,
                                  bool isOut, OnnxopsValue *slot) {
  PyObject *found = findExport((PyObject *)Py_TYPE(value));
  if (!found)
    return NULL;
  // PyTorch has no tensors that must not be written to.
  PyObject *held = onnxopsPythonDescribeTensor(value, found, elementType, slot);
  if (!held && !PyErr_Occurred())
    held = readExport(value, found, elementType, isOut, slot);
  Py_DECREF(found);
  return held;
}
