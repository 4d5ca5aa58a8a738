# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Communicators of MPICH, whose handles are integers."""

import atexit
import ctypes
import pickle

_lib = ctypes.CDLL("libmpich.so.12", ctypes.RTLD_GLOBAL)
_NULL, _WORLD, _BYTE = 0x04000000, 0x44000000, 0x4C00010D  # of MPICH's mpi.h
_MESSAGE = 1 << 16  # bytes of a pickled object, at most


class Comm:
    def __init__(self, handle):
        self._handle = ctypes.c_int(handle)
        self.rank = self._ask(_lib.MPI_Comm_rank)
        self.size = self._ask(_lib.MPI_Comm_size)

    def _ask(self, function):
        number = ctypes.c_int()
        if self._handle.value != _NULL:
            function(self._handle, ctypes.byref(number))
        return number.value

    def __eq__(self, other):
        return self._handle.value == other._handle.value

    def Split(self, color, key):
        part = ctypes.c_int()
        _lib.MPI_Comm_split(self._handle, color, key, ctypes.byref(part))
        return Comm(part.value)

    def Barrier(self):
        _lib.MPI_Barrier(self._handle)

    def allgather(self, value):
        mine = ctypes.create_string_buffer(pickle.dumps(value), _MESSAGE)
        every = ctypes.create_string_buffer(_MESSAGE * self.size)
        _lib.MPI_Allgather(mine, _MESSAGE, _BYTE, every, _MESSAGE, _BYTE, self._handle)
        return [pickle.loads(every[_MESSAGE * rank :]) for rank in range(self.size)]


def _addressof(communicator):
    return ctypes.addressof(communicator._handle)


def get_vendor():
    return "MPICH", (4, 0, 2)


_lib.MPI_Init(None, None)
atexit.register(_lib.MPI_Finalize)
COMM_NULL, COMM_WORLD = Comm(_NULL), Comm(_WORLD)
