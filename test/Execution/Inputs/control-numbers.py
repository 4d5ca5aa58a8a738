# If, Loop and SequenceMap against python: loops of no turn, one and many, left
# early, carrying tensors that grow and sequences, with scan outputs, nested.
#
# usage: control-numbers.py if|handed|loop|carried|scan|nested|map FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np

from onnx_case import TYPES, random_array
from onnx_program import Program

folder = sys.argv[2]

NUMBER = ("i64", [])
CONDITION = ("bool", [])
VAGUE = ("f32", None)
MATRIX = np.arange(6, dtype="f4").reshape(2, 3)


def loop(program, count, condition, initial, body, results, arguments=None):
    """`body` gets the turn's number, the condition and the carried values."""
    types = [NUMBER, CONDITION]
    types += arguments or [(v.type_name, None, v.is_sequence) for v in initial]
    region = program.region(types, body)
    operands = [count or program.none(), condition or program.none(), *initial]
    return program.op("Loop", operands, results, [region])


def element(program, vector, number, type_name="bool"):
    """vector[number], a scalar."""
    one = program.constant("i64", [1])
    start = program.op("Unsqueeze", [number, program.constant("i64", [0])], [("i64", None)])
    end = program.op("Add", [start, one], [("i64", None)])
    row = program.op("Slice", [vector, start, end], [(type_name, None)])
    return program.op("Squeeze", [row, program.constant("i64", [0])], [(type_name, None)])


def join(program, tensors, axis=0, shape=None):
    return program.op("onnxops.concat_v13", tensors,
                      [(tensors[0].type_name, shape)], axis=axis)


#===------------------------------------------------------------------------===#
# If
#===------------------------------------------------------------------------===#

def if_once(program, condition, make, known):
    value = np.asarray(condition)
    chosen = make("bool", value)
    a = program.input("f32", MATRIX, [None, 3])
    b = program.input("f32", MATRIX + 10, [2, None])
    then = program.region([], lambda: [program.op("Add", [a, b], [VAGUE]), b])
    other = program.region([], lambda: [join(program, [a, b, a]), a])
    first, second = program.op("If", [chosen], [VAGUE, ("f32", known)], [then, other])
    # Shows neighbour-r4, neighbour-r5.
    if value.all():
        program.expect(first, MATRIX * 2 + 10)
        program.expect(second, MATRIX + 10)
    else:
        program.expect(first, np.concatenate([MATRIX, MATRIX + 10, MATRIX]))
        program.expect(second, MATRIX)


def if_sequences(program, condition):
    """A branch without elements, one that splits; and a conversion of rank."""
    chosen = program.input("bool", condition)
    a = program.input("f32", MATRIX, [None, None])
    unknown = ("f32", None, True)
    then = program.region(
        [], lambda: [program.op("onnxops.sequence_empty_v11", [], [unknown])])
    other = program.region(
        [], lambda: [program.op("onnxops.split_to_sequence_v24", [a], [unknown])])
    sequence = program.op("If", [chosen], [unknown], [then, other])
    more = program.op("onnxops.sequence_insert_v11", [sequence, a], [unknown])
    rows = [] if condition else [MATRIX[:1], MATRIX[1:]]
    program.expect(more, rows + [MATRIX])
    at = program.op("onnxops.sequence_at_v11", [more, program.constant("i64", -1)],
                    [("f32", [None, 3])])
    program.expect(program.op("Add", [at, at], [VAGUE]), MATRIX * 2)


def if_():
    for make in ("input", "constant"):
        program = Program(16)
        for condition in (True, False, [True], [False]):
            if_once(program, condition, getattr(program, make), [2, 3])
            if_once(program, condition, getattr(program, make), None)
        program.run(f"{folder}/{make}")
    program = Program(13)
    if_sequences(program, True)
    if_sequences(program, False)
    # Nothing but a check in it; and a branch that gives what the other reads.
    value = program.input("f32", MATRIX)
    chosen = program.input("bool", True)
    inner = lambda: [program.op("If", [chosen], [VAGUE], [
        program.region([], lambda: [value]), program.region([], lambda: [
            program.op("Mul", [value, value], [VAGUE])])])]
    result = program.op("If", [program.op("Not", [chosen], [("bool", [])])], [VAGUE], [
        program.region([], lambda: [value]), program.region([], inner)])
    program.expect(result, MATRIX)
    program.run(f"{folder}/sequences")


