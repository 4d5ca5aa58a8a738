//===- ElementTypes.cpp - ONNX's numbers for element types ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers are those of TensorProto.DataType in onnx.proto.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"

#include "onnxops/ABI/Runtime.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// One function for each kind of ElementTypes.def.

static Type getInt(Builder &b, unsigned bits) { return b.getIntegerType(bits); }

static Type getUInt(Builder &b, unsigned bits) {
  return b.getIntegerType(bits, /*isSigned=*/false);
}

static Type getBool(Builder &b, unsigned) { return b.getI1Type(); }

static Type getFloat(Builder &b, unsigned bits) {
  return bits == 16   ? b.getF16Type()
         : bits == 32 ? b.getF32Type()
                      : b.getF64Type();
}

static Type getBfloat(Builder &b, unsigned) { return b.getBF16Type(); }

static Type getComplex(Builder &b, unsigned bits) {
  return ComplexType::get(getFloat(b, bits / 2));
}

Type mlir::onnxops::getElementTypeOfOnnx(int64_t number, MLIRContext *context) {
  Builder b(context);
  switch (number) {
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, ...)                            \
  case ONNXOPS_##name:                                                         \
    return get##kind(b, bits);
#include "onnxops/ABI/ElementTypes.def"
  case ONNXOPS_STRING:
    return StringType::get(context);
  default:
    return Type();
  }
}

std::optional<int64_t> mlir::onnxops::getOnnxOfElementType(Type type) {
  for (int64_t number = 1; number <= ONNXOPS_BFLOAT16; ++number)
    if (getElementTypeOfOnnx(number, type.getContext()) == type)
      return number;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Types that are only stored
//===----------------------------------------------------------------------===//

// The type of a row: a class of MLIR, or a kind of integer.
template <typename Class>
static Type getStored(Builder &b, unsigned) {
  return b.getType<Class>();
}
namespace {
struct Int;
struct UInt;
} // namespace
template <>
Type getStored<Int>(Builder &b, unsigned bits) {
  return getInt(b, bits);
}
template <>
Type getStored<UInt>(Builder &b, unsigned bits) {
  return getUInt(b, bits);
}

StoredElement mlir::onnxops::getStoredElement(int64_t number,
                                              MLIRContext *context) {
  Builder b(context);
  switch (number) {
#define ONNXOPS_STORED_TYPE(value, bits, mlir)                                 \
  case value:                                                                  \
    return {getStored<mlir>(b, bits), value, bits};
#include "onnxops/ABI/ElementTypes.def"
  default:
    return {};
  }
}

StoredElement mlir::onnxops::getStoredElement(Type type) {
#define ONNXOPS_STORED_TYPE(value, bits, mlir)                                 \
  if (StoredElement stored = getStoredElement(value, type.getContext());       \
      stored.type == type)                                                     \
    return stored;
#include "onnxops/ABI/ElementTypes.def"
  return {};
}
