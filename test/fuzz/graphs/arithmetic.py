# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the operators give that compute, by numpy and the words of the standard."""

import numpy as np

from operators import operator
from values import (ANY_NAN, FLOATS, INTEGERS, NEAR, NUMBERS, Fails, Tensor, Unjudged, check_size,
                    make, narrow, storage, widen)


#===------------------------------------------------------------------------===#
# Arithmetic
#===------------------------------------------------------------------------===#

def check_judged(operands):
    """Arithmetic on what is only near would be anywhere."""
    if any(operand.nearness == NEAR for operand in operands):
        raise Unjudged("near")


def divide(left, right):
    """The quotient of integers, truncated; the smallest one by -1 is itself."""
    if right.size and left.size and not right.all():
        raise Fails("divisor of 0")
    quotient = left // np.where(right == 0, right.dtype.type(1), right)
    rest = left - quotient * right
    if left.dtype.kind == "i":
        quotient = quotient + ((rest != 0) & ((left < 0) != (right < 0)))
    return quotient


def arithmetic(name, function):
    @operator(name)
    def compute(attributes, operands, opset):
        check_judged(operands)
        left, right = operands
        try:
            result = np.broadcast_shapes(left.shape, right.shape)
        except ValueError:
            raise Fails("sizes that do not fit") from None
        check_size(result)
        type_name = left.type_name
        arrays = np.broadcast_arrays(*(widen(type_name, x.array) for x in operands))
        compute = divide if name == "Div" and type_name in INTEGERS else function
        with np.errstate(all="ignore"):
            made = make(type_name, narrow(type_name, compute(*arrays)))
        return [made if type_name in INTEGERS else made._replace(nearness=ANY_NAN)]


for _name, _function in (("Add", np.add), ("Sub", np.subtract), ("Mul", np.multiply),
                         ("Div", np.divide)):
    arithmetic(_name, _function)


def sign_bit(tensor):
    bits = tensor.array.view(f"<u{tensor.array.dtype.itemsize}")
    return bits, bits.dtype.type(1 << (8 * bits.dtype.itemsize - 1))


@operator("Neg")
def neg(attributes, operands, opset):
    data = operands[0]
    if data.type_name in INTEGERS:
        return [make(data.type_name, np.negative(data.array))]
    bits, sign = sign_bit(data)
    made = make(data.type_name, (bits ^ sign).view(data.array.dtype), data)
    return [made._replace(nearness=max(made.nearness, ANY_NAN))]


@operator("Abs")
def abs_(attributes, operands, opset):
    data = operands[0]
    if data.type_name in INTEGERS:
        return [make(data.type_name, np.abs(data.array))]
    bits, sign = sign_bit(data)
    return [make(data.type_name, (bits & ~sign).view(data.array.dtype), data)]


@operator("Relu")
def relu(attributes, operands, opset):
    data = operands[0]
    zero = data.array.dtype.type(0)
    if data.type_name in INTEGERS:
        return [make(data.type_name, np.maximum(data.array, zero))]
    bits, sign = sign_bit(data)
    is_kept = (bits & sign == 0) | np.isnan(widen(data.type_name, data.array))
    return [make(data.type_name, np.where(is_kept, data.array, zero), data)]


@operator("Not")
def not_(attributes, operands, opset):
    return [make("bool", ~operands[0].array)]


def near(name, function):
    @operator(name)
    def compute(attributes, operands, opset):
        check_judged(operands)
        data = operands[0]
        wide = widen(data.type_name, data.array)
        # A square root that is rounded twice may be wrong: numpy's own is right.
        if (name, data.type_name) != ("Sqrt", "f64"):
            wide = wide.astype(np.longdouble)
        with np.errstate(all="ignore"):
            made = narrow(data.type_name, function(wide))
        return [Tensor(data.type_name, made, ANY_NAN if name == "Sqrt" else NEAR)]


for _name, _function in (("Exp", np.exp), ("Sigmoid", lambda x: 1 / (1 + np.exp(-x))),
                         ("Sqrt", np.sqrt), ("Tanh", np.tanh)):
    near(_name, _function)


#===------------------------------------------------------------------------===#
# Cast
#===------------------------------------------------------------------------===#

def to_integers(array, dtype):
    """Truncated; out of range the nearest, NaN 0."""
    info = np.iinfo(dtype)

    def convert(value):
        if value != value:
            return 0
        if abs(value) == float("inf"):
            return info.max if value > 0 else info.min
        return min(max(int(value), info.min), info.max)
    converted = [convert(value) for value in array.astype("f8").reshape(-1).tolist()]
    return np.array(converted, object).astype(dtype).reshape(array.shape)


@operator("Cast")
def cast(attributes, operands, opset):
    check_judged(operands)
    data = operands[0]
    target = next(name for name, (number, _) in NUMBERS.items() if number == attributes["to"])
    wide = widen(data.type_name, data.array)
    if data.type_name == target:
        return [data if target not in FLOATS else data._replace(
            nearness=max(data.nearness, ANY_NAN))]
    with np.errstate(all="ignore"):
        if target == "bool":
            return [make(target, wide != 0)]
        if target in INTEGERS:
            is_float = data.type_name in FLOATS
            return [make(target, to_integers(wide, storage(target)) if is_float
                         else wide.astype(storage(target)))]
        if target in ("f16", "bf16"):
            wide = wide.astype("<f4")
        made = narrow(target, wide.astype("<f4") if target == "bf16" else wide)
    return [Tensor(target, made, ANY_NAN)]
