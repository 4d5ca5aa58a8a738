# Random ONNX models with everything that a module can represent: all operators
# and their versions, all element types, sequences, subgraphs, other operators,
# initializers, defaults, documentation, symbols. Sizes and element types match, so
# that the importer accepts every model; the models are not run.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import random

import numpy as np
import onnx
from onnx import TensorProto, helper

from onnx_case import BEFORE_BF16, FLOATS, NUMBERS, make_tensor, random_array

DOMAIN = "com.example"
STRANGE = ["a b", "x/y:0", "Concat:out", "Tile:", "größe", "value0", "arg1", "_", "c\\\"d"]
TEXTS = ["a text", "two\nlines", 'quo"ted \\ and \u00e4', "\t"]


class Value:
    """`shape` is None if the generator does not track it."""

    def __init__(self, name, type_name, shape, is_sequence=False):
        self.name, self.type_name, self.is_sequence = name, type_name, is_sequence
        self.shape = None if shape is None else tuple(shape)


class GraphMaker:
    """Builds one graph; `outer` builds the enclosing one."""

    def __init__(self, model, outer=None):
        self.model, self.outer = model, outer
        self.random, self.opset = model.random, model.opset
        self.nodes, self.initializers, self.info = [], [], []
        self.inputs, self.values = [], []

    # Names, documentation, types

    def chance(self, probability):
        return self.random.random() < probability

    def name(self):
        """A new name, unique in all graphs, as the standard requires."""
        self.model.count += 1
        if self.chance(0.2):
            name = self.random.choice(STRANGE)
            if name not in self.model.names:
                self.model.names.add(name)
                return name
        return f"v{self.model.count}"

    def doc(self):
        return self.random.choice(TEXTS) if self.chance(0.15) else None

    def blur(self, shape):
        """Some sizes unknown, some symbols, or inside a graph no rank at all."""
        if shape is None or self.chance(0.1 if self.outer else 0.01):
            return None
        return [self.random.choice([size, size, None, f"N{size}"]) for size in shape]

    def declare(self, value, is_exact=False):
        shape = value.shape if is_exact else self.blur(value.shape)
        make = helper.make_tensor_value_info
        if value.is_sequence:
            make = helper.make_tensor_sequence_value_info
        info = make(value.name, NUMBERS[value.type_name][0], shape)
        info.doc_string = (not self.outer and self.doc()) or ""
        return info

    # Values

    def visible(self):
        return self.values + (self.outer.visible() if self.outer else [])

    def pick(self, condition=lambda value: True, is_sequence=False):
        values = [value for value in self.visible()
                  if value.is_sequence == is_sequence and condition(value)]
        return self.random.choice(values) if values else None

    def main(self):
        return self.outer.main() if self.outer else self

    def input(self, type_name, shape, is_sequence=False):
        """An input of the model, sometimes with a default."""
        main = self.main()
        value = Value(self.name(), type_name, shape, is_sequence)
        main.inputs.append(main.declare(value))
        if not is_sequence and self.chance(0.15):
            main.initializers.append(self.tensor(type_name, shape, value.name))
        main.values.insert(0, value)
        return value

    def tensor(self, type_name, shape, name="", array=None):
        if array is None:
            array = random_array(self.model.arrays, type_name, shape)
        proto = make_tensor(type_name, array, name)
        if name and self.chance(0.1):
            proto.doc_string = "of an initializer"
        return proto

    def constant(self, type_name, array=None, shape=()):
        """An initializer or a Constant."""
        name = self.name()
        if array is not None:
            array = np.asarray(array, NUMBERS[type_name][1])
            shape = array.shape
        if self.chance(0.5):
            self.initializers.append(self.tensor(type_name, shape, name, array))
        else:
            tensor = self.tensor(type_name, shape, array=array)
            self.node("Constant", [], [name], value=tensor)
        self.values.append(Value(name, type_name, shape))
        return self.values[-1]

    def node(self, operator, inputs, outputs, domain=None, **attributes):
        inputs = [value.name if isinstance(value, Value) else value for value in inputs]
        name = self.random.choice([None, None, f"n{len(self.nodes)}", "same"])
        if self.chance(0.1):
            name = self.random.choice(STRANGE)
        self.nodes.append(helper.make_node(operator, inputs, outputs, name, self.doc(),
                                           domain, **attributes))

    def result(self, operator, inputs, type_name, shape, is_sequence=False,
               declares=False, **attributes):
        value = Value(self.name(), type_name, shape, is_sequence)
        self.node(operator, inputs, [value.name], **attributes)
        if declares or (not is_sequence and shape is not None and self.chance(0.3)):
            self.info.append(self.declare(value))
        self.values.append(value)
        return value

    # The operators of the dialect

    def axis(self, rank):
        axis = self.random.randrange(rank)
        if self.opset >= 11 and self.chance(0.4):
            return axis, axis - rank
        return axis, axis

    def ranked(self):
        return self.pick(lambda v: v.shape and v.type_name in self.model.movable)

    def concat(self):
        value = self.ranked()
        if not value:
            return
        axis, written = self.axis(len(value.shape))
        others = [value]
        for _ in range(self.random.randrange(3)):
            shape = list(value.shape)
            shape[axis] = self.random.randrange(3)
            others.append(self.random.choice(
                [self.constant(value.type_name, shape=shape), value]))
        shape = list(value.shape)
        shape[axis] = sum(other.shape[axis] for other in others)
        attributes = {"axis": written}
        if self.opset < 4 and axis == 1 and self.chance(0.5):
            attributes = {}
        self.result("Concat", others, value.type_name, shape, **attributes)

    def tile(self):
        value = self.ranked()
        if not value:
            return
        repeats = [self.random.choice([0, 1, 1, 2]) for _ in value.shape]
        if self.opset >= 6:
            operands = [self.constant("i64", repeats)]
        else:
            axis = self.random.randrange(len(repeats))
            repeats = [n if i == axis else 1 for i, n in enumerate(repeats)]
            type_name = self.random.choice(["i64", value.type_name])
            operands = [self.constant(type_name, number) for number in (repeats[axis], axis)]
        if self.chance(0.2):
            operands = [self.input(v.type_name, v.shape) for v in operands]
            repeats = None
        shape = repeats and [n * size for n, size in zip(repeats, value.shape)]
        self.result("Tile", [value, *operands], value.type_name, shape)

    def split(self):
        value = self.pick(lambda v: v.shape and 0 not in v.shape and
                          v.type_name in self.model.split)
        if not value:
            return
        axis, written = self.axis(len(value.shape))
        size = value.shape[axis]
        operands, attributes = [value], {"axis": written}
        form = self.random.choice(["none", "absent", "scalar", "list"])
        if form == "absent":
            operands.append("")
        elif form == "scalar":
            operands.append(self.constant("i64", self.random.randint(1, size)))
        elif form == "list":
            first = self.random.randint(0, size)
            operands.append(self.constant("i32", [first, size - first]))
        if self.chance(0.4):
            attributes["keepdims"] = self.random.randrange(2)
        self.result("SplitToSequence", operands, value.type_name, None, True, **attributes)

    def position(self):
        return self.constant(self.random.choice(["i32", "i64"]),
                             self.random.choice([-1, 0, [0]]))

    def empty(self, type_name=None):
        type_name = type_name or self.random.choice(self.model.movable)
        attributes = {"dtype": NUMBERS[type_name][0]}
        if type_name == "f32" and self.chance(0.5):
            attributes = {}
        return self.result("SequenceEmpty", [], type_name, None, True, **attributes)

    def construct(self):
        value = self.pick()
        other = self.pick(lambda v: v.type_name == value.type_name)
        operands = self.random.choice([[value], [value, other], [value, other, value]])
        return self.result("SequenceConstruct", operands, value.type_name, None, True)

    def change_sequence(self):
        sequence = self.pick(is_sequence=True)
        if not sequence:
            return
        value = self.pick(lambda v: v.type_name == sequence.type_name)
        kinds = ["erase", "at", "length", "concat"] + ["insert"] * 2 * bool(value)
        kind = self.random.choice(kinds)
        position = [self.position()] if self.chance(0.5) else []
        type_name = sequence.type_name
        if kind == "insert":
            self.result("SequenceInsert", [sequence, value, *position], type_name, None, True)
        elif kind == "erase":
            self.result("SequenceErase", [sequence, *position], type_name, None, True)
        elif kind == "length":
            self.result("SequenceLength", [sequence], "i64", ())
        elif kind == "at":
            self.result("SequenceAt", [sequence, self.position()], type_name, None,
                        declares=self.chance(0.5))
        else:
            self.result("ConcatFromSequence", [sequence], type_name, None, axis=0,
                        new_axis=1)

    # Other ONNX operators

    def identity(self):
        value = self.pick(is_sequence=self.opset >= 14 and self.chance(0.3))
        if value:
            self.result("Identity", [value], value.type_name, value.shape, value.is_sequence)

    def known_operator(self):
        value = self.pick(lambda v: v.shape is not None)
        kind = self.random.choice(["Shape", "Size", "Unsqueeze", "Add", "Not"])
        if kind == "Shape":
            self.result("Shape", [value], "i64", (len(value.shape),))
        elif kind == "Size":
            self.result("Size", [value], "i64", ())
        elif kind == "Unsqueeze":
            axes = [self.random.randint(0, len(value.shape))]
            attributes = {} if self.opset >= 13 else {"axes": axes}
            operands = [self.constant("i64", axes)] if self.opset >= 13 else []
            shape = list(value.shape)
            shape.insert(axes[0], 1)
            self.result("Unsqueeze", [value, *operands], value.type_name, shape, **attributes)
        elif kind == "Not":
            value = self.pick(lambda v: v.type_name == "bool" and v.shape is not None)
            value = value or self.input("bool", (2,))
            self.result("Not", [value], "bool", value.shape)
        else:
            value = self.pick(lambda v: v.type_name == "f32" and v.shape is not None)
            value = value or self.input("f32", (2, 3))
            self.result("Add", [value, value], "f32", value.shape)

    def attributes(self):
        """One of each supported kind."""
        kinds = {
            "i": -(2**63), "f": 0.1, "s": b"\xff\0text", "ints": [1, -2], "floats": [0.5, -0.0],
            "strings": ["a", ""], "t": self.tensor("f16", (2, 1)),
            "u": self.tensor("string", (2,)), "large": self.tensor("u8", (40, 40)),
        }
        return {name: value for name, value in kinds.items() if self.chance(0.4)}

    def foreign_graph(self):
        graph = GraphMaker(self.model, self)
        value = Value(self.name(), "f32", (2,))
        graph.inputs.append(graph.declare(value))
        graph.values.append(value)
        graph.fill(self.random.randrange(3))
        return graph.make([graph.pick(lambda v: not v.is_sequence)])

    def unknown(self):
        value = self.pick()
        if self.chance(0.3):
            return self.result("Softsign", [value], value.type_name, value.shape, declares=True)
        if self.opset >= 11 and self.chance(0.3):
            maximum = self.constant(value.type_name, shape=())
            return self.result("Clip", [value, "", maximum], value.type_name, value.shape,
                               declares=True)
        attributes = self.attributes()
        for name in ["first", "second"]:
            if self.depth() < 2 and self.chance(0.2):
                attributes[name] = self.foreign_graph()
        outputs = []
        for _ in range(self.random.randrange(4)):
            result = Value(self.random.choice(["", self.name()]), value.type_name, None)
            outputs.append(result.name)
            if result.name:
                self.info.append(self.declare(result))
                self.values.append(result)
        self.node(self.random.choice(["Thing", "Concat", "If"]), [value, "", value, ""],
                  outputs, DOMAIN, **attributes)

    # Control flow

    def depth(self):
        return self.outer.depth() + 1 if self.outer else 0

    def condition(self):
        return self.pick(lambda v: v.type_name == "bool" and v.shape == ()) or \
            self.input("bool", ())

    def branch(self, type_name, is_sequence):
        graph = GraphMaker(self.model, self)
        graph.fill(self.random.randrange(4))
        value = graph.pick(lambda v: v.type_name == type_name, is_sequence)
        if is_sequence and (not value or self.chance(0.3)):
            value = graph.empty(type_name)
        elif not value:
            value = graph.constant(type_name, shape=(self.random.randrange(3),))
        return graph.make([value])

    def conditional(self):
        is_sequence = self.opset >= 13 and self.chance(0.5)
        type_name = self.random.choice(self.model.movable)
        self.result("If", [self.condition()], type_name, None, is_sequence,
                    then_branch=self.branch(type_name, is_sequence),
                    else_branch=self.branch(type_name, is_sequence))

    def carried(self, type_name):
        """An initial value of a loop, of each kind that the importer distinguishes."""
        sequence = self.pick(lambda v: v.type_name == type_name, is_sequence=True)
        if self.opset >= 13 and self.chance(0.6):
            return self.empty(type_name) if not sequence or self.chance(0.6) else sequence
        value = self.pick(lambda v: v.type_name == type_name and v.shape)
        return value or self.constant(type_name, shape=(2, 1))

    def iterate(self, body, value, type_name):
        """The value that a body yields for a carried value."""
        if self.chance(0.3):
            return value
        if value.is_sequence and self.chance(0.3):
            return body.empty(type_name)
        if value.is_sequence:
            element = body.pick(lambda v: v.type_name == type_name)
            element = element or body.constant(type_name, shape=(1,))
            return body.result("SequenceInsert", [value, element], type_name, None, True)
        return body.result("Concat", [value, value], type_name, None, axis=0)

    def loop(self):
        type_name = self.random.choice(self.model.movable)
        inits = [self.carried(type_name) for _ in range(self.random.randrange(4))]
        body = GraphMaker(self.model, self)
        iteration, condition = Value(body.name(), "i64", ()), Value(body.name(), "bool", ())
        arguments = [iteration, condition]
        for init in inits:
            arguments.append(Value(body.name(), type_name, None, init.is_sequence))
        body.inputs = [body.declare(value) for value in arguments]
        body.values += arguments
        body.fill(self.random.randrange(3))
        kept = body.result("Identity", [condition], "bool", ())
        yielded = [kept] + [self.iterate(body, value, type_name) for value in arguments[2:]]
        scans = self.random.randrange(2)
        yielded += [iteration] * scans
        if len(yielded) == 1:
            yielded, scans = yielded + [iteration], 1
        outputs = [Value(self.name(), type_name, None, init.is_sequence) for init in inits]
        outputs += [Value(self.name(), "i64", None) for _ in range(scans)]
        operands = [self.random.choice([self.constant("i64", 2), ""]), self.condition()]
        self.node("Loop", operands + inits, [value.name for value in outputs],
                  body=body.make(yielded))
        self.values += outputs

    def sequence_map(self):
        sequence = self.pick(is_sequence=True)
        if not sequence:
            return
        extra = self.pick()
        body = GraphMaker(self.model, self)
        arguments = [Value(body.name(), value.type_name, None) for value in (sequence, extra)]
        body.inputs = [body.declare(value) for value in arguments]
        body.values += arguments
        body.fill(self.random.randrange(3))
        result = body.pick()
        self.result("SequenceMap", [sequence, extra], result.type_name, None, True,
                    body=body.make([result]))

    # The model

    def fill(self, count):
        steps = [self.concat, self.concat, self.tile, self.identity, self.unknown,
                 lambda: self.constant(self.random.choice(list(NUMBERS)), shape=(2, 3))]
        if self.opset >= 11:
            steps += [self.split, self.split, self.empty, self.construct,
                      self.change_sequence, self.change_sequence]
        if self.opset >= 7:
            steps.append(self.known_operator)
        if self.opset >= 7 and self.depth() < 2:
            steps += [self.conditional, self.loop]
        if self.opset >= 17 and self.depth() < 2:
            steps.append(self.sequence_map)
        for _ in range(count):
            self.random.choice(steps)()

    def make(self, outputs):
        graph = helper.make_graph(
            self.nodes, "g", self.inputs,
            [self.declare(Value(v.name, v.type_name, v.shape, v.is_sequence))
             for v in outputs],
            self.initializers, self.doc(), self.info)
        return graph


