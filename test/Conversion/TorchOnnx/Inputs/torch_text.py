# Writes a model as torch-mlir's ONNX importer does, in generic form: see
# python/torch_mlir/extras/onnx_importer.py there.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import onnx
from onnx import TensorProto, numpy_helper

ELEMENTS = {
    TensorProto.FLOAT: "f32", TensorProto.DOUBLE: "f64", TensorProto.FLOAT16: "f16",
    TensorProto.BFLOAT16: "bf16", TensorProto.INT8: "si8", TensorProto.INT16: "si16",
    TensorProto.INT32: "si32", TensorProto.INT64: "si64", TensorProto.UINT8: "ui8",
    TensorProto.UINT16: "ui16", TensorProto.UINT32: "ui32", TensorProto.UINT64: "ui64",
    TensorProto.BOOL: "i1", TensorProto.STRING: "!torch.str",
    TensorProto.COMPLEX64: "complex<f32>", TensorProto.COMPLEX128: "complex<f64>",
}


class Unsupported(Exception):
    """What the importer cannot write either, or not as it is."""


def spell_tensor(tensor):
    sizes = ",".join(str(dim.dim_value) if dim.HasField("dim_value") else "?"
                     for dim in tensor.shape.dim)
    return f"vtensor<[{sizes}],{ELEMENTS[tensor.elem_type]}>"


def spell_type(proto):
    if proto is None or proto.WhichOneof("value") is None:
        return "!torch.none"
    if proto.HasField("sequence_type"):
        return f"!torch.list<{spell_tensor(proto.sequence_type.elem_type.tensor_type)}>"
    if not proto.tensor_type.HasField("shape"):
        raise Unsupported  # would be written as a scalar
    return "!torch." + spell_tensor(proto.tensor_type)


class TorchText:
    def __init__(self, model):
        self.model = onnx.shape_inference.infer_shapes(model)
        self.resources = []
        self.number = 0

    def name_value(self):
        self.number += 1
        return f"%v{self.number}"

    def spell_constant(self, tensor):
        if tensor.data_type not in ELEMENTS or tensor.data_type == TensorProto.STRING:
            raise Unsupported
        kind = "x".join([*map(str, tensor.dims), ELEMENTS[tensor.data_type]])
        if tensor.data_type == TensorProto.BOOL:
            data = bytes(numpy_helper.to_array(tensor).ravel())
            size = 1
        elif tensor.data_type == TensorProto.BFLOAT16:
            data, size = tensor.raw_data, 2
        else:
            data = numpy_helper.to_array(tensor).tobytes()
            size = 8
        key = f"r{len(self.resources)}"
        if tensor.data_type == TensorProto.BOOL or not data:
            values = numpy_helper.to_array(tensor).tolist()
            text = str(values).lower() if data else ""
            return f"dense<{text}> : tensor<{kind}>"
        header = size.to_bytes(4, "little")
        self.resources.append(f'{key}: "0x{(header + data).hex().upper()}"')
        return f"dense_resource<{key}> : tensor<{kind}>"

    def spell_attribute(self, attribute):
        kinds = onnx.AttributeProto
        if attribute.type == kinds.INT:
            text = f"{attribute.i} : si64"
        elif attribute.type == kinds.INTS:
            text = f"[{', '.join(f'{i} : si64' for i in attribute.ints)}]"
        elif attribute.type == kinds.FLOAT:
            text = f"{attribute.f:.9e} : f32"
        elif attribute.type == kinds.STRING:
            text = f'"{attribute.s.decode()}"'
        elif attribute.type == kinds.TENSOR:
            text = self.spell_constant(attribute.t)
        else:
            raise Unsupported
        return f"torch.onnx.{attribute.name} = {text}"

    def write_graph(self, graph, outer, is_function):
        """The lines of a graph's block."""
        types = {value.name: value.type
                 for value in [*graph.input, *graph.value_info, *graph.output]}
        values = dict(outer)
        lines = []
        for entry in graph.input:
            values[entry.name] = (self.name_value(), spell_type(entry.type))
        arguments = [values[entry.name] for entry in graph.input]
        for tensor in graph.initializer:
            sizes = ",".join(map(str, tensor.dims))
            kind = f"!torch.vtensor<[{sizes}],{ELEMENTS[tensor.data_type]}>"
            values[tensor.name] = (self.name_value(), kind)
            lines.append(f'{values[tensor.name][0]} = "torch.operator"() <{{name = "onnx.Constant"'
                         f"}}> {{torch.onnx.value = {self.spell_constant(tensor)}}} : () -> {kind}")
        none = self.name_value(), "!torch.none"
        lines.append(f'{none[0]} = "torch.constant.none"() : () -> !torch.none')
        for node in graph.node:
            operands = [values[name] if name else none for name in node.input]
            results = [(self.name_value(), spell_type(types.get(name))) for name in node.output]
            graphs = sorted((a for a in node.attribute if a.type == onnx.AttributeProto.GRAPH),
                            key=lambda attribute: attribute.name)
            others = [self.spell_attribute(a) for a in node.attribute
                      if a.type != onnx.AttributeProto.GRAPH]
            regions = [self.write_region(attribute.g, values) for attribute in graphs]
            lines.append(
                f"{', '.join(name for name, _ in results)} = \"torch.operator\"("
                f"{', '.join(name for name, _ in operands)}) <{{name = \"onnx.{node.op_type}\"}}>"
                f"{' (' + ', '.join(regions) + ')' if regions else ''} "
                f"{{{', '.join(others)}}} : ({', '.join(kind for _, kind in operands)}) -> "
                f"({', '.join(kind for _, kind in results)})")
            values.update(zip(node.output, results))
        outputs = [values[entry.name] for entry in graph.output]
        end = "return " if is_function else '"torch.operator_terminator"('
        names, kinds = (", ".join(column) for column in zip(*outputs))
        lines.append(f"{end}{names} : {kinds}" if is_function
                     else f"{end}{names}) : ({kinds}) -> ()")
        return arguments, lines, outputs

    def write_region(self, graph, values):
        arguments, lines, _ = self.write_graph(graph, values, False)
        header = ", ".join(f"{name}: {kind}" for name, kind in arguments)
        return "{\n" + (f"^bb0({header}):\n" if arguments else "") + "\n".join(lines) + "\n}"

    def write(self):
        graph = self.model.graph
        arguments, lines, outputs = self.write_graph(graph, {}, True)
        opset = next(entry.version for entry in self.model.opset_import if not entry.domain)
        header = ", ".join(f"{name}: {kind}" for name, kind in arguments)
        kinds = ", ".join(kind for _, kind in outputs)
        text = (f"func.func @{graph.name}({header}) -> ({kinds}) attributes "
                f"{{torch.onnx_meta.ir_version = {self.model.ir_version} : si64, "
                f"torch.onnx_meta.opset_version = {opset} : si64}} {{\n"
                + "\n".join(lines) + "\n}\n")
        if self.resources:
            entries = ",\n".join(self.resources)
            text += f"{{-#\n  dialect_resources: {{ builtin: {{\n{entries}\n}} }}\n#-}}\n"
        return text
