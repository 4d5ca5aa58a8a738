/*===- ElementType.c - sizes and names of element types -------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Indexed by the numbers of ONNX's TensorProto.DataType.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops/ABI/Runtime.h"

#include <stddef.h>

/// The name is in place: a pointer would need a relocation for each type, in
/// each process that loads the library.
typedef struct ElementTypeInfo {
  char name[16];
  uint8_t bytes;
} ElementTypeInfo;

static const ElementTypeInfo elementTypes[] = {
    [ONNXOPS_STRING] = {"!onnxops.string", sizeof(const OnnxopsString *)},
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, scalar, mlir, ...)              \
  [ONNXOPS_##name] = {mlir, bits / 8},
#include "onnxops/ABI/ElementTypes.def"
};

static const ElementTypeInfo *lookUp(int32_t elementType) {
  const int32_t count = sizeof(elementTypes) / sizeof(elementTypes[0]);
  if (elementType < 0 || elementType >= count ||
      !elementTypes[elementType].name[0])
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
