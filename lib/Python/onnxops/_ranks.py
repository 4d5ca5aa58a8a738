# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ranks that are processes of MPI, by communicators of mpi4py."""

import ctypes
import operator
import threading
from collections.abc import Mapping

from . import _context, _model
from ._errors import CallError, ModelError
from ._library import MAX_RANK, Shard, Transport, lib, open_library

_LIBRARIES = {
    "Open MPI": "libonnxops_mpi_openmpi.so",
    "MPICH": "libonnxops_mpi_mpich.so",
}


def _load(vendor):
    """The library of this project for the MPI that mpi4py uses."""
    if vendor not in _LIBRARIES:
        raise ImportError(
            f"unsupported: ranks of {vendor}: expected {' or '.join(_LIBRARIES)}"
        )
    try:
        library = open_library(_LIBRARIES[vendor])
    except OSError as error:
        raise ImportError(f"cannot load ranks of {vendor}: {error}") from None
    library.onnxopsMPITransportCreate.restype = ctypes.POINTER(Transport)
    library.onnxopsMPITransportCreate.argtypes = (
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_int64,
    )
    library.onnxopsMPITransportDestroy.restype = None
    library.onnxopsMPITransportDestroy.argtypes = (ctypes.POINTER(Transport),)
    return library


class Ranks:
    """This process as one of the ranks of a communicator. All of them make one, make
    the same calls and close it. Has a context for calls, as Contexts has."""

    def __init__(self, communicator):
        try:
            from mpi4py import MPI
        except ImportError as error:
            raise ImportError(f"communicator: cannot load mpi4py: {error}") from None
        if not isinstance(communicator, MPI.Comm):
            raise TypeError(
                "communicator: expected one of mpi4py, but got"
                f" {type(communicator).__name__}"
            )
        if communicator == MPI.COMM_NULL:
            raise ValueError("communicator: expected one with ranks, but got COMM_NULL")
        self._library = _load(MPI.get_vendor()[0])
        message = ctypes.create_string_buffer(1024)
        self._transport = self._library.onnxopsMPITransportCreate(
            MPI._addressof(communicator), message, len(message)
        )
        if not self._transport:
            raise RuntimeError(f"communicator: {message.value.decode(errors='replace')}")
        self.count = self._transport.contents.ranks
        self._lock = threading.Lock()
        self.context = _RankContext(self._transport)

    def find_failure(self, has_failed):
        """The first rank that has failed, or None. All ranks call this, or are in C,
        where they meet in the same way (Agreement.c)."""
        transport = self._transport.contents
        value = ctypes.c_int64(self.count - transport.rank if has_failed else 0)
        error = transport.maximum(self._transport, value)
        if error:
            raise RuntimeError(f"communicator: {error.decode(errors='replace')}")
        return self.count - value.value if value.value else None

    def call(self, make_call):
        """make_call(), which fails on all ranks if it fails on one, in C or around
        it. One after the other: a transport has one thread at a time."""
        with self._lock:
            transport = self._transport.contents
            transport.hasFailed = 0  # as far as all ranks know
            try:
                results = make_call()
            except BaseException:
                if not transport.hasFailed:
                    self.find_failure(True)
                raise
            failed = self.find_failure(False)
        if failed is not None:
            raise CallError(f"rank {failed} failed")
        return results

    def close(self):
        """Frees what all ranks have made. None of them makes a call meanwhile."""
        if self.context:
            self.context = None
            self._library.onnxopsMPITransportDestroy(self._transport)


class _RankContext(_context.Context):
    """Makes calls on one of several ranks."""

    # The other ranks would not repeat it.
    repeats_calls = False

    def __init__(self, transport):
        super().__init__()
        lib.onnxopsContextSetTransport(self.handle, transport)


def _check_dimension(name, dimension):
    try:
        dimension = operator.index(dimension)
    except TypeError:
        raise TypeError(
            f"shards: expected a dimension of input {name!r}, but got {dimension!r}"
        ) from None
    if not 0 <= dimension < MAX_RANK:
        raise ValueError(
            f"shards: expected 0 to {MAX_RANK - 1} for input {name!r}, but got"
            f" {dimension}"
        )
    return dimension


def _list_shards(name, dimensions, axes):
    """The shards of an input along each of `axes` axes."""
    encoded = _model.encode_option("shards", name)
    if isinstance(dimensions, str) and dimensions == "free":
        return [Shard(encoded, isFree=True)]
    if not isinstance(dimensions, tuple):
        return [Shard(encoded, _check_dimension(name, dimensions))]
    if len(dimensions) != axes:
        raise ValueError(
            f"shards: expected a dimension or None for each of {axes} axes of the grid"
            f" for input {name!r}, but got {dimensions!r}"
        )
    return [
        Shard(encoded, _check_dimension(name, dimension), axis)
        for axis, dimension in enumerate(dimensions)
        if dimension is not None
    ]


def make_shards(shards, grid, communicator):
    """The shards of inputs for C. None are left to the annotations of a module."""
    if shards is None:
        return (Shard * 0)()
    if communicator is None:
        raise ValueError("shards: expected a communicator as well, but got none")
    if not isinstance(shards, Mapping):
        raise TypeError(
            "shards: expected a dictionary from names of inputs to dimensions, but"
            f" got {type(shards).__name__}"
        )
    axes = len(grid) or 1
    listed = [
        shard
        for name, dimensions in shards.items()
        for shard in _list_shards(name, dimensions, axes)
    ]
    return (Shard * len(listed))(*listed)


def make_grid(grid, communicator):
    """The ranks along each axis for C; none if there is one axis."""
    if grid is None:
        return (ctypes.c_int64 * 0)()
    if communicator is None:
        raise ValueError("grid: expected a communicator as well, but got none")
    try:
        sizes = tuple(map(operator.index, grid))
    except TypeError:
        sizes = ()
    if not sizes or not all(0 < size < 2**31 for size in sizes):
        raise ValueError(
            f"grid: expected the numbers of ranks along axes, but got {grid!r}"
        )
    return (ctypes.c_int64 * len(sizes))(*sizes)


def compile_on_all(communicator, compile_here):
    """Calls compile_here(ranks) on all ranks of a communicator. Fails on all of them
    if it fails on one."""
    ranks = Ranks(communicator)
    program = None
    try:
        program = compile_here(ranks)
        if program.grid is None:
            program = None
            raise ValueError("communicator: expected shards as well, but got none")
    finally:
        failed = ranks.find_failure(program is None)
        if failed is not None:
            ranks.close()
    if failed is not None:
        raise ModelError(f"the model cannot be compiled on rank {failed}")
    return program
