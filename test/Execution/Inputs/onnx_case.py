# Builds an ONNX model together with its inputs and the outputs that numpy says
# it has, runs it through onnxops-run and compares twice: by the tool's own
# --expect-dir, and here byte for byte with what --output-dir got, since the
# tool takes any NaN for any other.
#
# Numbers are handled as their storage: bf16 is a uint16 array, and so on; strings
# as arrays of bytes. Operators that only move data need no more.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import itertools
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

# Element types: their number in ONNX, and the storage of one element.
NUMBERS = {
    "f16": (TensorProto.FLOAT16, "<f2"),
    "f32": (TensorProto.FLOAT, "<f4"),
    "f64": (TensorProto.DOUBLE, "<f8"),
    "bf16": (TensorProto.BFLOAT16, "<u2"),
    "i8": (TensorProto.INT8, "<i1"),
    "i16": (TensorProto.INT16, "<i2"),
    "i32": (TensorProto.INT32, "<i4"),
    "i64": (TensorProto.INT64, "<i8"),
    "u8": (TensorProto.UINT8, "<u1"),
    "u16": (TensorProto.UINT16, "<u2"),
    "u32": (TensorProto.UINT32, "<u4"),
    "u64": (TensorProto.UINT64, "<u8"),
    "bool": (TensorProto.BOOL, "?"),
    "complex64": (TensorProto.COMPLEX64, "<c8"),
    "complex128": (TensorProto.COMPLEX128, "<c16"),
    "string": (TensorProto.STRING, object),
}
# How to compile and where to run what any of these tests runs, as a test may ask.
# A pass that makes something invalid is seen even where the numbers are right.
FLAGS = os.environ.get("ONNXOPS_RUN_FLAGS", "").split()
# The modules between passes are the same in every build, and verifying them under
# sanitizers nearly doubles the time: lit.cfg.py says where that is left out.
if "ONNXOPS_TRUST_PASSES" not in os.environ:
    FLAGS.insert(0, "--verify-passes")
# Of the cases of a program, one of this many is run: lit.cfg.py says where not all are.
ONE_CASE_OF = int(os.environ.get("ONNXOPS_ONE_CASE_OF", "1"))
ON_DEVICE = any(flag.startswith("--device") for flag in FLAGS)
# What is picked from at random: devices have no strings.
TYPES = [name for name in NUMBERS if not (ON_DEVICE and name == "string")]
FLOATS = ["f16", "f32", "f64"]
BEFORE_BF16 = [name for name in TYPES if name != "bf16"]

# Bits that arithmetic would not keep: signalling and quiet NaNs with payloads
# and either sign, -0.0, denormals, infinities.
TRAPS = {
    "f16": [0x7C01, 0xFE55, 0x8000, 0x0001, 0x83FF, 0x7C00, 0xFC00],
    "bf16": [0x7F81, 0xFFD5, 0x8000, 0x0001, 0x807F, 0x7F80, 0xFF80],
    "f32": [0x7F800001, 0xFFC12345, 0x80000000, 0x00000001, 0x807FFFFF, 0x7F800000],
    "f64": [
        0x7FF0000000000001,
        0xFFF8123456789ABC,
        0x8000000000000000,
        0x0000000000000001,
        0x800FFFFFFFFFFFFF,
    ],
}
TRAPS["complex64"] = TRAPS["f32"]
TRAPS["complex128"] = TRAPS["f64"]
# The bits of infinity: what has more, but for the sign, is NaN.
INFINITIES = {"f16": 0x7C00, "bf16": 0x7F80, "f32": 0x7F800000, "f64": 0x7FF0000000000000}
SMALLEST_NORMAL = {"f16": 0x0400, "bf16": 0x0080, "f32": 0x00800000, "f64": 1 << 52}
PART_BYTES = {"f16": 2, "bf16": 2, "f32": 4, "complex64": 4, "f64": 8, "complex128": 8}


def random_array(rng, type_name, shape):
    """Elements of any bits at all; about a third of the float ones are traps."""
    dtype = np.dtype(NUMBERS[type_name][1])
    count = int(np.prod(shape, dtype=np.int64))
    if type_name == "string":
        strings = [bytes(rng.bytes(rng.integers(40))) for _ in range(count)]
        return np.fromiter(strings, object, count).reshape(shape)
    if type_name == "bool":
        return rng.integers(0, 2, count).astype(bool).reshape(shape)
    data = bytearray(rng.bytes(count * dtype.itemsize))
    if type_name in TRAPS:
        parts = np.frombuffer(data, f"<u{PART_BYTES[type_name]}")
        chosen = rng.random(parts.size) < 0.3
        parts[chosen] = rng.choice(np.array(TRAPS[type_name], parts.dtype), chosen.sum())
    return np.frombuffer(bytes(data), dtype).reshape(shape)


