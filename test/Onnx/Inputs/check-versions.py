# Compares the opsets at which operators outside of the dialect are rejected, since
# ONNX changed them there, with those of the installed onnx package.
#
# usage: check-versions.py
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import subprocess
import sys

import onnx.defs

KNOWN = ["Abs", "Add", "Cast", "Constant", "ConstantOfShape", "Div", "Exp", "Expand",
         "Gather", "Identity", "If", "Loop", "Mul", "Neg", "Not", "Relu", "Reshape", "SequenceMap",
         "Shape", "Sigmoid", "Size", "Slice", "Split", "Sqrt", "Squeeze", "Sub", "Tanh",
         "Transpose", "Unsqueeze"]
published = {(schema.name, schema.since_version)
             for schema in onnx.defs.get_all_schemas_with_history()
             if schema.domain == "" and schema.name in KNOWN}


def refused(source, target):
    """The operators that cannot be converted from one opset to the next."""
    modules = [f'module attributes {{onnxops.opset = {source} : i64}} {{\n'
               f'  "onnx.{name}"() : () -> ()\n}}\n' for name in KNOWN]
    done = subprocess.run(
        ["onnxops-opt", "-split-input-file", "-allow-unregistered-dialect",
         f"-onnxops-convert-version=target-opset={target}"],
        input="// -----\n".join(modules), capture_output=True, text=True)
    return re.findall(r"error: 'onnx\.(\w+)' op cannot be converted to", done.stderr)


last = onnx.defs.onnx_opset_version()
found = set()
for opset in range(2, last + 1):
    up, down = refused(opset - 1, opset), refused(opset, opset - 1)
    if up != down:
        sys.exit(f"opset {opset}: {up} refused on the way up, {down} down")
    found |= {(name, opset) for name in up}
expected = {(name, version) for name, version in published if version > 1}
if found != expected:
    sys.exit(f"only published {sorted(expected - found)}, only here {sorted(found - expected)}")
print(f"{len(found)} changes up to opset {last}")
