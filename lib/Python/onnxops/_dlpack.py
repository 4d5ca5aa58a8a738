# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DLPack: what other libraries say of their tensors."""

import ctypes

CPU = 1
# Memory that the CPU may use as it is: its own, and pinned for CUDA or ROCm.
HOST_DEVICES = (CPU, 3, 11)


class _Tensor(ctypes.Structure):
    """DLTensor."""

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


_python = ctypes.pythonapi
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_NAME = b"dltensor"


def view(capsule):
    """The DLTensor in a capsule, valid while that is: it begins what the capsule
    points to. The capsule is not consumed and frees what it holds in the end."""
    tensor = _python.PyCapsule_GetPointer(capsule, _NAME)
    return ctypes.cast(tensor, ctypes.POINTER(_Tensor)).contents