def make_tensor(type_name, array, name=""):
    """A TensorProto. helper.make_tensor knows neither bf16 nor these NaNs."""
    array = np.asarray(array, NUMBERS[type_name][1])
    proto = TensorProto(data_type=NUMBERS[type_name][0], dims=array.shape, name=name)
    if type_name == "string":
        proto.string_data.extend(array.flat)
    else:
        proto.raw_data = array.tobytes()
    return proto


def make_sequence(type_name, arrays, name=""):
    proto = onnx.SequenceProto(name=name, elem_type=onnx.SequenceProto.TENSOR)
    proto.tensor_values.extend(make_tensor(type_name, array) for array in arrays)
    return proto


_cases = itertools.count()


def is_left_out():
    """Asked once for each case: whether it is one of those that are not run. The first
    one never is."""
    return next(_cases) % ONE_CASE_OF != 0


def save(proto, path):
    with open(path, "wb") as file:
        file.write(proto.SerializeToString())


def is_refused(done, has_strings):
    """Whether a device refuses to run what it cannot, by name."""
    refusals = [r"no device implementation of math\.\w+ of 'f64'",
                r"no device implementation of (math\.powf|arith\.remf) of"]
    if has_strings:
        refusals.append(r"unsupported type on a device: '\S*!onnxops\.string>+'")
    return (ON_DEVICE and done.returncode == 2
            and re.search("|".join(refusals), done.stderr) is not None)