def choose(condition, type_name, arrays, is_sequence):
    """Branches that only hand on what is outside: as it is, behind what one of
    them computes, and again in a loop."""
    program = Program(16)
    chosen = program.input("bool", condition)
    vague = (type_name, None if is_sequence else [None] * arrays[0].ndim, is_sequence)
    if is_sequence:
        a = program.input_sequence(type_name, arrays[:2], [None, 3])
        b = program.input_sequence(type_name, arrays[1:], [None, 3])
        made = program.op("onnxops.split_to_sequence_v24",
                          [program.input(type_name, arrays[0])], [vague])
        pairs = [(a, arrays[:2]), (b, arrays[1:]), (made, np.vsplit(arrays[0], 2))]
    else:
        a, b = (program.input(type_name, array, [None, 3]) for array in arrays[:2])
        made = program.op("onnxops.concat_v13", [a, b], [vague], axis=0)
        pairs = [(a, arrays[0]), (b, arrays[1]), (made, np.concatenate(arrays[:2]))]

    def pick(first, second):
        (then, x), (other, y) = pairs[first], pairs[second]
        regions = [program.region([], lambda: [then]), program.region([], lambda: [other])]
        result = program.op("If", [chosen], [vague], regions)
        return result, x if condition else y

    for pair in [(0, 1), (2, 0), (1, 2)]:
        result, expected = pick(*pair)
        program.expect(result, expected)
        if is_sequence:
            at = program.op("onnxops.sequence_at_v11",
                            [result, program.constant("i64", 0)], [(type_name, [None, 3])])
            program.expect(at, expected[0])
        else:
            joined = program.op("onnxops.concat_v13", [result, b], [vague], axis=0)
            program.expect(joined, np.concatenate([expected, arrays[1]]))
    # The other value each time, as long as the loop runs.
    regions = [program.region([], lambda: [a]), program.region([], lambda: [b])]
    body = lambda number, condition, x: [
        condition, program.op("If", [program.op("Cast", [number], [("bool", [])], to=9)],
                              [vague], regions)]
    last = loop(program, program.input("i64", 1 + condition), None, [b], body, [vague],
                [vague])
    program.expect(last, pairs[0 if condition else 1][1])
    program.run(f"{folder}/{type_name}-{condition}-{is_sequence}")


def handed():
    rng = np.random.default_rng(5)
    for number, type_name in enumerate(TYPES):
        arrays = [random_array(rng, type_name, (rows, 3)) for rows in (2, 4, 1)]
        choose(number % 2 == 0, type_name, arrays, is_sequence=False)
        choose(number % 4 < 2, type_name, arrays, is_sequence=True)


#===------------------------------------------------------------------------===#
# Loop
#===------------------------------------------------------------------------===#

def count_and_add(program, count, condition, turns, keeps):
    """x += i and s += 1 for `turns` turns, of which `keeps` says the form."""
    x = program.input("f32", MATRIX, [None, None])
    start = program.constant("i64", 7)
    flags = program.input("bool", np.arange(1, 99) < turns)

    def body(number, condition, x, s):
        one = program.constant("i64", 1)
        s = program.op("Add", [s, one], [("i64", None)])
        y = program.op("Add", [x, x], [VAGUE])
        if keeps == "passed":
            condition = program.op("Identity", [condition], [("bool", None)])
        elif keeps == "true":
            condition = program.constant("bool", True)
        elif keeps == "flags":
            condition = element(program, flags, number)
        elif keeps == "false":
            condition = program.constant("bool", False)
        elif keeps == "not":
            condition = program.op("Not", [condition], [("bool", None)])
        return [condition, y, s]

    y, s = loop(program, count, condition, [x, start], body, [VAGUE, ("i64", None)])
    program.expect(y, MATRIX * 2 ** turns)
    program.expect(s, 7 + turns)


