# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls, with timeouts, memory limits and Ctrl-C."""

import ctypes
import operator
import signal
import threading

from ._errors import CallError
from ._library import lib


def check_memory_limit(limit):
    """The bytes for C: -1 for None."""
    if limit is None:
        return -1
    count = operator.index(limit)
    if count < 0:
        raise ValueError(f"memory_limit: expected 0 or more, but got {limit}")
    return min(count, 2**63 - 1)


def check_timeout(timeout):
    """Seconds, or None."""
    if timeout is not None and not timeout >= 0:
        raise ValueError(f"timeout: expected 0 or more, but got {timeout}")
    return timeout


class Context:
    """Serves one call at a time, and keeps memory for the next one."""

    # After a signal whose handler returns.
    repeats_calls = True

    def __init__(self):
        self.handle = lib.onnxopsContextCreate()
        if not self.handle:
            raise MemoryError
        self._limit = -1

    def call(self, program, table, memory_limit, timeout):
        """Raises the error of a failed call, which leaves the table unchanged."""
        if memory_limit != self._limit:
            lib.onnxopsContextSetMemoryLimit(self.handle, memory_limit)
            self._limit = memory_limit
        if timeout is None:
            failed = self._run(program, table)
        else:
            failed = self._run_for(timeout, program, table)
        if failed:
            text = lib.onnxopsContextError(self.handle)
            raise CallError(text.decode(errors="replace"))

    def _run(self, program, table):
        # Python handles signals only on this thread, and only after C has
        # returned.
        if threading.current_thread() is not threading.main_thread():
            return lib.onnxopsProgramCall(program, table, len(table), self.handle)
        interrupted = ctypes.c_int32()
        while True:
            failed = lib.onnxopsProgramCallUntilSignal(
                program, table, len(table), self.handle, signal.SIGINT, interrupted
            )
            if not interrupted:
                return failed
            # Raises KeyboardInterrupt, or runs the program's own handler. If
            # that returns, the call is repeated from the start.
            ctypes.pythonapi.PyErr_CheckSignals()
            if not self.repeats_calls:
                return failed

    def _run_for(self, timeout, program, table):
        is_late = threading.Event()

        def cancel():
            is_late.set()
            lib.onnxopsContextSetCancelled(self.handle, 1)

        timer = threading.Timer(timeout, cancel)
        timer.daemon = True
        timer.start()
        try:
            failed = self._run(program, table)
        finally:
            timer.cancel()
            timer.join()
            lib.onnxopsContextSetCancelled(self.handle, 0)
        if failed and is_late.is_set():
            raise TimeoutError(f"the call took more than {timeout} seconds")
        return failed

    def __del__(self, destroy=lib.onnxopsContextDestroy):
        destroy(self.handle)


class Contexts(threading.local):
    """The context of a thread, destroyed with it."""

    def __init__(self):
        self.context = Context()
