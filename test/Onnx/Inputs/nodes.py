# Random nodes of operators that are kept without a lowering, for compare-shapes.py.
# A method for each operator or family makes one valid node. The table at the end has
# the first and the last opset of each operator.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from onnx import NodeProto, TensorProto, helper

FLOAT, INT64, INT32 = TensorProto.FLOAT, TensorProto.INT64, TensorProto.INT32
BOOL, UINT8, INT8 = TensorProto.BOOL, TensorProto.UINT8, TensorProto.INT8

SAME = """Acos:7 Acosh:9 Asin:7 Asinh:9 Atan:7 Atanh:9 Ceil:6 Celu:12 Cos:7 Cosh:9 Elu:6 Erf:9
Floor:6 HardSigmoid:6 HardSwish:14 Hardmax:1 LeakyRelu:6 Log:6 LogSoftmax:1 LpNormalization:1
MeanVarianceNormalization:9 Round:11 Selu:6 Shrink:9 Sign:9 Sin:7 Sinh:9 Softmax:1 Softplus:1
Softsign:1 Tan:7 ThresholdedRelu:10 IsNaN:9 IsInf:10 Trilu:14 NonZero:9 Det:11"""


class Node:
    """A node with operands of its own. `unknown` says why onnx may know more than
    onnxops."""

    def __init__(self, proto, inputs, constants, unknown=None):
        self.proto, self.inputs, self.constants = proto, inputs, constants
        self.unknown = unknown


