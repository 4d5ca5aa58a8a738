/*===- ElementType.c - sizes and names of element types -------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One table, indexed by the numbers of ONNX's TensorProto.DataType.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops/ABI/Runtime.h"

#include <stddef.h>

typedef struct ElementTypeInfo {
  int64_t bytes;
  const char *name;
} ElementTypeInfo;

static const ElementTypeInfo elementTypes[] = {
    [ONNXOPS_FLOAT32] = {4, "f32"},
    [ONNXOPS_UINT8] = {1, "ui8"},
    [ONNXOPS_INT8] = {1, "i8"},
    [ONNXOPS_UINT16] = {2, "ui16"},
    [ONNXOPS_INT16] = {2, "i16"},
    [ONNXOPS_INT32] = {4, "i32"},
    [ONNXOPS_INT64] = {8, "i64"},
    [ONNXOPS_STRING] = {sizeof(const OnnxopsString *), "!onnxops.string"},
    [ONNXOPS_BOOL] = {1, "i1"},
    [ONNXOPS_FLOAT16] = {2, "f16"},
    [ONNXOPS_FLOAT64] = {8, "f64"},
    [ONNXOPS_UINT32] = {4, "ui32"},
    [ONNXOPS_UINT64] = {8, "ui64"},
    [ONNXOPS_COMPLEX64] = {8, "complex<f32>"},
    [ONNXOPS_COMPLEX128] = {16, "complex<f64>"},
    [ONNXOPS_BFLOAT16] = {2, "bf16"},
};

static const ElementTypeInfo *lookUp(int32_t elementType) {
  const int32_t count = sizeof(elementTypes) / sizeof(elementTypes[0]);
  if (elementType < 0 || elementType >= count ||
      !elementTypes[elementType].name)
    return NULL;
  return &elementTypes[elementType];
}

int64_t onnxopsElementBytes(int32_t elementType) {
  const ElementTypeInfo *info = lookUp(elementType);
  return info ? info->bytes : 0;
}

const char *onnxopsElementName(int32_t elementType) {
  const ElementTypeInfo *info = lookUp(elementType);
  return info ? info->name : "?";
}