def loop_forms():
    for known in (False, True):
        program = Program(13)
        make = program.constant if known else program.input
        number = lambda count: make("i64", count)
        flag = lambda value: make("bool", value)
        for turns in (0, 1, 5):
            for form in ("passed", "true", "flags"):
                count_and_add(program, number(turns), flag(True), turns, form)
                count_and_add(program, number(turns), flag(False), 0, form)
            # Shows neighbour-r6.
            count_and_add(program, number([turns]), flag([True]), turns, "passed")
            count_and_add(program, number([turns]), None, turns, "passed")
        # Not given, the condition is not asked for later either. Shows
        # neighbour-r7.
        count_and_add(program, number(3), None, 3, "false")
        count_and_add(program, number(3), None, 3, "not")
        # Shows neighbour-r6.
        count_and_add(program, number(-4), flag(True), 0, "passed")
        count_and_add(program, number(-(2**63)), flag(True), 0, "flags")
        # Left early, with and without a limit.
        count_and_add(program, number(9), flag(True), 1, "false")
        count_and_add(program, number(9), flag(True), 1, "not")
        count_and_add(program, number(9), flag(True), 4, "flags")
        count_and_add(program, number(2**63 - 1), flag(True), 4, "flags")
        count_and_add(program, None, flag(True), 4, "flags")
        count_and_add(program, None, flag(True), 1, "not")
        count_and_add(program, None, flag(False), 0, "flags")
        program.run(f"{folder}/known{int(known)}")


def fixed_input(program):
    """A condition that stays as it is: no turn if it is false. Shows
    neighbour-r8."""
    x = program.input("f32", MATRIX)
    result = loop(program, None, program.input("bool", False), [x],
                  lambda number, condition, x: [condition, x], [VAGUE])
    program.expect(result, MATRIX)


def vector_arguments(program):
    """A body that takes number and condition as vectors of one element."""
    x = program.input("i64", [1], [None])
    region = program.region(
        [("i64", [1]), ("bool", [1]), ("i64", None)],
        lambda number, condition, x: [condition, program.op("Add", [x, number], [("i64", None)])])
    result = program.op("Loop", [program.input("i64", 5), program.input("bool", True), x],
                        [("i64", [1])], [region])
    program.expect(result, [11])


def loop_():
    loop_forms()
    program = Program(11)
    fixed_input(program)
    program.run(f"{folder}/fixed")
    program = Program(13)
    vector_arguments(program)
    program.run(f"{folder}/vectors")


#===------------------------------------------------------------------------===#
# Carried values
#===------------------------------------------------------------------------===#

def growing(program, turns):
    """A row more each time, from none at all. Shows neighbour-r9."""
    none = program.input("f32", np.zeros((0, 3)))
    row = program.input("f32", MATRIX[:1])
    body = lambda number, condition, x: [condition, join(program, [x, row])]
    result = loop(program, program.input("i64", turns), program.input("bool", True),
                  [none], body, [("f32", [None, 3])])
    program.expect(result, np.repeat(MATRIX[:1], turns, axis=0))


def collected(program, turns):
    """Tensors of more and more rows, in a sequence. Shows neighbour-r9."""
    a = program.input("f32", MATRIX)
    unknown = ("f32", None, True)
    empty = program.op("onnxops.sequence_empty_v11", [], [unknown])

    def body(number, condition, sequence, x):
        more = program.op("onnxops.sequence_insert_v11", [sequence, x], [unknown])
        return [condition, more, join(program, [x, a])]

    sequence, _ = loop(program, program.input("i64", turns), program.input("bool", True),
                       [empty, a], body, [unknown, VAGUE])
    program.expect(sequence, [np.tile(MATRIX, (i + 1, 1)) for i in range(turns)])
    length = program.op("onnxops.sequence_length_v11", [sequence], [("i64", [])])
    program.expect(length, turns)


