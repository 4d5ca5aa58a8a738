# The patterns with sequences that exporters write, rewritten without sequences:
# numbers against numpy, before and after, with static, symbolic and unknown sizes,
# and calls that must fail.
#
# usage: rewritten-numbers.py FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np
import onnx

from onnx_case import NUMBERS
from rewritten_pattern import Pattern, rng

folder = sys.argv[1]
OPSETS = (11, 13, 24)


def declare(kind, sizes):
    """How an input of the sizes is declared."""
    if kind == "static":
        return list(sizes)
    return [f"d{i}" for i in range(len(sizes))]


def check_rotary(opset, kind):
    """Halves of the last dimension, swapped."""
    case = Pattern(opset)
    x = case.array(2, 3, 8)
    sizes = declare(kind, x.shape)
    sizes[-1] = 8
    s = case.node("SplitToSequence", [case.input(case.type_name, x, sizes), case.index(4)],
                  axis=-1)
    a, b = case.at(s, 0), case.at(s, -1)
    case.give(case.node("Concat", [b, a], axis=-1), np.roll(x, 4, -1))
    case.check(f"{folder}/rotary", Split=1, Concat=1)


def check_gates(opset, kind):
    """Slices without the axis, as of an LSTM's gates."""
    case = Pattern(opset)
    x = case.array(3, 4, 5)
    s = case.node("SplitToSequence", [case.input(case.type_name, x, declare(kind, x.shape))],
                  axis=1, keepdims=0)
    for position in (0, 3, -2, 1):
        case.give(case.at(s, position), x[:, position])
    case.check(f"{folder}/gates", Gather=4)


def check_lengths(opset, kind):
    """A vector of lengths; negative positions; a stack, and one that transposes."""
    case = Pattern(opset)
    x = case.array(9, 4)
    name = case.input(case.type_name, x, declare(kind, x.shape))
    s = case.node("SplitToSequence",
                  [name, case.constant("i64" if opset % 2 else "i32", np.array([2, 3, 4]))],
                  axis=-2)
    last, first = case.at(s, -1), case.at(s, 0)
    case.give(last, x[5:])
    case.expect(case.node("SequenceLength", [s]), "i64", np.array(3))
    pair = case.node("SequenceConstruct", [first, first])
    case.give(case.node("ConcatFromSequence", [pair], axis=1, new_axis=1),
              np.stack([x[:2], x[:2]], 1))
    columns = case.node("SplitToSequence", [last], axis=1, keepdims=0)
    case.give(case.node("ConcatFromSequence", [columns], axis=0, new_axis=1), x[5:].T)
    case.check(f"{folder}/lengths", Transpose=1, Unsqueeze=2)


def check_computed_lengths(opset, kind):
    """A vector of lengths that is an input: a Split checks them."""
    case = Pattern(opset)
    x = case.array(9)
    name = case.input(case.type_name, x, declare(kind, x.shape))
    lengths = case.input("i64", np.array([2, 3, 4]))
    s = case.node("SplitToSequence", [name, lengths], axis=0)
    case.give(case.at(s, 1), x[2:5])
    case.check(f"{folder}/computed", Split=1)


def check_chunks(opset, kind):
    """As many chunks as the size asks for, of a length that is computed from it."""
    case = Pattern(opset)
    size = int(rng.integers(6, 20))
    x = case.array(2, size)
    name = case.input(case.type_name, x, declare(kind, x.shape))
    sizes = case.node("Shape", [name])
    width = case.node("Gather", [sizes, case.index(-1)], axis=0)
    length = case.node("Div", [case.node("Add", [width, case.index(2)]), case.index(3)])
    s = case.node("SplitToSequence", [name, length], axis=1)
    k = (size + 2) // 3
    for position in range(3):
        case.give(case.at(s, position), x[:, position * k:(position + 1) * k])
    case.give(case.at(s, -1), x[:, 2 * k:])
    case.expect(case.node("SequenceLength", [s]), "i64", np.array(3))
    if kind == "static":  # Otherwise the length of a chunk may be 0.
        case.give(case.node("ConcatFromSequence", [s], axis=-1), x)
    case.check(f"{folder}/chunks", Split=0 if kind == "symbolic" else 1)


