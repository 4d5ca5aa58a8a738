# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compilation of models to callables."""

import ctypes
import operator
import os
from collections.abc import Mapping

from . import _context, _elements, _import_context, _model, _ranks, _values
from ._callable import Callable
from ._errors import ModelError
from ._library import (
    IMPORT_FLAGS,
    IMPORT_LIMITS,
    MAX_THREADS,
    SEQUENCE,
    CompileOptions,
    ImportOptions,
    Value,
    lib,
    take_error,
)


# A program has no unsupported operators, and is no model again.
_FLAGS = _model.keywords(
    n for n in IMPORT_FLAGS if n not in ("allowUnsupported", "keepFunctions")
)
_LIMITS = _model.keywords(IMPORT_LIMITS)


def _decode_name(name):
    try:
        return name.decode()
    except UnicodeDecodeError:
        raise ModelError(f"expected names in UTF-8, but got {name!r}") from None


class ValueInfo:
    """An input or output as the model declares it.

    name: its name in the model.
    dtype: the element type, also of a sequence's tensors: "f32", "i64", "bf16",
        "string", ...
    is_sequence: whether it is a list of tensors.
    shape: a tuple with a number, a symbol's name or None for each dimension;
        None for unknown rank. Of a sequence, that of its tensors; of what ranks
        have shards of, that of all shards together.
    shard: the dimension along which each rank has a shard, or None. For ranks in a
        grid of several axes, a tuple of these, one for each axis.
    shard_offsets: for each axis, where the shards of an input begin, and the end, in
        a tuple; None where they are even, or where a dimension of unknown size may
        be cut anywhere.
    """

    def __init__(self, description, axes):
        self.name = _decode_name(description.name)
        self.is_sequence = description.kind == SEQUENCE
        self._element = description.elementType
        self._set_shards(description.shards[:axes] if axes else ())
        self.shape = None
        if description.rank >= 0:
            self.shape = tuple(
                size if size >= 0 else _decode_name(symbol) or None
                for size, symbol in zip(
                    description.sizes[: description.rank],
                    description.symbols[: description.rank],
                )
            )

    def _set_shards(self, shards):
        dimensions = tuple(axis.dimension if axis.dimension >= 0 else None for axis in shards)
        self.shard = dimensions if len(shards) > 1 else (*dimensions, None)[0]
        self.shard_offsets = tuple(
            tuple(axis.offsets[: axis.numOffsets]) if axis.numOffsets else None
            for axis in shards
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


def _element_of_array(info):
    """The element type of a tensor that can be an array, else 0."""
    if info.is_sequence or info._element in (_elements.STRING, _elements.BFLOAT16):
        return 0
    return info._element


class Program(Callable):
    """A compiled function of a model, made by `compile`.

    Called with a value for each input, by position or by the input's name:
    NumPy arrays, or any object in host memory with `__dlpack__`, such as tensors
    of PyTorch. They must be row-major and are not copied. A sequence is
    a list of these. Strings are arrays of str or bytes.

    Returns the output, or a tuple of several: NumPy arrays over memory allocated
    by the call. Those of bf16, which NumPy lacks, are `BFloat16Array`s. A
    sequence is a list, whose arrays share one memory. `out` lends memory instead:
    an array of exactly the result's shape, which is then returned, or a
    dictionary from names of outputs to such arrays. Autograd of PyTorch does not
    see that a tensor of its own is written there.

    `memory_limit` is the most bytes that the call may have at one time, and
    `timeout` approximately the most seconds that it may take: a copy that has
    begun is finished. Inputs named like one of these, or `out`, are given by
    position. Ctrl-C ends a call of the main thread.

    Raises TypeError or ValueError for invalid inputs, `CallError` if the model's
    checks fail or there is not enough memory, and TimeoutError. May be
    called from several threads at once.

    If it was compiled for the ranks of a communicator, all of them call it, each
    with its shards, and get their shards of the outputs. A call fails on all of
    them or on none. They `close` it at the end. `grid` is the ranks along each axis
    of their grid, or None.
    """

    def __init__(self, handle, ranks=None):
        self._handle = handle
        self._ranks = ranks
        self._contexts = ranks or _context.Contexts()
        grid = ctypes.POINTER(ctypes.c_int64)()
        axes = lib.onnxopsProgramGetGrid(handle, grid)
        self.grid = tuple(grid[:axes]) if axes else None
        self.inputs = tuple(
            ValueInfo(lib.onnxopsProgramGetInput(handle, index), axes)
            for index in range(lib.onnxopsProgramGetNumInputs(handle))
        )
        self.outputs = tuple(
            ValueInfo(lib.onnxopsProgramGetOutput(handle, index), axes)
            for index in range(lib.onnxopsProgramGetNumOutputs(handle))
        )
        if ranks:
            return  # all calls are made here
        self._bind(
            handle.ptr,
            tuple(map(_element_of_array, self.inputs)),
            tuple(map(_element_of_array, self.outputs)),
            tuple(info.name for info in self.outputs),
            tuple(_elements.to_numpy(info._element) for info in self.outputs),
        )

    def _call(self, *args, **kwargs):
        """Makes a call of any kind. `__call__` makes the usual ones itself."""
        if not self._ranks:
            return self._call_here(*args, **kwargs)
        if not self._ranks.context:
            raise ValueError("expected a program that is open, but it is closed")
        return self._ranks.call(lambda: self._call_here(*args, **kwargs))

    def _call_here(self, *args, out=None, memory_limit=None, timeout=None, **kwargs):
        limit = _context.check_memory_limit(memory_limit)
        timeout = _context.check_timeout(timeout)
        values = self._order_inputs(args, kwargs)
        # These keep the memory that the table points to until the call is done.
        inputs = [_values.Input(*pair) for pair in zip(self.inputs, values)]
        table = _values.Table(inputs, [output.name for output in self.outputs])
        lent = self._lend(table, self._name_lent(out))
        self._check_overlaps(inputs, lent)
        self._contexts.context.call(self._handle, table.slots, limit, timeout)
        results = [table.take_output(index) for index in range(len(self.outputs))]
        for index, (value, memory) in lent.items():
            _values.check_lent(self.outputs[index], results[index], memory)
            results[index] = value
        return results[0] if len(results) == 1 else tuple(results)

    def _order_inputs(self, args, kwargs):
        names = [info.name for info in self.inputs]
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

    def _name_lent(self, out):
        if out is None:
            return {}
        if isinstance(out, Mapping):
            return out
        expected = "a dictionary from names of outputs"
        if len(self.outputs) == 1:
            if _values.is_tensor(out):
                return {self.outputs[0].name: out}
            expected = f"an array, or {expected}"
        raise TypeError(f"out: expected {expected}, but got {type(out).__name__}")

    def _lend(self, table, out):
        lent = {}
        names = [output.name for output in self.outputs]
        for name, value in out.items():
            if name not in names:
                raise TypeError(
                    f"expected an output of {', '.join(names)}, but got '{name}'"
                )
            index = names.index(name)
            slot, memory = _values.lend(self.outputs[index], value)
            table.outputs[index] = slot
            lent[index] = (value, memory)
        return lent

    def _check_overlaps(self, inputs, lent):
        infos = list(self.inputs)
        memories = [value.memory for value in inputs]
        for index, (_, memory) in lent.items():
            _values.check_overlap(self.outputs[index], memory, infos, memories)
            infos.append(self.outputs[index])
            memories.append(memory)

    def close(self):
        """Frees what the ranks of a communicator share: all of them call this, and
        make no call afterwards. MPI frees it when it ends otherwise. Does nothing
        to a program without ranks."""
        if self._ranks:
            self._ranks.close()

    def __copy__(self):
        """A program is immutable, so that it is its own copy."""
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        raise TypeError("a compiled program cannot be pickled; compile its model again")

    def __repr__(self):
        return f"<Program {list(self.inputs)} -> {list(self.outputs)}>"

    def __del__(self, destroy=lib.onnxopsProgramDestroy):
        destroy(self._handle)


def _check_threads(threads):
    count = operator.index(threads)
    if count < 1:
        raise ValueError(f"threads: expected 1 or more, but got {threads}")
    if count >= 2**63:  # which C would truncate
        raise ValueError(f"threads: expected {MAX_THREADS} at most, but got {threads}")
    return count


def _compile_module(module, threads, verify_passes, shards, grid, ranks, **options):
    error = ctypes.c_void_p()
    texts = {name: _model.encode_option(name, text) for name, text in options.items()}
    converted = CompileOptions(
        threads=threads,
        verifyPasses=verify_passes,
        ranks=ranks.count if ranks else 0,
        shards=shards,
        numShards=len(shards),
        grid=grid,
        numAxes=len(grid),
        **texts,
    )
    handle = lib.onnxopsProgramCompile(module, converted, error)
    if not handle.ptr:
        raise ModelError(take_error(error))
    return Program(handle, ranks)


def _compile(model, name, import_options, **options):
    with _import_context.borrow(is_text=_model.is_text(model)) as context:
        module = _model.read(context.handle, model, name, import_options)
        context.count(module)
        try:
            return _compile_module(module, **options)
        finally:
            lib.mlirModuleDestroy(module)


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
    directory=None,
    pipeline=None,
    cache=None,
    shards=None,
    grid=None,
    communicator=None,
    max_rank=None,
    max_elements=None,
    max_nodes=None,
    max_constant_bytes=None,
):
    """Compiles a model for this machine and returns a `Program` to call.

    model: the path of a file that ends in .onnx, .xml (OpenVINO), .mlir or
        .mlirbc; or the bytes of an ONNX model; or an onnx.ModelProto. MLIR is
        code: take it from sources that you would take a program from.
    function: which public function, of MLIR that has several; "main" if None,
        or the entry point of a module of onnx-mlir.
    checks: "status" to raise `CallError` if inputs do not fit the model; "none" to
        omit the checks, with undefined behaviour instead.
    cpu: the CPU to generate code for, by LLVM's name ("x86-64-v3"). One that this
        machine cannot run is refused.
    threads: the most threads that share the work of a call.
    allow_newer_opset: accept an ONNX opset newer than the newest supported one.
    freeze_initializers: turn inputs that have an initializer into constants.
    torch_split_squeeze: let SplitToSequence drop the axis where keepdims is 0
        and `split` is 1, on which exports of PyTorch's LSTM rely.
    drop_empty_inputs: leave out inputs of Concat that have rank 1 and no
        elements.
    allow_negative_axes: let the axis of Concat 1 and 4 count from the end.
    allow_bytecode: also read MLIR bytecode. A damaged file can crash the process.
    verify_passes: verify the module after each pass of the compiler, and
        LLVM's code: a bug of the compiler is then a `ModelError`.
    directory: the directory of the external data of a model given as bytes or as a
        ModelProto. Without it such a model reads no files.
    pipeline: options of the compiler's pipeline, for tests: "in-place=false".
    cache: the path of a directory that keeps compiled code, so that the same model
        is compiled faster next time, by any process. What is in it is run: only
        this user may be able to write to it.
    shards: the dimension along which each rank has a shard of an input, by the
        input's name. All ranks have all of every other input. A tuple has a dimension
        or None for each axis of the grid. "free" lets the compiler choose, so that
        nothing of the input is sent: `ValueInfo` says how. None for a module with
        annotations of the dialect `shard`.
    grid: the ranks along each axis of the grid in which they are numbered, row-major,
        as in (2, 3); None for one axis, or for the grid of annotations.
    communicator: one of mpi4py, whose ranks call the program together. All of them
        compile the same model in the same way, which fails on all or on none.
    max_rank: the highest rank of a tensor; 64 if None, and at most. Models of ONNX
        and OpenVINO that exceed this limit or one of the following are refused;
        they do not apply to MLIR, which is code.
    max_elements: the most elements of a tensor, whether a constant or a value of a
        declared or inferred type. Unknown sizes count as 1.
    max_nodes: the most nodes of all graphs, or layers of OpenVINO.
    max_constant_bytes: the most bytes of all constants; 2 GiB if None. Constants
        that share a part of a file count once.

    Raises `ModelError` for a model that cannot be read, is not supported, or
    cannot be compiled.
    """
    given = locals()
    threads = _check_threads(threads)
    options = ImportOptions(
        **{c: given[p] for p, c in _FLAGS.items()},
        **{c: _model.check_limit(p, given[p]) for p, c in _LIMITS.items()},
    )
    name = _model.encode_name(directory)
    grid = _ranks.make_grid(grid, communicator)
    shards = _ranks.make_shards(shards, grid, communicator)

    def compile_here(ranks):
        return _compile(
            model,
            name,
            options,
            function=function,
            checks=checks,
            cpu=cpu,
            threads=threads,
            verify_passes=verify_passes,
            # A call from here takes longer than a test of inputs would save.
            pipeline="test-inputs=false" if pipeline is None else pipeline,
            cache=None if cache is None else os.fspath(cache),
            shards=shards,
            grid=grid,
            ranks=ranks,
        )

    if communicator is None:
        return compile_here(None)
    return _ranks.compile_on_all(communicator, compile_here)