def consumed(program):
    """Sums up a sequence whose elements shrink it one by one."""
    arrays = [MATRIX * i for i in range(4)]
    sequence = program.input_sequence("f32", arrays, [None, 3])
    zero = program.input("f32", np.zeros((1, 3)))

    def body(number, condition, sequence, total):
        last = program.constant("i64", -1)
        x = program.op("onnxops.sequence_at_v11", [sequence, last], [VAGUE])
        rest = program.op("onnxops.sequence_erase_v11", [sequence], [("f32", None, True)])
        return [condition, rest, program.op("Add", [total, x], [VAGUE])]

    rest, total = loop(program, program.constant("i64", 3), program.constant("bool", True),
                       [sequence, zero], body, [("f32", [None, 3], True), VAGUE])
    program.expect(rest, arrays[:1])
    program.expect(total, MATRIX * 6)


def unchanged(program, turns):
    """What is carried as it is, swapped, or is not the same in every turn."""
    a, b = program.input("f32", MATRIX), program.input("f32", MATRIX + 10, [None, None])
    body = lambda number, condition, x, y, z: [condition, y, x, z]
    results = loop(program, program.input("i64", turns), program.input("bool", True),
                   [a, b, b], body, [VAGUE, VAGUE, VAGUE])
    arrays = [MATRIX, MATRIX + 10]
    program.expect(results[0], arrays[turns % 2])
    program.expect(results[1], arrays[1 - turns % 2])
    program.expect(results[2], MATRIX + 10)


def scalars(program, turns):
    """Scalars of several types, each of which goes without its tensor or not."""
    start = {"f32": 1.5, "f64": -2.5, "i32": 3, "u8": 250, "bf16": 0x3FC0}
    initial = [program.input(name, value, []) for name, value in start.items()]
    initial.append(program.input("bool", True))
    flags = program.input("string", b"as it is")

    def body(number, condition, *values):
        *numbers, flag, text = values
        added = [program.op("Add", [x, x], [(x.type_name, None)]) for x in numbers]
        return [condition, *added, program.op("Not", [flag], [("bool", None)]), text]

    results = loop(program, program.input("i64", turns), program.input("bool", True),
                   [*initial, flags], body,
                   [(name, []) for name in start] + [("bool", []), ("string", [])])
    for result, (name, value) in zip(results, start.items()):
        if name == "bf16":
            value += turns * 128  # one more in the exponent each time
        else:
            value = value * 2 ** turns % (256 if name == "u8" else 2 ** 40)
            value = value if start[name] > 0 else start[name] * 2 ** turns
        program.expect(result, value)
    program.expect(results[-2], turns % 2 == 0)
    program.expect(results[-1], b"as it is")


def handed_on_twice(program, turns):
    """One tensor for two carried values, and a constant of the body's own."""
    a, b = program.input("f32", MATRIX), program.input("f32", MATRIX + 10)
    c = program.input("f32", np.zeros(3))

    def body(number, condition, x, y, z):
        both = program.op("Add", [x, y], [VAGUE])
        return [condition, both, both, program.constant("f32", [1, 2, 3])]

    results = loop(program, program.input("i64", turns), program.input("bool", True),
                   [a, b, c], body, [VAGUE, VAGUE, VAGUE])
    x, y, z = MATRIX, MATRIX + 10, np.zeros(3)
    for _ in range(turns):
        x, y, z = x + y, x + y, np.array([1, 2, 3])
    for result, expected in zip(results, (x, y, z)):
        program.expect(result, expected)
        program.expect(program.op("Add", [result, result], [VAGUE]), expected * 2)


def declared_more(program):
    """A body that knows more of its arguments than the loop does."""
    a = program.input("f32", MATRIX, [None, None])
    body = lambda number, condition, x: [condition, program.op("Add", [x, x], [VAGUE])]
    result = loop(program, program.input("i64", 2), program.input("bool", True), [a], body,
                  [("f32", [2, 3])], arguments=[("f32", [2, None])])
    program.expect(result, MATRIX * 4)


