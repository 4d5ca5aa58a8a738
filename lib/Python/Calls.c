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
 *===--------------------------------------------------------------------===*/

#include "Calls.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

PythonState onnxopsPython;

/// The thread on which Python handles signals: a new one after a fork.
static pthread_t mainThread;

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
  Signature signature;
  OnnxopsContext *contexts[IdleContexts];
  int idle; ///< the number of contexts that serve no call
} Callable;

static PyObject *newCallable(PyTypeObject *type, PyObject *arguments,
                             PyObject *keywords) {
  Callable *self = (Callable *)(void *)PyType_GenericAlloc(type, 0);
  if (self)
    self->signature.inputs = self->signature.outputs = -1;
  return (PyObject *)self;
}

static void destroyCallable(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  Callable *self = (Callable *)(void *)object;
  while (self->idle > 0)
    onnxopsContextDestroy(self->contexts[--self->idle]);
  free(self->signature.elementTypes);
  Py_XDECREF(self->signature.names);
  Py_XDECREF(self->signature.types);
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
    if (elementType < INT32_MIN || elementType > INT32_MAX ||
        !onnxopsPythonHasArrays((int32_t)elementType))
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
  if (self->signature.names) {
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
  self->signature.elementTypes = elementTypes;
  self->signature.inputs = count;
  self->signature.outputs = results;
  Py_INCREF(names);
  Py_INCREF(types);
  self->signature.names = names;
  self->signature.types = types;
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
 * Calls
 *===--------------------------------------------------------------------===*/

static bool hasSameSizes(const OnnxopsValue *a, const OnnxopsValue *b) {
  return a->rank == b->rank &&
         (a->rank == 0 ||
          memcmp(a->sizes, b->sizes, (size_t)a->rank * sizeof(*a->sizes)) == 0);
}

/// Calls the program; on the main thread, until Python must handle SIGINT.
/// Returns whether the call failed.
static bool runOnce(const Callable *self, OnnxopsValue *table,
                    OnnxopsContext *context, int32_t *wasInterrupted) {
  const int64_t count = self->signature.inputs + self->signature.outputs;
  const bool isMain = pthread_equal(pthread_self(), mainThread);
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
    PyErr_SetObject(onnxopsPython.callError, message);
  Py_XDECREF(message);
  return false;
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
  OnnxopsValue *slots = table + self->signature.inputs;
  memset(slots, 0, (size_t)self->signature.outputs * sizeof(*slots));
  if (out) {
    slots->data = lent->data;
    slots->capacity = (int64_t)onnxopsPythonCountBytes(lent);
  }
  Outcome outcome = {.isHandled = true};
  OnnxopsContext *context = takeContext(self);
  if (!context) {
    PyErr_NoMemory();
    return outcome;
  }
  bool hasRun = run(self, table, context);
  if (hasRun && !out) {
    outcome.results = onnxopsPythonTakeResults(&self->signature, slots);
  } else if (hasRun) {
    outcome.isHandled = hasSameSizes(slots, lent); // Python fails as well
    if (outcome.isHandled) {
      Py_INCREF(out);
      outcome.results = out;
    }
  }
  for (Py_ssize_t i = 0; i < self->signature.outputs; ++i)
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
  Py_ssize_t count =
      onnxopsPythonReadInputs(&self->signature, arguments, table, held);
  if (count == self->signature.inputs && out)
    heldOut = onnxopsPythonReadOut(&self->signature, out, table, &lent);
  if (count == self->signature.inputs && (!out || heldOut))
    outcome = callWith(self, table, out, &lent);
  else
    outcome.isHandled = PyErr_Occurred() != NULL;
  for (Py_ssize_t i = 0; i < count; ++i)
    Py_DECREF(held[i]);
  Py_XDECREF(heldOut);
  return outcome;
}

static Outcome tryCall(Callable *self, PyObject *arguments, PyObject *out) {
  const Py_ssize_t count = self->signature.inputs + self->signature.outputs;
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
  PyObject *out = keywordCount == 1
                      ? PyDict_GetItemWithError(keywords, onnxopsPython.out)
                      : NULL;
  if (PyErr_Occurred())
    return NULL;
  // Without memory, as is the default.
  const bool hasOut = out && out != Py_None;
  Outcome outcome = {.isHandled = false};
  if (PyTuple_Size(arguments) == self->signature.inputs &&
      (keywordCount == 0 || out))
    outcome = tryCall(self, arguments, hasOut ? out : NULL);
  if (outcome.isHandled)
    return outcome.results;
  PyObject *fallback = PyObject_GetAttr(object, onnxopsPython.fallback);
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

/// setup(array_type, call_error, make_empty, find_export)
static PyObject *setup(PyObject *module, PyObject *arguments) {
  if (!PyArg_ParseTuple(arguments, "OOOO:setup", &onnxopsPython.arrayType,
                        &onnxopsPython.callError, &onnxopsPython.makeEmpty,
                        &onnxopsPython.findExport))
    return NULL;
  Py_INCREF(onnxopsPython.arrayType);
  Py_INCREF(onnxopsPython.callError);
  Py_INCREF(onnxopsPython.makeEmpty);
  Py_INCREF(onnxopsPython.findExport);
  Py_RETURN_NONE;
}

/// set_main_thread(ident): the thread on which Python handles signals. An ident
/// is a pthread_t.
static PyObject *setMainThread(PyObject *module, PyObject *ident) {
  mainThread = PyLong_AsUnsignedLong(ident);
  if (PyErr_Occurred())
    return NULL;
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"setup", setup, METH_VARARGS, "Sets what calls need of Python."},
    {"set_main_thread", setMainThread, METH_O,
     "Sets the thread that handles signals."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                        .m_name = "onnxops._calls",
                                        .m_doc = "The usual call of a program.",
                                        .m_size = -1, .m_methods = methods};

PyMODINIT_FUNC PyInit__calls(void) {
  PyObject *module = PyModule_Create(&definition);
  if (!module)
    return NULL;
  onnxopsPython.arrayStruct = PyUnicode_InternFromString("__array_struct__");
  onnxopsPython.dlpack = PyUnicode_InternFromString("__dlpack__");
  onnxopsPython.dataPtr = PyUnicode_InternFromString("data_ptr");
  onnxopsPython.dtype = PyUnicode_InternFromString("dtype");
  onnxopsPython.isContiguous = PyUnicode_InternFromString("is_contiguous");
  onnxopsPython.isCPU = PyUnicode_InternFromString("is_cpu");
  onnxopsPython.isNeg = PyUnicode_InternFromString("is_neg");
  onnxopsPython.nbytes = PyUnicode_InternFromString("nbytes");
  onnxopsPython.requiresGrad = PyUnicode_InternFromString("requires_grad");
  onnxopsPython.shape = PyUnicode_InternFromString("shape");
  onnxopsPython.out = PyUnicode_InternFromString("out");
  onnxopsPython.fallback = PyUnicode_InternFromString("_call");
  onnxopsPython.noArguments = PyTuple_New(0);
  onnxopsPython.memoryType = onnxopsPythonMakeMemoryType();
  PyObject *callable = PyType_FromSpec(&callableSpec);
  if (!onnxopsPython.arrayStruct || !onnxopsPython.dlpack ||
      !onnxopsPython.dataPtr || !onnxopsPython.dtype ||
      !onnxopsPython.isContiguous || !onnxopsPython.isCPU ||
      !onnxopsPython.isNeg || !onnxopsPython.nbytes ||
      !onnxopsPython.requiresGrad || !onnxopsPython.shape ||
      !onnxopsPython.out || !onnxopsPython.fallback ||
      !onnxopsPython.noArguments || !onnxopsPython.memoryType || !callable ||
      PyModule_AddObjectRef(module, "Callable", callable)) {
    Py_XDECREF(callable);
    Py_DECREF(module);
    return NULL;
  }
  Py_DECREF(callable);
  return module;
}
