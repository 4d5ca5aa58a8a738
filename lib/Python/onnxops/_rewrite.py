# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models to better ones."""

import ctypes
import json
import operator
from typing import NamedTuple

from . import _model
from ._errors import ModelError
from ._library import ImportOptions, RewriteOptions, StringCallback, lib, take_error


class RewrittenModel(NamedTuple):
    """What `rewrite` returns.

    model: the bytes of the ONNX model.
    report: a dictionary with "nodes", by operator their numbers "before" and
        "after"; "total"; "bytes_moved"; "unknown_bytes", the number of nodes whose
        bytes are not known; "sequences", a list of what is left of them, each with
        "location", "name" and "reason"; and "changes", a list of the nodes that
        changed, each with "location", "operator", the operators that it "becomes", and
        "reason".
    """

    model: bytes
    report: dict


def _encode_dims(dims):
    return [
        _model.encode_option("dims", f"{name}={operator.index(size)}")
        for name, size in dict(dims).items()
    ]


def _collect(call, *arguments):
    """What a function of C writes in chunks, and the error that it reports."""
    chunks, error = [], ctypes.c_void_p()
    write = StringCallback(
        lambda chunk, _: chunks.append(ctypes.string_at(chunk.data, chunk.length))
    )
    if not call(*arguments, write, None, error):
        raise ModelError(take_error(error))
    return b"".join(chunks)


def rewrite(
    model, *, target_opset=None, sequences=True, dims={}, directory=None,
    inline_functions=False,
):
    """Rewrites an ONNX model to one that computes the same with fewer operators,
    without sequences whose structure is known. Returns a `RewrittenModel`: the bytes of
    the new model, and a report.

    model: the path of a file that ends in .onnx; or the bytes of a model; or an
        onnx.ModelProto.
    target_opset: the opset of the result; the model's if None.
    sequences: whether sequences may be left; if not, one that is left is an error
        that says why.
    dims: sizes of symbolic dimensions of inputs, by name.
    directory: the directory of the external data of a model given as bytes or as a
        ModelProto. Without it such a model reads no files.
    inline_functions: whether all calls of the model's functions become their nodes.
        Otherwise those do of which a node is rewritten, or all if the opset changes.

    Raises `ModelError` for a model that cannot be read, or not be rewritten as asked.
    """
    opset = 0
    if target_opset is not None:
        opset = operator.index(target_opset)
        if not 1 <= opset < 2**63:
            raise ValueError(f"target_opset: expected 1 or more, but got {target_opset}")
    texts = _encode_dims(dims)
    options = RewriteOptions(
        targetOpset=opset,
        noSequences=not sequences,
        dims=(ctypes.c_char_p * len(texts))(*texts),
        numDims=len(texts),
    )
    context = lib.onnxopsContextCreateForModels()
    try:
        module = _model.read(
            context, model, _model.encode_name(directory),
            ImportOptions(allowUnsupported=True, keepFunctions=not inline_functions),
        )
        try:
            report = _collect(lib.onnxopsRewriteModel, module, options)
            return RewrittenModel(
                _collect(lib.onnxopsExportONNX, module), json.loads(report)
            )
        finally:
            lib.mlirModuleDestroy(module)
    finally:
        lib.mlirContextDestroy(context)
