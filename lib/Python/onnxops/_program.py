# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models to callables."""

import ctypes
import os
import threading
from collections.abc import Mapping

from . import _elements, _values
from ._errors import CallError, ModelError
from ._library import (
    SEQUENCE,
    CompileOptions,
    ImportOptions,
    StringRef,
    Value,
    lib,
    take_error,
)

_IMPORT_OPTIONS = {
    "allow_newer_opset": "allowNewerOpset",
    "freeze_initializers": "freezeInitializers",
    "torch_split_squeeze": "torchSplitSqueeze",
    "drop_empty_inputs": "dropEmptyInputs",
    "allow_negative_axes": "allowNegativeAxes",
    "allow_bytecode": "allowBytecode",
}


class Port:
    """An input or an output as the model declares it.

    name: what the model calls it.
    dtype: the element type, of a sequence its tensors': "f32", "i64", "bf16",
        "string", ...
    is_sequence: whether it is a list of tensors.
    shape: a tuple with a number, a symbol's name or None for each dimension;
        None where the rank is not known. Of a sequence, its tensors'.
    """

    def __init__(self, description):
        self.name = description.name.decode()
        self.is_sequence = description.kind == SEQUENCE
        self._element = description.elementType
        self.shape = None
        if description.rank >= 0:
            self.shape = tuple(
                size if size >= 0 else symbol.decode() or None
                for size, symbol in zip(
                    description.sizes[: description.rank],
                    description.symbols[: description.rank],
                )
            )

    @property
    def dtype(self):
        """The element type by name."""
        return _elements.name(self._element)

    def __repr__(self):
        dimensions = "*" if self.shape is None else ", ".join(
            "?" if size is None else str(size) for size in self.shape
        )
        text = f"{self.dtype}[{dimensions}]"
        return f"<{self.name}: {f'seq({text})' if self.is_sequence else text}>"


class _Context:
    """Serves one call at a time, and keeps what a next one can use."""

    def __init__(self):
        self.handle = lib.onnxopsContextCreate()
        if not self.handle:
            raise MemoryError

    def get_error(self):
        return lib.onnxopsContextError(self.handle).decode(errors="replace")

    def __del__(self, destroy=lib.onnxopsContextDestroy):
        destroy(self.handle)


class _Contexts(threading.local):
    """A thread's own, which ends with it."""

    def __init__(self):
        self.context = _Context()


class Program:
    """A compiled function of a model, made by `compile`.

    Called with a value for each input, by position or by the input's name:
    NumPy arrays, or anything else in host memory that has `__dlpack__`, such as
    tensors of PyTorch. They must be row-major and are not copied. A sequence is
    a list of such. Strings are arrays of str or bytes.

    Returns the output, or a tuple of them where there are several: NumPy
    arrays, over the memory that the call made. Those of bf16, which NumPy
    lacks, are `BFloat16Array`s. A sequence is a list, whose arrays share one
    memory. `out` lends memory instead: a dictionary from names of outputs to
    arrays of exactly the result's shape, which are then what is returned.

    Raises TypeError or ValueError for values that are no such inputs, and
    `CallError` where the model's checks fail. May be called from several
    threads at once.
    """

    def __init__(self, handle):
        self._handle = handle
        self._contexts = _Contexts()
        self.inputs = tuple(
            Port(lib.onnxopsProgramGetInput(handle, index))
            for index in range(lib.onnxopsProgramGetNumInputs(handle))
        )
        self.outputs = tuple(
            Port(lib.onnxopsProgramGetOutput(handle, index))
            for index in range(lib.onnxopsProgramGetNumOutputs(handle))
        )

    def __call__(self, *args, out=None, **kwargs):
        """Calls the function; `help(Program)` says with what."""
        values = self._order_inputs(args, kwargs)
        # These keep what the table points to until the call is done.
        inputs = [_values.Input(*pair) for pair in zip(self.inputs, values)]
        table = (Value * (len(inputs) + len(self.outputs)))(*(i.slot for i in inputs))
        lent = self._lend(table, {} if out is None else out)
        self._check_overlaps(inputs, lent)
        context = self._contexts.context
        if lib.onnxopsProgramCall(self._handle, table, len(table), context.handle):
            raise CallError(context.get_error())
        results = tuple(
            _values.take_output(table[len(inputs) + index])
            for index in range(len(self.outputs))
        )
        for index, (value, memory) in lent.items():
            _values.check_lent(self.outputs[index], results[index], memory)
            results = results[:index] + (value,) + results[index + 1 :]
        return results[0] if len(results) == 1 else results

    def _order_inputs(self, args, kwargs):
        names = [port.name for port in self.inputs]
        if len(args) > len(names):
            raise TypeError(f"expected {len(names)} inputs, but got {len(args)}")
        given = dict(zip(names, args))
        for name, value in kwargs.items():
            if name not in names:
                raise TypeError(
                    f"expected an input of {', '.join(names)}, but got '{name}'"
                )
            if name in given:
                raise TypeError(f"input '{name}' is given twice")
            given[name] = value
        missing = [name for name in names if name not in given]
        if missing:
            raise TypeError(f"input '{missing[0]}' is not given")
        return [given[name] for name in names]

    def _lend(self, table, out):
        if not isinstance(out, Mapping):
            raise TypeError(
                "out: expected a dictionary from names of outputs, but got"
                f" {type(out).__name__}"
            )
        lent = {}
        names = [port.name for port in self.outputs]
        for name, value in out.items():
            if name not in names:
                raise TypeError(
                    f"expected an output of {', '.join(names)}, but got '{name}'"
                )
            index = names.index(name)
            slot, memory = _values.lend(self.outputs[index], value)
            table[len(self.inputs) + index] = slot
            lent[index] = (value, memory)
        return lent

    def _check_overlaps(self, inputs, lent):
        ports = list(self.inputs)
        memories = [value.memory for value in inputs]
        for index, (_, memory) in lent.items():
            _values.check_overlap(self.outputs[index], memory, ports, memories)
            ports.append(self.outputs[index])
            memories.append(memory)

    def __copy__(self):
        """A program never changes, so that it is its own copy."""
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        raise TypeError("a compiled program cannot be pickled; compile its model again")

    def __repr__(self):
        return f"<Program {list(self.inputs)} -> {list(self.outputs)}>"

    def __del__(self, destroy=lib.onnxopsProgramDestroy):
        destroy(self._handle)


