/*===- Program.h - compilation and calls of a module -------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Compiles in memory. What is compiled is called with the caller's buffers by
 * the convention of onnxops/ABI/Runtime.h, whose functions libonnxops_c
 * holds as well:
 *
 *   OnnxopsProgram program = onnxopsProgramCompile(module, NULL, &error);
 *   OnnxopsContext *context = onnxopsContextCreate();
 *   OnnxopsValue table[] = {x, y, result};
 *   if (onnxopsProgramCall(program, table, 3, context) != 0)
 *     puts(onnxopsContextError(context));
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_C_PROGRAM_H
#define ONNXOPS_C_PROGRAM_H

#include "mlir-c/IR.h"
#include "onnxops-c/Models.h"
#include "onnxops/ABI/Device.h"
#include "onnxops/ABI/Limits.h"
#include "onnxops/ABI/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An input of which each rank has a shard. One that is cut along several axes
/// of the grid of ranks has an entry for each.
typedef struct OnnxopsShard {
  const char *input; ///< its name
  int64_t dimension; ///< along which it is cut
  int64_t axis;      ///< of the grid: ranks along it share the dimension
  /// The first op that reads the input chooses dimension and axis, which are 0
  /// here, so that nothing of it is sent; see OnnxopsValueInfo for what it
  /// chose.
  bool isFree;
} OnnxopsShard;

/// How to compile. A field that is zero means its default.
typedef struct OnnxopsCompileOptions {
  const char *function; ///< a public one; "main", or onnx-mlir's entry
  const char *checks;   ///< what a failed check does: "status" or "none"
  const char *cpu;      ///< as LLVM names it; "host"
  const char *device;   ///< "cpu", "vulkan" or "cuda"
  int64_t threads;      ///< most threads that share a call; 1
  /// Verify the module after each pass, and LLVM's code: a bug of the compiler
  /// is then an error, not wrong code.
  bool verifyPasses;
  /// Options of --onnxops-to-llvm-pipeline, or of a device's, in their syntax:
  /// "in-place=false force=rows". They take precedence over the fields above.
  /// For tests.
  const char *pipeline;
  /// A directory that keeps compiled code for the next compilation of the same
  /// model. It is created if it is missing; what is in it is run, so that only
  /// this user may be able to write to it.
  const char *cache;
  /// The ranks that call the program together, each with its shards of inputs
  /// and outputs: all of them compile the same module with the same options.
  /// Contexts then need a transport of as many, see onnxops/ABI/Transport.h.
  /// If 0, those of the grid below, or else of the module's annotations, or
  /// else one.
  int64_t ranks;
  const OnnxopsShard *shards; ///< `numShards` entries
  int64_t numShards;
  /// The ranks along each axis of the grid in which they are numbered,
  /// row-major: `numAxes` entries, 8 at most. Null for one axis.
  const int64_t *grid;
  int64_t numAxes;
} OnnxopsCompileOptions;

/// A compiled function with the description of its inputs and outputs. It does
/// not depend on the module and its context, and may be called from several
/// threads at once, each with a context of its own.
typedef struct OnnxopsProgram {
  void *ptr;
} OnnxopsProgram;

/// Compiles a public function of a module, which is not changed. Null options
/// are the defaults. Null on failure; see onnxops-c/Models.h for `error`.
MLIR_CAPI_EXPORTED OnnxopsProgram onnxopsProgramCompile(
    MlirModule module, const OnnxopsCompileOptions *options, char **error);

/// Frees a program, with its code. Null is ignored.
MLIR_CAPI_EXPORTED void onnxopsProgramDestroy(OnnxopsProgram program);

static inline bool onnxopsProgramIsNull(OnnxopsProgram program) {
  return !program.ptr;
}

/// Calls the function: `table` holds a slot for each input, then one for each
/// output. Returns 0, or 1 on failure; onnxopsContextError has the message. A
/// program compiled for a device needs a context with one, see
/// onnxops/ABI/Device.h.
MLIR_CAPI_EXPORTED int32_t onnxopsProgramCall(OnnxopsProgram program,
                                              OnnxopsValue *table,
                                              int64_t count,
                                              OnnxopsContext *context);

/// The same, for a call that `signal` interrupts, SIGINT for instance: while
/// the call runs, the signal cancels it (onnxopsContextSetCancelled), and is
/// passed on to the handler of the process, if that is a function. Only one
/// call at a time can be interrupted; calls made meanwhile behave as
/// onnxopsProgramCall. The context must not be cancelled otherwise, and is
/// ready for the next call on return. `*wasCancelled` tells whether the signal
/// arrived and the call failed. A call that would not look for cancellation
/// once it has begun, such as one that only copies to one output, runs to its
/// end.
MLIR_CAPI_EXPORTED int32_t onnxopsProgramCallUntilSignal(
    OnnxopsProgram program, OnnxopsValue *table, int64_t count,
    OnnxopsContext *context, int32_t signal, int32_t *wasCancelled);

/// The ranks along each axis of the grid of those that call the program
/// together, whose number of axes is returned. 0 for a program that is not for
/// ranks, with a null `*grid`. The numbers belong to the program.
MLIR_CAPI_EXPORTED int64_t onnxopsProgramGetGrid(OnnxopsProgram program,
                                                 const int64_t **grid);

/*===--------------------------------------------------------------------===*
 * Inputs and outputs
 *===--------------------------------------------------------------------===*/

/// How the ranks along one axis of their grid share a tensor.
typedef struct OnnxopsAxisShards {
  int64_t dimension; ///< that they share, -1 if they have the same elements
  /// Of an input, where the shard of each rank along the axis begins, and the
  /// end: `numOffsets` entries. None for even shards, of which the first ones
  /// have one element more, and for a dimension of unknown size, which is cut
  /// anywhere.
  const int64_t *offsets;
  int64_t numOffsets;
} OnnxopsAxisShards;

/// An input or output as the model declares it, with the sizes of all shards
/// together. The strings belong to the program.
typedef struct OnnxopsValueInfo {
  const char *name;
  int32_t kind;               ///< OnnxopsValueKind
  int32_t elementType;        ///< OnnxopsElementType; of a sequence's elements
  int64_t rank;               ///< of a sequence's elements; -1 if unknown
  const int64_t *sizes;       ///< `rank` entries, -1 for unknown
  const char *const *symbols; ///< `rank` entries, "" for none
  /// For each axis of the program's grid; null if it has none.
  const OnnxopsAxisShards *shards;
} OnnxopsValueInfo;

/// The former name of OnnxopsValueInfo.
typedef OnnxopsValueInfo OnnxopsPort;

/// The number of inputs or outputs.
MLIR_CAPI_EXPORTED int64_t onnxopsProgramGetNumInputs(OnnxopsProgram program);
MLIR_CAPI_EXPORTED int64_t onnxopsProgramGetNumOutputs(OnnxopsProgram program);

/// The input or output at `index`, which must exist.
MLIR_CAPI_EXPORTED OnnxopsValueInfo
onnxopsProgramGetInput(OnnxopsProgram program, int64_t index);
MLIR_CAPI_EXPORTED OnnxopsValueInfo
onnxopsProgramGetOutput(OnnxopsProgram program, int64_t index);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_C_PROGRAM_H */
