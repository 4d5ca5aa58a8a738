# Writes models for pages: with names that must not become markup, large ones; and
# checks pages.
#
# usage: page.py models FOLDER
#        page.py check PAGE.html [NAME]  prints numbers of boxes; NAME must be a box
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import base64
import hashlib
import html.parser
import json
import os
import re
import sys

HOSTILE = '</script><script>document.title="forged"</script>\'"&amp;<!--\u202e\x01`${x}'
SHOWN = HOSTILE.replace("\u202e", r"\E2\80\AE").replace("\x01", r"\01")


def write_models(folder):
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    node = helper.make_node

    def save(name, nodes, output):
        constants = [numpy_helper.from_array(np.array(value, np.int64), each)
                     for each, value in (("half", 4), ("zero", 0), ("one", 1))]
        graph = helper.make_graph(
            nodes, name, [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 8])],
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, None)], constants)
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)],
                                    ir_version=8), f"{folder}/{name}.onnx")

    def swap(name, value, result):
        """Halves of a tensor, swapped: five nodes, of which three become one."""
        return [node("SplitToSequence", [value, "half"], [name + "s"], name, axis=-1),
                node("SequenceAt", [name + "s", "zero"], [name + "a"], name + "_low"),
                node("SequenceAt", [name + "s", "one"], [name + "b"], name + "_high"),
                node("Neg", [name + "b"], [name + "n"], name + "_neg"),
                node("Concat", [name + "n", name + "a"], [result], name + "_cat", axis=-1)]

    os.makedirs(folder, exist_ok=True)
    save("hostile", swap(HOSTILE, "x", "y"), "y")
    # 1,000 nodes, then halves, then 500 more.
    chain = [node("Relu", [f"r{i}" if i else "x"], [f"r{i + 1}"], f"relu{i}")
             for i in range(1500)]
    save("long", chain[:1000] + swap("rotate", "r1000", "swapped")
         + [node("Relu", ["swapped"], ["r1001"], "next")] + chain[1001:], "r1500")
    many = []
    for i in range(400):
        many += swap(f"m{i}", f"c{i}" if i else "x", f"c{i + 1}")
    save("many", many, "c400")


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.inside, self.texts, self.policy = None, {"script": [], "style": []}, None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        # No other file, and no code in attributes.
        assert not set(attributes) & {"src", "href", "style", "srcset"}, attributes
        assert not any(name.startswith("on") for name in attributes), attributes
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        if tag in self.texts:
            self.inside = tag
            self.texts[tag].append("")

    def handle_endtag(self, tag):
        if tag == self.inside:
            self.inside = None

    def handle_data(self, data):
        if self.inside:
            self.texts[self.inside][-1] += data


def describe(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def check(path, name=None):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert not re.search(r"https?:|//[a-z]+\.", text), "a link"
    page = Page()
    page.feed(text)
    (data, script), (style,) = page.texts["script"], page.texts["style"]
    assert page.policy == (f"default-src 'none'; script-src {describe(script)}; style-src "
                           f"{describe(style)}; base-uri 'none'; form-action 'none'")
    assert not set("<>&") & set(data)
    data = json.loads(data)
    for side in ("before", "after"):
        graph = data[side]
        nodes = [box for box in graph["boxes"] if box.get("kind") == "node"]
        hidden = [box["title"] + " " + box["name"] for box in graph["boxes"]
                  if "status" not in box]
        for box in graph["boxes"]:
            left, top, width, height = box["rect"]
            assert 0 <= left <= left + width <= graph["width"] + 1, box
            assert 0 <= top <= top + height <= graph["height"] + 1, box
        for edge in graph["edges"]:
            assert len(edge) >= 10, "expected two boxes and a curve"
        print(f"{side}: {len(nodes)} nodes", *hidden, "cut" if graph["isCut"] else "all",
              sep=", ")
        if name:
            assert any(box["name"].startswith(name) for box in nodes), name
    for reason, count in data["reasons"].items():
        print(f"{reason}: {count}")


if sys.argv[1] == "models":
    write_models(sys.argv[2])
else:
    check(sys.argv[2], SHOWN if sys.argv[3:] == ["hostile"] else None)