def carried():
    for turns in (0, 1, 4):
        program = Program(16)
        growing(program, turns)
        collected(program, turns)
        unchanged(program, turns)
        scalars(program, turns)
        handed_on_twice(program, turns)
        program.run(f"{folder}/{turns}")
    program = Program(16)
    consumed(program)
    declared_more(program)
    program.run(f"{folder}/sequences")


#===------------------------------------------------------------------------===#
# Scan outputs
#===------------------------------------------------------------------------===#

def scan_once(program, turns, count, keeps, size):
    """Scans a tensor that changes, its first column, the number, a boolean and a
    string. Something of the same shape is computed before the loop, too. Shows
    neighbour-r10."""
    a = program.input("f32", MATRIX, [2, size])
    text = program.input("string", [b"x", b"yy"])
    before = program.op("Mul", [a, a], [VAGUE])
    program.expect(before, MATRIX * MATRIX)
    flags = program.input("bool", np.arange(1, 99) < turns)

    def body(number, condition, x):
        y = program.op("Add", [x, a], [VAGUE])
        column = program.op(
            "Slice", [y, program.constant("i64", [0]), program.constant("i64", [1]),
                      program.constant("i64", [1])], [VAGUE])
        if not keeps:
            condition = element(program, flags, number)
        return [condition, y, y, column, number,
                program.op("Not", [condition], [("bool", None)]), text]

    results = loop(program, count, program.input("bool", True), [a], body,
                   [VAGUE, VAGUE, VAGUE, ("i64", None), ("bool", [None]), ("string", None)])
    each = [MATRIX * (i + 2) for i in range(turns)]
    # Shows neighbour-r11.
    # Without a turn, sizes that are not known are 0.
    width, column = (3, 1) if size or turns else (0, 0)
    program.expect(results[0], MATRIX * (turns + 1))
    program.expect(results[1], np.reshape(each, (turns, 2, width)))
    program.expect(results[2], np.reshape([x[:, :1] for x in each], (turns, 2, column)))
    program.expect(results[3], np.arange(turns))
    program.expect(results[4],
                   np.zeros(turns, bool) if keeps else np.arange(1, turns + 1) >= turns)
    program.expect(results[5], np.array([[b"x", b"yy"]] * turns, object).reshape(turns, 2))


def scan():
    for turns in (0, 1, 5):
        for size in (None, 3):
            program = Program(16)
            scan_once(program, turns, program.input("i64", turns), True, size)
            scan_once(program, turns, program.constant("i64", turns), True, size)
            if turns:
                scan_once(program, turns, program.input("i64", 50), False, size)
            program.run(f"{folder}/{turns}-{size}")


#===------------------------------------------------------------------------===#
# Nested
#===------------------------------------------------------------------------===#

def if_in_loop(program, turns):
    """A row more in every second turn, of which a boolean that is carried tells."""
    a = program.input("f32", MATRIX[:1])
    odd = program.input("bool", False)

    def body(number, condition, x, odd):
        y = program.op("If", [odd], [VAGUE], [
            program.region([], lambda: [join(program, [x, a])]),
            program.region([], lambda: [program.op("Add", [x, a], [VAGUE])])])
        return [condition, y, program.op("Not", [odd], [("bool", None)])]

    x, _ = loop(program, program.input("i64", turns), program.input("bool", True), [a, odd],
                body, [("f32", [None, 3]), CONDITION])
    expected = MATRIX[:1]
    for turn in range(turns):
        expected = np.concatenate([expected, MATRIX[:1]]) if turn % 2 else expected + MATRIX[:1]
    program.expect(x, expected)


