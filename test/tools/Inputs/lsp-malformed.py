# Sends onnxops-lsp-server what no editor would, and expects it to go on, or to
# end with status 1 where messages have no beginning any more.
#
# usage: lsp-malformed.py
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import subprocess

DEEP = 20000
URI = {"uri": "file:///a.mlir"}


def frame(data):
    return b"Content-Length: %d\r\n\r\n" % len(data) + data


def message(method, params, **more):
    text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more})
    return frame(text.encode())


def document(text):
    opened = {**URI, "languageId": "mlir", "version": 1, "text": text}
    return message("textDocument/didOpen", {"textDocument": opened})


def ask(method, line, character):
    params = {"textDocument": URI, "position": {"line": line, "character": character}}
    return message(f"textDocument/{method}", params, id=2)


def change(text, **more):
    params = {"textDocument": {**URI, "version": 2}, "contentChanges": [{"text": text, **more}]}
    return message("textDocument/didChange", params)


PLAIN = document("func.func private @f()")
BEHIND = {"start": {"line": 5, "character": 50}, "end": {"line": 0, "character": 2}}
ALIASES = "!a0 = tuple<i1>\n" + "".join(f"!a{i + 1} = tuple<!a{i}>\n" for i in range(DEEP))
SPLAT = "tensor<1099511627776xf32>"
GOES_ON = {
    "length 0": b"Content-Length: 0\r\n\r\n",
    "length below 0": b"Content-Length: -5\r\n\r\n",
    "no JSON": frame(b"{{{{"),
    "deep JSON": frame(b'{"jsonrpc": "2.0", "method": "x", "params": ' + b"[" * 200000 + b"]" * 200000 + b"}"),
    "wrong parameters": message("textDocument/hover", [1, 2], id=2),
    "unknown file": message("textDocument/hover", {"textDocument": {"uri": "file:///b.mlir"},
                                                   "position": {"line": 0, "character": 0}}, id=2),
    "no file": message("textDocument/didOpen", {"textDocument": {
        "uri": "%%%", "languageId": "mlir", "version": 1, "text": ""}}),
    "behind the text": PLAIN + ask("hover", 10**6, 10**6) + ask("completion", 10**6, 10**6),
    "before the text": PLAIN + ask("hover", -3, -8) + ask("completion", -3, -8),
    "change behind the text": PLAIN + change("x", range=BEHIND),
    "change of nothing": change("x"),
    "NUL": document('func.func private @f()\0\0"t.op"()'),
    "bytecode": document("ML\u00ef R"),
    "deep attributes": document('"t.op"() {a = ' + "[" * DEEP + "]" * DEEP + "} : () -> ()"),
    "deep types": document("func.func private @f(" + "tuple<" * DEEP + "i1" + ">" * DEEP + ")"),
    # Upstream takes time that is quadratic in these.
    "deep regions": document('"t.op"() ({' * (DEEP // 3) + "}) : () -> ()" * (DEEP // 3)),
    "deep aliases": document(ALIASES + f"func.func private @f(!a{DEEP})\n"),
    "large splat": document(f"func.func @f() -> {SPLAT} {{ %0 = arith.constant dense<1.0> : {SPLAT}"
                            f" return %0 : {SPLAT} }}") + ask("hover", 0, 50),
}
ENDS = {
    "giant length": b"Content-Length: 4611686018427387904\r\n\r\n{}",
    "all ones": b"Content-Length: 18446744073709551615\r\n\r\n{}",
    "no length": b"Type: text\r\n\r\n{}",
    "cut short": b"Content-Length: 100\r\n\r\n{}",
    "not an object": frame(b"[1, 2]"),
}
START = message("initialize", {"capabilities": {}}, id=1)
END = message("shutdown", None, id=9) + message("exit", None)



def run(*messages):
    return subprocess.run(["onnxops-lsp-server", "--log=error"],
                          input=START + b"".join(messages) + END, capture_output=True)


# Behind each case a question that is answered, if only with an error.
result = run(*(data + message("test/ask", {}, id=f"after {name}") for name, data in GOES_ON.items()))
for name in GOES_ON:
    assert b'"id":"after %s"' % name.encode() in result.stdout, (name, result.returncode)
assert result.returncode == 0, result
for name, data in ENDS.items():
    result = run(data)
    assert result.returncode == 1, (name, result.returncode, result.stderr[-500:])
