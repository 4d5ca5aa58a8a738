# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Producers of the concat fuzzer: ops with a destination, and views.

Shapes are known while generating, so every program is valid; which sizes the
compiler may see is decided per dimension. Values of the program are mostly
distinct numbers, so that a stale or misplaced element is seen.
"""

from typing import NamedTuple

import numpy as np

from .program import Op


class Value(NamedTuple):
    name: str
    shape: tuple
    hidden: tuple  # per dimension: True if the type does not say its size
    owned: bool = False  # may be returned: aliases no other live result

    @property
    def type(self):
        dims = ["?" if hide else str(size)
                for size, hide in zip(self.shape, self.hidden)]
        return f"tensor<{'x'.join([*dims, 'i32'])}>"


def maps(rank, count):
    dims = ", ".join(f"i{n}" for n in range(rank))
    return ", ".join([f"affine_map<({dims}) -> ({dims})>"] * count)


def loops(rank):
    return ", ".join(['"parallel"'] * rank)


class Producers:
    """Adds ops to `self.ops`; each method gives the value that it made."""

    def __init__(self, rng):
        self.rng = rng
        self.count = 0
        self.ops = []
        self.operands = {}  # of each concat, by its name
        self.needs_pass = False
        self.in_loop = 0
        self.scopes = [[]]
        self.empties = [[]]
        self.p_hidden = rng.choice([0, 0.3, 0.6, 1])
        # Of a concat with an operand that does not fit, up to the first one.
        self.p_misfit = rng.choice([0, 0, 0, 0.5])
        # Upstream refuses most programs with empty tensors, so that there is
        # nothing to compare with: not too many of them.
        self.least = rng.choice([0, 1, 1])

    # Small helpers.

    def chance(self, probability):
        return self.rng.random() < probability

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def hide(self, shape):
        return tuple(self.chance(self.p_hidden) for _ in shape)

    def visible(self, condition=lambda value: True):
        return [v for scope in self.scopes for v in scope if condition(v)]

    def emit(self, text, run, result=None, uses=(), show=True, **rest):
        """Adds an op; `run` takes the values of `uses` and gives the result."""
        def step(op, env, log):
            env[result.name] = run(*[env[use.name] for use in uses])
        self.ops.append(Op([text], rest.pop("step", step),
                           [result.name] if result else [],
                           [use.name for use in uses], **rest))
        if result and show:
            self.scopes[-1].append(result)
        return result

    def sizes(self, shape, hidden):
        """SSA names of the hidden sizes; some are read off a tensor."""
        names, uses = [], []
        for size, hide in zip(shape, hidden):
            if not hide:
                continue
            source = self.visible(lambda v: any(
                s == size and h for s, h in zip(v.shape, v.hidden)))
            if source and self.chance(0.2):
                value = self.rng.choice(source)
                dim = next(n for n, (s, h) in enumerate(
                    zip(value.shape, value.hidden)) if s == size and h)
                index = Value(self.name(), (), ())
                self.emit(f"{index.name}c = arith.constant {dim} : index\n"
                          f"{index.name} = tensor.dim {value.name}, "
                          f"{index.name}c : {value.type}",
                          lambda _: None, index, [value], show=False)
                names.append(index.name)
                uses.append(index)
            else:
                names.append(f"%d{size}")
        return names, uses

    def empty(self, shape, hidden):
        same = [v for scope in self.empties for v in scope
                if (v.shape, v.hidden) == (shape, hidden)]
        if same and self.chance(0.3):
            return self.rng.choice(same)
        names, uses = self.sizes(shape, hidden)
        result = Value(self.name(), shape, hidden)
        self.emit(f"{result.name} = tensor.empty({', '.join(names)}) : "
                  f"{result.type}", lambda *_: None, result, uses, show=False)
        self.empties[-1].append(result)
        return result

    def find_or_make(self, shape):
        same = self.visible(lambda v: v.shape == shape)
        if same and self.chance(0.7):
            return self.rng.choice(same)
        return self.make_iota(shape, self.hide(shape))

    def retype(self, value, hidden):
        if value.hidden == hidden:
            return value
        result = Value(self.name(), value.shape, hidden)
        return self.emit(
            f"{result.name} = tensor.cast {value.name} : {value.type} to "
            f"{result.type}", lambda x: x, result, [value])

    # Producers with a destination.

    def generic(self, inputs, out, body, run, reads_out=True):
        """An elementwise op with `body` computing %r from %x0, %x1, ..., %o."""
        rank = len(out.shape)
        result = Value(self.name(), out.shape, out.hidden, True)
        ins = ""
        if inputs:
            ins = (f"ins({', '.join(v.name for v in inputs)} : "
                   f"{', '.join(v.type for v in inputs)}) ")
        arguments = [f"%x{n}: i32" for n in range(len(inputs))] + ["%o: i32"]
        return self.emit(
            f"{result.name} = linalg.generic {{indexing_maps = "
            f"[{maps(rank, len(inputs) + 1)}], iterator_types = "
            f"[{loops(rank)}]}} {ins}outs({out.name} : {out.type}) {{\n"
            f"^bb0({', '.join(arguments)}):\n{body}\n"
            f"  linalg.yield %r : i32\n}} -> {result.type}",
            lambda *data: np.asarray(
                run(*(data if reads_out else data[:-1])), dtype=np.int32),
            result, [*inputs, out])

    def make_iota(self, shape, hidden):
        start = self.rng.randint(1, 999)
        body = [f"  %s0 = arith.constant {start} : i32"]
        for n in range(len(shape)):
            body.append(f"  %i{n} = linalg.index {n} : index\n"
                        f"  %j{n} = arith.index_cast %i{n} : index to i32\n"
                        f"  %k{n} = arith.constant {7 + 11 * n} : i32\n"
                        f"  %m{n} = arith.muli %j{n}, %k{n} : i32\n"
                        f"  %s{n + 1} = arith.addi %s{n}, %m{n} : i32")
        text = "\n".join(body).replace(f"%s{len(shape)} =", "%r =")

        def run(*_):
            grid = np.indices(shape, dtype=np.int32)
            return start + sum((7 + 11 * n) * g for n, g in enumerate(grid))
        return self.generic([], self.empty(shape, hidden), text, run, False)

    def make_map(self, shape, hidden):
        inputs = [self.find_or_make(shape)
                  for _ in range(self.rng.randint(1, 2))]
        add = self.rng.randint(1, 99)
        text = (f"  %c = arith.constant {add} : i32\n"
                f"  %s = arith.addi %x0, %c : i32\n"
                f"  %r = arith.addi %s, %x{len(inputs) - 1} : i32")
        return self.generic(inputs, self.empty(shape, hidden), text,
                            lambda *x: x[0] + x[-1] + np.int32(add), False)

    def make_fill(self, shape, hidden):
        number = self.rng.randint(1, 999)
        out = self.empty(shape, hidden)
        result = Value(self.name(), shape, hidden, True)
        return self.emit(
            f"{result.name}c = arith.constant {number} : i32\n"
            f"{result.name} = linalg.fill ins({result.name}c : i32) "
            f"outs({out.name} : {out.type}) -> {out.type}",
            lambda _: np.full(shape, number, np.int32), result, [out])

    def make_chain(self, shape, hidden):
        return self.update(self.make_fill(shape, hidden))

    def make_matmul(self, shape, hidden):
        if len(shape) != 2:
            return self.make_map(shape, hidden)
        inner = self.rng.randint(self.least, 3)
        a = self.find_or_make((shape[0], inner))
        b = self.find_or_make((inner, shape[1]))
        out = self.make_fill(shape, hidden)
        result = Value(self.name(), shape, hidden, True)
        return self.emit(
            f"{result.name} = linalg.matmul ins({a.name}, {b.name} : {a.type}, "
            f"{b.type}) outs({out.name} : {out.type}) -> {out.type}",
            lambda x, y, z: x @ y + z, result, [a, b, out])

    def make_transpose(self, shape, hidden):
        order = list(range(len(shape)))
        self.rng.shuffle(order)
        source_shape = [0] * len(shape)
        for to, source in enumerate(order):
            source_shape[source] = shape[to]
        source_hidden = [False] * len(shape)
        for to, source in enumerate(order):
            source_hidden[source] = hidden[to]
        source = self.retype(self.find_or_make(tuple(source_shape)),
                             tuple(source_hidden))
        out = self.empty(shape, hidden)
        result = Value(self.name(), shape, hidden, True)
        return self.emit(
            f"{result.name} = linalg.transpose ins({source.name} : "
            f"{source.type}) outs({out.name} : {out.type}) permutation = "
            f"{order}", lambda x, _: np.transpose(x, order), result,
            [source, out])

    def make_broadcast(self, shape, hidden):
        if len(shape) < 2:
            return self.make_iota(shape, hidden)
        dim = self.rng.randrange(len(shape))
        source = self.retype(self.find_or_make(shape[:dim] + shape[dim + 1:]),
                             hidden[:dim] + hidden[dim + 1:])
        out = self.empty(shape, hidden)
        result = Value(self.name(), shape, hidden, True)
        return self.emit(
            f"{result.name} = linalg.broadcast ins({source.name} : "
            f"{source.type}) outs({out.name} : {out.type}) dimensions = "
            f"[{dim}]", lambda x, _: np.broadcast_to(
                np.expand_dims(x, dim), shape).copy(), result, [source, out])

    # Views, and what has no destination.

    def make_collapse(self, shape, hidden):
        if len(shape) > 2:
            return self.make_map(shape, hidden)
        dim = self.rng.randrange(len(shape))
        size = shape[dim]
        factors = [(a, size // a) for a in range(1, size + 1) if size % a == 0]
        pair = self.rng.choice(factors) if size else (0, 2)
        hide = (hidden[dim], hidden[dim])
        if hidden[dim] and size:
            hide = self.rng.choice([(True, False), (False, True), hide])
        source = self.make_any(shape[:dim] + pair + shape[dim + 1:],
                               hidden[:dim] + hide + hidden[dim + 1:],
                               views=False)
        groups, at = [], 0
        for n in range(len(shape)):
            groups.append([at, at + 1] if n == dim else [at])
            at = groups[-1][-1] + 1
        result = Value(self.name(), shape, hidden)
        return self.emit(
            f"{result.name} = tensor.collapse_shape {source.name} {groups} : "
            f"{source.type} into {result.type}",
            lambda x: x.reshape(shape), result, [source])

    def offsets(self, whole, part):
        # MLIR refuses an empty slice at the end: offset 2 of size 2.
        return [self.rng.randint(0, min(a - b, a - 1))
                for a, b in zip(whole, part)]

    def make_slice(self, shape, hidden):
        larger = self.visible(lambda v: len(v.shape) == len(shape) and all(
            a >= max(b, 1) for a, b in zip(v.shape, shape)))
        if not larger:
            return self.make_map(shape, hidden)
        source = self.rng.choice(larger)
        at = self.offsets(source.shape, shape)
        box = tuple(slice(a, a + s) for a, s in zip(at, shape))
        sizes = [f"%d{s}" if hide else str(s) for s, hide in zip(shape, hidden)]
        result = Value(self.name(), shape, hidden)
        return self.emit(
            f"{result.name} = tensor.extract_slice {source.name}"
            f"[{', '.join(map(str, at))}] [{', '.join(sizes)}] "
            f"[{', '.join(['1'] * len(shape))}] : {source.type} to "
            f"{result.type}", lambda x: x[box].copy(), result, [source])

    def make_cast(self, shape, hidden):
        return self.retype(self.find_or_make(shape), hidden)

    def make_constant(self, shape, hidden):
        data = np.array([self.rng.randint(-99, 99) for _ in range(
            int(np.prod(shape)))], np.int32).reshape(shape)
        literal = str(data.tolist()) if data.size else ""
        result = Value(self.name(), shape, (False,) * len(shape))
        self.emit(f"{result.name} = arith.constant dense<{literal}> : "
                  f"{result.type}", lambda: data, result)
        return self.retype(result, hidden)

    def make_any(self, shape, hidden, views=True):
        makers = [self.make_iota, self.make_map, self.make_map, self.make_fill,
                  self.make_chain, self.make_transpose, self.make_broadcast,
                  self.make_matmul]
        if views:
            makers += [self.make_collapse, self.make_slice, self.make_cast,
                       self.make_nested]
            if not self.in_loop:
                # One-Shot Bufferize lets a loop yield a constant of its body
                # and then writes to it.
                makers.append(self.make_constant)
        return self.rng.choice(makers)(shape, hidden)
