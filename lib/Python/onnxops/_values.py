# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts Python's values to the slots of a call, and back, without copies."""

import ctypes
import math

import numpy

from . import _dlpack, _elements
from ._errors import CallError
from ._library import MAX_RANK, SEQUENCE, String, Value, lib


class BFloat16Array:
    """A tensor of bf16, which NumPy lacks.

    Functions such as `torch.from_dlpack(array)` make a tensor that shares its
    memory. `bits` is a NumPy array of uint16 over the same memory.
    """

    def __init__(self, bits):
        if bits.dtype != numpy.uint16:
            raise TypeError(f"expected an array of uint16, but got {bits.dtype}")
        self.bits = bits

    @property
    def shape(self):
        """The sizes of its dimensions."""
        return self.bits.shape

    def __dlpack__(self, **options):
        capsule = self.bits.__dlpack__(**options)
        tensor, _ = _dlpack.view(capsule)
        tensor.code, _ = _elements.to_dlpack(_elements.BFLOAT16)
        return capsule

    def __dlpack_device__(self):
        return self.bits.__dlpack_device__()

    def __repr__(self):
        return f"BFloat16Array(shape={self.shape})"


# ===------------------------------------------------------------------------===
# To slots
# ===------------------------------------------------------------------------===


class _Memory:
    """The memory of a tensor, and the object that owns it."""

    def __init__(self, keep, element, data, shape, strides, writable):
        self.keep = keep
        self.element = element
        self.data = data
        self.shape = shape
        self.strides = strides  # in elements, None for row-major
        self.writable = writable  # None if unknown

    def overlaps(self, other):
        """Whether two tensors have bytes in common. Sizes that no memory has are left
        to the call, which refuses them."""
        if max(self.bytes, other.bytes) >= 2**63:
            return False
        return (
            min(self.bytes, other.bytes) > 0
            and self.data < other.data + other.bytes
            and other.data < self.data + self.bytes
        )

    @property
    def bytes(self):
        """The size of a row-major tensor, the only kind that calls take."""
        return _elements.size(self.element) * math.prod(self.shape)

    def to_slot(self):
        rank = len(self.shape)
        sizes = (ctypes.c_int64 * rank)(*self.shape)
        strides = (ctypes.c_int64 * rank)(*self.strides) if self.strides else None
        # The arrays live as long as the structure that refers to them.
        return Value(0, self.element, rank, self.data, sizes, strides)


def _encode_string(text):
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise TypeError(f"expected str or bytes, but got {type(text).__name__}")
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError as error:
        surrogate = text[error.start]
        raise ValueError(
            f"expected text that UTF-8 can encode, but got {surrogate!a}"
        ) from None


def _encode_strings(array):
    """Memory of pointers to copies of strings, since Python's may move."""
    texts = [_encode_string(text) for text in array.ravel().tolist()]
    buffers = [ctypes.create_string_buffer(text, len(text)) for text in texts]
    strings = (String * len(texts))(
        *((len(t), ctypes.addressof(b)) for t, b in zip(texts, buffers))
    )
    step = ctypes.sizeof(String)
    pointers = (ctypes.c_void_p * len(texts))(
        *(ctypes.addressof(strings) + i * step for i in range(len(texts)))
    )
    return _Memory(
        (buffers, strings, pointers),
        _elements.STRING,
        ctypes.addressof(pointers),
        array.shape,
        None,
        writable=False,
    )


def _of_array(array):
    if array.dtype.kind in "OUS":
        return _encode_strings(array)
    element = _elements.of_numpy(array.dtype)
    if element is None and array.dtype.name == "bfloat16":
        element = _elements.BFLOAT16
    if element is None:
        raise TypeError(f"expected an element type of ONNX, but got {array.dtype}")
    return _Memory(
        array,
        element,
        array.ctypes.data,
        array.shape,
        None if array.flags.c_contiguous else _count_strides(array),
        array.flags.writeable,
    )


