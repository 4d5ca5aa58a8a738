# Compares the table of lib/README.md with the CMakeLists.txt files, and compiles two
# files with an include that only one of them may have.
#
# usage: check-stages.py SOURCE_DIR BUILD_DIR
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import pathlib
import re
import shlex
import subprocess
import sys

ROOT, BUILD = (pathlib.Path(path).resolve() for path in sys.argv[1:])
LIB = ROOT / "lib"


def read_commands(folder):
    """The commands of a CMakeLists.txt, in order: name and arguments."""
    text = re.sub(r"#.*", "", (folder / "CMakeLists.txt").read_text())
    return [(name, words.split())
            for name, words in re.findall(r"^(\w+)\(([^)]*)\)", text, re.MULTILINE)]


def read_links(words):
    return [word.removeprefix("OnnxOps") for word in words
            if word.startswith("OnnxOps") and word != "OnnxOpsProtobuf"]


def read_stages(folder):
    """Folder, library and the libraries of this project that it links, in CMake's order."""
    stages, links = [], {}
    for name, words in read_commands(folder):
        if name == "add_subdirectory":
            stages += read_stages(folder / words[0])
        elif name == "onnxops_add_library" or (
                name == "add_library" and words[1] in ("STATIC", "INTERFACE")
                and words[0] != "OnnxOpsProtobuf"):
            if links:
                sys.exit(f"{folder}: expected one library, but got {words[0]} as well")
            links[words[0]] = (read_links(words[words.index("LINK_LIBS"):])
                               if "LINK_LIBS" in words else [])
            stages.append((str(folder.relative_to(LIB)), words[0].removeprefix("OnnxOps"),
                           links[words[0]]))
        elif name == "target_link_libraries" and words[0] in links:
            links[words[0]] += read_links(words[1:])
    return stages


stages = read_stages(LIB)
rows = []
for line in (LIB / "README.md").read_text().splitlines():
    cells = [cell.strip() for cell in line.split("|")[1:-1]]
    if len(cells) == 6 and cells[0].startswith("`"):
        names = [re.findall(r"`([^`]*)`", cell) for cell in cells]
        rows.append((names[0][0], names[1][0], names[2]))

problems = []
if [row[0] for row in rows] != [stage[0] for stage in stages]:
    problems.append(f"expected the rows {[stage[0] for stage in stages]}, "
                    f"but got {[row[0] for row in rows]}")
else:
    for row, stage in zip(rows, stages):
        if row[1] != stage[1] or sorted(row[2]) != sorted(stage[2]):
            problems.append(f"expected the row of {stage}, but got {row}")

before = set()
for folder, library, linked in stages:
    problems += [f"{folder}: links {name}, which is added after it"
                 for name in linked if name not in before]
    before.add(library)

commands = {entry["file"]: entry
            for entry in json.loads((BUILD / "compile_commands.json").read_text())}


def compiles(path, header):
    entry = commands[str(LIB / path)]
    command = shlex.split(entry["command"])
    command = command[:command.index("-o")] + ["-fsyntax-only", "-include", header,
                                               str(LIB / path)]
    done = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True)
    if done.returncode and f"'{header}' file not found" not in done.stderr:
        problems.append(f"{path} with {header}: {done.stderr[:1000]}")
    return done.returncode == 0


for path, header, expected in (
        ("Support/Escape.cpp", "onnxops/Support/Limits.h", True),
        ("Support/Escape.cpp", "onnxops/Dialect/OnnxOps/IR/TypeRules.h", False),
        ("Dialect/OnnxOps/IR/TypeRules.cpp", "onnxops/Onnx/Operators.h", False),
        ("Onnx/Schemas.cpp", "onnxops/Dialect/OnnxOps/IR/TypeRules.h", True)):
    if compiles(path, header) != expected:
        problems.append(f"{path}: expected {header} {'' if expected else 'not '}to be seen")

assert len(stages) > 20, stages
sys.exit("\n".join(problems) or 0)
