# Checks the markers of a page's snippets: "from: FILE" is a part of that file;
# "run: NAME" is written to a folder as NAME.sh for a test to run. A snippet
# without a marker is an error, since it would not be tested.
#
# usage: snippets.py PAGE FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import re
import sys

page = pathlib.Path(sys.argv[1])
folder = pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
root = page.resolve().parent.parent
text = page.read_text()
snippets = re.findall(
    r"<!-- (from|run): (\S+) -->\n```\w+\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)

fences = len(re.findall(r"^```", text, re.MULTILINE))
if fences != 2 * len(snippets):
    sys.exit(f"{page.name}: expected all of {fences // 2} snippets to say what they"
             f" are, but got {len(snippets)} that do")
for kind, name, snippet in snippets:
    if kind == "run":
        (folder / f"{name}.sh").write_text(snippet)
    elif snippet not in (root / name).read_text():
        sys.exit(f"{page.name}: expected a part of {name}, but got:\n{snippet}")
print(f"{len(snippets)} snippets are tested")
