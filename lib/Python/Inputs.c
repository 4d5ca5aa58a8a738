/*===- Inputs.c - arrays and tensors as slots of a call -------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What is unusual is left to _values.py: another type, other strides, another
 * device.
 *
 *===--------------------------------------------------------------------===*/

#include "Calls.h"

#include "onnxops/ABI/DLPackCodes.h"

/*===--------------------------------------------------------------------===*
 * Element types
 *===--------------------------------------------------------------------===*/

/// What other libraries call an element type.
typedef struct ElementNames {
  const char *numpy; ///< its kind and its bytes; "" if it has none
  DLDataType dlpack;
} ElementNames;

/// By element type.
static const ElementNames elementNames[] = {
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, scalar, mlir, field, numpy,     \
                             ...)                                              \
  [ONNXOPS_##name] = {numpy, {OnnxopsCode##kind, bits, 1}},
#include "onnxops/ABI/ElementTypes.def"
};

enum { ElementTypes = sizeof(elementNames) / sizeof(elementNames[0]) };

bool onnxopsPythonHasArrays(int32_t elementType) {
  return elementType > 0 && elementType < ElementTypes &&
         elementNames[elementType].numpy &&
         elementNames[elementType].numpy[0] != '\0';
}

static int bytesOf(int32_t elementType) {
  return elementNames[elementType].dlpack.bits / 8;
}

uint64_t onnxopsPythonCountBytes(const OnnxopsValue *slot) {
  uint64_t bytes = (uint64_t)bytesOf(slot->elementType);
  for (int64_t i = 0; i < slot->rank; ++i)
    bytes *= (uint64_t)slot->sizes[i];
  return bytes;
}

/*===--------------------------------------------------------------------===*
 * Inputs
 *===--------------------------------------------------------------------===*/

/// PyArrayInterface of NumPy's array interface, version 3.
typedef struct ArrayInterface {
  int two; ///< 2, as a check
  int rank;
  char kind;
  int itemBytes;
  int flags;
  Py_ssize_t *sizes, *strides;
  void *data;
  PyObject *description;
} ArrayInterface;

/// NumPy's flags. All arrays that C reads have the first three.
enum { RowMajor = 0x1, Aligned = 0x100, NativeOrder = 0x200, Writable = 0x400 };

/// Describes an array that has `flags` too by a slot. Returns what keeps the
/// description alive, or null if Python handles the array.
static PyObject *describeArray(PyObject *value, int32_t elementType, int flags,
                               OnnxopsValue *slot) {
  PyObject *capsule = PyObject_GetAttr(value, onnxopsPython.arrayStruct);
  if (!capsule)
    return NULL;
  const ArrayInterface *array = PyCapsule_GetPointer(capsule, NULL);
  flags |= RowMajor | Aligned | NativeOrder;
  if (!array || array->two != 2 || (array->flags & flags) != flags ||
      array->kind != elementNames[elementType].numpy[0] ||
      array->itemBytes != bytesOf(elementType) ||
      array->rank > ONNXOPS_MAX_RANK) {
    Py_DECREF(capsule);
    return NULL;
  }
  *slot = (OnnxopsValue){.elementType = elementType,
                         .rank = array->rank,
                         .data = array->data,
                         .sizes = (int64_t *)array->sizes};
  return capsule;
}

static PyObject *readArray(PyObject *value, int32_t elementType,
                           OnnxopsValue *slot) {
  return describeArray(value, elementType, /*flags=*/0, slot);
}

/// DLManagedTensorVersioned of DLPack 1, up to its tensor.
typedef struct VersionedTensor {
  uint32_t major, minor;
  void *context;
  void (*deleter)(struct VersionedTensor *);
  uint64_t flags;
  DLTensor tensor;
} VersionedTensor;

/// The tensor in a capsule; null if Python handles it.
static const DLTensor *openCapsule(PyObject *capsule) {
  if (PyCapsule_IsValid(capsule, "dltensor"))
    return PyCapsule_GetPointer(capsule, "dltensor");
  if (!PyCapsule_IsValid(capsule, "dltensor_versioned"))
    return NULL;
  const VersionedTensor *managed =
      PyCapsule_GetPointer(capsule, "dltensor_versioned");
  return managed->major == 1 ? &managed->tensor : NULL;
}

/// Calls __dlpack__ as _dlpack.py does.
static PyObject *exportTensor(PyObject *value) {
  PyObject *keywords = PyObject_CallFunctionObjArgs(
      onnxopsPython.exportKeywords, (PyObject *)Py_TYPE(value), NULL);
  PyObject *method = keywords && keywords != Py_None
                         ? PyObject_GetAttr(value, onnxopsPython.dlpack)
                         : NULL;
  PyObject *capsule =
      method ? PyObject_Call(method, onnxopsPython.noArguments, keywords)
             : NULL;
  Py_XDECREF(method);
  Py_XDECREF(keywords);
  return capsule;
}

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

/// The same for a tensor with __dlpack__.
static PyObject *readDLPack(PyObject *value, int32_t elementType,
                            OnnxopsValue *slot) {
  PyObject *capsule = exportTensor(value);
  if (!capsule)
    return NULL;
  const DLTensor *tensor = openCapsule(capsule);
  if (!tensor || !isUsual(tensor, elementNames[elementType].dlpack)) {
    Py_DECREF(capsule);
    return NULL;
  }
  char *data = tensor->data;
  *slot = (OnnxopsValue){.elementType = elementType,
                         .rank = tensor->ndim,
                         .data = data ? data + tensor->byte_offset : NULL,
                         .sizes = tensor->shape,
                         .strides = tensor->strides};
  return capsule;
}

Py_ssize_t onnxopsPythonReadInputs(const Signature *signature,
                                   PyObject *arguments, OnnxopsValue *table,
                                   PyObject **held) {
  for (Py_ssize_t i = 0; i < signature->inputs; ++i) {
    PyObject *value = PyTuple_GetItem(arguments, i); // borrowed
    bool isArray = (PyObject *)Py_TYPE(value) == onnxopsPython.arrayType;
    held[i] = (isArray ? readArray : readDLPack)(
        value, signature->elementTypes[i], &table[i]);
    if (held[i])
      continue;
    PyErr_Clear(); // Python finds the same problem again
    return i;
  }
  return signature->inputs;
}

/*===--------------------------------------------------------------------===*
 * Memory lent to the output
 *===--------------------------------------------------------------------===*/

/// Whether two tensors have bytes in common. Of sizes that are impossible, the
/// answer may be either.
static bool overlap(const OnnxopsValue *a, const OnnxopsValue *b) {
  const uintptr_t begin = (uintptr_t)a->data, other = (uintptr_t)b->data;
  return begin < other + onnxopsPythonCountBytes(b) &&
         other < begin + onnxopsPythonCountBytes(a);
}

PyObject *onnxopsPythonReadOut(const Signature *signature, PyObject *out,
                               const OnnxopsValue *table, OnnxopsValue *lent) {
  if (signature->outputs != 1 ||
      (PyObject *)Py_TYPE(out) != onnxopsPython.arrayType)
    return NULL;
  PyObject *capsule = describeArray(
      out, signature->elementTypes[signature->inputs], Writable, lent);
  bool isApart = capsule;
  for (Py_ssize_t i = 0; isApart && i < signature->inputs; ++i)
    isApart = !overlap(lent, &table[i]);
  if (!isApart) {
    Py_CLEAR(capsule);
    PyErr_Clear();
  }
  return capsule;
}
