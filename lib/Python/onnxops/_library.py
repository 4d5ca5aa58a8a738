# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C API: its structures, its functions, and the location of its library.

Declarations are those of include/onnxops-c and include/onnxops/ABI.
"""

import ctypes
import os
import pathlib

_NAME = "libonnxops_c.so.0"
# From this directory to the library: in a wheel, a build tree, an installed one.
_PLACES = (".", "../../lib", "../../..")


class Handle(ctypes.Structure):
    """MlirContext, MlirModule, OnnxopsProgram: a pointer in a structure."""

    _fields_ = [("ptr", ctypes.c_void_p)]


class StringRef(ctypes.Structure):
    """MlirStringRef. `keep` holds the bytes."""

    _fields_ = [("data", ctypes.c_char_p), ("length", ctypes.c_size_t)]

    @classmethod
    def of(cls, data):
        return cls(data, len(data))


# The members of OnnxopsImportOptions.
IMPORT_FLAGS = (
    "allowNewerOpset",
    "allowUnsupported",
    "keepFunctions",
    "freezeInitializers",
    "torchSplitSqueeze",
    "dropEmptyInputs",
    "allowNegativeAxes",
    "allowBytecode",
)
IMPORT_LIMITS = ("maxRank", "maxElements", "maxNodes", "maxConstantBytes")


class ImportOptions(ctypes.Structure):
    _fields_ = [(name, ctypes.c_bool) for name in IMPORT_FLAGS] + [
        (name, ctypes.c_int64) for name in IMPORT_LIMITS
    ]


class LogicalResult(ctypes.Structure):
    """MlirLogicalResult."""

    _fields_ = [("value", ctypes.c_int8)]

    def __bool__(self):
        return self.value != 0


class Chunk(ctypes.Structure):
    """MlirStringRef of any bytes, as C gives them."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]


StringCallback = ctypes.CFUNCTYPE(None, Chunk, ctypes.c_void_p)  # MlirStringCallback


class RewriteOptions(ctypes.Structure):
    """OnnxopsRewriteOptions."""

    _fields_ = [
        ("targetOpset", ctypes.c_int64),
        ("noSequences", ctypes.c_bool),
        ("dims", ctypes.POINTER(ctypes.c_char_p)),
        ("numDims", ctypes.c_int64),
    ]


class Shard(ctypes.Structure):
    """OnnxopsShard."""

    _fields_ = [
        ("input", ctypes.c_char_p),
        ("dimension", ctypes.c_int64),
        ("axis", ctypes.c_int64),
        ("isFree", ctypes.c_bool),
    ]


class CompileOptions(ctypes.Structure):
    _fields_ = [
        ("function", ctypes.c_char_p),
        ("checks", ctypes.c_char_p),
        ("cpu", ctypes.c_char_p),
        ("device", ctypes.c_char_p),
        ("threads", ctypes.c_int64),
        ("verifyPasses", ctypes.c_bool),
        ("pipeline", ctypes.c_char_p),
        ("cache", ctypes.c_char_p),
        ("ranks", ctypes.c_int64),
        ("shards", ctypes.POINTER(Shard)),
        ("numShards", ctypes.c_int64),
        ("grid", ctypes.POINTER(ctypes.c_int64)),
        ("numAxes", ctypes.c_int64),
    ]


class AxisShards(ctypes.Structure):
    """OnnxopsAxisShards."""

    _fields_ = [
        ("dimension", ctypes.c_int64),
        ("offsets", ctypes.POINTER(ctypes.c_int64)),
        ("numOffsets", ctypes.c_int64),
    ]


