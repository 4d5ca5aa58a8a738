# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of the concat fuzzer: printed as MLIR, evaluated with numpy, shrunk.

An op carries its own text and its own meaning, so that neither the printer nor
the evaluator has to know what ops there are.
"""

import re

MASK = (1 << 64) - 1
HASH_FACTOR = 1000003


class Op:
    """`lines` surround the bodies: lines[0], bodies[0], lines[1], ...

    `run(op, env, log)` computes the op. A pinned op is never dropped. The body
    of an op with `outlined`, (name, parameters, results), is printed as a
    function of its own.
    """

    def __init__(self, lines, run, defs=(), uses=(), bodies=(), pinned=False,
                 outlined=None):
        self.lines, self.run, self.defs, self.uses = lines, run, defs, uses
        self.bodies, self.pinned, self.outlined = bodies, pinned, outlined

    def with_bodies(self, bodies):
        return Op(self.lines, self.run, self.defs, self.uses, bodies,
                  self.pinned, self.outlined)

    def render(self, functions):
        if self.outlined:
            name, parameters, results = self.outlined
            functions.append(render_function(
                name, parameters, self.bodies[0], functions, results))
            sizes = used_sizes("\n".join(
                line for op in self.bodies[0] for line in op.render([])))
            extra = "".join(f"{size}, " for size in sizes)
            extra_types = "index, " * len(sizes)
            return [self.lines[0].format(extra=extra, types=extra_types)]
        text = self.lines[0].splitlines()
        for body, after in zip(self.bodies, self.lines[1:]):
            text += ["  " + line for op in body for line in op.render(functions)]
            text += after.splitlines()
        return text


class CheckFailed(Exception):
    """Ends a case."""


# What the interpreter prints for a case that a check ends.
FAILED = -1


def run_ops(ops, env, log):
    for op in ops:
        op.run(op, env, log)


def used_names(ops):
    for op in ops:
        yield from op.uses
        for body in op.bodies:
            yield from used_names(body)


def without_one(ops, used):
    """All ways to drop one op whose results nobody uses."""
    for index, op in enumerate(ops):
        if not op.pinned and not used.intersection(op.defs):
            yield ops[:index] + ops[index + 1:]
        for which, body in enumerate(op.bodies):
            inner = used if not op.outlined else set(used_names(body))
            for smaller in without_one(body, inner):
                bodies = list(op.bodies)
                bodies[which] = smaller
                yield ops[:index] + [op.with_bodies(bodies)] + ops[index + 1:]


def used_sizes(text):
    """Sizes reach a function as index arguments, which hide them."""
    return sorted(set(re.findall(r"%d\d+\b", text)), key=lambda d: int(d[2:]))


def render_function(name, parameters, body, functions, results=None):
    lines = ["  " + line for op in body for line in op.render(functions)]
    sizes = [f"{size}: index" for size in used_sizes("\n".join(lines))]
    arrow = f" -> ({results})" if results else ""
    head = f"func.func private @{name}({', '.join(sizes + parameters)}){arrow} {{"
    return "\n".join([head, *lines, "}"])


class Case:
    """One program. `needs_pass`: upstream alone cannot bufferize it, because the
    subview of an empty operand is out of bounds to its verifier."""

    def __init__(self, number, inputs, flag, ops, needs_pass):
        self.number, self.inputs, self.flag, self.ops, self.needs_pass = (
            number, inputs, flag, ops, needs_pass)

    def evaluate(self):
        env = {name: data for name, _, data, _ in self.inputs}
        env["%flag"] = self.flag
        log = []
        try:
            run_ops(self.ops, env, log)
        except CheckFailed:
            log.append(FAILED)
        return log

    def ends_at_check(self):
        return FAILED in self.evaluate()

    def shrink(self):
        for ops in without_one(self.ops, set(used_names(self.ops))):
            yield Case(self.number, self.inputs, self.flag, ops,
                       self.needs_pass)

    def render(self, functions):
        """Adds the functions of the case; returns the lines that call it."""
        parameters = [
            f"{name}: {kind}" + (" {bufferization.writable = false}"
                                 if read_only else "")
            for name, kind, _, read_only in self.inputs] + ["%flag: i1"]
        ret = Op(["return"], None, pinned=True)
        text = render_function(f"case{self.number}", parameters,
                               [*self.ops, ret], functions)
        functions.append(text)
        sizes = used_sizes(text[text.index("\n"):])
        arguments, types, lines = list(sizes), ["index"] * len(sizes), []
        for name, kind, data, _ in self.inputs:
            full = "x".join([*map(str, data.shape), "i32"])
            literal = str(data.tolist()) if data.size else ""
            mine = f"{name}_{self.number}"
            lines += [f"{mine}s = arith.constant dense<{literal}> : "
                      f"tensor<{full}>",
                      f"{mine} = tensor.cast {mine}s : tensor<{full}> to {kind}"]
            arguments.append(mine)
            types.append(kind)
        arguments.append("%true" if self.flag else "%false")
        types.append("i1")
        lines.append(f"func.call @case{self.number}({', '.join(arguments)}) : "
                     f"({', '.join(types)}) -> ()")
        return lines


def dynamic(rank):
    return f"tensor<{'?x' * rank}i32>"


def hash_op(value, kind, rank, name):
    """An order-dependent hash of all elements as one i64, `name`h."""
    dims = ", ".join(f"i{n}" for n in range(rank))
    loops = ", ".join(['"reduction"'] * rank)
    return f"""{name}z = arith.constant dense<0> : tensor<i64>
{name}t = linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>, \
affine_map<({dims}) -> ()>], iterator_types = [{loops}]}} \
ins({value} : {kind}) outs({name}z : tensor<i64>) {{
^bb0(%x: i32, %h: i64):
  %f = arith.constant {HASH_FACTOR} : i64
  %e = arith.extsi %x : i32 to i64
  %m = arith.muli %h, %f : i64
  %s = arith.addi %m, %e : i64
  linalg.yield %s : i64
}} -> tensor<i64>
{name}h = tensor.extract {name}t[] : tensor<i64>"""


def hash_array(data):
    value = 0
    for element in data.ravel().tolist():
        value = (value * HASH_FACTOR + element) & MASK
    # Above the headers, which are large negative numbers.
    return value >> 8


PRINT_HASH = """{name}k = arith.constant 8 : i64
{name}p = arith.shrui {name}h, {name}k : i64
func.call @printI64({name}p) : (i64) -> ()
func.call @printNewline() : () -> ()"""


EXTERNAL = ["func.func private @printI64(i64)",
            "func.func private @printNewline()"]


def render_helpers():
    """Functions that read or overwrite what they are given, with a name by
    which to find their callers."""
    helpers = []
    for rank in (1, 2, 3, 4):
        dims = ", ".join(f"i{n}" for n in range(rank))
        loops = ", ".join(['"parallel"'] * rank)
        kind = dynamic(rank)
        observe = hash_op("%t", kind, rank, "%o") + "\n" + PRINT_HASH.format(
            name="%o")
        helpers.append((f"@observe{rank}(", f"func.func private "
                        f"@observe{rank}(%t: {kind}) {{\n"
                        f"{observe}\nreturn\n}}"))
        helpers.append((f"@bump{rank}(", f"""func.func private @bump{rank}(%t: {kind}) -> {kind} {{
%r = linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>], \
iterator_types = [{loops}]}} outs(%t : {kind}) {{
^bb0(%x: i32):
  %c = arith.constant 1 : i32
  %s = arith.addi %x, %c : i32
  linalg.yield %s : i32
}} -> {kind}
return %r : {kind}
}}"""))
    return helpers


def render_module(cases, header):
    functions, main = [], []
    for case in cases:
        main.append(f"%n{case.number} = arith.constant {header - case.number} "
                    ": i64")
        main.append(f"func.call @printI64(%n{case.number}) : (i64) -> ()")
        main.append("func.call @printNewline() : () -> ()")
        main += case.render(functions)
    sizes = used_sizes("\n".join(main))
    constants = [f"{size} = arith.constant {size[2:]} : index" for size in sizes]
    constants += ["%true = arith.constant true", "%false = arith.constant false"]
    body = "\n".join("  " + line for line in constants + main)
    text = "\n\n".join([*functions, "func.func @run_cases() {", body,
                        "  return\n}\n"])
    helpers = [helper for name, helper in render_helpers() if name in text]
    return "\n\n".join([*EXTERNAL, *helpers, text])
