# Writes a function whose argument has a deeply nested type of torch-mlir.
#
# usage: deep-type.py list|tuple DEPTH
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

name, depth = sys.argv[1], int(sys.argv[2])
before, after = {"list": ("", "vtensor<[2],f32>"), "tuple": ("vtensor<[2],", "f32")}[name]
end = ">" if name == "tuple" else ""
type = f"!torch.{before}{(name + '<') * depth}{after}{'>' * depth}{end}"
print(f"""func.func @main(%x: {type}) {{
  %0 = "torch.operator"(%x) {{name = "onnx.Identity"}} : ({type}) -> {type}
  return
}}""")
