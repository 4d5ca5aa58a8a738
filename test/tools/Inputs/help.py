# Compares the options that tools have in common, looks for the passes of a page in
# the help of onnxops-opt, runs the examples of all tools, and compares manual pages
# with the help.
#
# usage: help.py PASSES.md TOOLS
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import pathlib
import re
import subprocess
import sys

import numpy
import onnx
from onnx import helper

TOOLS = ("onnxops-translate", "onnxops-opt", "onnxops-rewrite", "onnxops-run",
         "onnxops-compile", "onnxops-lsp-server")
# Their defaults differ, or the values that they have.
DIFFERENT = {"--cpu", "--function", "--verify-passes", "-o"}


def get_help(tool):
    run = subprocess.run([tool, "--help"], check=True, capture_output=True, text=True)
    return run.stdout


def get_options(tool, text):
    """The syntax and description of each option in the tool's own group."""
    group = re.search(rf"^{tool}[^\n]*:\n\n(.*?)\n\nEXAMPLES:", text, re.M | re.S)[1]
    return dict(re.findall(r"^  (-\S+?(?:(?:=| )<.*?>)?) +- (.*)$", group, re.M))


def get_name(syntax):
    return re.match(r"-+[\w-]+", syntax)[0]


def message(content):
    text = json.dumps({"jsonrpc": "2.0", **content})
    return f"Content-Length: {len(text)}\r\n\r\n{text}"


def run_examples(tool, text):
    examples = text.split("\nEXAMPLES:\n\n")[1].splitlines()
    assert len(examples) == 2, examples
    session = "".join([
        message({"id": 0, "method": "initialize",
                 "params": {"processId": 1, "rootUri": None, "capabilities": {}}}),
        message({"id": 1, "method": "shutdown"}),
        message({"method": "exit"}),
    ])
    for example in examples:
        assert example.startswith(f"  {tool} "), example
        subprocess.run(example, shell=True, check=True, text=True,
                       stdout=subprocess.DEVNULL, input=session)


x, y = (helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, sizes)
        for name, sizes in (("x", [2, 3]), ("y", [4, 3])))
graph = helper.make_graph([helper.make_node("Concat", ["x", "x"], ["y"], axis=0)],
                          "join", [x], [y])
opset = [helper.make_opsetid("", 13)]
onnx.save(helper.make_model(graph, opset_imports=opset), "model.onnx")
numpy.save("x.npy", numpy.zeros((2, 3), numpy.float32))

known, pages = {}, []
for tool in TOOLS:
    help_text = get_help(tool)
    options = get_options(tool, help_text)
    # An option whose value may be left out is listed twice.
    options = {syntax: text for syntax, text in options.items()
               if f"{syntax}=<value>" not in options}
    names = [get_name(syntax).lstrip("-") for syntax in options]
    assert len(names) > 1 and names == sorted(names), names
    for syntax, description in options.items():
        name = get_name(syntax)
        first = known.setdefault(name, (syntax, description))
        assert syntax == first[0], (tool, syntax, first)
        assert description == first[1] or name in DIFFERENT, (tool, description, first)
    if tool == "onnxops-opt":
        passes = pathlib.Path(sys.argv[1]).read_text()
        passes = re.findall(r"^### `-(.*)`$", passes, re.M)
        assert len(passes) > 30 and set(passes) <= set(names), set(passes) - set(names)
    page = pathlib.Path(sys.argv[2], tool, f"{tool}.1")
    if page.exists():
        text = page.read_text().replace("\\-", "-").split('.SH "EXIT STATUS"')[0]
        documented = set(re.findall(r"(?<![\w-])(--?[a-z][\w-]*)", text.split(".SH OPTIONS")[1]))
        given = {get_name(syntax) for syntax in options}
        assert documented == given, documented ^ given
        pages.append(tool)
    run_examples(tool, help_text)
assert pages == ["onnxops-rewrite"], pages
