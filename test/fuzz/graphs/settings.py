# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a graph is compiled and called: every one by default, and some more ways
that its number chooses."""

# What onnxops.compile takes.
BY_DEFAULT = "default"
# The kind of a finding of the verifier, which looks at the module after each pass.
INVALID = "invalid IR between passes"
OTHERS = {
    "threads": {"threads": 2, "pipeline": "parallel-threshold=1"},
    "out of place": {"pipeline": "in-place=false"},
    "plain copies": {"pipeline": "force=plain"},
    "copies of rows": {"pipeline": "force=rows"},
    "permuted copies": {"pipeline": "force=permute"},
    "copies by table": {"pipeline": "force=table"},
    "streamed copies": {"pipeline": "force=stream"},
    "streamed in order": {"pipeline": "force=stream-in-order"},
    "no vectors": {"pipeline": "vector-bytes=0"},
    "streams from 1 byte": {"pipeline": "stream-threshold=1 fill-threshold=1"},
    "old cpu": {"cpu": "x86-64"},
}
# Those that take a process for each call, and how many graphs share one.
AHEAD_OF_TIME, TOOL, VULKAN = "ahead of time", "onnxops-run", "vulkan"
FOLDED = "folded"  # in ONNX form, and exported, before onnxops-run
REWRITTEN = "rewritten"  # by onnxops-rewrite
RARE = {AHEAD_OF_TIME: 40, TOOL: 40, VULKAN: 40, FOLDED: 40, REWRITTEN: 20}
CUDA = "cuda"  # only on request: few machines have one
DEVICES = [VULKAN, CUDA]
OUTSIDE = [*RARE, CUDA]  # of the Python module
ALL = [BY_DEFAULT, *OTHERS, *OUTSIDE]
MORE = 1  # of OTHERS for each graph


def choose_settings(rng, only=()):
    """Names of settings; all of `only` where it has any."""
    if only:
        return list(only)
    others = [str(name) for name in rng.choice(list(OTHERS), MORE, replace=False)]
    rare = [name for name, share in RARE.items() if rng.integers(share) == 0]
    return [BY_DEFAULT, *others, *rare]
