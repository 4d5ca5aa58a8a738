# Speaks to onnxops-lsp-server as an editor does, and prints what it answers.
#
# usage: lsp-session.py DOCUMENT
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import pathlib
import subprocess
import sys


class Server:
    """The server, and the messages to it and from it."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["onnxops-lsp-server", "--log=error"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.requests = 0

    def send(self, method, params, **more):
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more})
        data = text.encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b":")
            if name == b"Content-Length":
                length = int(value)
        if not length:
            sys.exit("expected a message, but the server is gone")
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        self.requests += 1
        self.send(method, params, id=self.requests)
        while (answer := self.receive()).get("id") != self.requests:
            pass
        if "error" in answer:
            sys.exit(f"{method}: {answer['error']}")
        return answer["result"]

    def await_diagnostics(self):
        while (message := self.receive()).get("method") != "textDocument/publishDiagnostics":
            pass
        return message["params"]["diagnostics"]


def describe(span):
    start, end = span["start"], span["end"]
    return (f"{start['line'] + 1}:{start['character'] + 1} to "
            f"{end['line'] + 1}:{end['character'] + 1}")


def find(text, needle, offset=0):
    """The position of the `offset`th character of the first `needle`."""
    before = text[: text.index(needle) + offset]
    return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}


def print_diagnostics(title, diagnostics):
    print(f"{title}: {len(diagnostics)} diagnostics")
    for diagnostic in diagnostics:
        print(f"  {describe(diagnostic['range'])}: {diagnostic['message']}")


path = pathlib.Path(sys.argv[1]).resolve()
document = {"uri": path.as_uri()}
text = path.read_text()
server = Server()
capabilities = server.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
capabilities = capabilities["capabilities"]
for name in ("definitionProvider", "referencesProvider", "hoverProvider"):
    print(f"{name}: {bool(capabilities.get(name))}")
server.send("initialized", {})

server.send(
    "textDocument/didOpen",
    {"textDocument": {**document, "languageId": "mlir", "version": 1, "text": text}},
)
print_diagnostics("opened", server.await_diagnostics())

for title, needle, offset in (("op", "onnxops.concat_v13", 3), ("value", "%joined", 2),
                              ("ONNX operator", "onnx.Relu", 3)):
    place = {"textDocument": document, "position": find(text, needle, offset)}
    hover = server.ask("textDocument/hover", place)
    print(f"hover on {title}:")
    print(hover["contents"]["value"])

for title, needle, offset in (("value", "(%joined)", 3), ("function", "call @twice", 7),
                              ("argument", "%a, %a", 1)):
    place = {"textDocument": document, "position": find(text, needle, offset)}
    for found in server.ask("textDocument/definition", place):
        assert found["uri"] == document["uri"], found
        print(f"definition of {title}: {describe(found['range'])}")

place = {"textDocument": document, "position": find(text, "call @twice", 7),
         "context": {"includeDeclaration": True}}
found = server.ask("textDocument/references", place)
print("references of function:", ", ".join(sorted(describe(use["range"]) for use in found)))

# An axis that the rank does not have, an op that is none, the text as it was.
wrong = text.replace("axis = 1", "axis = 2")
unknown = text.replace("concat_v13", "concat_v99")
for version, content in ((2, wrong), (3, unknown), (4, text)):
    server.send(
        "textDocument/didChange",
        {"textDocument": {**document, "version": version}, "contentChanges": [{"text": content}]},
    )
    print_diagnostics(f"version {version}", server.await_diagnostics())

# Half an op, as it stands while one types.
typed = text[: text.index("concat_v13")] + "\n}\n"
server.send(
    "textDocument/didChange",
    {"textDocument": {**document, "version": 5}, "contentChanges": [{"text": typed}]},
)
server.await_diagnostics()
place = {"textDocument": document, "position": find(typed, "onnxops.", 8),
         "context": {"triggerKind": 1}}
items = server.ask("textDocument/completion", place)["items"]
labels = {item["label"].removeprefix("onnxops.") for item in items}
print("completions:", *sorted(labels & {"addi", "concat_v13", "concat_v99", "tile_v13"}))

server.send("textDocument/didClose", {"textDocument": document})
server.ask("shutdown", None)
server.send("exit", None)
print("exit status", server.process.wait())
