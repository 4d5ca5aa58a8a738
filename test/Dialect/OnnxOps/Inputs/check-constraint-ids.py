# Compares the constraint ids of one family: those in the ops' descriptions, in
# the table of docs/spec.md, next to the verifiers' lines, and in the invalid
# test. All four must have the same ids.
#
# usage: check-constraint-ids.py SOURCE_ROOT PREFIX FAMILY TEST
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import re
import sys


def main(root, prefix, family, test):
    ir = "onnxops/Dialect/OnnxOps/IR"
    places = {
        "description": [f"include/{ir}/{family}.td"],
        "verifier": [f"lib/Dialect/OnnxOps/IR/{family}.cpp",
                     "lib/Dialect/OnnxOps/IR/TypeRules.cpp"],
        "docs/spec.md": ["docs/spec.md"],
        "invalid test": [f"test/Dialect/OnnxOps/{test}"],
    }
    ids = {}
    for place, files in places.items():
        text = "".join((pathlib.Path(root) / f).read_text() for f in files)
        if place == "docs/spec.md":
            text = text[text.index("\n## Constraints\n"):]
        # In code and tests, only ids in comments count.
        if place in ("verifier", "invalid test"):
            text = "\n".join(re.findall(r"//.*", text))
        ids[place] = set(re.findall(rf"\b{prefix}-c\d+\b", text))

    everything = set().union(*ids.values())
    missing = [
        f"{name} is not in the {place}"
        for place, found in ids.items()
        for name in sorted(everything - found)
    ]
    if missing or not everything:
        sys.exit("\n".join(missing) or f"no constraint of {prefix}")
    print(f"{prefix}: {len(everything)} constraints")


main(*sys.argv[1:])
