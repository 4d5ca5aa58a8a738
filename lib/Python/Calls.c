/*===- Calls.c - the usual call of a program, from Python -----------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * _program.py handles every call, in tens of microseconds. This module handles
 * the usual one in one: inputs by position, which are row-major arrays of NumPy
 * or tensors with __dlpack__, and results that are new arrays, or one in `out`.
 * It leaves any other call to _program.py before it has done anything, so that
 * conversions and messages are written only there.
 *
 * Uses the stable ABI of CPython 3.11, NumPy's __array_struct__, which does not
 * depend on NumPy's version, and the C API that _library.py has loaded.
 *
 *===--------------------------------------------------------------------===*/

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "onnxops-c/Program.h"
#include "onnxops/ABI/DLPackCodes.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(Py_ssize_t) == sizeof(int64_t),
               "NumPy's sizes are passed as they are");

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

/// Whether NumPy has the type, and this module can make arrays of it.
static bool hasArrays(int32_t elementType) {
  return elementType > 0 && elementType < ElementTypes &&
         elementNames[elementType].numpy &&
         elementNames[elementType].numpy[0] != '\0';
}

static int bytesOf(int32_t elementType) {
  return elementNames[elementType].dlpack.bits / 8;
}

/*===--------------------------------------------------------------------===*
 * State of the module
 *===--------------------------------------------------------------------===*/

/// What setup() has passed, and strings of Python.
static struct {
  PyObject *arrayType; ///< numpy.ndarray
  PyObject *callError;
  PyObject *makeEmpty;      ///< makes an array without elements
  PyObject *exportKeywords; ///< keywords for the __dlpack__ of a type
  PyObject *noArguments;    ///< an empty tuple
  PyObject *arrayStruct, *dlpack, *out, *fallback;
  PyObject *memoryType;
  pthread_t mainThread; ///< the one on which Python handles signals
} state;

/// Python's thread is a new one after a fork.
static void setMainThread(void) { state.mainThread = pthread_self(); }

/*===--------------------------------------------------------------------===*
 * Memory of a result
 *===--------------------------------------------------------------------===*/

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

/*===--------------------------------------------------------------------===*
 * Callables
 *===--------------------------------------------------------------------===*/

enum {
  StackSlots = 16,  ///< up to which a table is on the stack
  IdleContexts = 4, ///< that a program keeps for its next calls
};

/// The base of Program.
typedef struct Callable {
  PyObject_HEAD OnnxopsProgram program;
  Py_ssize_t inputs, outputs; ///< their numbers; -1 if calls are left to Python
  int32_t *elementTypes;      ///< of inputs, then of outputs
  PyObject *names,
      *types; ///< tuples: of outputs, their names and NumPy's types
  OnnxopsContext *contexts[IdleContexts];
  int idle; ///< the number of contexts that serve no call
} Callable;

static PyObject *newCallable(PyTypeObject *type, PyObject *arguments,
                             PyObject *keywords) {
  Callable *self = (Callable *)(void *)PyType_GenericAlloc(type, 0);
  if (self)
    self->inputs = self->outputs = -1;
  return (PyObject *)self;
}

