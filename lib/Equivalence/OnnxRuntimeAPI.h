//===- OnnxRuntimeAPI.h - the C API of ONNX Runtime -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of ONNX Runtime's C API that runs a model. The API is a table of
// functions whose order never changes, and to which releases only append
// (onnxruntime_c_api.h there), so that no header of it is needed to build, and
// any release runs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EQUIVALENCE_ONNXRUNTIMEAPI_H
#define ONNXOPS_LIB_EQUIVALENCE_ONNXRUNTIMEAPI_H

#include <cstddef>
#include <cstdint>

namespace mlir::onnxops::ort {

struct Allocator;
struct Env;
struct MemoryInfo;
struct RunOptions;
struct Session;
struct SessionOptions;
struct Status; // null for success
struct TensorInfo;
struct Value;

enum class Logging : int { Fatal = 4 };
enum class ValueType : int { Tensor = 1, Sequence = 2 };
enum class Optimization : int { None = 0 };
enum class AllocatorType : int { Arena = 1 };
enum class MemoryType : int { Default = 0 };

using Unused = void *;

/// The first functions of the table; element types are numbers of ONNX.
struct API {
  Unused unused0[2];
  const char *(*getErrorMessage)(const Status *status);
  Status *(*createEnv)(Logging level, const char *name, Env **env);
  Unused unused4[3];
  Status *(*createSession)(const Env *env, const char *path,
                           const SessionOptions *options, Session **session);
  Status *(*createSessionFromArray)(const Env *env, const void *data,
                                    size_t bytes, const SessionOptions *options,
                                    Session **session);
  Status *(*run)(Session *session, const RunOptions *options,
                 const char *const *inputNames, const Value *const *inputs,
                 size_t numInputs, const char *const *outputNames,
                 size_t numOutputs, Value **outputs);
  Status *(*createSessionOptions)(SessionOptions **options);
  Unused unused11[12];
  Status *(*setOptimization)(SessionOptions *options, Optimization level);
  Status *(*setNumThreads)(SessionOptions *options, int number);
  Unused unused25[23];
  Status *(*createTensor)(Allocator *allocator, const int64_t *sizes,
                          size_t rank, int elementType, Value **value);
  Status *(*createTensorWithData)(const MemoryInfo *memory, void *data,
                                  size_t bytes, const int64_t *sizes,
                                  size_t rank, int elementType, Value **value);
  Unused unused50[1];
  Status *(*getData)(Value *tensor, void **data);
  Status *(*fillStrings)(Value *tensor, const char *const *strings,
                         size_t count);
  Status *(*getStringsLength)(const Value *tensor, size_t *bytes);
  Status *(*getStrings)(const Value *tensor, void *text, size_t bytes,
                        size_t *offsets, size_t count);
  Unused unused55[5];
  Status *(*getElementType)(const TensorInfo *info, int *elementType);
  Status *(*getRank)(const TensorInfo *info, size_t *rank);
  Status *(*getSizes)(const TensorInfo *info, int64_t *sizes, size_t rank);
  Unused unused63[2];
  Status *(*getTensorInfo)(const Value *tensor, TensorInfo **info);
  Unused unused66[1];
  Status *(*getValueType)(const Value *value, ValueType *type);
  Unused unused68[1];
  Status *(*createMemoryInfo)(AllocatorType allocator, MemoryType type,
                              MemoryInfo **info);
  Unused unused70[8];
  Status *(*getAllocator)(Allocator **allocator); // not to be released
  Unused unused79[1];
  Status *(*getElement)(const Value *sequence, int index, Allocator *allocator,
                        Value **element);
  Status *(*getLength)(const Value *sequence, size_t *length);
  Status *(*createValue)(const Value *const *elements, size_t count,
                         ValueType type, Value **value);
  Unused unused83[9];
  void (*releaseEnv)(Env *env);
  void (*releaseStatus)(Status *status);
  void (*releaseMemoryInfo)(MemoryInfo *info);
  void (*releaseSession)(Session *session);
  void (*releaseValue)(Value *value);
  Unused unused97[2];
  void (*releaseTensorInfo)(TensorInfo *info);
  void (*releaseSessionOptions)(SessionOptions *options);
};
static_assert(offsetof(API, getData) == 51 * sizeof(Unused));
static_assert(offsetof(API, createValue) == 82 * sizeof(Unused));
static_assert(offsetof(API, releaseSessionOptions) == 100 * sizeof(Unused));

/// What the library's function OrtGetApiBase returns.
struct Base {
  const API *(*getAPI)(uint32_t version); // null for an unknown version
  const char *(*getVersion)();
};
constexpr uint32_t kFirstVersion = 1; // has all of the above

} // namespace mlir::onnxops::ort

#endif // ONNXOPS_LIB_EQUIVALENCE_ONNXRUNTIMEAPI_H
