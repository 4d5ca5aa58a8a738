# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of code that is made ahead of time, by tensors of DLPack."""

import ctypes

import numpy as np

import programs
from values import FLOATS, SIGNED, UNSIGNED, Sequence, Tensor, Unjudged, storage

SECONDS = 120
CODES = {**dict.fromkeys(SIGNED, 0), **dict.fromkeys(UNSIGNED, 1), **dict.fromkeys(FLOATS, 2),
         "bf16": 4, "complex64": 5, "complex128": 5, "bool": 1}


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64)]


class TensorList(ctypes.Structure):
    """OnnxopsTensorList."""
    _fields_ = [("length", ctypes.c_int64), ("tensors", ctypes.POINTER(DLTensor)),
                ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


def view(tensor):
    array = np.ascontiguousarray(tensor.array).reshape(tensor.shape)
    shape = (ctypes.c_int64 * tensor.rank)(*tensor.shape)
    made = DLTensor(array.ctypes.data, 1, 0, tensor.rank, CODES[tensor.type_name],
                    8 * array.dtype.itemsize, 1, shape)
    made.keep = array
    return made


def to_pointer(value):
    """What an input is, and what must outlive the call."""
    if isinstance(value, Tensor):
        made = view(value)
        return ctypes.addressof(made), made
    tensors = [view(element) for element in value.elements]
    array = (DLTensor * len(tensors))(*tensors)
    made = TensorList(len(tensors), array)
    return ctypes.addressof(made), (made, array, tensors)


def read(tensor, type_name):
    shape = tuple(tensor.shape[:tensor.ndim])
    dtype = storage(type_name)
    count = int(np.prod(shape, dtype=np.int64))
    data = b""
    if count:
        data = ctypes.string_at(tensor.data + tensor.byte_offset, count * dtype.itemsize)
    try:
        return Tensor(type_name, np.frombuffer(data, dtype).reshape(shape))
    except ValueError as error:
        raise Unjudged(str(error)) from None  # sizes of no elements that numpy cannot hold


def read_output(pointer, type_):
    if not type_.is_sequence:
        return read(ctypes.cast(pointer, ctypes.POINTER(DLTensor))[0], type_.type_name)
    found = ctypes.cast(pointer, ctypes.POINTER(TensorList))[0]
    return Sequence(type_.type_name, tuple(
        read(found.tensors[at], type_.type_name) for at in range(found.length)))


class Library:
    """A model's function, and the runtime that it is linked to."""

    def __init__(self, graph, folder):
        self.types = [graph.model.types[name] for name in graph.names]
        build = graph.options.build
        programs.run([f"{build}/bin/onnxops-compile", f"{folder}/model.onnx", "-o",
                      f"{folder}/model.so", "--name", "graph", "--runtime-dir", f"{build}/lib"],
                     SECONDS, check=True)
        self.runtime = ctypes.CDLL(f"{build}/lib/libonnxops_runtime.so.0")
        self.function = ctypes.CDLL(f"{folder}/model.so").graph
        self.runtime.onnxopsContextCreate.restype = ctypes.c_void_p
        self.runtime.onnxopsContextError.restype = ctypes.c_char_p
        self.runtime.onnxopsContextSetMemoryLimit.argtypes = (ctypes.c_void_p, ctypes.c_int64)

    def call(self, inputs):
        """The outputs, or the text of an error."""
        context = ctypes.c_void_p(self.runtime.onnxopsContextCreate())
        self.runtime.onnxopsContextSetMemoryLimit(context, programs.CALL_MEMORY)
        pairs = [to_pointer(value) for value in inputs]
        given = (ctypes.c_void_p * len(pairs))(*(pointer for pointer, _ in pairs))
        made = (ctypes.c_void_p * len(self.types))()
        try:
            if self.function(context, given, made):
                if any(made):
                    return "a call that fails leaves outputs"
                return self.runtime.onnxopsContextError(context).decode(errors="replace")
            return [read_output(pointer, type_) for pointer, type_ in zip(made, self.types)]
        finally:
            self.release(made)
            self.runtime.onnxopsContextDestroy(context)

    def release(self, made):
        for pointer, type_ in zip(made, self.types):
            if pointer and type_.is_sequence:
                self.runtime.onnxopsTensorListRelease(ctypes.c_void_p(pointer))
            elif pointer:
                self.runtime.onnxopsTensorRelease(ctypes.c_void_p(pointer))


def has_strings(graph):
    types = [port.type for port in graph.model.ports]
    return any(type_.type_name == "string"
               for type_ in types + [graph.model.types[name] for name in graph.names])
