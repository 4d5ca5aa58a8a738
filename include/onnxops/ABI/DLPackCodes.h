/*===- DLPackCodes.h - DLPack's codes of element types ------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The kinds of ElementTypes.def as DLPack's type codes. The code of bool is
 * from newer versions of DLPack than the oldest that this project builds with.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_ABI_DLPACKCODES_H
#define ONNXOPS_ABI_DLPACKCODES_H

#include <dlpack/dlpack.h>

enum {
  OnnxopsCodeInt = kDLInt,
  OnnxopsCodeUInt = kDLUInt,
  OnnxopsCodeFloat = kDLFloat,
  OnnxopsCodeBfloat = kDLBfloat,
  OnnxopsCodeComplex = kDLComplex,
  OnnxopsCodeBool = 6
};

#endif /* ONNXOPS_ABI_DLPACKCODES_H */