def check_positions(opset, kind):
    """Positions that are inputs."""
    case = Pattern(opset)
    x = case.array(5, 4)
    position = int(rng.integers(-4, 4))
    name = case.input(case.type_name, x, declare(kind, x.shape))
    shape = () if opset % 2 else (1,)
    p = case.input(str(rng.choice(["i32", "i64"])), np.full(shape, position))
    columns = case.node("SplitToSequence", [name], axis=1, keepdims=0)
    case.give(case.node("SequenceAt", [columns, p]), x[:, position])
    kept = case.node("SplitToSequence", [name], axis=-1)
    case.give(case.node("SequenceAt", [kept, p]), x[:, position % 4][:, None])
    case.expect(case.node("SequenceLength", [columns]), "i64", np.array(4))
    rows = case.node("SplitToSequence", [name, case.index(1)], axis=0)
    case.give(case.node("SequenceAt", [rows, p]), x[position % 5][None])
    case.give(case.node("ConcatFromSequence", [rows], axis=0), x)
    case.check(f"{folder}/positions")


def check_table(opset):
    """A position that is an input, among known lengths."""
    case = Pattern(opset)
    x = case.array(9, 2)
    bounds = [0, 2, 5, 9]
    position = int(rng.integers(-3, 3))
    name = case.input(case.type_name, x)
    s = case.node("SplitToSequence", [name, case.constant("i64", np.diff(bounds))], axis=0)
    at = position % 3
    case.give(case.node("SequenceAt", [s, case.input("i64", np.array(position))]),
              x[bounds[at]:bounds[at + 1]])
    case.check(f"{folder}/table")


def check_list(opset):
    """Insertions, erasures and joins at known positions."""
    case = Pattern(opset)
    x, y = case.array(2, 3), case.array(2, 3)
    a, b = case.input(case.type_name, x, ["n", 3]), case.input(case.type_name, y, ["n", 3])
    s = case.node("SequenceConstruct", [a, b])
    s = case.node("SequenceInsert", [s, b, case.index(0)])
    s = case.node("SequenceErase", [s, case.index(-1)])
    case.give(case.node("ConcatFromSequence", [s], axis=0), np.concatenate([y, x]))
    case.give(case.node("ConcatFromSequence", [s], axis=-1, new_axis=1), np.stack([y, x], -1))
    case.give(case.at(s, 1), x)
    case.check(f"{folder}/list")


def check_stack(opset):
    """A position that is an input, in a list of tensors of the same sizes."""
    case = Pattern(opset)
    arrays = [case.array(2, 3) for _ in range(4)]
    names = [case.input(case.type_name, array) for array in arrays]
    position = int(rng.integers(-4, 4))
    p = case.input("i32", np.full((1,) if opset % 2 else (), position))
    s = case.node("SequenceConstruct", names)
    case.give(case.node("SequenceAt", [s, p]), arrays[position])
    case.check(f"{folder}/stack", Gather=1, Concat=1)


def check_slices(opset, kind):
    """Slices of a concat, and a concat of its slices."""
    case = Pattern(opset)
    x, y = case.array(2, 4), case.array(2, 3)
    sizes = ["d0", 4], ["d0", 3]
    if kind == "static":
        sizes = x.shape, y.shape
    both = case.node("Concat", [case.input(case.type_name, x, sizes[0]),
                                case.input(case.type_name, y, sizes[1])], axis=1)
    array = np.concatenate([x, y], 1)
    bounds = sorted(int(bound) for bound in rng.integers(0, 8, 3))

    def take(begin, end):
        vectors = [case.constant("i64", np.array([at])) for at in (begin, end, -1)]
        return case.node("Slice", [both, *vectors])

    parts = []
    for begin, end in zip([0, *bounds], [*bounds, 7]):
        parts.append(take(begin, end))
        case.give(parts[-1], array[:, begin:end])
    case.give(case.node("Concat", parts, axis=1), array)
    case.give(case.node("Concat", parts[:2], axis=-1), array[:, :bounds[1]])
    case.give(take(5, 9), array[:, 5:])
    case.check(f"{folder}/slices")


