/*===- Poison.h - annotations for AddressSanitizer ----------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Guards memory that is cached or subdivided like blocks of the C library. Does
 * nothing without the sanitizer.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_POISON_H
#define ONNXOPS_LIB_RUNTIME_POISON_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ONNXOPS_SANITIZE_ADDRESS 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(ONNXOPS_SANITIZE_ADDRESS)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size)                             \
  ((void)(address), (void)(size))
#endif

#endif /* ONNXOPS_LIB_RUNTIME_POISON_H */
