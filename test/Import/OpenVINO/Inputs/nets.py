# Shared by the tests of OpenVINO files: short ways to write a net, and to run the
# tools on it. The tests are Python scripts whose output FileCheck reads; each is
# called with a separate empty directory.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import subprocess
import sys

import numpy

directory = sys.argv[1]
os.makedirs(directory, exist_ok=True)
os.chdir(directory)
# Of the bytes that are changed one at a time, one of this many is, as lit.cfg.py says.
ONE_BYTE_OF = int(os.environ.get("ONNXOPS_ONE_CASE_OF", "1"))

TYPES = {
    "boolean": "bool", "f16": "float16", "f32": "float32", "f64": "float64",
    "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
}


def port(number, dims=None, precision=None):
    """A port; dims is a blank-separated list, None for no <dim> at all."""
    given = f' precision="{precision}"' if precision else ""
    sizes = "".join(f"<dim>{size}</dim>" for size in (dims or "").split())
    return f'<port id="{number}"{given}>{sizes}</port>'


def layer(number, kind, name, data="", inputs=(), outputs=(), version="opset1"):
    """A layer; ports are ids, or as port() writes them."""

    def write(element, ports):
        text = "".join(p if isinstance(p, str) else port(p) for p in ports)
        return f"<{element}>{text}</{element}>" if ports else ""

    return (
        f'<layer id="{number}" name="{name}" type="{kind}" version="{version}">'
        f"{f'<data {data}/>' if data else ''}"
        f"{write('input', inputs)}{write('output', outputs)}</layer>\n"
    )


def parameter(number, name, shape, element="f32", out=0):
    data = f'shape="{shape}" element_type="{element}"'
    return layer(number, "Parameter", name, data, outputs=[out])


def const(number, name, shape, offset, size, element="f32", out=0):
    data = f'element_type="{element}" shape="{shape}" offset="{offset}" size="{size}"'
    return layer(number, "Const", name, data, outputs=[out])


def concat(number, axis, inputs, name="cat", out=9):
    """A Concat; its input ports are ids or texts, or a number of ports from 0."""
    inputs = range(inputs) if isinstance(inputs, int) else inputs
    return layer(number, "Concat", name, f'axis="{axis}"', inputs, [out])


def result(number, name="out"):
    return layer(number, "Result", name, inputs=[0])


def net(layers, edges, version=11, more=""):
    """A net; edges are "from:port>to:port", separated by blanks."""
    text = ""
    for edge in edges.split():
        source, target = edge.split(">")
        (a, b), (c, d) = source.split(":"), target.split(":")
        text += (
            f'<edge from-layer="{a}" from-port="{b}" to-layer="{c}" to-port="{d}"/>\n'
        )
    return (
        f'<?xml version="1.0"?>\n<net name="n" version="{version}">\n<layers>\n'
        f"{''.join(layers)}</layers>\n<edges>\n{text}</edges>\n{more}</net>\n"
    )


def write(content, weights=None, stem="m"):
    if os.path.exists(f"{stem}.bin"):
        os.remove(f"{stem}.bin")
    content = content if isinstance(content, bytes) else content.encode()
    with open(f"{stem}.xml", "wb") as file:
        file.write(content)
    if weights is not None:
        with open(f"{stem}.bin", "wb") as file:
            file.write(weights)


def translate(content, weights=None, flags=()):
    write(content, weights)
    return subprocess.run(
        ["onnxops-translate", "--import-openvino", "m.xml", *flags],
        capture_output=True,
        text=True,
    )


def show(content, weights=None, *flags):
    """Prints the module, or the errors."""
    done = translate(content, weights, flags)
    assert done.returncode == 0 and not done.stderr, done
    print(done.stdout)


def refuse(content, weights=None, *flags):
    """Prints the single error line."""
    done = translate(content, weights, flags)
    assert done.returncode == 2 and not done.stdout, done
    assert done.stderr.count("\n") == 1, done
    print(done.stderr, end="")


def run(content, inputs, weights=None):
    """Runs a net on arrays by name; returns its outputs by name."""
    write(content, weights)
    arguments = ["onnxops-run", "m.xml", "--output-dir", "results"]
    for name, array in inputs.items():
        numpy.save(f"{name}.npy", array)
        arguments += ["--input", f"{name}={name}.npy"]
    done = subprocess.run(arguments, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done
    outputs = {}
    for file in os.listdir("results"):
        outputs[file[: -len(".npy")]] = numpy.load(f"results/{file}")
        os.remove(f"results/{file}")
    return outputs


def check_equal(actual, expected):
    """Bit by bit, types and shapes too."""
    assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape), (
        actual.dtype, actual.shape, expected.dtype, expected.shape)
    assert actual.tobytes() == expected.tobytes()