static void destroyCallable(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  Callable *self = (Callable *)(void *)object;
  while (self->idle > 0)
    onnxopsContextDestroy(self->contexts[--self->idle]);
  free(self->elementTypes);
  Py_XDECREF(self->names);
  Py_XDECREF(self->types);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

/// Reads a list of element types. False with an exception, or without one if a
/// type is left to Python.
static bool readElementTypes(PyObject *list, int32_t *elementTypes) {
  for (Py_ssize_t i = 0, count = PyTuple_Size(list); i < count; ++i) {
    long elementType = PyLong_AsLong(PyTuple_GetItem(list, i));
    if (elementType == -1 && PyErr_Occurred())
      return false;
    if (elementType < 0 || elementType >= ElementTypes ||
        !hasArrays((int32_t)elementType))
      return false;
    elementTypes[i] = (int32_t)elementType;
  }
  return true;
}

/// _bind(address, inputs, outputs, names, types): the program to call, element
/// types of its inputs and outputs (0 for what is no tensor), and names and
/// NumPy's types of the outputs. All but the first are tuples.
static PyObject *bind(PyObject *object, PyObject *arguments) {
  Callable *self = (Callable *)(void *)object;
  unsigned long long address;
  PyObject *inputs, *outputs, *names, *types;
  if (!PyArg_ParseTuple(arguments, "KO!O!O!O!:_bind", &address, &PyTuple_Type,
                        &inputs, &PyTuple_Type, &outputs, &PyTuple_Type, &names,
                        &PyTuple_Type, &types))
    return NULL;
  // A call that runs Python, by __dlpack__, relies on what is bound.
  if (self->names) {
    PyErr_SetString(PyExc_RuntimeError, "the program is bound already");
    return NULL;
  }
  Py_ssize_t count = PyTuple_Size(inputs), results = PyTuple_Size(outputs);
  int32_t *elementTypes =
      calloc((size_t)(count + results) + 1, sizeof(*elementTypes));
  if (!elementTypes)
    return PyErr_NoMemory();
  if (!readElementTypes(inputs, elementTypes) ||
      !readElementTypes(outputs, elementTypes + count)) {
    free(elementTypes);
    if (PyErr_Occurred())
      return NULL;
    Py_RETURN_NONE;
  }
  self->program.ptr = (void *)(uintptr_t)address;
  self->elementTypes = elementTypes;
  self->inputs = count;
  self->outputs = results;
  Py_INCREF(names);
  Py_INCREF(types);
  self->names = names;
  self->types = types;
  Py_RETURN_NONE;
}

static OnnxopsContext *takeContext(Callable *self) {
  return self->idle > 0 ? self->contexts[--self->idle] : onnxopsContextCreate();
}

static void giveContext(Callable *self, OnnxopsContext *context) {
  if (self->idle < IdleContexts)
    self->contexts[self->idle++] = context;
  else
    onnxopsContextDestroy(context);
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
  PyObject *capsule = PyObject_GetAttr(value, state.arrayStruct);
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
      state.exportKeywords, (PyObject *)Py_TYPE(value), NULL);
  PyObject *method = keywords && keywords != Py_None
                         ? PyObject_GetAttr(value, state.dlpack)
                         : NULL;
  PyObject *capsule =
      method ? PyObject_Call(method, state.noArguments, keywords) : NULL;
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

/// Fills the slots of all inputs, and `held` with what keeps them alive.
/// Returns how many it has filled; Python handles the call if some are missing.
static Py_ssize_t readInputs(const Callable *self, PyObject *arguments,
                             OnnxopsValue *table, PyObject **held) {
  for (Py_ssize_t i = 0; i < self->inputs; ++i) {
    PyObject *value = PyTuple_GetItem(arguments, i); // borrowed
    bool isArray = (PyObject *)Py_TYPE(value) == state.arrayType;
    held[i] = (isArray ? readArray : readDLPack)(value, self->elementTypes[i],
                                                 &table[i]);
    if (held[i])
      continue;
    PyErr_Clear(); // Python finds the same problem again
    return i;
  }
  return self->inputs;
}

/*===--------------------------------------------------------------------===*
 * Memory lent to the output
 *===--------------------------------------------------------------------===*/

/// The size of a tensor's elements. Unsigned, since a tensor without elements
/// may have sizes whose product overflows.
static uint64_t countBytes(const OnnxopsValue *slot) {
  uint64_t bytes = (uint64_t)bytesOf(slot->elementType);
  for (int64_t i = 0; i < slot->rank; ++i)
    bytes *= (uint64_t)slot->sizes[i];
  return bytes;
}

/// Whether two tensors have bytes in common. Of sizes that are impossible, the
/// answer may be either.
static bool overlap(const OnnxopsValue *a, const OnnxopsValue *b) {
  const uintptr_t begin = (uintptr_t)a->data, other = (uintptr_t)b->data;
  return begin < other + countBytes(b) && other < begin + countBytes(a);
}

/// Describes the array of `out=` by `lent`. Returns what keeps the description
/// alive, or null if Python handles the call.
static PyObject *readOut(const Callable *self, PyObject *out,
                         const OnnxopsValue *table, OnnxopsValue *lent) {
  if (self->outputs != 1 || (PyObject *)Py_TYPE(out) != state.arrayType)
    return NULL;
  PyObject *capsule =
      describeArray(out, self->elementTypes[self->inputs], Writable, lent);
  bool isApart = capsule;
  for (Py_ssize_t i = 0; isApart && i < self->inputs; ++i)
    isApart = !overlap(lent, &table[i]);
  if (!isApart) {
    Py_CLEAR(capsule);
    PyErr_Clear();
  }
  return capsule;
}

static bool hasSameSizes(const OnnxopsValue *a, const OnnxopsValue *b) {
  return a->rank == b->rank &&
         (a->rank == 0 ||
          memcmp(a->sizes, b->sizes, (size_t)a->rank * sizeof(*a->sizes)) == 0);
}

/*===--------------------------------------------------------------------===*
 * Calls
 *===--------------------------------------------------------------------===*/

/// Calls the program; on the main thread, until Python must handle SIGINT.
/// Returns whether the call failed.
static bool runOnce(const Callable *self, OnnxopsValue *table,
                    OnnxopsContext *context, int32_t *wasInterrupted) {
  const int64_t count = self->inputs + self->outputs;
  const bool isMain = pthread_equal(pthread_self(), state.mainThread);
  int32_t status;
  Py_BEGIN_ALLOW_THREADS;
  status = isMain
               ? onnxopsProgramCallUntilSignal(self->program, table, count,
                                               context, SIGINT, wasInterrupted)
               : onnxopsProgramCall(self->program, table, count, context);
  Py_END_ALLOW_THREADS;
  return status != 0;
}

/// The same, repeated if a handler of Python's returns. Returns false with an
/// exception.
static bool run(const Callable *self, OnnxopsValue *table,
                OnnxopsContext *context) {
  int32_t wasInterrupted = 0;
  bool hasFailed = runOnce(self, table, context, &wasInterrupted);
  while (wasInterrupted) {
    if (PyErr_CheckSignals())
      return false;
    wasInterrupted = 0;
    hasFailed = runOnce(self, table, context, &wasInterrupted);
  }
  if (!hasFailed)
    return true;
  const char *text = onnxopsContextError(context);
  PyObject *message =
      PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
  if (message)
    PyErr_SetObject(state.callError, message);
  Py_XDECREF(message);
  return false;
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
static PyObject *takeResult(const Callable *self, Py_ssize_t index,
                            OnnxopsValue *slot) {
  const uint64_t bytes = countBytes(slot);
  PyObject *shape = readShape(slot);
  PyObject *type = PyTuple_GetItem(self->types, index), *array = NULL;
  if (!shape)
    return NULL;
  if (bytes == 0) {
    array = PyObject_CallFunctionObjArgs(state.makeEmpty,
                                         PyTuple_GetItem(self->names, index),
                                         shape, type, NULL);
  } else {
    Memory *memory = (Memory *)(void *)PyType_GenericAlloc(
        (PyTypeObject *)(void *)state.memoryType, 0);
    if (memory) {
      memory->value = *slot;
      memory->bytes = (Py_ssize_t)bytes;
      memset(slot, 0, sizeof(*slot));
      array = PyObject_CallFunctionObjArgs(state.arrayType, shape, type,
                                           (PyObject *)memory, NULL);
      Py_DECREF(memory);
    }
  }
  Py_DECREF(shape);
  return array;
}

static PyObject *takeResults(const Callable *self, OnnxopsValue *slots) {
  if (self->outputs == 1)
    return takeResult(self, 0, slots);
  PyObject *results = PyTuple_New(self->outputs);
  for (Py_ssize_t i = 0; results && i < self->outputs; ++i) {
    PyObject *result = takeResult(self, i, &slots[i]);
    if (!result || PyTuple_SetItem(results, i, result))
      Py_CLEAR(results);
  }
  return results;
}

/// Whether the call is one that this module makes, and its result.
typedef struct Outcome {
  bool isHandled; ///< otherwise Python makes the call
  PyObject *results;
} Outcome;

/// Runs a call whose input slots are filled, and frees what it has not given
/// away. `out` may be null.
static Outcome callWith(Callable *self, OnnxopsValue *table, PyObject *out,
                        const OnnxopsValue *lent) {
  OnnxopsValue *slots = table + self->inputs;
  memset(slots, 0, (size_t)self->outputs * sizeof(*slots));
  if (out) {
    slots->data = lent->data;
    slots->capacity = (int64_t)countBytes(lent);
  }
  Outcome outcome = {.isHandled = true};
  OnnxopsContext *context = takeContext(self);
  if (!context) {
    PyErr_NoMemory();
    return outcome;
  }
  bool hasRun = run(self, table, context);
  if (hasRun && !out) {
    outcome.results = takeResults(self, slots);
  } else if (hasRun) {
    outcome.isHandled = hasSameSizes(slots, lent); // Python fails as well
    if (outcome.isHandled) {
      Py_INCREF(out);
      outcome.results = out;
    }
  }
  for (Py_ssize_t i = 0; i < self->outputs; ++i)
    onnxopsValueRelease(&slots[i]);
  giveContext(self, context);
  return outcome;
}

/// Makes a usual call with a table that has a slot for each value, and memory
/// for as many objects.
static Outcome callUsual(Callable *self, PyObject *arguments, PyObject *out,
                         OnnxopsValue *table, PyObject **held) {
  Outcome outcome = {.isHandled = false};
  OnnxopsValue lent;
  PyObject *heldOut = NULL;
  Py_ssize_t count = readInputs(self, arguments, table, held);
  if (count == self->inputs && out)
    heldOut = readOut(self, out, table, &lent);
  if (count == self->inputs && (!out || heldOut))
    outcome = callWith(self, table, out, &lent);
  for (Py_ssize_t i = 0; i < count; ++i)
    Py_DECREF(held[i]);
  Py_XDECREF(heldOut);
  return outcome;
}

static Outcome tryCall(Callable *self, PyObject *arguments, PyObject *out) {
  const Py_ssize_t count = self->inputs + self->outputs;
  if (count <= StackSlots) {
    OnnxopsValue table[StackSlots];
    PyObject *held[StackSlots];
    return callUsual(self, arguments, out, table, held);
  }
  const size_t slotBytes = (size_t)count * sizeof(OnnxopsValue);
  char *memory = malloc(slotBytes + (size_t)count * sizeof(PyObject *));
  Outcome outcome = {.isHandled = false};
  if (memory)
    outcome = callUsual(self, arguments, out, (OnnxopsValue *)(void *)memory,
                        (PyObject **)(void *)(memory + slotBytes));
  free(memory);
  return outcome;
}

static PyObject *call(PyObject *object, PyObject *arguments,
                      PyObject *keywords) {
  Callable *self = (Callable *)(void *)object;
  const Py_ssize_t keywordCount = keywords ? PyDict_Size(keywords) : 0;
  PyObject *out =
      keywordCount == 1 ? PyDict_GetItemWithError(keywords, state.out) : NULL;
  Outcome outcome = {.isHandled = false};
  if (PyTuple_Size(arguments) == self->inputs && (keywordCount == 0 || out))
    outcome = tryCall(self, arguments, out);
  if (outcome.isHandled)
    return outcome.results;
  PyObject *fallback = PyObject_GetAttr(object, state.fallback);
  if (!fallback)
    return NULL;
  PyObject *results = PyObject_Call(fallback, arguments, keywords);
  Py_DECREF(fallback);
  return results;
}

static PyMethodDef callableMethods[] = {
    {"_bind", bind, METH_VARARGS, "Sets the program to call."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot callableSlots[] = {
    {Py_tp_new, (void *)newCallable},
    {Py_tp_dealloc, (void *)destroyCallable},
    {Py_tp_call, (void *)call},
    {Py_tp_methods, callableMethods},
    {Py_tp_doc, (void *)"Makes usual calls, and leaves others to _call."},
    {0, NULL}};

static PyType_Spec callableSpec = {"onnxops._calls.Callable", sizeof(Callable),
                                   0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                   callableSlots};

/*===--------------------------------------------------------------------===*
 * The module
 *===--------------------------------------------------------------------===*/

/// setup(array_type, call_error, make_empty, export_keywords)
static PyObject *setup(PyObject *module, PyObject *arguments) {
  if (!PyArg_ParseTuple(arguments, "OOOO:setup", &state.arrayType,
                        &state.callError, &state.makeEmpty,
                        &state.exportKeywords))
    return NULL;
  Py_INCREF(state.arrayType);
  Py_INCREF(state.callError);
  Py_INCREF(state.makeEmpty);
  Py_INCREF(state.exportKeywords);
  Py_RETURN_NONE;
}

/// set_main_thread(): this is the thread on which Python handles signals.
static PyObject *makeMainThread(PyObject *module, PyObject *nothing) {
  setMainThread();
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"setup", setup, METH_VARARGS, "Sets what calls need of Python."},
    {"set_main_thread", makeMainThread, METH_NOARGS,
     "Makes this the thread that handles signals."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                        .m_name = "onnxops._calls",
                                        .m_doc = "The usual call of a program.",
                                        .m_size = -1, .m_methods = methods};

PyMODINIT_FUNC PyInit__calls(void) {
  PyObject *module = PyModule_Create(&definition);
  if (!module)
    return NULL;
  state.arrayStruct = PyUnicode_InternFromString("__array_struct__");
  state.dlpack = PyUnicode_InternFromString("__dlpack__");
  state.out = PyUnicode_InternFromString("out");
  state.fallback = PyUnicode_InternFromString("_call");
  state.noArguments = PyTuple_New(0);
  state.memoryType = PyType_FromSpec(&memorySpec);
  PyObject *callable = PyType_FromSpec(&callableSpec);
  if (!state.arrayStruct || !state.dlpack || !state.out || !state.fallback ||
      !state.noArguments || !state.memoryType || !callable ||
      PyModule_AddObjectRef(module, "Callable", callable)) {
    Py_XDECREF(callable);
    Py_DECREF(module);
    return NULL;
  }
  Py_DECREF(callable);
  return module;
}
