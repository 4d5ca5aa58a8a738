# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The base of programs, which makes usual calls in C (Calls.c), where it can."""

import importlib
import os
import threading

import numpy

from . import _dlpack, _values
from ._errors import CallError


class _PythonCallable:
    """Leaves all calls to Python."""

    def __call__(self, *args, **kwargs):
        return self._call(*args, **kwargs)

    def _bind(self, *description):
        pass


def _make_base():
    try:
        calls = importlib.import_module("._calls", __package__)
    except ImportError:  # a Python without the stable ABI of 3.11
        return _PythonCallable
    calls.setup(numpy.ndarray, CallError, _values.make_empty, _dlpack.find_export)
    calls.set_main_thread(threading.main_thread().ident)
    os.register_at_fork(
        after_in_child=lambda: calls.set_main_thread(threading.get_ident())
    )
    return calls.Callable


Callable = _make_base()
