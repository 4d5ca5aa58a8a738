# Every element type in each encoding of TensorProto, as an initializer, as the
# value of a Constant, and as an input: the three are joined, and compared.
#
# usage: tensor-encodings.py raw|typed|external FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

import numpy as np
from onnx import TensorProto, helper

from onnx_case import NUMBERS, TYPES, Case, make_tensor, random_array

# The typed field of each element type, and what numpy calls a value in it.
FIELDS = {"float_data": "<f4", "double_data": "<f8", "int32_data": "<i4",
          "int64_data": "<i8", "uint64_data": "<u8"}
FIELD = {
    "f32": "float_data", "complex64": "float_data",
    "f64": "double_data", "complex128": "double_data",
    "i64": "int64_data", "u32": "uint64_data", "u64": "uint64_data",
}


def varint(number):
    groups = []
    while number >= 128:
        groups.append(number & 127 | 128)
        number >>= 7
    return bytes([*groups, number])


def field_values(type_name, array):
    """The array as the values of its field: numbers, two for a complex one, and
    the bits of small floats."""
    if type_name in ("f16", "bf16"):
        return array.view("<u2")
    if type_name == "complex64":
        return array.view("<f4")
    if type_name == "complex128":
        return array.view("<f8")
    return array


class Encodings(Case):
    def __init__(self, encoding):
        super().__init__(13)
        self.encode = getattr(self, encoding)
        # Bytes of the file beside the model, which begins with what is no data.
        self.weights = bytearray(b"?")

    def raw(self, type_name, array):
        return make_tensor(type_name, array)

    def typed(self, type_name, array):
        proto = TensorProto(data_type=NUMBERS[type_name][0], dims=array.shape)
        if type_name == "string":
            proto.string_data.extend(array.flat)
            return proto
        name = FIELD.get(type_name, "int32_data")
        values = field_values(type_name, array.reshape(-1)).astype(FIELDS[name])
        # As bytes, since Python's numbers do not keep all bits of a NaN.
        field = TensorProto.DESCRIPTOR.fields_by_name[name]
        message = bytes([field.number << 3 | 2]) + varint(values.nbytes) + values.tobytes()
        if name.startswith("float") or name.startswith("double"):
            proto.MergeFromString(message)
        else:
            getattr(proto, name).extend(values.tolist())
        return proto

    def external(self, type_name, array):
        proto = TensorProto(data_type=NUMBERS[type_name][0], dims=array.shape,
                            data_location=TensorProto.EXTERNAL)
        for key, text in [("location", "weights"), ("offset", str(len(self.weights))),
                          ("length", str(array.nbytes))]:
            proto.external_data.add(key=key, value=text)
        self.weights += array.tobytes() + b"?"
        return proto

    def join(self, type_name, shapes):
        """Concat of an initializer, a Constant and an input. Shows import-r22."""
        arrays = [random_array(np.random.default_rng(index), type_name, shape)
                  for index, shape in enumerate(shapes)]
        stored, constant, given = (self.encode(type_name, array) for array in arrays)
        names = [f"{kind}_{type_name}_{len(self.expected)}" for kind in ("stored", "constant")]
        stored.name = names[0]
        self.initializers.append(stored)
        self.nodes.append(helper.make_node("Constant", [], names[1:], value=constant))
        names.append(self.input(type_name, arrays[2]))
        self.input_values[-1] = given
        self.expect(self.node("Concat", names, axis=0), type_name, np.concatenate(arrays))

    def save(self, folder):
        super().save(folder)
        with open(f"{folder}/weights", "wb") as file:
            file.write(self.weights)


encoding = sys.argv[1]
case = Encodings(encoding)
for type_name in TYPES:
    if type_name == "string" and encoding == "external":
        continue  # Strings have no bytes to lie elsewhere.
    case.join(type_name, [(1, 3), (2, 3), (4, 3)])
    # Beyond what is written into the module's text, and nothing.
    case.join(type_name, [(700, 3), (0, 3), (900, 3)])
case.run(sys.argv[2])
