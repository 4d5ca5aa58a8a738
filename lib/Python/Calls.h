/*===- Calls.h - what the parts of this module share ---------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Values of Python become slots of a call, and slots become values. Uses the
 * stable ABI of CPython 3.11, NumPy's __array_struct__, which does not depend
 * on NumPy's version, and the C API that _library.py has loaded.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_PYTHON_CALLS_H
#define ONNXOPS_LIB_PYTHON_CALLS_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "onnxops-c/Program.h"
#include "onnxops/ABI/DLPackCodes.h"

_Static_assert(sizeof(Py_ssize_t) == sizeof(int64_t),
               "NumPy's sizes are passed as they are");

/// What setup() has passed, and strings of Python. Set before any call.
typedef struct PythonState {
  PyObject *arrayType; ///< numpy.ndarray
  PyObject *callError;
  PyObject *makeEmpty;   ///< makes an array without elements
  PyObject *findExport;  ///< how tensors of a type are exported
  PyObject *noArguments; ///< an empty tuple
  PyObject *arrayStruct, *dlpack, *out, *fallback;
  PyObject *dataPtr, *dtype, *isContiguous, *isCPU, *isNeg, *nbytes,
      *requiresGrad, *shape; ///< of PyTorch
  PyObject *memoryType;
} PythonState;

extern PythonState onnxopsPython;

/// The program of a Callable.
typedef struct Signature {
  Py_ssize_t inputs, outputs; ///< their numbers; -1 if calls are left to Python
  int32_t *elementTypes;      ///< of inputs, then of outputs
  PyObject *names,
      *types; ///< tuples: of outputs, their names and NumPy's types
} Signature;

/// Whether NumPy has the type, and this module can make arrays of it.
bool onnxopsPythonHasArrays(int32_t elementType);

/// The same type in DLPack.
DLDataType onnxopsPythonDLPackType(int32_t elementType);

/// The bytes of a tensor's elements. Unsigned, since a tensor without elements
/// may have sizes whose product overflows.
uint64_t onnxopsPythonCountBytes(const OnnxopsValue *slot);

/// Describes a tensor of another library by a slot; `isOut`: to be written by
/// the call. Returns what keeps the description alive, or null, with or without
/// an exception, if Python handles the tensor.
PyObject *onnxopsPythonReadTensor(PyObject *value, int32_t elementType,
                                  bool isOut, OnnxopsValue *slot);

/// Whether the numbers of a tensor of PyTorch are to be negated, which its
/// `__dlpack__` does not check.
bool onnxopsPythonIsNegated(PyObject *value);

/// The same for a tensor of PyTorch of which findExport has `found` the
/// attributes. Null without an exception if it is to be exported.
PyObject *onnxopsPythonDescribeTensor(PyObject *value, PyObject *found,
                                      int32_t elementType, OnnxopsValue *slot);

/// Fills the slots of all inputs, and `held` with what keeps them alive.
/// Returns how many it has filled. If some are missing, the call ends with the
/// exception that is set, or Python handles it.
Py_ssize_t onnxopsPythonReadInputs(const Signature *signature,
                                   PyObject *arguments, OnnxopsValue *table,
                                   PyObject **held);

/// Describes the array or tensor of `out=` by `lent`. Returns what keeps the
/// description alive, or null, like onnxopsPythonReadInputs.
PyObject *onnxopsPythonReadOut(const Signature *signature, PyObject *out,
                               const OnnxopsValue *table, OnnxopsValue *lent);

/// The type of the memory of results; null with an exception.
PyObject *onnxopsPythonMakeMemoryType(void);

/// Moves the results from their slots to an array, or to a tuple of arrays.
/// Null with an exception.
PyObject *onnxopsPythonTakeResults(const Signature *signature,
                                   OnnxopsValue *slots);

#endif /* ONNXOPS_LIB_PYTHON_CALLS_H */