class ValueInfo(ctypes.Structure):
    """OnnxopsValueInfo."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("kind", ctypes.c_int32),
        ("elementType", ctypes.c_int32),
        ("rank", ctypes.c_int64),
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("symbols", ctypes.POINTER(ctypes.c_char_p)),
        ("shards", ctypes.POINTER(AxisShards)),
    ]


class Value(ctypes.Structure):
    """OnnxopsValue, a slot of a call's table."""

    _fields_ = [
        ("kind", ctypes.c_int32),
        ("elementType", ctypes.c_int32),
        ("rank", ctypes.c_int64),
        ("data", ctypes.c_void_p),
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("capacity", ctypes.c_int64),
        ("owned", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
    ]


class Transport(ctypes.Structure):
    """OnnxopsTransport. What is not called here is an address."""


Transport._fields_ = [
    ("rank", ctypes.c_int64),
    ("ranks", ctypes.c_int64),
    ("state", ctypes.c_void_p),
    (
        "maximum",
        ctypes.CFUNCTYPE(
            ctypes.c_char_p, ctypes.POINTER(Transport), ctypes.POINTER(ctypes.c_int64)
        ),
    ),
    ("gather", ctypes.c_void_p),
    ("exchange", ctypes.c_void_p),
    ("bytesSent", ctypes.c_int64),
    ("hasFailed", ctypes.c_int32),
    ("reserved", ctypes.c_int32),
]


class String(ctypes.Structure):
    """OnnxopsString, the target of an element of a tensor of strings."""

    _fields_ = [("size", ctypes.c_int64), ("data", ctypes.c_void_p)]


TENSOR, SEQUENCE = 0, 1
MAX_RANK, MAX_THREADS = 64, 1024  # ONNXOPS_MAX_RANK, ONNXOPS_MAX_THREADS

_P = ctypes.POINTER
_FUNCTIONS = {
    "onnxopsContextCreateForModels": (Handle,),
    "mlirContextDestroy": (None, Handle),
    "onnxopsModuleContextBytes": (ctypes.c_int64, Handle),
    "mlirModuleDestroy": (None, Handle),
    "onnxopsErrorFree": (None, ctypes.c_void_p),
    "onnxopsImportFile": (
        Handle,
        Handle,
        StringRef,
        _P(ImportOptions),
        _P(ctypes.c_void_p),
    ),
    "onnxopsImportONNX": (
        Handle,
        Handle,
        StringRef,
        StringRef,
        _P(ImportOptions),
        _P(ctypes.c_void_p),
    ),
    "onnxopsExportONNX": (
        LogicalResult,
        Handle,
        StringCallback,
        ctypes.c_void_p,
        _P(ctypes.c_void_p),
    ),
    "onnxopsRewriteModel": (
        LogicalResult,
        Handle,
        _P(RewriteOptions),
        StringCallback,
        ctypes.c_void_p,
        _P(ctypes.c_void_p),
    ),
    "onnxopsProgramCompile": (
        Handle,
        Handle,
        _P(CompileOptions),
        _P(ctypes.c_void_p),
    ),
    "onnxopsProgramDestroy": (None, Handle),
    "onnxopsProgramCall": (
        ctypes.c_int32,
        Handle,
        _P(Value),
        ctypes.c_int64,
        ctypes.c_void_p,
    ),
    "onnxopsProgramCallUntilSignal": (
        ctypes.c_int32,
        Handle,
        _P(Value),
        ctypes.c_int64,
        ctypes.c_void_p,
        ctypes.c_int32,
        _P(ctypes.c_int32),
    ),
    "onnxopsProgramGetGrid": (
        ctypes.c_int64,
        Handle,
        _P(_P(ctypes.c_int64)),
    ),
    "onnxopsProgramGetNumInputs": (ctypes.c_int64, Handle),
    "onnxopsProgramGetNumOutputs": (ctypes.c_int64, Handle),
    "onnxopsProgramGetInput": (ValueInfo, Handle, ctypes.c_int64),
    "onnxopsProgramGetOutput": (ValueInfo, Handle, ctypes.c_int64),
    "onnxopsContextCreate": (ctypes.c_void_p,),
    "onnxopsContextDestroy": (None, ctypes.c_void_p),
    "onnxopsContextSetCancelled": (None, ctypes.c_void_p, ctypes.c_int32),
    "onnxopsContextSetMemoryLimit": (None, ctypes.c_void_p, ctypes.c_int64),
    "onnxopsContextSetTransport": (None, ctypes.c_void_p, ctypes.c_void_p),
    "onnxopsContextError": (ctypes.c_char_p, ctypes.c_void_p),
    "onnxopsValueRelease": (None, _P(Value)),
    "onnxopsSequenceCreate": (ctypes.c_void_p, ctypes.c_int32),
    "onnxopsSequenceDestroy": (None, ctypes.c_void_p),
    "onnxopsSequenceAppend": (ctypes.c_int32, ctypes.c_void_p, _P(Value)),
    "onnxopsSequenceLength": (ctypes.c_int64, ctypes.c_void_p),
    "onnxopsSequenceElement": (Value, ctypes.c_void_p, ctypes.c_int64),
}


def open_library(name):
    """A library of this project: next to this directory, or the system's."""
    folder = pathlib.Path(__file__).resolve().parent
    for place in _PLACES:
        path = folder / place / name
        if path.exists():
            return ctypes.CDLL(str(path))
    return ctypes.CDLL(name)


def _load():
    """The library named by ONNXOPS_LIBRARY, or the one that comes with this module."""
    named = os.environ.get("ONNXOPS_LIBRARY")
    if named:
        return ctypes.CDLL(named)
    try:
        return open_library(_NAME)
    except OSError as error:
        raise ImportError(
            f"cannot load {_NAME}: {error}; ONNXOPS_LIBRARY may name it"
        ) from None


lib = _load()
for _function, (_result, *_arguments) in _FUNCTIONS.items():
    getattr(lib, _function).restype = _result
    getattr(lib, _function).argtypes = _arguments


def take_error(error):
    """Returns the text of a `char **error` and frees it."""
    text = ctypes.string_at(error).decode(errors="replace") if error else "unknown"
    lib.onnxopsErrorFree(error)
    return text