class Generator:
    def __init__(self, random, opset):
        self.random, self.opset, self.count = random, opset, 0
        self.inputs, self.constants = [], []
        self.unknown = None

    # Operands.

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def tensor(self, sizes, element=FLOAT):
        """An operand of these sizes, of which some are not declared."""
        name, known = self.name(), self.random.choice([0.6, 0.9, 1])
        shape = [s if self.random.random() < known else f"{name}_{i}" for i, s in enumerate(sizes)]
        if self.random.random() < 0.05:
            shape = None
        self.inputs.append(helper.make_tensor_value_info(name, element, shape))
        return name

    def constant(self, values, element=INT64, shape=None):
        """A constant operand, or sometimes an operand of unknown elements."""
        shape = [len(values)] if shape is None else shape
        if self.random.random() < 0.15:
            return self.tensor(shape, element)
        name = self.name()
        self.constants.append(helper.make_tensor(name, element, shape, values))
        return name

    def sizes(self, rank, low=1, high=9):
        return [self.random.randint(low, high) for _ in range(rank)]

    def shape(self, low=1, high=4):
        return self.sizes(self.random.randint(low, high))

    def axis(self, rank):
        return self.random.randint(-rank if self.opset >= 11 else 0, rank - 1)

    def maybe(self, attributes, name, make):
        if self.random.random() < 0.5:
            attributes[name] = make()

    def node(self, op, operands, results=1, **attributes):
        outputs = [self.name() for _ in range(results)]
        return helper.make_node(op, operands, outputs, **attributes)

    # Operators.

    def same(self, op):
        rank = 2 if op in ("Trilu", "Det") else 1
        return self.node(op, [self.tensor(self.shape(rank))])

    def mat_mul(self, op):
        m, k, n = self.sizes(3)
        batch = self.shape(0, 2)
        left, right = [*batch, m, k], [*batch[self.random.randint(0, len(batch)):], k, n]
        if self.random.random() < 0.2:
            left = [k]
        if self.random.random() < 0.2:
            right = [k]
        left = [1 if i < len(left) - 2 and self.random.random() < 0.3 else s for i, s in enumerate(left)]
        if op == "MatMul":
            return self.node(op, [self.tensor(left), self.tensor(right)])
        operands = [self.tensor(left, UINT8), self.tensor(right, INT8)]
        if op == "MatMulInteger":
            return self.node(op, operands)
        scales = [self.tensor([]) for _ in range(3)]
        zeros = [self.tensor([], t) for t in (UINT8, INT8, INT8)]
        return self.node(op, [operands[0], scales[0], zeros[0], operands[1], scales[1], zeros[1],
                              scales[2], zeros[2]])

    def gemm(self, op):
        m, k, n = self.sizes(3)
        transposes = [self.random.randint(0, 1) for _ in range(2)]
        shapes = [[m, k], [k, n]]
        operands = [self.tensor(s[::-1] if t else s) for s, t in zip(shapes, transposes)]
        if self.opset < 11 or self.random.random() < 0.5:
            operands.append(self.tensor([n]))
        return self.node(op, operands, transA=transposes[0], transB=transposes[1])

    def window(self, kernel, dilates=True):
        """The attributes of a window other than its size."""
        attributes, count = {}, len(kernel)
        self.maybe(attributes, "strides", lambda: self.sizes(count, high=4))
        if dilates:
            self.maybe(attributes, "dilations", lambda: self.sizes(count, high=3))
        if self.random.random() < 0.3:
            attributes["auto_pad"] = self.random.choice(["SAME_UPPER", "SAME_LOWER", "VALID"])
        else:
            self.maybe(attributes, "pads", lambda: self.sizes(2 * count, 0, 3))
        return attributes

    def conv(self, op):
        kernel = self.sizes(self.random.randint(1, 3), high=3)
        group, channels = self.random.choice([1, 2]), self.random.randint(1, 3)
        spatial = [s + 8 for s in self.sizes(len(kernel))]
        attributes = self.window(kernel)
        attributes["group"] = group
        self.maybe(attributes, "kernel_shape", lambda: kernel)
        x, w = [2, channels * group, *spatial], [4 * group, channels, *kernel]
        if op == "Conv":
            return self.node(op, [self.tensor(x), self.tensor(w)], **attributes)
        operands = [self.tensor(x, UINT8), self.tensor(w, INT8)]
        if op == "ConvInteger":
            return self.node(op, operands, **attributes)
        scales = [self.tensor([]) for _ in range(3)]
        zeros = [self.tensor([], t) for t in (UINT8, INT8, INT8)]
        return self.node(op, [operands[0], scales[0], zeros[0], operands[1], scales[1], zeros[1],
                              scales[2], zeros[2]], **attributes)

    def conv_transpose(self, op):
        kernel = self.sizes(self.random.randint(1, 2), high=3)
        group, channels = self.random.choice([1, 2]), self.random.randint(1, 3)
        spatial = self.sizes(len(kernel), 7)
        attributes = self.window(kernel)
        attributes["group"] = group
        self.maybe(attributes, "kernel_shape", lambda: kernel)
        self.maybe(attributes, "output_padding", lambda: self.sizes(len(kernel), 0, 1))
        if self.random.random() < 0.2:
            attributes["output_shape"] = [20] * len(kernel)
        if attributes.get("auto_pad", "").startswith("SAME"):
            self.unknown = "versions and runtimes differ"
        operands = [self.tensor([2, channels * group, *spatial]),
                    self.tensor([channels * group, 4, *kernel])]
        return self.node(op, operands, **attributes)

    def pool(self, op):
        kernel = self.sizes(self.random.randint(1, 3), high=4)
        dilates = op == "MaxPool" and self.opset >= 10
        attributes = {"kernel_shape": kernel, **self.window(kernel, dilates)}
        # The padding is less than the kernel.
        if "pads" in attributes:
            attributes["pads"] = [min(p, k - 1) for p, k in zip(attributes["pads"], kernel * 2)]
        if self.opset >= 10 and op != "LpPool":
            self.maybe(attributes, "ceil_mode", lambda: 1)
        if attributes.get("ceil_mode"):
            self.unknown = "a window that begins in the padding"
        spatial = [s + 9 for s in self.sizes(len(kernel), high=12)]
        results = self.random.randint(1, 2) if op == "MaxPool" and self.opset >= 8 else 1
        return self.node(op, [self.tensor([2, 3, *spatial])], results, **attributes)

    def global_pool(self, op):
        return self.node(op, [self.tensor(self.shape(3, 5))])

    def batch_normalization(self, op):
        x = self.shape(2)
        operands = [self.tensor(x), *[self.tensor([x[1]]) for _ in range(4)]]
        if self.opset < 14:
            return self.node(op, operands)
        training = self.random.randint(0, 1)
        return self.node(op, operands, 3 if training else 1, training_mode=training)

    def instance_normalization(self, op):
        x = self.shape(3)
        return self.node(op, [self.tensor(x), self.tensor([x[1]]), self.tensor([x[1]])])

    def layer_normalization(self, op):
        x = self.shape()
        axis = self.axis(len(x))
        return self.node(op, [self.tensor(x), self.tensor(x[axis:])], self.random.randint(1, 3),
                         axis=axis)

    def lrn(self, op):
        return self.node(op, [self.tensor(self.shape(3))], size=3)

    def dropout(self, op):
        return self.node(op, [self.tensor(self.shape())], self.random.randint(1, 2))

    def recurrent(self, op):
        gates = {"RNN": 1, "GRU": 3, "LSTM": 4}[op]
        length, batch, size, hidden = self.sizes(4)
        direction = self.random.choice(["forward", "reverse", "bidirectional"])
        count = 2 if direction == "bidirectional" else 1
        attributes = {"direction": direction}
        layout = self.random.randint(0, 1) if self.opset >= 14 else 0
        if layout:
            attributes["layout"] = 1
        self.maybe(attributes, "hidden_size", lambda: hidden)
        operands = [self.tensor([batch, length, size] if layout else [length, batch, size]),
                    self.tensor([count, gates * hidden, size]),
                    self.tensor([count, gates * hidden, hidden])]
        return self.node(op, operands, self.random.randint(1, 3 if op == "LSTM" else 2), **attributes)

    def like(self, op):
        attributes = {}
        self.maybe(attributes, "dtype", lambda: TensorProto.DOUBLE)
        rank = 2 if op == "EyeLike" else self.random.randint(1, 4)
        return self.node(op, [self.tensor(self.sizes(rank))], **attributes)

    def random_tensor(self, op):
        return self.node(op, [], shape=self.shape())

    def two(self, op):
        x = self.shape()
        operands = [self.tensor(x, UINT8 if op == "BitShift" else FLOAT)]
        if op == "CumSum":
            return self.node(op, [*operands, self.constant([0], shape=[])])
        if op == "PRelu":
            return self.node(op, [*operands, self.tensor(x[-1:])])
        y = [1 if self.random.random() < 0.3 else s for s in x[self.random.randint(0, len(x) - 1):]]
        return self.node(op, [*operands, self.tensor(y, UINT8)], direction="LEFT")

    def arg_max(self, op):
        x = self.shape()
        attributes = {}
        self.maybe(attributes, "axis", lambda: self.axis(len(x)))
        self.maybe(attributes, "keepdims", lambda: self.random.randint(0, 1))
        return self.node(op, [self.tensor(x)], **attributes)

    def top_k(self, op):
        x = self.shape()
        axis = self.axis(len(x))
        k = self.random.randint(1, x[axis])
        if self.opset < 10:
            return self.node(op, [self.tensor(x)], 2, axis=axis, k=k)
        return self.node(op, [self.tensor(x), self.constant([k])], 2, axis=axis)

    def reduction(self, op):
        x = self.shape()
        attributes = {}
        axes = self.random.sample(range(len(x)), self.random.randint(1, len(x)))
        self.maybe(attributes, "axes", lambda: axes)
        self.maybe(attributes, "keepdims", lambda: self.random.randint(0, 1))
        return self.node(op, [self.tensor(x)], **attributes)

    def resize(self, op):
        x = self.shape(2)
        scales = [self.random.choice([0.5, 1, 1.5, 2, 3, 0.7]) for _ in x]
        if op == "Upsample" and self.opset < 9:
            return self.node(op, [self.tensor(x)], scales=[max(s, 1.0) for s in scales])
        if op == "Upsample" or self.opset < 11:
            scales = [max(s, 1.0) for s in scales]
            return self.node(op, [self.tensor(x), self.constant(scales, FLOAT)])
        if self.random.random() < 0.5:
            empty = "" if self.opset >= 13 else self.constant([], FLOAT)
            return self.node(op, [self.tensor(x), "", empty, self.constant(self.sizes(len(x)))])
        return self.node(op, [self.tensor(x), "", self.constant(scales, FLOAT)])

    def depth_to_space(self, op):
        block = self.random.randint(1, 3)
        n, c, h, w = self.sizes(4)
        x = [n, c * block**2, h, w] if op == "DepthToSpace" else [n, c, h * block, w * block]
        return self.node(op, [self.tensor(x)], blocksize=block)

    def one_hot(self, op):
        x = self.shape()
        axis = self.axis(len(x) + 1)
        operands = [self.tensor(x, INT64), self.constant([5]), self.tensor([2])]
        return self.node(op, operands, axis=axis)

    def gather_elements(self, op):
        x = self.shape()
        return self.node(op, [self.tensor(x), self.tensor(x, INT64)], axis=self.axis(len(x)))

    def gather_nd(self, op):
        x = self.shape()
        batch = self.random.randint(0, len(x) - 1) if self.opset >= 12 else 0
        length = self.random.randint(1, len(x) - batch)
        indices = [*x[:batch], *self.shape(0, 2), length]
        attributes = {"batch_dims": batch} if batch else {}
        return self.node(op, [self.tensor(x), self.tensor(indices, INT64)], **attributes)

    def scatter(self, op):
        x = self.shape()
        if op == "ScatterND":
            operands = [self.tensor(x), self.tensor([3, 1], INT64), self.tensor([3, *x[1:]])]
            return self.node(op, operands)
        operands = [self.tensor(x), self.tensor(x, INT64), self.tensor(x)]
        return self.node(op, operands, axis=self.axis(len(x)))

    def compress(self, op):
        x = self.shape()
        attributes = {}
        self.maybe(attributes, "axis", lambda: self.axis(len(x)))
        if op == "Unique":
            return self.node(op, [self.tensor(x)], self.random.randint(1, 4), **attributes)
        return self.node(op, [self.tensor(x), self.tensor([2], BOOL)], **attributes)

    def quantize(self, op):
        x = self.shape()
        if op == "DynamicQuantizeLinear":
            return self.node(op, [self.tensor(x)], 3)
        integer = self.random.choice([INT8, UINT8])
        source = integer if op == "DequantizeLinear" else FLOAT
        operands = [self.tensor(x, source), self.tensor([])]
        if self.random.random() < 0.7:
            operands.append(self.tensor([], integer))
        return self.node(op, operands)

    def einsum(self, op):
        b, i, j, k = self.sizes(4)
        equation, *shapes = self.random.choice([
            ("bij,bjk->bik", [b, i, j], [b, j, k]), ("ij,jk", [i, j], [j, k]), ("ii->i", [i, i]),
            ("ij -> ji", [i, j]), ("i,i", [i], [i]), ("i,i->", [i], [i]), ("ii", [i, i]),
            ("...ij,...jk->...ik", [b, 2, i, j], [1, 2, j, k]), ("...ij->...ji", [b, i, j]),
            ("b...,b...", [b, i], [b, i]),
        ])
        if "..." in equation:
            self.unknown = "the ellipsis of an operand of unknown rank"
        return self.node(op, [self.tensor(s) for s in shapes], equation=equation)

    def boxes(self, op):
        n, c, h, w = self.sizes(4)
        if op == "NonMaxSuppression":
            return self.node(op, [self.tensor([n, h, 4]), self.tensor([n, c, h])])
        if op == "GridSample":
            return self.node(op, [self.tensor([n, c, h, w]), self.tensor([n, 5, 6, 2])])
        attributes = {}
        self.maybe(attributes, "output_height", lambda: h)
        operands = [self.tensor([n, c, h, w]), self.tensor([3, 4]), self.tensor([3], INT64)]
        return self.node(op, operands, **attributes)

    # All of them.

    def make(self, method, op):
        self.inputs, self.constants, self.unknown = [], [], None
        proto = method(self, op)
        return Node(proto, self.inputs, self.constants, self.unknown)

    def make_all(self):
        """Several nodes of each operator that the opset has."""
        return [self.make(method, op) for op, (first, last, method, count) in OPERATORS.items()
                for _ in range(count) if first <= self.opset <= last]

    def break_attribute(self, attribute):
        """The attribute with another value, which is likely not valid."""
        if attribute.name in ("dtype", "equation"):
            return attribute
        numbers = [-(2**63), -(2**31), -3, -1, 0, 1, 7, 2**31, 2**62, 2**63 - 1]
        number, integers = self.random.choice(numbers), self.random.choices(numbers, k=len(attribute.ints))
        value = self.random.choice([number, integers, integers, integers[1:], "what", [1.5], 2.5])
        return helper.make_attribute(attribute.name, value) if value != [] else attribute

    def break_all(self, made):
        """The nodes with other values of attributes."""
        broken = []
        for node in made:
            proto = NodeProto()
            proto.CopyFrom(node.proto)
            del proto.attribute[:]
            proto.attribute.extend(self.break_attribute(a) for a in node.proto.attribute)
            broken.append(Node(proto, node.inputs, node.constants))
        return broken


