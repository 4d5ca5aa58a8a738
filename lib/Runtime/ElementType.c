/*===- ElementType.c - sizes and names of element types -------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Indexed by the numbers of ONNX's TensorProto.DataType.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops/ABI/Runtime.h"

#include <stddef.h>

typedef struct ElementTypeInfo {
  int64_t bytes;
  const char *name;
} ElementTypeInfo;

static const ElementTypeInfo elementTypes[] = {
    [ONNXOPS_STRING] = {sizeof(const OnnxopsString *), "!onnxops.string"},
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, scalar, mlir, ...)              \
  [ONNXOPS_##name] = {bits / 8, mlir},
#include "onnxops/ABI/ElementTypes.def"
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
