# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each operator gives, by numpy and the words of the standard: those that move
data, sequences, sizes. Arithmetic is in a file of its own.

A meaning takes the attributes of a node, its operands (None where one is not
given) and the opset, and returns the list of results. It raises Fails where the
call must fail. docs/spec.md has the rules by id.
"""

import numpy as np

from values import NUMBERS, Fails, Sequence, Tensor, check_size, make

OPERATORS = {}


def operator(name):
    def register(function):
        OPERATORS[name] = function
        return function
    return register


def integers(tensor):
    return [int(value) for value in tensor.array.reshape(-1)]


def position(tensor):
    """The value of a scalar, or of a tensor of one element."""
    if tensor.array.size != 1:
        raise Fails("expected one element")
    return integers(tensor)[0]


def take_rows(array, rows, axis):
    if array.size == 0:  # of any number of rows, which need not be listed
        shape = list(array.shape)
        shape[axis] = len(rows)
        return np.zeros(shape, array.dtype)
    return np.take(array, np.asarray(rows, np.int64), axis)


#===------------------------------------------------------------------------===#
# Elements that are only moved
#===------------------------------------------------------------------------===#

def join(tensors, axis):
    first = tensors[0]
    axis %= first.rank
    rests = {t.shape[:axis] + t.shape[axis + 1:] for t in tensors}
    if len(rests) > 1 or any(t.rank != first.rank for t in tensors):
        raise Fails("sizes that do not fit")
    shape = list(first.shape)
    shape[axis] = sum(t.shape[axis] for t in tensors)
    check_size(shape)
    return make(first.type_name, np.concatenate([t.array for t in tensors], axis), *tensors)


@operator("Concat")
def concat(attributes, operands, opset):
    return [join(operands, attributes["axis"])]


@operator("Tile")
def tile(attributes, operands, opset):
    data, repeats = operands
    counts = integers(repeats)
    if len(counts) != data.rank or any(count < 0 for count in counts):
        raise Fails("repeats")
    if any(size * count >= 2**63 for size, count in zip(data.shape, counts)):
        raise Fails("overflow")
    shape = [size * count for size, count in zip(data.shape, counts)]
    check_size(shape)
    if 0 in shape:
        # numpy.tile asks for memory by the repeats, also where there is no element.
        return [make(data.type_name, np.empty(shape, data.array.dtype), data)]
    return [make(data.type_name, np.tile(data.array, counts), data)]


@operator("Identity")
def identity(attributes, operands, opset):
    return [operands[0]]


@operator("Transpose")
def transpose(attributes, operands, opset):
    data = operands[0]
    return [make(data.type_name, np.transpose(data.array, attributes.get("perm")), data)]


def read_image(attributes, operands):
    data = operands[0]
    if data.rank != 4:
        raise Fails("rank")
    return data, attributes["blocksize"]


@operator("DepthToSpace")
def depth_to_space(attributes, operands, opset):
    data, block = read_image(attributes, operands)
    n, c, h, w = data.shape
    if c % block**2:
        raise Fails("channels")
    rest = c // block**2
    shape = [n, rest, h * block, w * block]
    if any(size >= 2**63 for size in shape):
        raise Fails("overflow")
    check_size(shape)
    if attributes.get("mode", "DCR") == "DCR":
        moved = data.array.reshape(n, block, block, rest, h, w).transpose(0, 3, 4, 1, 5, 2)
    else:
        moved = data.array.reshape(n, rest, block, block, h, w).transpose(0, 1, 4, 2, 5, 3)
    return [make(data.type_name, moved.reshape(shape), data)]


@operator("SpaceToDepth")
def space_to_depth(attributes, operands, opset):
    data, block = read_image(attributes, operands)
    n, c, h, w = data.shape
    if h % block or w % block:
        raise Fails("rows or columns")
    shape = [n, c * block**2, h // block, w // block]
    if shape[1] >= 2**63:
        raise Fails("overflow")
    check_size(shape)
    moved = data.array.reshape(n, c, h // block, block, w // block, block)
    return [make(data.type_name, moved.transpose(0, 3, 5, 1, 2, 4).reshape(shape), data)]


@operator("ScatterND")
def scatter_nd(attributes, operands, opset):
    data, indices, updates = operands
    depth = indices.shape[-1]
    if updates.shape != indices.shape[:-1] + data.shape[depth:]:
        raise Fails("sizes that do not fit")
    result = data.array.copy()
    for at in np.ndindex(indices.shape[:-1]):
        place = tuple(int(index) for index in indices.array[at])
        if any(not -size <= index < size for index, size in zip(place, data.shape)):
            raise Fails("index")
        result[place] = updates.array[at]
    return [make(data.type_name, result, data, updates)]


@operator("Expand")
def expand(attributes, operands, opset):
    data, shape = operands
    wanted = integers(shape)
    if any(size < 0 for size in wanted):
        raise Fails("shape")
    try:
        # A size above the limit, for which check_size ends the call, even of no elements.
        result = np.broadcast_shapes(data.shape, tuple(min(size, 2**40 + 1) for size in wanted))
    except ValueError:
        raise Fails("sizes that do not fit") from None
    check_size(result)
    return [make(data.type_name, np.broadcast_to(data.array, result).copy(), data)]


@operator("Gather")
def gather(attributes, operands, opset):
    data, indices = operands
    axis = attributes.get("axis", 0) % data.rank
    size = data.shape[axis]
    low = -size if opset >= 11 else 0
    if any(not low <= at < size for at in integers(indices)):
        raise Fails("index")
    check_size(data.shape[:axis] + indices.shape + data.shape[axis + 1:])
    rows = indices.array.astype(np.int64)
    array = np.take(data.array, np.where(rows < 0, rows + size, rows), axis) if (
        rows.size) else np.zeros(data.shape[:axis] + indices.shape + data.shape[axis + 1:],
                                 data.array.dtype)
    return [make(data.type_name, array, data)]


def slice_rows(size, start, end, step):
    """By the words of the standard: numpy clamps the start of a step back to -1,
    the standard to 0."""
    start = start + size if start < 0 else start
    end = end + size if end < 0 else end
    if step > 0:
        return range(min(max(start, 0), size), min(max(end, 0), size), step)
    return range(min(max(start, 0), size - 1), min(max(end, -1), size - 1), step)


@operator("Slice")
def slice_(attributes, operands, opset):
    data, *bounds = operands
    bounds = [bound and integers(bound) for bound in bounds] + [None] * 2
    starts, ends, axes, steps = bounds[:4]
    count = len(starts)
    axes = list(range(count)) if axes is None else axes
    steps = [1] * count if steps is None else steps
    if not len(starts) == len(ends) == len(axes) == len(steps) or 0 in steps:
        raise Fails("bounds")
    array = data.array
    for axis, start, end, step in zip(axes, starts, ends, steps):
        rows = slice_rows(data.shape[axis], start, end, step)
        array = take_rows(array, rows, axis)
    return [make(data.type_name, array, data)]


@operator("Split")
def split(attributes, operands, opset):
    data = operands[0]
    axis = attributes.get("axis", 0) % data.rank
    size, count = data.shape[axis], attributes["#outputs"]
    if len(operands) > 1:
        lengths = integers(operands[1])
    elif "split" in attributes:
        lengths = attributes["split"]
    elif opset >= 18:
        length = -(-size // count)
        lengths = [length] * (count - 1) + [size - length * (count - 1)]
    else:
        if size % count:
            raise Fails("split")
        lengths = [size // count] * count
    if len(lengths) != count or min(lengths) < 0 or sum(lengths) != size:
        raise Fails("split")
    return [make(data.type_name, chunk, data) for chunk in cut(data.array, lengths, axis)]


def cut(array, lengths, axis):
    ends = np.cumsum(lengths)
    return [take_rows(array, range(end - length, end), axis)
            for end, length in zip(ends, lengths)]


@operator("Squeeze")
def squeeze(attributes, operands, opset):
    data = operands[0]
    axes = integers(operands[1]) if len(operands) > 1 else attributes.get("axes")
    axes = [axis % data.rank for axis in axes]
    if any(data.shape[axis] != 1 for axis in axes):
        raise Fails("squeeze")
    return [make(data.type_name, np.squeeze(data.array, tuple(axes)), data)]


@operator("Unsqueeze")
def unsqueeze(attributes, operands, opset):
    data = operands[0]
    axes = integers(operands[1]) if len(operands) > 1 else attributes["axes"]
    return [make(data.type_name, np.expand_dims(data.array, tuple(axes)), data)]


@operator("Reshape")
def reshape(attributes, operands, opset):
    data, shape = operands
    wanted = integers(shape)
    copies = not attributes.get("allowzero", 0)
    if any(size < -1 for size in wanted) or wanted.count(-1) > 1:
        raise Fails("shape")
    result = []
    for at, size in enumerate(wanted):
        if size == 0 and copies:
            if at >= data.rank:
                raise Fails("shape")
            size = data.shape[at]
        result.append(size)
    known = 1
    for size in result:
        known *= size if size != -1 else 1
    if -1 in result:
        if known == 0 or data.array.size % known:
            raise Fails("shape")
        result[result.index(-1)] = data.array.size // known
    elif known != data.array.size:
        raise Fails("shape")
    check_size(result)
    return [make(data.type_name, data.array.reshape(result), data)]


#===------------------------------------------------------------------------===#
# Shapes
#===------------------------------------------------------------------------===#

@operator("Shape")
def shape(attributes, operands, opset):
    rank = operands[0].rank

    def clamp(at):
        return min(max(at + rank if at < 0 else at, 0), rank)
    start, end = clamp(attributes.get("start", 0)), clamp(attributes.get("end", rank))
    return [make("i64", np.array(operands[0].shape[start:end], "<i8"))]


@operator("Size")
def size(attributes, operands, opset):
    return [make("i64", operands[0].array.size)]


@operator("ConstantOfShape")
def constant_of_shape(attributes, operands, opset):
    sizes = integers(operands[0])
    if any(size < 0 for size in sizes):
        raise Fails("shape")
    check_size(sizes)
    fill = attributes.get("value", Tensor("f32", np.zeros(1, "<f4")))
    return [make(fill.type_name, np.full(sizes, fill.array.reshape(-1)[0], fill.array.dtype))]


#===------------------------------------------------------------------------===#
# Sequences
#===------------------------------------------------------------------------===#

def find(sequence, tensor, past=0):
    """The place that a position names."""
    at, count = position(tensor), len(sequence.elements)
    if not -count <= at < count + past:
        raise Fails("position")
    return at + count if at < 0 else at


@operator("SequenceConstruct")
def sequence_construct(attributes, operands, opset):
    return [Sequence(operands[0].type_name, tuple(operands))]


@operator("SequenceEmpty")
def sequence_empty(attributes, operands, opset):
    number = attributes.get("dtype", 1)
    return [Sequence(next(n for n, (of, _) in NUMBERS.items() if of == number), ())]


@operator("SequenceAt")
def sequence_at(attributes, operands, opset):
    sequence, at = operands
    return [sequence.elements[find(sequence, at)]]


@operator("SequenceLength")
def sequence_length(attributes, operands, opset):
    return [make("i64", len(operands[0].elements))]


@operator("SequenceInsert")
def sequence_insert(attributes, operands, opset):
    sequence, tensor = operands[:2]
    elements = list(sequence.elements)
    at = find(sequence, operands[2], 1) if len(operands) > 2 else len(elements)
    elements.insert(at, tensor)
    return [Sequence(sequence.type_name, tuple(elements))]


@operator("SequenceErase")
def sequence_erase(attributes, operands, opset):
    elements = list(operands[0].elements)
    if not elements:
        raise Fails("position")
    del elements[find(operands[0], operands[1]) if len(operands) > 1 else -1]
    return [Sequence(operands[0].type_name, tuple(elements))]


@operator("ConcatFromSequence")
def concat_from_sequence(attributes, operands, opset):
    elements, axis = operands[0].elements, attributes["axis"]
    if not elements:
        raise Fails("no element")
    if not attributes.get("new_axis", 0):
        return [join(elements, axis)]
    if len({element.shape for element in elements}) > 1:
        raise Fails("sizes that do not fit")
    check_size((len(elements), *elements[0].shape))
    array = np.stack([element.array for element in elements], axis)
    return [make(operands[0].type_name, array, *elements)]


@operator("SplitToSequence")
def split_to_sequence(attributes, operands, opset):
    data = operands[0]
    axis = attributes.get("axis", 0) % data.rank
    size = data.shape[axis]
    if len(operands) == 1:
        check_size((size,))
        chunks = cut(data.array, [1] * size, axis)
        if not attributes.get("keepdims", 1):
            chunks = [np.squeeze(chunk, axis) for chunk in chunks]
    elif operands[1].rank == 0:
        length = position(operands[1])
        if length < 1:
            raise Fails("split")
        check_size((-(-size // length),))
        lengths = [min(length, size - at) for at in range(0, size, length)]
        chunks = cut(data.array, lengths, axis)
    else:
        lengths = integers(operands[1])
        if not lengths or min(lengths) < 0 or sum(lengths) != size:
            raise Fails("split")
        chunks = cut(data.array, lengths, axis)
    return [Sequence(data.type_name, tuple(make(data.type_name, c, data) for c in chunks))]