def value(name, element=onnx.TensorProto.INT64):
    return onnx.helper.make_tensor_value_info(name, element, [])


def sequence(case, name):
    return onnx.helper.make_tensor_sequence_value_info(
        name, NUMBERS[case.type_name][0], None)


def check_loop(opset, kind, axis, stacks, has_past):
    """Each iteration appends a slice of x to a sequence, and with a past also reads all
    of it and keeps that."""
    case = Pattern(opset)
    x, past = case.array(2, 5, 3), case.array(2, 3)
    name = case.input(case.type_name, x, declare(kind, x.shape))
    first = None
    if has_past:
        first = case.input(case.type_name, past,
                           [2, 3] if kind == "static" else ["d0", "d2"])
    make = onnx.helper.make_node
    nodes = [make("Gather", [name, "i"], ["row"], axis=1),
             make("SequenceInsert", ["carried", "row"], ["longer"], "append"),
             make("Identity", ["go"], ["on"])]
    inputs = [value("i"), value("go", onnx.TensorProto.BOOL), sequence(case, "carried")]
    outputs = [value("on", onnx.TensorProto.BOOL), sequence(case, "longer")]
    attributes = {"axis": axis, "new_axis": int(stacks)}
    if has_past:
        # A concatenation of what is there, of which the first row is kept.
        nodes += [make("ConcatFromSequence", ["longer"], ["all"], **attributes),
                  make("Identity", ["all"], ["kept"])]
        inputs.append(onnx.helper.make_tensor_value_info(
            "before", NUMBERS[case.type_name][0], None))
        outputs.append(onnx.helper.make_tensor_value_info(
            "kept", NUMBERS[case.type_name][0], None))
    body = onnx.helper.make_graph(nodes, "body", inputs, outputs)
    sizes = case.node("Shape", [name])
    trips = case.node("Gather", [sizes, case.index(1)], axis=0)
    dtype = NUMBERS[case.type_name][0]
    carried = [case.node("SequenceConstruct", [first])] if has_past else [
        case.node("SequenceEmpty", [], dtype=dtype)]
    results = ["filled"]
    if has_past:
        carried.append(first)
        results.append("last")
    case.nodes.append(make("Loop", [trips, "", *carried], results, "loop", body=body))
    rows = ([past] if has_past else []) + [x[:, i] for i in range(5)]
    joined = np.stack(rows, axis) if stacks else np.concatenate(rows, axis)
    case.give(case.node("ConcatFromSequence", ["filled"], **attributes), joined)
    if has_past:
        case.give("last", joined)
    case.check(f"{folder}/loop", Loop=1)


def check_loop_elements(opset):
    """Elements of known sizes are read at positions, counted and concatenated."""
    case = Pattern(opset)
    x = case.array(5, 3)
    name = case.input(case.type_name, x)
    make = onnx.helper.make_node
    body = onnx.helper.make_graph(
        [make("Gather", [name, "i"], ["row"], axis=0),
         make("SequenceInsert", ["carried", "row"], ["longer"]),
         make("Identity", ["go"], ["on"])],
        "body", [value("i"), value("go", onnx.TensorProto.BOOL), sequence(case, "carried")],
        [value("on", onnx.TensorProto.BOOL), sequence(case, "longer")])
    empty = case.node("SequenceEmpty", [], dtype=NUMBERS[case.type_name][0])
    trips = case.input("i64", np.array(4))
    case.nodes.append(make("Loop", [trips, "", empty], ["filled"], body=body))
    case.give(case.at("filled", -2), x[2])
    case.give(case.node("ConcatFromSequence", ["filled"], axis=0), x[:4].ravel())
    case.give(case.node("ConcatFromSequence", ["filled"], axis=-1, new_axis=1), x[:4].T)
    case.expect(case.node("SequenceLength", ["filled"]), "i64", np.array(4))
    case.check(f"{folder}/elements", Loop=1, Concat=0)


