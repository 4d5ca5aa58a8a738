# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the operators give that compare, select, reduce and pad, by numpy and the words
of the standard."""

import numpy as np

from arithmetic import check_judged
from nearest_reference import f32, resize, scale_size
from operators import integers, operator, take_rows
from values import ANY_NAN, INTEGERS, MOST_ELEMENTS, Fails, check_size, make, narrow, storage, widen


def broadcast(*tensors):
    """The arrays with one shape."""
    try:
        shape = np.broadcast_shapes(*(tensor.shape for tensor in tensors))
    except ValueError:
        raise Fails("sizes that do not fit") from None
    check_size(shape)
    return [np.broadcast_to(tensor.array, shape) for tensor in tensors]


def pairs(name, function):
    @operator(name)
    def compute(attributes, operands, opset):
        check_judged(operands)
        arrays = [widen(operands[0].type_name, array) for array in broadcast(*operands)]
        return [make("bool", function(*arrays))]


for _name, _function in (("Equal", np.equal), ("Less", np.less), ("Greater", np.greater),
                         ("LessOrEqual", np.less_equal), ("GreaterOrEqual", np.greater_equal),
                         ("And", np.logical_and), ("Or", np.logical_or), ("Xor", np.logical_xor)):
    pairs(_name, _function)


@operator("Where")
def where(attributes, operands, opset):
    return [make(operands[1].type_name, np.where(*broadcast(*operands)), *operands)]


def extremes(name, function):
    @operator(name)
    def compute(attributes, operands, opset):
        check_judged(operands)
        type_name = operands[0].type_name
        arrays = [widen(type_name, array) for array in broadcast(*operands)]
        result = arrays[0]
        for array in arrays[1:]:
            # Of two zeros the last one, whatever their signs.
            keeps = array < result if name == "Max" else array > result
            result = np.where(keeps | np.isnan(result), result, array)
        made = make(type_name, narrow(type_name, result))
        return [made if type_name in INTEGERS else made._replace(nearness=ANY_NAN)]


for _name in ("Max", "Min"):
    extremes(_name, None)


@operator("Mod")
def mod(attributes, operands, opset):
    """Of integers: the smallest one by -1 is 0."""
    left, right = broadcast(*operands)
    if right.size and not operands[1].array.all():
        raise Fails("divisor of 0")
    safe = np.where((right == 0) | (right == -1), right.dtype.type(1), right) if (
        right.dtype.kind == "i") else np.where(right == 0, right.dtype.type(1), right)
    compute = np.fmod if attributes.get("fmod", 0) else np.mod
    return [make(operands[0].type_name, compute(left, safe))]


REDUCTIONS = {"ReduceMax": np.maximum, "ReduceMin": np.minimum, "ReduceSum": np.add,
              "ReduceProd": np.multiply}


def reduction(name):
    @operator(name)
    def compute(attributes, operands, opset):
        data = operands[0]
        axes = integers(operands[1]) if len(operands) > 1 else attributes.get("axes", [])
        axes = tuple(axis % data.rank for axis in axes) or tuple(range(data.rank))
        info = np.iinfo(data.array.dtype)
        first = {"ReduceMax": info.min, "ReduceMin": info.max, "ReduceSum": 0,
                 "ReduceProd": 1}[name]
        check_size([size for axis, size in enumerate(data.shape) if axis not in axes])
        keeps = bool(attributes.get("keepdims", 1))
        return [make(data.type_name, REDUCTIONS[name].reduce(
            data.array, axes, dtype=data.array.dtype, keepdims=keeps, initial=first))]


for _name in REDUCTIONS:
    reduction(_name)


@operator("Flatten")
def flatten(attributes, operands, opset):
    data, axis = operands[0], attributes.get("axis", 1)
    axis = axis + data.rank if axis < 0 else axis
    sizes = [1, 1]
    for at, size in enumerate(data.shape):
        sizes[at >= axis] *= size
    check_size(sizes)
    return [make(data.type_name, data.array.reshape(sizes), data)]


def places(size, before, after, mode):
    """The rows of an axis, by the position of each in the result."""
    rows = range(-before, size + after)
    if not before and not after:
        return rows
    if (mode == "edge" and not size) or (mode == "reflect" and max(before, after) >= size):
        raise Fails("pads")
    if len(rows) > MOST_ELEMENTS:  # of no elements, else the result would be too large
        return rows
    if mode == "edge":
        return np.clip(rows, 0, size - 1)
    rows = np.abs(rows)
    return np.minimum(rows, 2 * (size - 1) - rows)


@operator("Pad")
def pad(attributes, operands, opset):
    data, pads = operands[0], integers(operands[1])
    mode = attributes.get("mode", "constant")
    if len(pads) != 2 * data.rank:
        raise Fails("pads")
    array = data.array
    if not data.rank:
        return [data]
    lengths = list(zip(pads[:data.rank], pads[data.rank:]))
    check_size([max(size + sum(pair), 0) for size, pair in zip(data.shape, lengths)])
    for axis, (before, after) in enumerate(lengths):
        size = array.shape[axis]
        first, last = max(-before, 0), size - max(-after, 0)
        if first > last:
            raise Fails("pads")
        array = take_rows(array, range(first, last), axis)
    lengths = [(max(before, 0), max(after, 0)) for before, after in lengths]
    if mode == "constant":
        fill = operands[2].array.reshape(-1)[0] if len(operands) > 2 else storage(
            data.type_name).type(0)
        shape = [size + sum(pair) for size, pair in zip(array.shape, lengths)]
        result = np.empty(shape, array.dtype)
        result.fill(b"" if data.type_name == "string" and len(operands) < 3 else fill)
        result[tuple(slice(before, before + size)
                     for (before, _), size in zip(lengths, array.shape))] = array
    else:
        result = array
        rows = [places(size, *pair, mode) for size, pair in zip(array.shape, lengths)]
        for axis, own in enumerate(rows):
            result = take_rows(result, own, axis)
    return [make(data.type_name, result, data)]


@operator("Resize")
def resize_nearest(attributes, operands, opset):
    data, _, scales, sizes = [*operands, None][:4]
    if sizes is not None:
        sizes = integers(sizes)
        if len(sizes) != data.rank or any(size < 0 for size in sizes):
            raise Fails("sizes")
        if any(size and not own for size, own in zip(sizes, data.shape)):
            raise Fails("no elements to repeat")
        check_size(sizes)
        scales = [f32(size) / f32(own) if own else f32(1)
                  for size, own in zip(sizes, data.shape)]
    else:
        scales = scales.array
        if len(scales) != data.rank:
            raise Fails("scales")
        sizes = [scale_size(own, scale) for own, scale in zip(data.shape, scales)]
        check_size(sizes)
    if not data.rank:
        return [data]
    if 0 in sizes:  # the other sizes may be too large to list their positions
        return [make(data.type_name, np.empty(sizes, data.array.dtype), data)]
    result = resize(data.array, range(data.rank), scales, sizes,
                    attributes["coordinate_transformation_mode"], attributes["nearest_mode"])
    return [make(data.type_name, result, data)]


@operator("Range")
def range_(attributes, operands, opset):
    start, limit, delta = (int(tensor.array) for tensor in operands)
    if delta == 0:
        raise Fails("delta")
    check_size((max(-((start - limit) // delta), 0),))
    rows = range(start, limit, delta)
    return [make(operands[0].type_name, np.array(rows, storage(operands[0].type_name)))]
