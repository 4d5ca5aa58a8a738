/*===- openmp-host.c - a program that uses OpenMP itself ------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Shares work outside of a parallel region and inside of one. In the second
 * case the library has no more threads to give, and each range still runs once.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops/ABI/GeneratedCode.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>

enum { count = 1000 };

static atomic_int ranges;
static int visits[count];

static void visit(const int64_t *table, int64_t begin, int64_t end) {
  (void)table;
  ++ranges;
  for (int64_t i = begin; i < end; ++i)
    ++visits[i];
}

int main(void) {
  int members = 0;
#pragma omp parallel num_threads(2) reduction(+ : members)
  ++members;
  onnxopsRtParallelFor(NULL, visit, NULL, 0, count, 1, 4);
#pragma omp parallel num_threads(2)
#pragma omp single
  onnxopsRtParallelFor(NULL, visit, NULL, 0, count, 1, 4);
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += visits[i] != 2;
  printf("%d in a region, %d ranges, %d units wrong\n", members, (int)ranges,
         wrong);
  return wrong != 0;
}
