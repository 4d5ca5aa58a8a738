# Calls compiled functions by their C interface: Runtime.h and Device.h.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import ctypes
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_void_p

ELEMENT_TYPES = {"f32": 1, "u8": 2, "f16": 10}


class Value(ctypes.Structure):
    """OnnxopsValue."""
    _fields_ = [
        ("kind", c_int32), ("element_type", c_int32), ("rank", c_int64), ("data", c_void_p),
        ("sizes", POINTER(c_int64)), ("strides", POINTER(c_int64)), ("capacity", c_int64),
        ("owned", c_int32), ("reserved", c_int32),
    ]


class NoDevice(Exception):
    """Says what was looked for."""


class Failed(Exception):
    """Says what a call did not do."""


FUNCTIONS = {
    "onnxopsDeviceOpen": (c_void_p, [c_char_p, c_char_p, c_int64]),
    "onnxopsDeviceName": (c_char_p, [c_void_p]),
    "onnxopsDeviceError": (c_char_p, [c_void_p]),
    "onnxopsDeviceAllocate": (c_void_p, [c_void_p, c_int64]),
    "onnxopsDeviceFree": (None, [c_void_p, c_void_p]),
    "onnxopsDeviceUpload": (c_int32, [c_void_p, c_void_p, c_void_p, c_int64]),
    "onnxopsDeviceDownload": (c_int32, [c_void_p, c_void_p, c_void_p, c_int64]),
    "onnxopsContextCreate": (c_void_p, []),
    "onnxopsContextSetDevice": (None, [c_void_p, c_void_p, c_void_p]),
    "onnxopsContextDestroy": (None, [c_void_p]),
    "onnxopsContextError": (c_char_p, [c_void_p]),
    "onnxopsValueRelease": (None, [POINTER(Value)]),
}


class Runtime:
    """The functions of the runtime by their names, and a device that it opened."""

    def __init__(self, folder, kind):
        library = ctypes.CDLL(str(folder / "libonnxops-runtime.so"), mode=ctypes.RTLD_GLOBAL)
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        message = ctypes.create_string_buffer(1000)
        self.device = self.onnxopsDeviceOpen(kind.encode(), message, len(message))
        if not self.device:
            raise NoDevice(message.value.decode())
        self.name = self.onnxopsDeviceName(self.device).decode()

    def device_error(self):
        return self.onnxopsDeviceError(self.device).decode()


class Function:
    """A compiled function with the memory that it reads and writes. `inputs` and
    `outputs` are pairs of a shape and an address; a stream is null, or the
    caller's."""

    def __init__(self, runtime, library, type_name, inputs, outputs, stream):
        self.runtime = runtime
        self.library = ctypes.CDLL(str(library))
        self.call = self.library.onnxops_main
        self.call.restype = c_int32
        self.call.argtypes = [POINTER(Value), c_int64, c_void_p]
        self.launches = c_int64.in_dll(self.library, "onnxopsLaunches")
        self.context = runtime.onnxopsContextCreate()
        runtime.onnxopsContextSetDevice(self.context, runtime.device, stream)
        self.count = len(inputs) + len(outputs)
        self.table = (Value * self.count)()
        self.shapes = []
        for slot, (shape, address) in zip(self.table, inputs):
            self.shapes.append((c_int64 * len(shape))(*shape))
            slot.element_type, slot.rank = ELEMENT_TYPES[type_name], len(shape)
            slot.data, slot.sizes = address, self.shapes[-1]
        for slot, (data_bytes, address) in zip(self.table[len(inputs):], outputs):
            slot.data, slot.capacity = address, data_bytes

    def __call__(self):
        if self.call(self.table, self.count, self.context) != 0:
            raise Failed(self.runtime.onnxopsContextError(self.context).decode())

    def count_launches(self):
        before = self.launches.value
        self()
        return self.launches.value - before

    def close(self):
        self.runtime.onnxopsContextDestroy(self.context)
        for slot in self.table:
            self.runtime.onnxopsValueRelease(slot)
