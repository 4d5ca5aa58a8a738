# A model that is run before and after it is rewritten without sequences.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import subprocess
import sys
from collections import Counter

import numpy as np
import onnx

from onnx_case import BEFORE_BF16, TYPES, Case, random_array

rng = np.random.default_rng(3)
SEQUENCES = ("Sequence", "SplitToSequence", "ConcatFromSequence")


class Pattern(Case):
    """A model that has no sequences once it is rewritten."""

    def __init__(self, opset):
        super().__init__(opset)
        self.type_name = str(rng.choice(TYPES if opset >= 24 else BEFORE_BF16))

    def array(self, *sizes):
        return random_array(rng, self.type_name, sizes)

    def index(self, value, type_name="i64"):
        return self.constant(type_name, np.array(value))

    def at(self, sequence, position):
        return self.node("SequenceAt", [sequence, self.index(position)])

    def give(self, name, array):
        """Makes a value an output of unknown sizes."""
        array = np.asarray(array)
        self.expect(name, self.type_name, array, [None] * array.ndim)

    def rewrite(self, path):
        """The operators of the rewritten model, which takes the place of the first."""
        command = ["onnxops-rewrite", f"{path}/model.onnx", "-o", f"{path}/model.onnx",
                   "--no-sequences", "--verify-passes"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode or done.stderr:
            sys.exit(f"{' '.join(command)}\nexit {done.returncode}: {done.stderr}")
        model = onnx.load(f"{path}/model.onnx")
        operators = Counter(node.op_type for node in model.graph.node)
        if any(name.startswith(SEQUENCES) for name in operators):
            sys.exit(f"{path}: expected no sequences, but got {dict(operators)}")
        if [output.name for output in model.graph.output] != [
                name for name, _, _ in self.expected]:
            sys.exit(f"{path}: outputs have other names")
        return operators

    def save(self, path):
        """Is called by run()."""
        super().save(path)
        if self.is_rewritten:
            self.operators = self.rewrite(path)

    def check(self, path, **expected):
        """Numbers before and after; `expected` operators must be there."""
        for self.is_rewritten in (False, True):
            self.run(path)
        for name, count in expected.items():
            if self.operators[name] != count:
                sys.exit(f"{path}: expected {count} {name}, but got {dict(self.operators)}")

    def check_failure(self, path, array):
        """Both fail with other data in the only input."""
        for self.is_rewritten in (False, True):
            self.save(path)
            np.save(f"{path}/x.npy", array)
            command = ["onnxops-run", f"{path}/model.onnx", "--input", f"in0={path}/x.npy"]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 1:
                sys.exit(f"{' '.join(command)}\nexpected a failure, but got "
                         f"{done.returncode}: {done.stderr}")
