# Extracts the example of a page about another compiler: the module, our commands, and
# the output of the last one.
#
# usage: page-example.py PAGE FOLDER
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import re
import sys

page, folder = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
blocks = re.findall(r"```(mlir)?\n(.*?)```", page, re.DOTALL)
modules = [text for language, text in blocks if language]
commands = [text for language, text in blocks if text.startswith("onnxops-")]
if len(modules) != 2 or len(commands) != 1:
    sys.exit("expected two modules and one list of commands, but got others")
(folder / "model.mlir").write_text(modules[0])
(folder / "commands").write_text(commands[0])
(folder / "expected").write_text(modules[1] + "\n")