class Case:
    """One model. Inputs and results are recorded in the order they are made."""

    def __init__(self, opset):
        self.opset = opset
        self.nodes = []
        self.inputs = []
        self.input_values = []
        self.initializers = []
        self.outputs = []
        self.hints = []
        self.expected = []

    def input(self, type_name, array, shape="exact"):
        """Adds an input. `shape` holds sizes and symbols; None is no shape."""
        name = f"in{len(self.inputs)}"
        array = np.asarray(array)
        shape = array.shape if shape == "exact" else shape
        self.inputs.append(
            helper.make_tensor_value_info(name, NUMBERS[type_name][0], shape)
        )
        self.input_values.append(make_tensor(type_name, array, name))
        return name

    def input_sequence(self, type_name, arrays, shape=None):
        name = f"in{len(self.inputs)}"
        self.inputs.append(
            helper.make_tensor_sequence_value_info(name, NUMBERS[type_name][0], shape)
        )
        self.input_values.append(make_sequence(type_name, arrays, name))
        return name

    def constant(self, type_name, array):
        name = f"const{len(self.initializers)}"
        self.initializers.append(make_tensor(type_name, array, name))
        return name

    def node(self, operator, inputs, **attributes):
        """Adds a node and returns the name of its one result."""
        name = f"value{len(self.nodes)}"
        self.nodes.append(
            helper.make_node(operator, inputs, [name], f"node{len(self.nodes)}", **attributes)
        )
        return name

    def hint(self, name, type_name, shape):
        """Declares what is no output."""
        self.hints.append(
            helper.make_tensor_value_info(name, NUMBERS[type_name][0], shape)
        )

    def expect(self, name, type_name, array, shape="exact"):
        """Makes `name` an output and says what it must hold."""
        array = np.asarray(array, NUMBERS[type_name][1])
        shape = array.shape if shape == "exact" else shape
        self.outputs.append(
            helper.make_tensor_value_info(name, NUMBERS[type_name][0], shape)
        )
        self.expected.append((name, type_name, array))

    def expect_sequence(self, name, type_name, arrays, shape=None):
        arrays = [np.asarray(array, NUMBERS[type_name][1]) for array in arrays]
        self.outputs.append(
            helper.make_tensor_sequence_value_info(name, NUMBERS[type_name][0], shape)
        )
        self.expected.append((name, type_name, arrays))

    def save(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        graph = helper.make_graph(
            self.nodes, "g", self.inputs, self.outputs, self.initializers,
            value_info=self.hints,
        )
        opsets = [helper.make_opsetid("", self.opset)]
        save(
            helper.make_model(graph, opset_imports=opsets), f"{folder}/model.onnx"
        )
        for i, proto in enumerate(self.input_values):
            save(proto, f"{folder}/input_{i}.pb")
        for i, (name, type_name, value) in enumerate(self.expected):
            make = make_sequence if isinstance(value, list) else make_tensor
            save(make(type_name, value, name), f"{folder}/output_{i}.pb")

    def input_names(self):
        return [value.name for value in self.inputs]

    def has_strings(self):
        values = self.input_values + self.initializers
        types = {value.data_type for value in values if hasattr(value, "data_type")}
        return (TensorProto.STRING in types
                or any(type_name == "string" for _, type_name, _ in self.expected))

    def run(self, folder):
        """Runs the model; ends this process when anything differs."""
        self.save(folder)
        if not is_left_out():
            self.run_saved(folder)

    def run_saved(self, folder, launcher=(), model="model.onnx"):
        """The same for files that exist, perhaps by a launcher of processes, whose
        results are compared here alone."""
        command = [
            *launcher, "onnxops-run", f"{folder}/{model}", "--input-dir", folder,
            "--output-dir", f"{folder}/results", *FLAGS,
        ]
        if not launcher:
            command += ["--expect-dir", folder]
        done = subprocess.run(command, capture_output=True, text=True)
        if is_refused(done, self.has_strings()):
            return print("refused")
        if done.returncode != 0 or done.stderr:
            sys.exit(f"{' '.join(command)}\nexit {done.returncode}: {done.stderr}")
        if not launcher and not done.stdout.endswith("matches the reference\n"):
            sys.exit(f"{folder}: no match reported")
        for name, type_name, value in self.expected:
            stem = f"{folder}/results/{name}"
            if not isinstance(value, list):
                check_bits(stem, type_name, value)
                continue
            for i, element in enumerate(value):
                check_bits(f"{stem}.{i}", type_name, element)
        print(f"{len(self.expected)} outputs agree")


def read_result(stem, type_name):
    if type_name not in ("bf16", "string"):
        return np.load(f"{stem}.npy")
    with open(f"{stem}.pb", "rb") as file:
        proto = TensorProto.FromString(file.read())
    if type_name == "string":
        strings = list(proto.string_data)
        return np.fromiter(strings, object, len(strings)).reshape(proto.dims)
    return np.frombuffer(proto.raw_data, "<u2").reshape(proto.dims)


def read_like(stem, type_name, expected):
    """A result, which must have the type and shape that are expected."""
    got = read_result(stem, type_name)
    if got.dtype != expected.dtype or got.shape != expected.shape:
        sys.exit(f"{stem}: expected {expected.dtype} {expected.shape}, "
                 f"but got {got.dtype} {got.shape}")
    return got


def place(type_name, array):
    """The places of floats on a line on which adjacent ones are 1 apart; None for
    any NaN."""
    size = PART_BYTES[type_name]
    sign = 1 << (8 * size - 1)
    places = []
    for bits in array.ravel().view(f"<u{size}").tolist():
        magnitude = bits & (sign - 1)
        is_nan = magnitude > INFINITIES[type_name]
        # Devices may take what is smaller than any normal number for 0.
        if ON_DEVICE and magnitude < SMALLEST_NORMAL[type_name]:
            magnitude = 0
        places.append(None if is_nan else -magnitude if bits & sign else magnitude)
    return places


def check_near(stem, type_name, expected, ulps):
    """Compares floats that may be some units in the last place apart, a few more
    on devices, where functions are polynomials in f32."""
    ulps += 2 if ON_DEVICE and type_name == "f32" and ulps > 0 else 0
    got = read_like(stem, type_name, expected)
    for at, pair in enumerate(zip(place(type_name, got), place(type_name, expected))):
        if pair[0] != pair[1] and (None in pair or abs(pair[0] - pair[1]) > ulps):
            sys.exit(f"{stem}: element {at} is at {pair[0]}, expected it at {pair[1]}")


def check_bits(stem, type_name, expected):
    got = read_like(stem, type_name, expected)
    if type_name == "string":
        is_equal = list(got.flat) == list(expected.flat)
    else:
        is_equal = got.tobytes() == expected.tobytes()
    if not is_equal:
        sys.exit(f"{stem}: the bits differ")
