// Stands for ONNX Runtime, which has no package: a library whose sessions
// return a copy of each input as an output. STUB says what else happens:
// "refuse" refuses a model in memory, "fail" fails in each run,
// "rewritten-fails" in those of a model in memory; "differ" changes the outputs
// of that one, "random" those of every run; "map" returns values of another
// kind.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OnnxRuntimeAPI.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace mlir::onnxops::ort {

struct Env {};
struct MemoryInfo {};
struct SessionOptions {};
struct Allocator {};
struct Status {
  std::string message;
};
struct Session {
  bool isRewritten;
};
struct Value {
  ValueType type = ValueType::Tensor;
  int elementType = 0;
  std::vector<int64_t> sizes;
  std::vector<char> bytes;
  std::vector<std::string> strings;
  std::vector<Value> elements;
};
struct TensorInfo {
  const Value *value;
};

} // namespace mlir::onnxops::ort

using namespace mlir::onnxops::ort;

namespace {

constexpr int kString = 8;
// Of ONNX's element types up to BFLOAT16.
constexpr size_t kBytes[] = {0, 4, 1, 1, 2, 2, 4,  8, 0,
                             1, 2, 8, 4, 8, 8, 16, 2};

bool is(const char *what) {
  const char *given = std::getenv("STUB");
  return given && std::strcmp(given, what) == 0;
}

size_t count(const std::vector<int64_t> &sizes) {
  size_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

const char *getErrorMessage(const Status *status) {
  return status->message.c_str();
}

Status *createEnv(Logging, const char *, Env **env) {
  *env = new Env;
  return nullptr;
}

Status *createSession(const Env *, const char *, const SessionOptions *,
                      Session **session) {
  *session = new Session{false};
  return nullptr;
}

Status *createSessionFromArray(const Env *, const void *, size_t,
                               const SessionOptions *, Session **session) {
  if (is("refuse"))
    return new Status{"not this model"};
  *session = new Session{true};
  return nullptr;
}

// Changes the last element of the last tensor.
void change(Value &value, char bits) {
  if (!value.elements.empty())
    change(value.elements.back(), bits);
  else if (!value.strings.empty())
    value.strings.back() += "!";
  else if (!value.bytes.empty())
    value.bytes.back() ^= bits;
}

Status *run(Session *session, const RunOptions *, const char *const *names,
            const Value *const *inputs, size_t numInputs, const char *const *,
            size_t numOutputs, Value **outputs) {
  for (size_t i = 0; i < numInputs; ++i)
    if (std::strcmp(names[i], "w") == 0)
      return new Status{"w has a value"};
  if (is("fail") || (is("rewritten-fails") && session->isRewritten))
    return new Status{"this run fails"};
  static char numRuns = 0;
  ++numRuns;
  for (size_t i = 0; i < numOutputs; ++i) {
    outputs[i] = new Value(*inputs[i % numInputs]);
    if (is("map"))
      outputs[i]->type = ValueType(3);
    if ((is("differ") && session->isRewritten) || is("random"))
      change(*outputs[i], numRuns);
  }
  return nullptr;
}

Status *createSessionOptions(SessionOptions **options) {
  *options = new SessionOptions;
  return nullptr;
}
Status *setOptimization(SessionOptions *, Optimization) { return nullptr; }
Status *setNumThreads(SessionOptions *, int) { return nullptr; }

Status *createTensor(Allocator *, const int64_t *sizes, size_t rank,
                     int elementType, Value **value) {
  *value = new Value;
  (*value)->elementType = elementType;
  (*value)->sizes.assign(sizes, sizes + rank);
  return nullptr;
}

Status *createTensorWithData(const MemoryInfo *, void *data, size_t bytes,
                             const int64_t *sizes, size_t rank, int elementType,
                             Value **value) {
  createTensor(nullptr, sizes, rank, elementType, value);
  if (bytes != count((*value)->sizes) * kBytes[elementType])
    return new Status{"wrong number of bytes"};
  auto *first = static_cast<const char *>(data);
  (*value)->bytes.assign(first, first + bytes);
  return nullptr;
}

Status *getData(Value *tensor, void **data) {
  *data = tensor->bytes.data();
  return nullptr;
}

Status *fillStrings(Value *tensor, const char *const *strings, size_t number) {
  if (number != count(tensor->sizes) || tensor->elementType != kString)
    return new Status{"wrong number of strings"};
  tensor->strings.assign(strings, strings + number);
  return nullptr;
}

Status *getStringsLength(const Value *tensor, size_t *bytes) {
  *bytes = 0;
  for (const std::string &string : tensor->strings)
    *bytes += string.size();
  return nullptr;
}

Status *getStrings(const Value *tensor, void *text, size_t, size_t *offsets,
                   size_t) {
  size_t offset = 0;
  for (const std::string &string : tensor->strings) {
    *offsets++ = offset;
    std::memcpy(static_cast<char *>(text) + offset, string.data(),
                string.size());
    offset += string.size();
  }
  return nullptr;
}

Status *getElementType(const TensorInfo *info, int *elementType) {
  *elementType = info->value->elementType;
  return nullptr;
}

Status *getRank(const TensorInfo *info, size_t *rank) {
  *rank = info->value->sizes.size();
  return nullptr;
}

Status *getSizes(const TensorInfo *info, int64_t *sizes, size_t rank) {
  for (size_t i = 0; i < rank; ++i)
    sizes[i] = info->value->sizes[i];
  return nullptr;
}

Status *getTensorInfo(const Value *tensor, TensorInfo **info) {
  *info = new TensorInfo{tensor};
  return nullptr;
}

Status *getValueType(const Value *value, ValueType *type) {
  *type = value->type;
  return nullptr;
}

Status *createMemoryInfo(AllocatorType, MemoryType, MemoryInfo **info) {
  *info = new MemoryInfo;
  return nullptr;
}

Status *getAllocator(Allocator **allocator) {
  static Allocator only;
  *allocator = &only;
  return nullptr;
}

Status *getElement(const Value *sequence, int index, Allocator *,
                   Value **element) {
  *element = new Value(sequence->elements[index]);
  return nullptr;
}

Status *getLength(const Value *sequence, size_t *length) {
  *length = sequence->elements.size();
  return nullptr;
}

Status *createValue(const Value *const *elements, size_t number, ValueType type,
                    Value **value) {
  if (number == 0)
    return new Status{"expected elements"};
  *value = new Value;
  (*value)->type = type;
  for (size_t i = 0; i < number; ++i)
    (*value)->elements.push_back(*elements[i]);
  return nullptr;
}

template <typename T>
void release(T *object) {
  delete object;
}

const API *getAPI(uint32_t version) {
  static const API api = {{},
                          getErrorMessage,
                          createEnv,
                          {},
                          createSession,
                          createSessionFromArray,
                          run,
                          createSessionOptions,
                          {},
                          setOptimization,
                          setNumThreads,
                          {},
                          createTensor,
                          createTensorWithData,
                          {},
                          getData,
                          fillStrings,
                          getStringsLength,
                          getStrings,
                          {},
                          getElementType,
                          getRank,
                          getSizes,
                          {},
                          getTensorInfo,
                          {},
                          getValueType,
                          {},
                          createMemoryInfo,
                          {},
                          getAllocator,
                          {},
                          getElement,
                          getLength,
                          createValue,
                          {},
                          release<Env>,
                          release<Status>,
                          release<MemoryInfo>,
                          release<Session>,
                          release<Value>,
                          {},
                          release<TensorInfo>,
                          release<SessionOptions>};
  return version == 1 ? &api : nullptr;
}

} // namespace

extern "C" const Base *OrtGetApiBase() {
  static const Base base = {getAPI, [] { return "1.0.0-stub"; }};
  return &base;
}
