# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions of this module."""


class Error(Exception):
    """The base of this module's own exceptions. The text is one message that
    names file, node and operand, if there are any."""


class ModelError(Error):
    """A model that cannot be read, is not supported, or cannot be compiled."""


class CallError(Error):
    """A call with inputs that do not match the model or each other, or that ran
    out of memory."""
