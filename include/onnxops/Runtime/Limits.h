/*===- Limits.h - the former name of onnxops/ABI/Limits.h -------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For programs written for version 0.1.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops/ABI/Limits.h"