def _read(context, model, options):
    error = ctypes.c_void_p()
    if isinstance(model, (str, os.PathLike)):
        path = StringRef.of(model)
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
        name = StringRef.of("model")
        module = lib.onnxopsImportONNX(
            context, StringRef.of(data), name, options, error
        )
    if not module.ptr:
        raise ModelError(take_error(error))
    return module


def _compile_module(module, **options):
    error = ctypes.c_void_p()
    converted = CompileOptions(
        **{k: v.encode() if isinstance(v, str) else v for k, v in options.items()}
    )
    handle = lib.onnxopsProgramCompile(module, converted, error)
    if not handle.ptr:
        raise ModelError(take_error(error))
    return Program(handle)


def compile(
    model,
    *,
    function=None,
    checks="status",
    cpu="host",
    threads=1,
    allow_newer_opset=False,
    freeze_initializers=False,
    torch_split_squeeze=False,
    drop_empty_inputs=False,
    allow_negative_axes=False,
    allow_bytecode=False,
    verify_passes=False,
):
    """Compiles a model for this machine and returns a `Program` to call.

    model: the path of a file that ends in .onnx, .xml (OpenVINO), .mlir or
        .mlirbc; or the bytes of an ONNX model; or an onnx.ModelProto. MLIR is
        code: take it from sources that you would take a program from.
    function: which public function, of MLIR that has several; "main" if None,
        or the entry point of a module of onnx-mlir.
    checks: "status" to raise `CallError` where inputs are not what the model
        needs; "none" to leave the checks out, and be undefined there.
    cpu: what CPU code is made for, as LLVM names it ("x86-64-v3"). One that
        this machine cannot run is refused.
    threads: how many may share the work of a call.
    allow_newer_opset: accept an ONNX opset newer than the newest that is known.
    freeze_initializers: make constants of inputs that have an initializer,
        instead of inputs.
    torch_split_squeeze: let SplitToSequence drop the axis where keepdims is 0
        and `split` is 1, as exports of PyTorch's LSTM rely on.
    drop_empty_inputs: leave out inputs of Concat that have rank 1 and no
        elements.
    allow_negative_axes: let the axis of Concat 1 and 4 count from the end.
    allow_bytecode: read a file of MLIR that is bytecode. A damaged one can
        crash the process.
    verify_passes: verify the module after each pass of the compiler, and
        LLVM's code: a compiler that is wrong is a `ModelError` then.

    Raises `ModelError` for a model that cannot be read, is not supported, or
    cannot be compiled.
    """
    given = locals()
    if threads < 1:
        raise ValueError(f"threads: expected 1 or more, but got {threads}")
    options = ImportOptions(**{c: given[p] for p, c in _IMPORT_OPTIONS.items()})
    context = lib.onnxopsContextCreateForModels()
    try:
        module = _read(context, model, options)
        try:
            return _compile_module(
                module,
                function=function,
                checks=checks,
                cpu=cpu,
                threads=threads,
                verifyPasses=verify_passes,
            )
        finally:
            lib.mlirModuleDestroy(module)
    finally:
        lib.mlirContextDestroy(context)
