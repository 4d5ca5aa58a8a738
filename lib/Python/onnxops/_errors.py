# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What goes wrong."""


class Error(Exception):
    """The base of this module's own exceptions. The text is one message that
    names file, node and operand, as far as there are such."""


class ModelError(Error):
    """A model that cannot be read, is not supported, or cannot be compiled."""


class CallError(Error):
    """A call whose inputs do not agree with the model or with each other, or
    that ran out of memory."""
