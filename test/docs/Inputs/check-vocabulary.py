# Finds words that stood for something that the field has a word for.
#
# usage: check-vocabulary.py SOURCE_DIR
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
FOLDERS = ("include", "lib", "tools", "cmake", "docs")
# History tells what was called how.
HISTORY = ("docs/decisions.md",)
SUFFIXES = (".h", ".cpp", ".c", ".def", ".td", ".py", ".pyi", ".md", ".txt", ".cmake")

# What must not be there, what to say instead, and the files that may have it.
WORDS = [
    (r"neighbou?r(?!-(r\d|r\.\.\.))", "other ONNX operator; adjacent",
     ("docs/spec.md", "docs/conformance.md")),  # ids of rows
    # DLPack's types have lanes, and vectors.
    (r"\b(?<!vector )lanes?\b", "iteration",
     ("lib/Copies/PermutePlan", "lib/Copies/Register", "lib/Transforms/GPU/DeviceWriter",
      "lib/Python/", "lib/Runtime/TensorTypes.c", "docs/ahead-of-time.md")),
    (r"\b(each|every|one|a|last|first|next|previous|per|other|another) turns?\b",
     "iteration", ()),
    (r"\bturns? of (a|the|an) (loop|`scf)", "iteration", ()),
    (r"\bpieces?\b", "chunk; segment", ()),
    (r"\bsweeps?\b|Sweep", "interleaved copy", ("docs/performance.md", "docs/interfaces.md")),
    (r"\bcells?\b|\w*Cells?\b(?<!Excel)", "suballocation", ()),
    (r"\b(no|the|as much|enough|more|has|have|make|makes|leave|leaves|whose) room\b",
     "capacity; buffer; space", ()),
    (r"\bspares?\b|[sS]pares?[A-Z]\w*|\w+Spares?\b", "cached; reusable", ()),
    (r"\bstor(y|ies)\b|\w+Story\b", "report", ()),
    (r"\bmovers?\b|\w*Movers?\b", "copy kernel; data movement", ()),
    (r"\blenien\w+", "compatibility option", ()),
    (r"\bspellings?\b|\brespell\w*", "syntax", ()),
    (r"around the cache", "non-temporal", ()),
    (r"nearest cache", "L1", ()),
    (r"\bwhoever\b|\bwhat nobody\b|\bwho asks\b", "a noun", ()),
    (r"version-shapes|settle-branches|unshare-tensors|place-constants|free-early",
     "the pass's new name", ("lib/Pipelines/FormerNames.cpp", "docs/interfaces.md")),
]

problems = []
count = 0
for folder in FOLDERS:
    for path in sorted((ROOT / folder).rglob("*")):
        name = str(path.relative_to(ROOT))
        if path.suffix not in SUFFIXES or name in HISTORY or "__pycache__" in name:
            continue
        count += 1
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for pattern, instead, allowed in WORDS:
                if any(name.startswith(prefix) for prefix in allowed):
                    continue
                found = re.search(pattern, line)
                if found:
                    problems.append(f"{name}:{number}: '{found[0]}', for which the field "
                                    f"says: {instead}")
assert count > 300, count
sys.exit("\n".join(problems) or 0)
