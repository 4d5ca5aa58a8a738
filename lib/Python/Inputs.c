/*===- Inputs.c - values of Python as slots of a call ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What is unusual is left to _values.py: another type, other strides, another
 * device.
 *
 *===--------------------------------------------------------------------===*/

#include "Calls.h"

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

DLDataType onnxopsPythonDLPackType(int32_t elementType) {
  return elementNames[elementType].dlpack;
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

/// Describes an array or a tensor of another library by a slot, like
/// onnxopsPythonReadTensor.
static PyObject *readValue(PyObject *value, int32_t elementType, bool isOut,
                           OnnxopsValue *slot) {
  return (PyObject *)Py_TYPE(value) == onnxopsPython.arrayType
             ? describeArray(value, elementType, isOut ? Writable : 0, slot)
             : onnxopsPythonReadTensor(value, elementType, isOut, slot);
}

/// Clears the exception of a conversion, which fails again in Python. Any other
/// is of code that ran meanwhile: Ctrl-C, for example.
static void leaveToPython(void) {
  PyObject *const conversions[] = {PyExc_AttributeError, PyExc_TypeError,
                                   PyExc_ValueError, PyExc_BufferError,
                                   PyExc_RuntimeError};
  const size_t count = sizeof(conversions) / sizeof(conversions[0]);
  for (size_t i = 0; i < count && PyErr_Occurred(); ++i)
    if (PyErr_ExceptionMatches(conversions[i]))
      PyErr_Clear();
}

Py_ssize_t onnxopsPythonReadInputs(const Signature *signature,
                                   PyObject *arguments, OnnxopsValue *table,
                                   PyObject **held) {
  for (Py_ssize_t i = 0; i < signature->inputs; ++i) {
    PyObject *value = PyTuple_GetItem(arguments, i); // borrowed
    held[i] = readValue(value, signature->elementTypes[i], /*isOut=*/false,
                        &table[i]);
    if (held[i])
      continue;
    leaveToPython();
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
  const uint64_t bytes = onnxopsPythonCountBytes(a),
                 otherBytes = onnxopsPythonCountBytes(b);
  return bytes > 0 && otherBytes > 0 && begin < other + otherBytes &&
         other < begin + bytes;
}

/// Whether the bytes of a tensor are fewer than 2^63.
static bool isPossible(const OnnxopsValue *slot) {
  int64_t bytes = bytesOf(slot->elementType);
  for (int64_t i = 0; i < slot->rank; ++i)
    if (__builtin_mul_overflow(bytes, slot->sizes[i], &bytes))
      return false;
  return true;
}

PyObject *onnxopsPythonReadOut(const Signature *signature, PyObject *out,
                               const OnnxopsValue *table, OnnxopsValue *lent) {
  if (signature->outputs != 1)
    return NULL;
  PyObject *capsule = readValue(out, signature->elementTypes[signature->inputs],
                                /*isOut=*/true, lent);
  bool isApart = capsule && isPossible(lent);
  for (Py_ssize_t i = 0; isApart && i < signature->inputs; ++i)
    isApart = !overlap(lent, &table[i]);
  if (!isApart) {
    Py_CLEAR(capsule);
    leaveToPython();
  }
  return capsule;
}
