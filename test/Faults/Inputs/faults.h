/*===- faults.h - calls of the system that fail --------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For programs that link faults.c; others are told by the environment, see
 * there.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_TEST_FAULTS_INPUTS_FAULTS_H
#define ONNXOPS_TEST_FAULTS_INPUTS_FAULTS_H

#include <stddef.h>
#include <stdint.h>

/// From now on counts the calls of a kind ("memory", "open", "read", "write",
/// "short" or "interrupt"), of memory those of this many bytes and more, and
/// makes the one of this number fail. The first is 0, none has a negative one.
void faultsBegin(const char *kind, int64_t at, size_t leastBytes);

/// Ends that. Returns how many calls have failed.
int64_t faultsEnd(void);

/// The number of blocks that are allocated and not freed.
int64_t faultsCountBlocks(void);

#endif /* ONNXOPS_TEST_FAULTS_INPUTS_FAULTS_H */
