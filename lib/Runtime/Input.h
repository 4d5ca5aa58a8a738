/*===- Input.h - checks of one input of a call ---------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The check that decides and explains, and what it shares with the fast test.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_INPUT_H
#define ONNXOPS_LIB_RUNTIME_INPUT_H

#include "Context.h"

/// An input to check, and its `entry` in the signature.
typedef struct Input {
  const int64_t *signature;
  const int64_t *entry;
  const OnnxopsValue *value;
  int64_t index;
} Input;

/// The size of a symbol in this call: `size`, unless an earlier input has set
/// it.
static inline int64_t onnxopsImplBindSymbol(OnnxopsContext *context,
                                            const Input *input, int64_t size,
                                            int64_t symbol) {
  Binding *binding = &context->bindings[symbol];
  if (!binding->entry)
    *binding = (Binding){input->entry, input->index, size};
  return binding->size;
}

/// Checks everything in turn, with a message for each problem.
bool onnxopsImplCheckInput(OnnxopsContext *context, const Input *input);

#endif /* ONNXOPS_LIB_RUNTIME_INPUT_H */