OPERATORS = {}


def add(method, *names, count=10):
    """Each name is "operator:first opset" or "operator:first opset:last"."""
    for name in names:
        op, first, last = (*name.split(":"), "99")[:3]
        OPERATORS[op] = (int(first), int(last), method, count)


add(Generator.same, *SAME.split(), count=2)
add(Generator.mat_mul, "MatMul:1", "MatMulInteger:10", "QLinearMatMul:10")
add(Generator.gemm, "Gemm:7")
add(Generator.conv, "Conv:1", "ConvInteger:10", "QLinearConv:10", count=25)
add(Generator.conv_transpose, "ConvTranspose:1", count=25)
add(Generator.pool, "MaxPool:1", "AveragePool:1", "LpPool:2", count=25)
add(Generator.global_pool, "GlobalAveragePool:1", "GlobalMaxPool:1", "GlobalLpPool:2", count=3)
add(Generator.batch_normalization, "BatchNormalization:7")
add(Generator.instance_normalization, "InstanceNormalization:6", count=3)
add(Generator.layer_normalization, "LayerNormalization:17")
add(Generator.lrn, "LRN:1", count=2)
add(Generator.dropout, "Dropout:7")
add(Generator.recurrent, "LSTM:7", "GRU:7", "RNN:7")
add(Generator.like, "Bernoulli:15", "RandomNormalLike:1", "RandomUniformLike:1", "EyeLike:9", count=4)
add(Generator.random_tensor, "RandomNormal:1", "RandomUniform:1", count=2)
add(Generator.two, "BitShift:11", "CumSum:11", "PRelu:7", count=5)
add(Generator.arg_max, "ArgMax:1", "ArgMin:1", count=6)
add(Generator.top_k, "TopK:1")
add(Generator.reduction, "ReduceL1:1", "ReduceL2:1", "ReduceLogSum:1", "ReduceLogSumExp:1",
    "ReduceSumSquare:1", count=4)
add(Generator.resize, "Resize:10", count=20)
add(Generator.resize, "Upsample:7:9")
add(Generator.depth_to_space, "DepthToSpace:1", "SpaceToDepth:1")
add(Generator.one_hot, "OneHot:9")
add(Generator.gather_elements, "GatherElements:11", count=4)
add(Generator.gather_nd, "GatherND:11", count=20)
add(Generator.scatter, "Scatter:9:10", "ScatterElements:11", "ScatterND:11", count=4)
add(Generator.compress, "Compress:9", "Unique:11")
add(Generator.quantize, "QuantizeLinear:10", "DequantizeLinear:10", "DynamicQuantizeLinear:11", count=5)
add(Generator.einsum, "Einsum:12", count=20)
add(Generator.boxes, "NonMaxSuppression:10", "GridSample:16", "RoiAlign:10", count=4)
