# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Type information for this module. test/Python compares it with the module.

import os
from typing import Any, Mapping, NamedTuple, NoReturn, Protocol, Sequence, Union

import numpy
import numpy.typing

class _ModelProto(Protocol):
    def SerializeToString(self) -> bytes: ...

class _DLPack(Protocol):
    def __dlpack__(self) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...

_Tensor = Union[numpy.typing.ArrayLike, _DLPack]

class Error(Exception): ...
class ModelError(Error): ...
class CallError(Error): ...

class BFloat16Array:
    bits: numpy.ndarray[Any, numpy.dtype[numpy.uint16]]
    def __init__(self, bits: numpy.ndarray[Any, numpy.dtype[numpy.uint16]]) -> None: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    def __dlpack__(self, **options: Any) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...

class ValueInfo:
    name: str
    is_sequence: bool
    shape: tuple[int | str | None, ...] | None
    shard: int | tuple[int | None, ...] | None
    shard_offsets: tuple[tuple[int, ...] | None, ...]
    def __init__(self, description: Any, axes: int) -> None: ...
    @property
    def dtype(self) -> str: ...

Port = ValueInfo

class Program:
    inputs: tuple[ValueInfo, ...]
    outputs: tuple[ValueInfo, ...]
    grid: tuple[int, ...] | None
    def __init__(self, handle: Any, ranks: Any = None) -> None: ...
    def __call__(
        self,
        *args: _Tensor | Sequence[_Tensor],
        out: Mapping[str, _Tensor] | _Tensor | None = None,
        memory_limit: int | None = None,
        timeout: float | None = None,
        **kwargs: _Tensor | Sequence[_Tensor],
    ) -> Any: ...
    def close(self) -> None: ...
    def __copy__(self) -> Program: ...
    def __deepcopy__(self, memo: Any) -> Program: ...
    def __reduce__(self) -> NoReturn: ...
    def __del__(self, destroy: Any = ...) -> None: ...

class RewrittenModel(NamedTuple):
    model: bytes
    report: dict[str, Any]

def rewrite(
    model: str | os.PathLike[str] | bytes | bytearray | memoryview | _ModelProto,
    *,
    target_opset: int | None = None,
    sequences: bool = True,
    dims: Mapping[str, int] = ...,
    directory: str | os.PathLike[str] | None = None,
    inline_functions: bool = False,
) -> RewrittenModel: ...
def compile(
    model: str | os.PathLike[str] | bytes | bytearray | memoryview | _ModelProto,
    *,
    function: str | None = None,
    checks: str = "status",
    cpu: str = "host",
    threads: int = 1,
    allow_newer_opset: bool = False,
    freeze_initializers: bool = False,
    torch_split_squeeze: bool = False,
    drop_empty_inputs: bool = False,
    allow_negative_axes: bool = False,
    allow_bytecode: bool = False,
    verify_passes: bool = False,
    directory: str | os.PathLike[str] | None = None,
    pipeline: str | None = None,
    cache: str | os.PathLike[str] | None = None,
    shards: Mapping[str, int | tuple[int | None, ...] | str] | None = None,
    grid: Sequence[int] | None = None,
    communicator: Any = None,
    max_rank: int | None = None,
    max_elements: int | None = None,
    max_nodes: int | None = None,
    max_constant_bytes: int | None = None,
) -> Program: ...
