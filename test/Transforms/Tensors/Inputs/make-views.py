# Prints functions whose size shows a rewriting of views that is not linear.
#
# usage: make-views.py slices|joined|overlapping|chain|nested N
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys


def concat(result, operands, size):
    """A concat of operands, each of which is a name and a number of rows."""
    names = ", ".join(name for name, _ in operands)
    types = ", ".join(f"tensor<{rows}xf32>" for _, rows in operands)
    print(f"  {result} = tensor.concat dim(0) {names} : ({types}) -> tensor<{size}xf32>")


def take(result, source, size, offset, rows):
    print(f"  {result} = tensor.extract_slice {source}[{offset}] [{rows}] [1] : "
          f"tensor<{size}xf32> to tensor<{rows}xf32>")


def use(name, rows):
    print(f'  "test.use"({name}) : (tensor<{rows}xf32>) -> ()')


def slices(n):
    """n slices of a concat of n operands, each second of parts of two of them."""
    concat("%c", [("%a", 2)] * n, 2 * n)
    for i in range(n):
        rows = 1 + (i + 1) % 2
        take(f"%s{i}", "%c", 2 * n, 2 * i + 1, rows)
        use(f"%s{i}", rows)


def joined(n):
    """A tensor in n parts, joined again."""
    for i in range(n):
        take(f"%s{i}", "%b", n, i, 1)
    concat("%r", [(f"%s{i}", 1) for i in range(n)], n)
    use("%r", n)


def overlapping(n):
    """n slices of a concat of n operands and a long one, each of most of the n."""
    concat("%c", [("%a", 2)] * n + [("%b", n * n)], n * n + 2 * n)
    for i in range(n):
        take(f"%s{i}", "%c", n * n + 2 * n, 1, 2 * n - 2)
        use(f"%s{i}", 2 * n - 2)


def chain(n):
    """A concat of n operands, and slices each of the one before."""
    concat("%s0", [("%a", 2)] * n, 2 * n)
    for i in range(n - 1):
        take(f"%s{i + 1}", f"%s{i}", 2 * n - i, 1, 2 * n - i - 1)
    use(f"%s{n - 1}", n + 1)


def nested(n):
    """n slices of n concats, each of both halves of the one before."""
    names = ["%b"]
    for i in range(n):
        take(f"%p{i}", names[-1], 4, 0, 2)
        take(f"%q{i}", names[-1], 4, 2, 2)
        concat(f"%c{i}", [(f"%q{i}", 2), (f"%p{i}", 2)], 4)
        names.append(f"%c{i}")
    for i in range(n):
        take(f"%s{i}", names[-1], 4, 3, 1)
        use(f"%s{i}", 1)


n = int(sys.argv[2])
rows = {"overlapping": n * n, "nested": 4}.get(sys.argv[1], n)
print(f"func.func @f(%a: tensor<2xf32>, %b: tensor<{rows}xf32>) {{")
makers = [slices, joined, overlapping, chain, nested]
{maker.__name__: maker for maker in makers}[sys.argv[1]](n)
print("  return\n}")
