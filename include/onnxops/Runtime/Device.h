/*===- Device.h - the former name of onnxops/ABI/Device.h -------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For programs written for version 0.1.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops/ABI/Device.h"