def check_if(opset, kind, takes_then):
    """Branches that return different lists."""
    case = Pattern(opset)
    x = case.array(2, 4)
    name = case.input(case.type_name, x, declare(kind, x.shape))
    two = case.index(2)
    make = onnx.helper.make_node
    split = onnx.helper.make_graph(
        [make("SplitToSequence", [name, two], ["chunks"], axis=1)], "then", [],
        [sequence(case, "chunks")])
    pair = onnx.helper.make_graph(
        [make("SequenceConstruct", [name, name, name], ["same"])], "else", [],
        [sequence(case, "same")])
    condition = case.input("bool", np.array(takes_then))
    case.nodes.append(make("If", [condition], ["chosen"], "if", then_branch=split,
                           else_branch=pair))
    elements = [x[:, :2], x[:, 2:]] if takes_then else [x, x, x]
    case.give(case.at("chosen", 0), elements[0])
    case.give(case.at("chosen", -1), elements[-1])
    case.give(case.node("ConcatFromSequence", ["chosen"], axis=1),
              np.concatenate(elements, 1))
    case.expect(case.node("SequenceLength", ["chosen"]), "i64", np.array(len(elements)))
    case.check(f"{folder}/if", If=1)


def check_constants(opset):
    """Equal constants, of which one is an output, and others that differ in one bit."""
    case = Pattern(opset)
    case.type_name = "f32"
    x = case.array(2, 400)
    zeros = np.zeros((2, 400), "f4")
    last = zeros.copy()
    last[1, 399] = -0.0
    array = case.input("f32", x, ["n", 400])
    for data in (x, x.copy(), zeros, last):
        constant = case.constant("f32", data)
        case.give(case.node("Concat", [constant, array], axis=0), np.concatenate([data, x]))
    case.give(constant, last)
    case.check(f"{folder}/constants", Concat=4)
    model = onnx.load(f"{folder}/constants/model.onnx")
    if len(model.graph.initializer) != 3:
        sys.exit(f"expected 3 constants, but got {len(model.graph.initializer)}")


def check_failures():
    """What the model refuses, the rewritten one refuses."""
    for make in (
            lambda case, x: case.at(case.node("SplitToSequence", [x], axis=0), 3),
            lambda case, x: case.at(case.node("SplitToSequence", [x, case.index(2)], axis=0), 2),
            lambda case, x: case.at(case.node("SplitToSequence", [x, case.index(2)], axis=0), -3),
            lambda case, x: case.at(case.node(
                "SplitToSequence", [x, case.constant("i64", np.array([2, 1]))], axis=0), 0)):
        case = Pattern(18)
        case.type_name = "f32"
        x = case.input("f32", np.zeros(4, "f4"), ["n"])
        case.give(make(case, x), np.zeros(1, "f4"))
        case.check_failure(f"{folder}/failure", np.zeros(2, "f4"))


for opset in OPSETS:
    for kind in ("static", "symbolic"):
        check_rotary(opset, kind)
        check_gates(opset, kind)
        check_lengths(opset, kind)
        check_chunks(opset, kind)
        check_positions(opset, kind)
        check_slices(opset, kind)
        if opset >= 13:
            check_computed_lengths(opset, kind)
        if opset >= 13:
            for axis, stacks in ((1, True), (0, True), (0, False), (-1, False)):
                check_loop(opset, kind, axis, stacks, has_past=False)
                if not stacks:  # A carried tensor keeps its rank.
                    check_loop(opset, kind, axis, stacks, has_past=True)
            check_if(opset, kind, bool(opset % 2))
    if opset >= 13:
        check_loop_elements(opset)
    check_stack(opset)
    check_table(opset)
    check_list(opset)
    check_constants(opset)
check_failures()
