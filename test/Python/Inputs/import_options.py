"""Compares the options for reading models in C and Python with ImportOptions.def."""

import inspect
import pathlib
import re
import sys

import onnxops
from onnxops import _library

include = pathlib.Path(sys.argv[1])
table = (include / "onnxops/Import/ImportOptions.def").read_text()
rows = re.findall(r'^ONNXOPS_(\w+)\((\w+),\s*"(.*?)"', table, re.M)
assert len(rows) == 12, rows

header = (include / "onnxops-c/Models.h").read_text()
struct = re.search(r"struct OnnxopsImportOptions \{(.*?)^\}", header, re.S | re.M)[1]
declared = re.findall(r"^  (bool|int64_t) (\w+);", struct, re.M)
types = {"MODEL_LIMIT": "int64_t"}
assert declared == [(types.get(kind, "bool"), member) for kind, member, _ in rows]
assert [member for _, member in declared] == [f[0] for f in _library.ImportOptions._fields_]

# The keywords are the flags of the tools, where they apply.
keywords = inspect.signature(onnxops.compile).parameters
for _, member, flag in rows:
    assert flag == re.sub("[A-Z]", lambda c: "-" + c[0].lower(), member), flag
    keeps = flag in ("allow-unsupported", "keep-functions")
    assert (flag.replace("-", "_") in keywords) != keeps, flag
