# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The calls of a model: with what it was made for, other sizes, sizes that do not
fit and integers that are wrong."""

from typing import NamedTuple, Optional

import numpy as np

from failures import LazyEvaluator, evaluate, find_failed
from prune import prune
from values import Fails, Sequence, Tensor, Unjudged, random_tensor

ODD_NUMBERS = [-1, 0, 1, 2, 7, 40, -2**31, 2**31 - 1, -2**63, 2**63 - 1, -2**62]


SUCCEEDS, MAY_FAIL, MUST_FAIL = "succeeds", "may fail", "must fail"


class Call(NamedTuple):
    kind: str
    inputs: list
    outputs: Optional[list]  # None where the call fails, or may, and nothing is known
    outcome: str
    reason: str  # why it fails or may fail
    # The outputs for which a call must fail; none where it fails before them.
    failing: tuple = ()

    def can_succeed(self, names, results):
        """Whether a call may give these: what has no elements needs nothing, also if
        that shows only when it is there."""
        if self.outcome != MUST_FAIL:
            return True
        return bool(self.failing) and all(
            isinstance(result, Tensor) and result.array.size == 0
            for name, result in zip(names, results) if name in self.failing)


class Variations:
    def __init__(self, rng, model, variables, inputs):
        self.rng, self.model, self.variables, self.inputs = rng, model, variables, inputs

    def pick(self, choices):
        return choices[int(self.rng.integers(len(choices)))]

    def fixed_variables(self):
        """Those that the model says the size of."""
        return {size for port in self.model.ports if not port.type.is_sequence
                for size, declared in zip(port.sizes, port.declared)
                if isinstance(size, str) and isinstance(declared, int)}

    def resize(self):
        """All that share a size get another one."""
        fixed = self.fixed_variables()
        sizes = {name: size if name in fixed or self.rng.random() < 0.3 else
                 int(self.pick([0, 1, 2, 3, 4, 5, 6, 9, 17, 33]))
                 for name, size in self.variables.items()}
        return [self.remake(port, value, sizes) for port, value in zip(self.model.ports,
                                                                       self.inputs)]

    def remake(self, port, value, sizes):
        if port.role == "control":
            return value

        def shape(entries):
            return [sizes[entry] if isinstance(entry, str) else entry for entry in entries]
        if port.type.is_sequence:
            return Sequence(value.type_name, tuple(
                random_tensor(self.rng, value.type_name, shape(own)) for own in port.sizes))
        return random_tensor(self.rng, value.type_name, shape(port.sizes))

    def misfit(self):
        """One size that is like no other."""
        inputs = list(self.inputs) if self.rng.random() < 0.5 else self.resize()
        places = [(at, dim) for at, (port, value) in enumerate(zip(self.model.ports, inputs))
                  if port.role == "data" and isinstance(value, Tensor)
                  for dim in range(value.rank)]
        if not places:
            return self.poke()
        at, dim = self.pick(places)
        shape = list(inputs[at].shape)
        shape[dim] = self.pick([size for size in (0, 1, 2, 3, 5, 700) if size != shape[dim]])
        inputs[at] = random_tensor(self.rng, inputs[at].type_name, shape)
        return inputs

    def poke(self):
        """An integer that is out of range, or only another one; or a sequence that
        is longer or shorter."""
        inputs = list(self.inputs)
        places = [at for at, (port, value) in enumerate(zip(self.model.ports, inputs))
                  if port.type.is_sequence or port.role == "control" and value.array.size]
        if not places:
            return self.resize()
        at = self.pick(places)
        value = inputs[at]
        if isinstance(value, Sequence):
            elements = list(value.elements)
            if elements and self.rng.random() < 0.6:
                del elements[self.pick(range(len(elements)))]
            elif elements:
                elements += [self.pick(elements)]
            inputs[at] = Sequence(value.type_name, tuple(elements))
            return inputs
        array = value.array.copy()
        place = self.pick(range(array.size))
        if value.type_name == "bool":
            array.reshape(-1)[place] ^= True
        else:
            old = int(array.reshape(-1)[place])
            numbers = ODD_NUMBERS + [old + 1, old - 1, -old]
            info = np.iinfo(array.dtype)
            array.reshape(-1)[place] = self.pick(
                [n for n in numbers if n != old and info.min <= n <= info.max])
        inputs[at] = value._replace(array=array)
        return inputs


def judge(model, pruned, kind, inputs):
    """The call, None where nothing says what comes of it."""
    try:
        try:
            outputs = evaluate(pruned, inputs, LazyEvaluator)
        except Fails as failure:
            return Call(kind, inputs, None, MUST_FAIL, failure.args[0])
        failed = [part for output in outputs for part in find_failed(output)]
        if failed:
            worst = max(failed, key=lambda part: part.is_needed)
            failing = tuple(name for name, output in zip(pruned.graph.outputs, outputs)
                            if any(part.is_needed for part in find_failed(output)))
            return Call(kind, inputs, None, MUST_FAIL if worst.is_needed else MAY_FAIL,
                        worst.reason, failing)
        reason = describe_failure(model, inputs)
        return Call(kind, inputs, outputs, MAY_FAIL if reason else SUCCEEDS, reason)
    except Unjudged:
        return None
    except ValueError as error:
        # Sizes of an array without elements that numpy cannot hold.
        if "array is too big" in str(error):
            return None
        raise


def describe_failure(model, inputs):
    """Why a call fails that needs everything; empty if it does not."""
    try:
        evaluate(model, inputs)
    except Fails as failure:
        return ": ".join(map(str, failure.args))
    return ""


def make_calls(rng, model, variables, inputs):
    """The first one is the one that the model was made for."""
    variations = Variations(rng, model, variables, inputs)
    pruned = prune(model)
    calls = [judge(model, pruned, "made for", inputs)]
    for kind, most in (("resize", 3), ("resize", 3), ("misfit", 2), ("poke", 2)):
        best = None
        for _ in range(most):
            call = judge(model, pruned, kind, getattr(variations, kind)())
            best = call or best
            # Other sizes mostly fit, and what is wrong mostly fails.
            if call and (call.outcome == MUST_FAIL) == (kind != "resize"):
                break
        if best:
            calls.append(best)
    return calls
