# Opens a page in Chromium without a screen, and prints what it has drawn and shows.
#
# usage: browse.py PROFILE PAGE.html [FRAGMENT]
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import html.parser
import os
import subprocess
import sys

profile, page = sys.argv[1:3]
url = "file://" + os.path.abspath(page) + "".join("#" + part for part in sys.argv[3:])
os.makedirs(profile, exist_ok=True)
done = subprocess.run(
    ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,800",
     f"--user-data-dir={profile}/data", "--virtual-time-budget=5000", "--dump-dom", url],
    env=dict(os.environ, HOME=profile), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    text=True, check=True)


class Dom(html.parser.HTMLParser):
    VOID = {"meta", "input"}

    def __init__(self):
        super().__init__()
        self.path, self.texts, self.nodes, self.graph = [], {}, {}, None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        identity = attributes.get("id", "")
        if tag == "svg":
            self.graph = self.nodes.setdefault(identity, [])
        kinds = attributes.get("class", "").split()
        if kinds[:1] == ["node"]:
            self.graph.append((kinds[1:], attributes["aria-label"]))
        if tag not in self.VOID:
            self.path.append((tag, identity or tag))

    def handle_endtag(self, tag):
        while self.path.pop()[0] != tag:
            pass

    def handle_data(self, data):
        for _, name in self.path:
            self.texts.setdefault(name, []).append(data)


dom = Dom()
dom.feed(done.stdout)
print("title:", dom.texts["title"][0])
print("counts:", dom.texts["counts"][0])
for side, nodes in dom.nodes.items():
    print(f"{side}: {len(nodes)} boxes")
    for kinds, label in nodes:
        if {"chosen", "twin"} & set(kinds):
            print(" ", kinds[-1], label)
print("matches:", *dom.texts.get("matches", []))
for line in dom.texts["details"]:
    if line.strip():
        print("details:", " ".join(line.split()))