class ModelMaker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.arrays = np.random.default_rng(self.random.randrange(2**32))
        self.opset = self.random.choice([1, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 16, 17, 18, 24, 27])
        self.count, self.names = 0, set()
        # The element types of Concat and Tile, and those of SplitToSequence.
        self.movable = FLOATS if self.opset < 6 else BEFORE_BF16
        self.split = BEFORE_BF16
        if self.opset >= 13:
            self.movable = BEFORE_BF16 + ["bf16"]
        if self.opset >= 24:
            self.split = self.movable

    def make(self):
        graph = GraphMaker(self)
        for _ in range(self.random.randint(1, 3)):
            shape = [self.random.randrange(1, 4) for _ in range(self.random.randrange(4))]
            graph.input(self.random.choice(self.movable), shape)
        graph.input(self.movable[0], (2, 3))
        if self.opset >= 11 and self.random.random() < 0.3:
            graph.input(self.random.choice(self.movable), (1, 2), is_sequence=True)
        graph.fill(self.random.randint(1, 12))
        count, values = self.random.randint(1, 4), graph.values
        # The checker requires a rank.
        if self.random.random() < 0.9:
            values = [v for v in graph.values if v.is_sequence or v.shape is not None]
        outputs = self.random.sample(values, min(count, len(values)))
        opsets = [helper.make_opsetid("", self.opset), helper.make_opsetid(DOMAIN, 3)]
        model = helper.make_model(graph.make(outputs), opset_imports=opsets)
        self.add_metadata(model)
        return model

    def add_metadata(self, model):
        if self.random.random() < 0.5:
            model.doc_string = self.random.choice(TEXTS)
            model.producer_name, model.producer_version = "maker", "1.2"
            model.domain, model.model_version = "org.example", 7
            helper.set_model_props(model, {"b": "1", "a": "", "c d": "x\ny"})
        if self.random.random() < 0.3:
            model.graph.name = "another name"


def random_model(seed):
    return ModelMaker(seed).make()
