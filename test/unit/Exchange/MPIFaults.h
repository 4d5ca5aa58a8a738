//===- MPIFaults.h - failures of MPI and of allocations ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of what libraries call that the tests of processes open.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_EXCHANGE_MPIFAULTS_H
#define ONNXOPS_TEST_UNIT_EXCHANGE_MPIFAULTS_H

#include <cstdint>

/// Allocations that succeed before one fails; less than 0 for none.
extern int64_t allocationsLeft;
/// A function of MPI that fails, after it has done what it is to do.
extern const char *failingFunction;

#endif // ONNXOPS_TEST_UNIT_EXCHANGE_MPIFAULTS_H
