# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs around tensor.concat for the fuzzer: concats, what reads and
overwrites their operands and results, loops, branches and calls around them."""

import random

import numpy as np

from .producers import Producers, Value
from .program import (Case, CheckFailed, Op, PRINT_HASH, dynamic, hash_array,
                      hash_op, run_ops)

MAX_DEPTH = 2


class Generator(Producers):
    """Generates the ops of one case."""

    # Concat.

    def make_nested(self, shape, hidden):
        return self.retype(self.concat(shape, self.rng.randrange(len(shape))),
                           hidden)

    def concat(self, shape, axis):
        rest, inputs = shape[axis], []
        fits = self.visible(lambda v: len(v.shape) == len(shape) and
                            self.fits(v, shape, axis))
        while rest or not inputs or (self.least == 0 and len(inputs) < 8 and
                                     self.chance(0.15)):
            old = [v for v in fits if v.shape[axis] <= rest]
            if old and self.chance(0.5):
                inputs.append(self.rng.choice(old))
            else:
                size = rest if len(inputs) == 7 else self.rng.randint(
                    min(rest, self.least), min(rest, 4))
                part = shape[:axis] + (size,) + shape[axis + 1:]
                made = self.make_any(part, self.hide(part))
                inputs.append(made)
                fits.append(made)
            rest -= inputs[-1].shape[axis]
        if self.chance(self.p_misfit):
            self.replace_one(inputs, axis)
        return self.emit_concat(inputs, shape, axis)

    def replace_one(self, inputs, axis):
        """Puts an operand that does not fit among the inputs of a concat."""
        place = self.rng.randrange(len(inputs))
        shape = inputs[place].shape
        others = [n for n in range(len(shape)) if n != axis]
        if len(inputs) == 1 or not others:
            return
        dim = self.rng.choice(others)
        # So much that the result has no memory for it, now and then.
        size = self.rng.choice([n for n in (1, 2, 3, 40) if n != shape[dim]])
        shape = shape[:dim] + (size,) + shape[dim + 1:]
        hidden = tuple(hide or n == dim
                       for n, hide in enumerate(self.hide(shape)))
        inputs[place] = self.make_any(shape, hidden)
        self.p_misfit = 0

    def emit_check(self, inputs, axis):
        """Lets the case end unless the inputs of a concat fit each other."""
        tag = Value(self.name(), (), ())
        lines, count = [], 0
        for n, value in enumerate(inputs[1:], 1):
            for dim in range(len(value.shape)):
                if dim == axis or not (value.hidden[dim] or
                                       inputs[0].hidden[dim]):
                    continue
                name = f"{tag.name}_{count}"
                count += 1
                lines += [f"{name}k = arith.constant {dim} : index"]
                lines += [f"{name}{side} = tensor.dim {v.name}, {name}k : "
                          f"{v.type}"
                          for side, v in (("a", inputs[0]), ("b", value))]
                lines += [f"{name}c = arith.cmpi eq, {name}a, {name}b : index",
                          f'cf.assert {name}c, "input {n} fits"']

        def run(*arrays):
            if len({x.shape[:axis] + x.shape[axis + 1:] for x in arrays}) > 1:
                raise CheckFailed
        self.emit("\n".join(lines), run, tag, inputs, show=False)
        return tag

    def emit_concat(self, inputs, shape, axis):
        fit = all(self.fits(value, shape, axis) for value in inputs)
        check = []
        if not fit or self.chance(0.3):
            check = [self.emit_check(inputs, axis)]
        hidden = []
        for dim in range(len(shape)):
            each = [v.hidden[dim] for v in inputs]
            may_hide = any(each) if dim == axis else all(each)
            hidden.append(may_hide and self.chance(0.8))
        result = Value(self.name(), shape, tuple(hidden), True)
        self.operands[result.name] = inputs
        self.needs_pass |= any(
            size == 0 and not hide for value in [*inputs, result]
            for size, hide in zip(value.shape, value.hidden))
        self.needs_pass |= not hidden[axis] and any(
            value.shape[axis] == 0 for value in inputs)
        return self.emit(
            f"{result.name} = tensor.concat dim({axis}) "
            f"{', '.join(v.name for v in inputs)} : "
            f"({', '.join(v.type for v in inputs)}) -> {result.type}",
            lambda *x: np.concatenate(x[:len(inputs)], axis), result,
            inputs + check)

    @staticmethod
    def fits(value, shape, axis):
        return all(a == b for n, (a, b) in enumerate(zip(value.shape, shape))
                   if n != axis)

    def any_concat(self):
        rank = self.rng.choice([1, 2, 2, 2, 3])
        shape = [self.rng.randint(1, 3) for _ in range(rank)]
        if self.least == 0 and self.chance(0.1):
            shape[self.rng.randrange(rank)] = 0
        axis = self.rng.randrange(rank)
        if shape[axis]:
            shape[axis] = self.rng.randint(1, 9)
        return self.concat(tuple(shape), axis)

    # Writers and readers.

    def update(self, value):
        factor, inputs = self.rng.choice([3, 5, 7]), []
        if self.chance(0.4):
            inputs = [self.find_or_make(value.shape)]
        text = (f"  %c = arith.constant {factor} : i32\n"
                f"  %s = arith.muli %o, %c : i32\n"
                f"  %r = arith.addi %s, {'%x0' if inputs else '%c'} : i32")
        return self.generic(
            inputs, value, text, lambda *x: x[-1] * np.int32(factor) +
            (x[0] if inputs else np.int32(factor)))

    def insert_slice(self, value):
        if 0 in value.shape:
            return self.update(value)
        shape = tuple(self.rng.randint(min(s, self.least), s)
                      for s in value.shape)
        small = self.find_or_make(shape)
        at = self.offsets(value.shape, shape)
        sizes = [f"%d{s}" if hide else str(s)
                 for s, hide in zip(shape, small.hidden)]

        def run(source, target):
            target = target.copy()
            target[tuple(slice(a, a + s) for a, s in zip(at, shape))] = source
            return target
        result = Value(self.name(), value.shape, value.hidden, True)
        return self.emit(
            f"{result.name} = tensor.insert_slice {small.name} into "
            f"{value.name}[{', '.join(map(str, at))}] [{', '.join(sizes)}] "
            f"[{', '.join(['1'] * len(at))}] : {small.type} into {value.type}",
            run, result, [small, value])

    def bump(self, value):
        """A call that overwrites its argument."""
        rank = len(value.shape)
        source = self.retype(value, (True,) * rank)
        result = Value(self.name(), value.shape, source.hidden)
        return self.emit(
            f"{result.name} = func.call @bump{rank}({source.name}) : "
            f"({source.type}) -> {source.type}",
            lambda x: x + np.int32(1), result, [source])

    def observe(self, value):
        rank, name = len(value.shape), self.name()

        def step(op, env, log):
            log.append(hash_array(env[op.uses[0]]))
        if self.chance(0.3):
            value = self.retype(value, (True,) * rank)
            text = (f"func.call @observe{rank}({value.name}) : "
                    f"({dynamic(rank)}) -> ()")
        else:
            text = (hash_op(value.name, value.type, rank, name) + "\n" +
                    PRINT_HASH.format(name=name))
        self.emit(text, None, None, [value], step=step)

    def write_something(self):
        values = self.visible(lambda v: v.owned) or self.visible()
        if values:
            value = self.rng.choice(values[-6:])
            self.rng.choice([self.update, self.update, self.insert_slice,
                             self.bump])(value)

    def read_something(self):
        values = self.visible()
        if values:
            self.observe(self.rng.choice(values[-8:]))

    # Control flow.

    def nested_ops(self, values, make_results):
        """Generates a body that sees `values` too; returns (ops, results)."""
        outer, self.ops = self.ops, []
        self.scopes.append(list(values))
        self.empties.append([])
        self.steps(self.rng.randint(1, 4))
        results = make_results()
        self.scopes.pop()
        self.empties.pop()
        ops, self.ops = self.ops, outer
        return ops, results

    def pick(self, like):
        """Some value of the type of `like`, mostly a new one."""
        same = self.visible(lambda v: v.shape == like.shape)
        value = self.rng.choice(same[-3:]) if same and self.chance(0.7) else (
            self.make_any(like.shape, like.hidden))
        return self.retype(value, like.hidden)

    def pick_apart(self, like):
        """Values of the types of `like` that share no memory: One-Shot
        Bufferize takes the results of a loop for different buffers even if
        it yields the same tensor twice."""
        return [self.pick(like[0])] + [
            self.make_map(v.shape, v.hidden) for v in like[1:]]

    def region_op(self, head, tail, bodies, results, uses, run):
        yields = []
        for ops, values in bodies:
            text = ""
            if values:
                text = (f"scf.yield {', '.join(v.name for v in values)} : "
                        f"{', '.join(v.type for v in values)}")

            def step(op, env, log):
                env["yield"] = [env[use] for use in op.uses]
            yields.append([*ops, Op([text], step, [],
                                    [v.name for v in values], pinned=True)])
        lines = [head] + ["} else {"] * (len(bodies) - 1) + [tail]
        self.ops.append(Op(lines, run, [v.name for v in results],
                           [v.name for v in uses], yields))
        self.scopes[-1] += results

    def loop(self):
        inits = [self.rng.choice(self.visible() or [self.any_concat()])
                 for _ in range(self.rng.randint(1, 2))]
        inits = list(dict.fromkeys(inits))
        carried = [Value(self.name(), v.shape, v.hidden) for v in inits]
        self.in_loop += 1
        body = self.nested_ops(carried, lambda: self.pick_apart(carried))
        self.in_loop -= 1
        self.add_loop(self.name(), inits, carried, body)

    def add_loop(self, tag, inits, carried, body):
        results = [Value(self.name(), v.shape, v.hidden) for v in inits]
        trips = self.rng.randint(0, 3)

        def run(op, env, log):
            values = [env[v.name] for v in inits]
            for _ in range(trips):
                env.update(zip([v.name for v in carried], values))
                run_ops(op.bodies[0], env, log)
                values = env["yield"]
            env.update(zip(op.defs, values))
        arguments = ", ".join(f"{c.name} = {v.name}"
                              for c, v in zip(carried, inits))
        head = (f"{tag}a = arith.constant 0 : index\n"
                f"{tag}b = arith.constant 1 : index\n"
                f"{', '.join(v.name for v in results)} = scf.for {tag}i = "
                f"{tag}a to %d{trips} step {tag}b iter_args({arguments}) -> "
                f"({', '.join(v.type for v in inits)}) {{")
        self.region_op(head, "}", [body], results, inits, run)
        self.write_one_read_other(results)

    def branch(self):
        like = self.rng.choice(self.visible() or [self.any_concat()])
        bodies = [self.nested_ops([], lambda: [self.pick(like)])
                  for _ in range(2)]
        result = Value(self.name(), like.shape, like.hidden)

        def run(op, env, log):
            run_ops(op.bodies[0 if env["%flag"] else 1], env, log)
            env[op.defs[0]] = env["yield"][0]
        self.region_op(f"{result.name} = scf.if %flag -> ({result.type}) {{",
                       "}", bodies, [result], [], run)

    def call(self):
        """A function of its own that returns what it made, one or two."""
        count = self.rng.randint(0, 3)
        inputs = list(dict.fromkeys(
            self.rng.choice(self.visible()) for _ in range(count)
        )) if self.visible() else []
        parameters = [Value(self.name(), v.shape, v.hidden) for v in inputs]
        outer = self.scopes, self.empties, self.in_loop
        self.scopes, self.empties, self.in_loop = [], [], 0

        ops, returned = self.nested_ops(parameters, self.concat_and_operand)
        self.scopes, self.empties, self.in_loop = outer
        results = [Value(self.name(), v.shape, v.hidden) for v in returned]
        types = ", ".join(v.type for v in returned)

        def step(op, env, log):
            env["return"] = [env[use] for use in op.uses]
        ops.append(Op([f"return {', '.join(v.name for v in returned)} : "
                       f"{types}"], step, [], [v.name for v in returned],
                      pinned=True))

        def run(op, env, log):
            inner = {"%flag": env["%flag"]}
            inner.update((p.name, env[v.name])
                         for p, v in zip(parameters, inputs))
            run_ops(op.bodies[0], inner, log)
            env.update(zip(op.defs, inner["return"]))
        function = f"made{self.prefix}_{self.count}"
        names = "".join(f"{v.name}, " for v in inputs)
        kinds = "".join(f"{v.type}, " for v in inputs)
        text = (f"{', '.join(v.name for v in results)} = func.call @{function}"
                f"({{extra}}{names}%flag) : ({{types}}{kinds}i1) -> ({types})")
        self.ops.append(Op(
            [text], run, [v.name for v in results], [v.name for v in inputs],
            [ops], outlined=(function, [f"{p.name}: {p.type}" for p in
                                        parameters] + ["%flag: i1"], types)))
        self.scopes[-1] += results
        self.write_one_read_other(results)

    def concat_and_operand(self):
        """A concat and, if possible, one of its operands."""
        concat = self.any_concat()
        operands = [v for v in self.operands[concat.name]
                    if v.owned and v in self.scopes[-1]]
        return [concat, *operands[-1:]]

    def write_one_read_other(self, values):
        """What two names share shows when one is written through."""
        if len(values) == 2 and self.chance(0.6):
            written, read = self.rng.sample(values, 2)
            self.update(written)
            self.observe(read)

    def loop_of_concat(self):
        """A loop that hands out a concat and one of its operands."""
        tag = self.name()
        self.in_loop += 1
        body = self.nested_ops([], self.concat_and_operand)
        self.in_loop -= 1
        inits = [self.make_any(v.shape, v.hidden) for v in body[1]]
        self.add_loop(tag, inits, [Value(self.name(), v.shape, v.hidden)
                                   for v in inits], body)

    def steps(self, count):
        depth = len(self.scopes)
        for _ in range(count):
            kinds = [self.any_concat] * 4 + [self.write_something] * 3 + [
                self.read_something] * 3
            if depth <= MAX_DEPTH:
                kinds += [self.loop, self.branch, self.call,
                          self.loop_of_concat]
            self.rng.choice(kinds)()


def generate_case(seed, number):
    """The case with this number: the same one for ever."""
    rng = random.Random(f"{seed}:{number}")
    generator = Generator(rng)
    generator.prefix = number
    inputs = []
    for index in range(rng.randint(0, 3)):
        shape = tuple(rng.randint(1, 4) for _ in range(rng.randint(1, 2)))
        value = Value(f"%a{index}", shape, generator.hide(shape))
        data = np.array([rng.randint(-99, 99) for _ in range(
            int(np.prod(shape)))], np.int32).reshape(shape)
        inputs.append((value.name, value.type, data, rng.random() < 0.5))
        generator.scopes[0].append(value)
    generator.any_concat()
    generator.steps(rng.randint(2, 7))
    for value in generator.visible():
        if rng.random() < 0.5:
            generator.observe(value)
    return Case(number, inputs, rng.random() < 0.5, generator.ops,
                generator.needs_pass)
