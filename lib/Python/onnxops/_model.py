# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models and options as the C API takes them."""

import ctypes
import operator
import os

from ._errors import ModelError
from ._library import StringRef, lib, take_error


def keywords(members):
    """The members of C's options by their names in Python."""
    spell = lambda c: "_" + c.lower() if c.isupper() else c
    return {"".join(map(spell, member)): member for member in members}


def encode_path(name, value):
    try:
        path = os.fsencode(value)
    except UnicodeEncodeError:
        raise ValueError(
            f"{name}: expected a path that the file system can have, but got {value!a}"
        ) from None
    if b"\0" in path:
        raise ValueError(f"{name}: expected a path without NUL, but got {value!a}")
    return path


def is_text(model):
    """Whether a model is a file of MLIR, text or bytecode."""
    if not isinstance(model, (str, os.PathLike)):
        return False
    return os.path.splitext(model)[1] in (".mlir", ".mlirbc", b".mlir", b".mlirbc")


def read(context, model, name, options):
    """Reads a model: a path, bytes or a ModelProto. Its module, to be destroyed."""
    error = ctypes.c_void_p()
    if isinstance(model, (str, os.PathLike)):
        path = StringRef.of(encode_path("model", model))
        module = lib.onnxopsImportFile(context, path, options, error)
    else:
        serialize = getattr(model, "SerializeToString", None)
        data = serialize() if serialize else model
        if isinstance(data, (bytearray, memoryview)):
            data = bytes(data)
        if not isinstance(data, bytes):
            raise TypeError(
                "expected a path, the bytes of an ONNX model or a ModelProto, but"
                f" got {type(model).__name__}"
            )
        module = lib.onnxopsImportONNX(
            context, StringRef.of(data), StringRef.of(name), options, error
        )
    if not module.ptr:
        raise ModelError(take_error(error))
    return module


def encode_name(directory):
    """The path in messages of a model in memory, whose external data is in
    `directory`, if that is not None."""
    if directory is None:
        return b"model"
    return os.path.join(encode_path("directory", directory) or b".", b"model")


def encode_option(name, value):
    """Encodes text for C, where a NUL would end it."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected str, but got {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{name}: expected text without NUL, but got {value!a}")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise ValueError(
            f"{name}: expected text that UTF-8 can encode, but got {value!a}"
        ) from None


def check_limit(name, limit):
    """A limit of a model for C, where 0, like None, is no limit."""
    if limit is None:
        return 0
    count = operator.index(limit)
    if count < 0:
        raise ValueError(f"{name}: expected 0 or more, but got {limit}")
    return min(count, 2**63 - 1)
