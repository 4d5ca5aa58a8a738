"""Compares the module's table of element types with ElementTypes.def."""

import pathlib
import re
import sys

import numpy
from onnxops import _elements

CODES = {"Int": 0, "UInt": 1, "Float": 2, "Bfloat": 4, "Complex": 5, "Bool": 6}
folder = pathlib.Path(sys.argv[1])
numbers = re.findall(r"^  ONNXOPS_(\w+) = (\d+)", (folder / "Runtime.h").read_text(), re.M)
numbers = {name: int(number) for name, number in numbers}
# Without the types that are only stored, whose rows begin with a number.
table = (folder / "ElementTypes.def").read_text()
rows = re.findall(r"^X\(([A-Z].*)\)$", table, re.M)
assert len(rows) == 15, rows

expected = {_elements.STRING: ("string", numpy.dtype(object), None)}
for row in rows:
    name, kind, bits, _, mlir, _, array, *_ = row.replace('"', "").split(", ")
    shown = f"complex{bits}" if kind == "Complex" else mlir
    shown = "bool" if kind == "Bool" else shown
    array = numpy.dtype(array) if array else None
    expected[numbers[name]] = (shown, array, (CODES[kind], int(bits)))

actual = {
    number: (_elements.name(number), _elements.to_numpy(number), _elements.to_dlpack(number))
    for number in _elements._TYPES
}
assert actual == expected, (actual, expected)
