# Writes deeply nested modules, and reads them with tools, or without any with the
# Python module.
#
# usage: nesting.py FOLDER [TOOL...]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import subprocess
import sys

FOLDER, TOOLS = pathlib.Path(sys.argv[1]), sys.argv[2:]
DEEP, LIMIT = 20000, 256
TEXT = f"expected a module nested at most {LIMIT} deep, but got more"
PARTS = f"expected attributes and types nested at most {LIMIT} deep, but got "
LARGE = "expected attributes and types of at most 1048576 parts, but got "
MAIN = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }\n"


def in_map(expression):
    return f"#map = affine_map<(d0, d1)[s0] -> ({expression})>\n{MAIN}"


def in_attribute(attribute):
    return f'"test.op"() {{a = {attribute}}} : () -> ()\n{MAIN}'


def aliases(first, more, count, sigil, use):
    """Each is built from the previous one."""
    lines = [f"{sigil}a0 = {first}"]
    lines += [f"{sigil}a{i + 1} = " + more.format(f"{sigil}a{i}") for i in range(count)]
    return "\n".join(lines) + "\n" + use.format(f"{sigil}a{count}") + "\n" + MAIN


def nest(opening, inner, closing, depth=DEEP):
    return opening * depth + inner + closing * depth


# Breaks text-r1.
REFUSED = {
    "arrays": (in_attribute(nest("[", "", "]")), TEXT),
    "dictionaries": (in_attribute(nest("{a = ", "1", "}")), TEXT),
    "in-a-string": (in_attribute(nest('["\\"]]]", ', "1", "]")), TEXT),
    "behind-comments": (in_attribute(nest("[ // ]]]] >>\n", "", "]")), TEXT),
    "types": (f"func.func private @f({nest('tuple<', 'i1', '>')})\n{MAIN}", TEXT),
    "functions": (in_attribute(nest("(", "i1", ") -> ()")), TEXT),
    "elements": (in_attribute(f"dense<{nest('[', '1', ']')}> : tensor<1xi32>"), TEXT),
    "regions": (nest('"test.op"() ({', "", "}) : () -> ()\n") + MAIN, TEXT),
    "never-closed": ('"test.op"() ({' * DEEP, TEXT),
    "brackets-in-maps": (in_map(nest("(", "d0", ")")), TEXT),
    "minus": (in_map("- " * DEEP + "d0"), TEXT),
    "plus": (in_map("d0" + " * 3 + d1" * DEEP), TEXT),
    "mod": (in_map("d0" + " mod s0 floordiv s0" * DEEP), TEXT),
    "ceildiv": (in_map("d0" + " ceildiv 3" * DEEP), TEXT),
    "locations": (f'"test.op"() : () -> () loc({nest("callsite(", chr(34) + "a" + chr(34), " at unknown)")})\n', TEXT),
    "type-aliases": (aliases("tuple<i1>", "tuple<{}>", 50000, "!", "func.func private @f({})"), PARTS),
    "aliases": (aliases("[1]", "[{}]", 50000, "#", '"test.op"() {{a = {}}} : () -> ()'), PARTS),
    "location-aliases": (aliases('loc("a")', 'loc(callsite({} at "b"))', 50000, "#",
                                 '"test.op"() : () -> () loc({})'), PARTS),
    "twice-each": (aliases("tuple<i1>", "tuple<{0}, {0}>", 60, "!", "func.func private @f({})"), LARGE),
    "argument": (aliases("tuple<i1>", "tuple<{}>", 50000, "!",
                         '"test.op"() ({{\n^bb0(%a: {}):\n  "test.end"() : () -> ()\n}}) : () -> ()'), PARTS),
}
# Shows text-r1.
READ = {
    "many": in_attribute("[" + "[1, 2], " * 50000 + "1]"),
    "strings": in_attribute("[" + '"[[[[<<<<", ' * 5000 + "1]"),
    "comments": "// " + "[" * 5000 + "\n" + MAIN,
    "numbers": in_attribute("[" + "-1, " * 50000 + "1.0e-3]"),
    "results": in_attribute("() -> (" + "i1, " * 5000 + "i1)"),
    "comparisons": in_attribute("affine_set<(d0) : (" + "d0 >= 0, " * 5000 + "d0 == 0)>"),
    "negative": '"test.op"() ({' + "%0 = arith.constant -1 : i32\n" * 5000 + '"test.end"() : () -> ()}) : () -> ()\n' + MAIN,
    "names": '"test.op"() ({' + '%a-b-c = "test.op"() : () -> i1\n"test.end"() : () -> ()}) : () -> ()\n' + MAIN,
    "deep-enough": in_attribute(nest("[", "", "]", 250)),
    "long-enough": in_map("d0" + " + d1" * 250),
}


def read_by_tool(tool, file):
    options = {"onnxops-run": ["--random", "1"], "onnxops-compile": ["-o", FOLDER / "out.o"],
               "onnxops-translate": ["--export-onnx", "-o", FOLDER / "out.onnx"]}[tool]
    result = subprocess.run([tool, file] + options, capture_output=True, text=True)
    assert result.returncode in (0, 2), (tool, file, result)
    return result.stderr


def read_by_python(file):
    import onnxops

    try:
        onnxops.compile(file)
    except onnxops.ModelError as error:
        return f"error: {error}\n"
    return ""


def read(name, text):
    file = FOLDER / f"{name}.mlir"
    file.write_text(text)
    for tool in TOOLS:
        yield tool, read_by_tool(tool, file)
    if not TOOLS:
        yield "python", read_by_python(file)


for name, (text, message) in REFUSED.items():
    for reader, said in read(name, text):
        assert said.startswith(f"error: {FOLDER}/{name}.mlir"), (name, reader, said[:300])
        assert message in said and said.count("\n") == 1, (name, reader, said[:300])
for name, text in READ.items():
    for reader, said in read(name, text):
        # Later stages do not support the op, and report that.
        assert "nested" not in said and "parts" not in said, (name, reader, said[:300])