def loop_in_loop(program, outer, inner):
    """The inner loop runs once more in each turn; it scans, and so does the outer
    one, of the sum."""
    a = program.input("i64", [1, 2])

    def outer_body(number, condition, x):
        count = program.op("Add", [number, program.constant("i64", inner)], [("i64", None)])

        def inner_body(number2, condition2, y):
            z = program.op("Add", [y, number], [("i64", None)])
            return [condition2, z, program.op("Mul", [z, a], [("i64", None)])]

        y, rows = loop(program, count, condition, [x], inner_body,
                       [("i64", None), ("i64", None)])
        return [condition, y, y, program.op("Size", [rows], [("i64", None)])]

    x, stack, sizes = loop(program, program.input("i64", outer), program.input("bool", True),
                           [a], outer_body, [("i64", None)] * 3)
    expected, rows, counts = np.array([1, 2]), [], []
    for number in range(outer):
        expected = expected + number * (inner + number)
        rows.append(expected)
        counts.append(2 * (inner + number))
    program.expect(x, expected)
    program.expect(stack, np.reshape(rows, (outer, 2)))
    program.expect(sizes, counts)


def sequence_in_both(program):
    """An inner loop that fills the sequence that the outer one carries."""
    a = program.input("f32", MATRIX, [None, 3])
    unknown = ("f32", None, True)
    empty = program.op("onnxops.sequence_empty_v11", [], [unknown])

    def outer_body(number, condition, sequence):
        def inner_body(number2, condition2, sequence2):
            more = program.op("onnxops.sequence_insert_v11", [sequence2, a], [unknown])
            return [condition2, more]
        return [condition, loop(program, number, condition, [sequence], inner_body, [unknown])]

    sequence = loop(program, program.input("i64", 4), program.input("bool", True), [empty],
                    outer_body, [unknown])
    program.expect(sequence, [MATRIX] * 6)
    at = program.op("onnxops.sequence_at_v11", [sequence, program.constant("i64", 3)], [VAGUE])
    program.expect(program.op("Add", [at, a], [VAGUE]), MATRIX * 2)


def nested():
    program = Program(16)
    for turns in (0, 1, 2, 5):
        if_in_loop(program, turns)
    loop_in_loop(program, 3, 0)
    loop_in_loop(program, 2, 2)
    loop_in_loop(program, 0, 1)
    sequence_in_both(program)
    program.run(folder)


#===------------------------------------------------------------------------===#
# SequenceMap
#===------------------------------------------------------------------------===#

def map_once(program, arrays, shape):
    sequence = program.input_sequence("f32", arrays, shape)
    others = program.input_sequence("f32", [array + 1 for array in arrays], [None, None])
    row = program.input("f32", MATRIX[:1], [1, None])

    def body(x, y, z):
        product = program.op("Mul", [x, y], [VAGUE])
        return [program.op("Add", [product, z], [VAGUE]),
                program.op("Shape", [x], [("i64", None)]), x]

    region = program.region([("f32", [None, None]), VAGUE, VAGUE], body)
    results = program.op(
        "SequenceMap", [sequence, others, row],
        [("f32", [None, None], True), ("i64", None, True), ("f32", None, True)], [region])
    # Shows neighbour-r12.
    program.expect(results[0], [array * (array + 1) + MATRIX[:1] for array in arrays])
    program.expect(results[1], [array.shape for array in arrays])
    program.expect(results[2], arrays)


def map_split(program):
    """A sequence that is a split, which needs no handle to be read."""
    a = program.input("f32", MATRIX, [None, 3])
    chunks = program.op("onnxops.split_to_sequence_v24", [a], [("f32", None, True)], axis=1)
    region = program.region([VAGUE], lambda x: [program.op("Add", [x, x], [VAGUE])])
    result = program.op("SequenceMap", [chunks], [("f32", None, True)], [region])
    program.expect(result, [MATRIX[:, i:i + 1] * 2 for i in range(3)])


def map_():
    program = Program(17)
    map_once(program, [], [None, 3])
    map_once(program, [MATRIX], [2, 3])
    map_once(program, [MATRIX, MATRIX[1:], np.zeros((0, 3), "f4"), MATRIX + 4], [None, 3])
    map_split(program)
    program.run(folder)


{"if": if_, "handed": handed, "loop": loop_, "carried": carried, "scan": scan, "nested": nested,
 "map": map_}[sys.argv[1]]()