def _count_strides(array):
    """Strides in elements. Those of a field of a structured array may not be whole."""
    width = array.dtype.itemsize
    if any(stride % width for stride in array.strides):
        raise ValueError(
            f"expected strides that are multiples of {width} bytes, but got"
            f" {array.strides}"
        )
    return [stride // width for stride in array.strides]


def _is_writable(value, memory):
    """Whether a value is not known to be read-only."""
    if memory.writable is not None:
        return memory.writable
    try:
        return not memoryview(value).readonly
    except (TypeError, ValueError, BufferError):
        interface = getattr(value, "__array_interface__", None)
        return not (interface and interface["data"] and interface["data"][1])


def _of_dlpack(value):
    device, _ = value.__dlpack_device__()
    if device not in _dlpack.HOST_DEVICES:
        raise TypeError(f"expected a tensor in host memory, but got device {device}")
    if getattr(value, "is_neg", bool)():
        raise ValueError(
            "expected a tensor whose memory has its values, but got one to be negated;"
            " use tensor.resolve_neg()"
        )
    capsule = _dlpack.export(value)
    tensor, writable = _dlpack.view(capsule)
    element = _elements.of_dlpack(tensor.code, tensor.bits)
    if element is None or tensor.lanes != 1:
        raise TypeError(
            f"expected an element type of ONNX, but got DLPack's code"
            f" {tensor.code} of {tensor.bits} bits"
        )
    if not 0 <= tensor.ndim <= MAX_RANK:
        raise ValueError(
            f"expected a rank from 0 to {MAX_RANK}, but got {tensor.ndim}"
        )
    if tensor.ndim > 0 and not tensor.shape:
        raise ValueError("expected sizes, but got a null pointer")
    shape = tuple(tensor.shape[: tensor.ndim]) if tensor.shape else ()
    if min(shape, default=0) < 0:
        raise ValueError(f"expected sizes of at least 0, but got {shape}")
    strides = tensor.strides[: tensor.ndim] if tensor.strides else None
    return _Memory(
        (value, capsule),
        element,
        tensor.data + tensor.byte_offset if tensor.data else 0,
        shape,
        strides,
        writable,
    )


def is_tensor(value):
    """Whether a value has memory of its own."""
    return isinstance(value, numpy.ndarray) or hasattr(value, "__dlpack__")


def _to_memory(value):
    """Scalars and nested lists become arrays; other values are not copied."""
    if isinstance(value, numpy.ndarray):
        return _of_array(value)
    if isinstance(value, BFloat16Array):
        memory = _of_array(value.bits)
        memory.element = _elements.BFLOAT16
        return memory
    if hasattr(value, "__dlpack__"):
        return _of_dlpack(value)
    array = numpy.asarray(value)
    if array.dtype.kind == "O" and array.ndim == 0:
        raise TypeError(f"expected a tensor, but got {type(value).__name__}")
    return _of_array(array)


# Failures of a conversion. Classes derived from these may take other arguments
# than a text.
_FAILURES = (TypeError, ValueError, BufferError, RuntimeError)


def _name_failure(where, error):
    kind = next(kind for kind in _FAILURES if isinstance(error, kind))
    return kind(f"{where}: {error}")


def _name_input(info, position):
    where = f"input '{info.name}'"
    return where if position is None else f"{where}, element {position}"


def _check_element(info, element):
    if element != info._element:
        raise TypeError(
            f"expected element type {info.dtype}, but got {_elements.name(element)}"
        )


class Input:
    """The slot of one input, and the memory that it points to."""

    def __init__(self, info, value):
        self._sequence = None
        self.memory = None  # of a tensor; None for a sequence, which is copied
        if info.is_sequence:
            self._make_sequence(info, value)
        else:
            self.memory = self._place(info, value, None)
            self.slot = self.memory.to_slot()

    def _place(self, info, value, position):
        try:
            memory = _to_memory(value)
            _check_element(info, memory.element)
        except _FAILURES as error:
            raise _name_failure(_name_input(info, position), error) from None
        return memory

    def _make_sequence(self, info, values):
        if isinstance(values, numpy.ndarray) or not hasattr(values, "__iter__"):
            raise TypeError(
                f"input '{info.name}': expected a list of tensors, but got"
                f" {type(values).__name__}"
            )
        self._sequence = lib.onnxopsSequenceCreate(info._element)
        if not self._sequence:
            raise MemoryError(f"input '{info.name}'")
        for position, value in enumerate(values):
            # Keeps the converted value until it is copied.
            memory = self._place(info, value, position)
            if lib.onnxopsSequenceAppend(self._sequence, memory.to_slot()):
                raise MemoryError(f"input '{info.name}', element {position}")
        self.slot = Value(SEQUENCE, info._element, 0, self._sequence)

    def __del__(self, destroy=lib.onnxopsSequenceDestroy):
        destroy(self._sequence)


def lend(info, value):
    """A slot for an output in memory of the caller, and that memory."""
    try:
        if info.is_sequence or info._element == _elements.STRING:
            raise TypeError("memory can be lent to tensors only, not of strings")
        if not is_tensor(value):
            raise TypeError(
                f"expected an array or a tensor, but got {type(value).__name__}"
            )
        memory = _to_memory(value)
        _check_element(info, memory.element)
        if memory.strides is not None and not _is_row_major(memory):
            raise ValueError("expected row-major memory")
        if not memory.data and memory.bytes:
            raise ValueError("expected memory, but got a null pointer")
        if memory.bytes >= 2**63:
            raise ValueError(f"expected fewer than 2^63 bytes, but got {memory.bytes}")
        if not _is_writable(value, memory):
            raise ValueError("expected memory that may be written")
    except _FAILURES as error:
        raise _name_failure(f"output '{info.name}'", error) from None
    slot = Value(0, memory.element, 0, memory.data, None, None, memory.bytes)
    return slot, memory


def check_overlap(info, memory, infos, memories):
    """Checks that an output does not overlap another value of the call."""
    for other_info, other in zip(infos, memories):
        if other is not None and memory.overlaps(other):
            raise ValueError(
                f"output '{info.name}': expected memory of its own, but got that of"
                f" '{other_info.name}'"
            )


def _is_row_major(memory):
    if 0 in memory.shape:
        return True  # nothing is written
    step = 1
    for size, stride in reversed(list(zip(memory.shape, memory.strides))):
        if size != 1 and stride != step:
            return False
        step *= size
    return True


def check_lent(info, result, memory):
    """Checks that the result has the shape of the lent memory."""
    shape = result.shape
    if shape != tuple(memory.shape):
        raise CallError(
            f"output '{info.name}': expected lent memory of shape {shape}, but got"
            f" {tuple(memory.shape)}"
        )


# ===------------------------------------------------------------------------===
# From slots
# ===------------------------------------------------------------------------===


class _Owner:
    """An output slot whose memory lives as long as this object."""

    def __init__(self, slot):
        self.slot = slot

    def __del__(self, release=lib.onnxopsValueRelease):
        release(self.slot)


class _Window:
    """Gives NumPy access to memory that `owner` keeps."""

    def __init__(self, owner, data, shape, dtype):
        self._owner = owner
        self.__array_interface__ = {
            "version": 3,
            "typestr": dtype.str,
            "shape": shape,
            "data": (data, False),
        }


def make_empty(name, shape, dtype):
    """An array without elements, the result `name`."""
    try:
        return numpy.empty(shape, dtype)
    except ValueError as error:
        raise ValueError(
            f"output '{name}': numpy cannot hold an array without elements of "
            f"shape {shape}: {error}"
        ) from None


def _decode_strings(data, shape):
    array = numpy.empty(shape, dtype=object)
    pointers = ctypes.cast(data, ctypes.POINTER(ctypes.POINTER(String)))
    for position in range(array.size):
        string = pointers[position].contents
        text = ctypes.string_at(string.data, string.size) if string.size else b""
        array.flat[position] = text.decode(errors="surrogateescape")
    return array


def _to_array(name, owner, slot):
    shape = tuple(slot.sizes[: slot.rank])
    is_string = slot.elementType == _elements.STRING
    is_bfloat16 = slot.elementType == _elements.BFLOAT16
    dtype = object if is_string else _elements.to_numpy(4 if is_bfloat16 else slot.elementType)
    if 0 in shape:
        array = make_empty(name, shape, dtype)
    elif is_string:
        array = _decode_strings(slot.data, shape)
    else:
        array = numpy.asarray(_Window(owner, slot.data, shape, dtype))
    return BFloat16Array(array) if is_bfloat16 else array


class Table:
    """The slots of a call: of inputs, kept alive by the caller, and of outputs."""

    def __init__(self, inputs, output_names):
        self.output_names = output_names
        output_count = len(output_names)
        self.slots = (Value * (len(inputs) + output_count))(*(i.slot for i in inputs))
        # Shares the memory of the last slots.
        offset = len(inputs) * ctypes.sizeof(Value)
        self.outputs = (Value * output_count).from_buffer(self.slots, offset)

    def take_output(self, index):
        """Takes the value of an output out of its slot. Arrays over lent memory do
        not keep it alive."""
        slot = self.outputs[index]
        copy = Value.from_buffer_copy(slot)
        ctypes.memset(ctypes.byref(slot), 0, ctypes.sizeof(slot))
        owner = _Owner(copy)
        name = self.output_names[index]
        if copy.kind != SEQUENCE:
            return _to_array(name, owner, copy)
        return [
            _to_array(name, owner, lib.onnxopsSequenceElement(copy.data, position))
            for position in range(lib.onnxopsSequenceLength(copy.data))
        ]

    def __del__(self, release=lib.onnxopsValueRelease):
        for slot in self.outputs:
            release(slot)
