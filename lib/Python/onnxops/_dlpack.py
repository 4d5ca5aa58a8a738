# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DLPack: tensors of other libraries."""

import ctypes
import functools
import inspect
import sys

import numpy

from . import _elements

CPU = 1
# Memory that the CPU can access directly: its own, and pinned for CUDA or ROCm.
HOST_DEVICES = (CPU, 3, 11)
# The requested version of DLPack. Minor versions only add to it.
_MAJOR, _MINOR = 1, 0
_READ_ONLY, _IS_COPIED = 1, 2


class _Tensor(ctypes.Structure):
    """DLTensor, the first field of a DLManagedTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Versioned(ctypes.Structure):
    """DLManagedTensorVersioned. The fields up to `flags` are the same in all versions."""

    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    ]


_python = ctypes.pythonapi
_python.PyCapsule_IsValid.restype = ctypes.c_int
_python.PyCapsule_IsValid.argtypes = [ctypes.py_object, ctypes.c_char_p]
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_NAME, _VERSIONED_NAME = b"dltensor", b"dltensor_versioned"


def _export_keywords(kind):
    """The keywords for `__dlpack__` of a type: none if it is older than versions.
    None if the type has no such function."""
    if issubclass(kind, numpy.ndarray) or not hasattr(kind, "__dlpack_device__"):
        return None  # not read through DLPack, or refused
    try:
        parameters = inspect.signature(kind.__dlpack__).parameters.values()
    except AttributeError:
        return None
    except (TypeError, ValueError):  # not written in Python
        return {"max_version": (_MAJOR, _MINOR)}
    if any(p.name == "max_version" or p.kind == p.VAR_KEYWORD for p in parameters):
        return {"max_version": (_MAJOR, _MINOR)}
    return {}


def _plain_export(kind):
    """The function that `__dlpack__` of PyTorch, which is written in Python, calls after
    checks that take as long: whether the tensor needs a gradient, or is a conjugate.
    None for types other than its own."""
    try:
        torch = sys.modules["torch"]
        return torch.utils.dlpack.to_dlpack if kind is torch.Tensor else None
    except (KeyError, AttributeError):
        return None


def _plain_dtypes():
    """PyTorch's types at our numbers, None for complex ones, whose tensors may be
    conjugates, and bool, which not every PyTorch exports."""
    torch = sys.modules["torch"]
    types = [None] * (max(_elements.REAL) + 1)
    for element in _elements.REAL:
        if dtype := _elements.to_numpy(element):
            types[element] = getattr(torch, dtype.name, None)
    return tuple(types)


@functools.lru_cache(maxsize=64)
def find_export(kind):
    """The keywords for `__dlpack__` of a type, a function that makes the capsules of
    tensors without gradient that are not of complex numbers, the types of tensors that
    have the attributes of PyTorch's, at our numbers, and the name of their method that
    returns the storage; each None if there is none."""
    plain = _plain_export(kind)
    if not plain and hasattr(kind, "is_neg"):
        return None, None, None, None  # of a subclass, which Python checks
    if not plain:
        return _export_keywords(kind), None, None, None
    for storage in ("untyped_storage", "_storage"):  # of PyTorch 2 and 1
        if hasattr(kind, storage):
            return _export_keywords(kind), plain, _plain_dtypes(), storage
    return _export_keywords(kind), plain, None, None


def export(value):
    """The capsule of a tensor: of the versioned kind, unless the producer is older
    than that."""
    keywords = find_export(type(value))[0]
    keywords = keywords or {}
    try:
        return value.__dlpack__(**keywords)
    except TypeError:
        if not keywords:
            raise
        return value.__dlpack__()


def _as(structure, capsule, name):
    address = _python.PyCapsule_GetPointer(capsule, name)
    return ctypes.cast(address, ctypes.POINTER(structure)).contents


def view(capsule):
    """The DLTensor in a capsule, valid as long as the capsule, and whether what is
    written to it gets into the tensor: True, False, or None for an unversioned capsule. The capsule is not
    consumed and still frees its tensor."""
    if not _python.PyCapsule_IsValid(capsule, _VERSIONED_NAME):
        return _as(_Tensor, capsule, _NAME), None
    managed = _as(_Versioned, capsule, _VERSIONED_NAME)
    if managed.major != _MAJOR:
        raise BufferError(
            f"expected a tensor of DLPack {_MAJOR}, but got one of {managed.major}"
        )
    return managed.tensor, not managed.flags & (_READ_ONLY | _IS_COPIED)
