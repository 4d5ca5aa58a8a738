"""Tensors of a library that speaks DLPack, of whatever version, and no more."""

import ctypes

import numpy
from onnxops import _dlpack, _elements

_new = ctypes.pythonapi.PyCapsule_New
_new.restype = ctypes.py_object
_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Tensor:
    """An array, behind capsules. `version` None: of the kind without one.
    `changes` are fields of the DLTensor that are not the array's."""

    def __init__(self, array, version=(1, 0), read_only=False, is_copy=False, **changes):
        self.array, self._version = array, version
        self._flags, self._changes = read_only | 2 * is_copy, changes
        self.asked = []
        self._alive = []

    def __dlpack_device__(self):
        return 1, 0

    def _describe(self, tensor, array):
        element = _elements.of_numpy(array.dtype)
        shape = (ctypes.c_int64 * array.ndim)(*array.shape)
        tensor.data, tensor.device_type = array.ctypes.data, 1
        tensor.code, tensor.bits = _elements.to_dlpack(element)
        tensor.ndim, tensor.lanes, tensor.shape = array.ndim, 1, shape
        for name, value in self._changes.items():
            setattr(tensor, name, value)
        return shape

    def __dlpack__(self, **options):
        if self._version is None and options:
            raise TypeError(f"unexpected {options}")
        self.asked.append(options)
        if self._version is None:
            managed = _dlpack._Tensor()
            self._alive.append((managed, self._describe(managed, self.array)))
            return _new(ctypes.addressof(managed), b"dltensor", None)
        managed = _dlpack._Versioned()
        managed.major, managed.minor = self._version
        managed.flags = self._flags
        self._alive.append((managed, self._describe(managed.tensor, self.array)))
        return _new(ctypes.addressof(managed), b"dltensor_versioned", None)


class Fresh:
    """What makes its array when it is asked for a capsule, which alone keeps it."""

    def __init__(self, values):
        self._values = values

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self):
        return numpy.array(self._values, "f4").__dlpack__()
