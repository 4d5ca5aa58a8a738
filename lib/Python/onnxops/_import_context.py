# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MLIR contexts to import models into. One of small models is kept for the next
one: to create and destroy it takes as long as to lower a small model."""

import contextlib

from ._library import lib

# What a context keeps of all its models, until it is destroyed.
_MOST_MODELS = 64
_MOST_BYTES = 1 << 20


class ImportContext:
    def __init__(self):
        self.handle = lib.onnxopsContextCreateForModels()
        self._models = 0
        self._bytes = 0

    def count(self, module):
        """Counts a module of this context."""
        self._models += 1
        self._bytes += lib.onnxopsModuleContextBytes(module)

    def is_small(self):
        return self._models < _MOST_MODELS and self._bytes < _MOST_BYTES

    def __del__(self, destroy=lib.mlirContextDestroy):
        destroy(self.handle)


_idle: list[ImportContext] = []


@contextlib.contextmanager
def borrow(is_text):
    """A context for one model, no other thread's. All modules are to be counted. A
    model that `is_text` of MLIR may leave what no module has."""
    try:
        context = _idle.pop()
    except IndexError:
        context = ImportContext()
    yield context
    # Not after an error, of which the context may have any number of things.
    if not is_text and context.is_small() and not _idle:
        _idle.append(context)
