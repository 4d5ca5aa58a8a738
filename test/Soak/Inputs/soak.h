/*===- soak.h - the parts of a soak -------------------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_TEST_SOAK_INPUTS_SOAK_H
#define ONNXOPS_TEST_SOAK_INPUTS_SOAK_H

#include "onnxops-c/Program.h"

#include <stdbool.h>
#include <stddef.h>

/// Ends the program with exit status 1 and a line where `condition` is false.
void expect(bool condition, const char *name, const char *what,
            const char *detail);

/*===--------------------------------------------------------------------===*
 * Tables
 *===--------------------------------------------------------------------===*/

/// Inputs that a program declares, and slots for its outputs.
typedef struct Table {
  OnnxopsValue *slots;
  int64_t inputs, count;
  bool hasIntegers; ///< among the inputs
} Table;

/// Fills inputs as models.py says, with this number for every integer.
Table tableCreate(OnnxopsProgram program, int64_t integer);
/// Frees what the calls have put into the outputs.
void tableReleaseOutputs(Table *table);
void tableDestroy(Table *table);

/*===--------------------------------------------------------------------===*
 * Work
 *===--------------------------------------------------------------------===*/

typedef struct Model {
  char *path, *data;
  const char *name; ///< in `path`
  size_t size;
  bool isGood;
  OnnxopsProgram program; ///< one that all threads call
} Model;

/// Imports and compiles a model and throws all but the program away. What is
/// done on the way differs with `turn`. Null for a bad one.
OnnxopsProgram makeProgram(const Model *model, unsigned turn);

/// Calls a program with what is right and with what is wrong, by OpenMP's
/// threads or, with `usePool`, by some of its own.
void callProgram(const Model *model, OnnxopsProgram program, bool usePool);

/// Two threads call a model, which is good, as they must not.
void race(Model *model);

#endif /* ONNXOPS_TEST_SOAK_INPUTS_SOAK_H */
