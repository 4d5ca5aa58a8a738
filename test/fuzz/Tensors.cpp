//===- Tensors.cpp - fuzzes calls with tensors of DLPack ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a list of calls of a function that was compiled ahead of time,
// with tensors of which some fields are wrong, and with allocations that fail.
// A call gives the right values, or it has a message and leaves its outputs as
// they were. How much memory there is behind a pointer is never wrong.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "JoinModel.h"
#include "join.h"

#include <cstring>
#include <optional>

using namespace mlir::onnxops::fuzz;
using mlir::onnxops::test::AllocationFailure;

namespace {
class Caller {
public:
  explicit Caller(FuzzedDataProvider &program)
      : program(program), context(onnxopsContextCreate()) {}
  ~Caller();

  void call();

private:
  DLTensor describe(Matrix &matrix);
  void fillInputs(JoinInputs &from);
  void prepareOutputs(const JoinInputs &from);
  void lend(const JoinInputs &from);
  void breakTensor(DLTensor &tensor);
  void breakCall();
  void check(const JoinInputs &from);

  FuzzedDataProvider &program;
  OnnxopsContext *context;
  OnnxopsValue texts = {}; // an output without a type of DLPack
  join_outputs outputs = {};

  // Of one call:
  join_inputs inputs = {};
  DLTensor a, b;
  std::vector<DLTensor> elements;
  OnnxopsTensorList list;
  OnnxopsValue textSlot;
  bool isBroken = false;
  int64_t sizes[4], strides[4];
  std::unique_ptr<char[]> lent;
  DLManagedTensor lentTensor;
  int64_t lentSizes[2];
};
} // namespace

Caller::~Caller() {
  onnxopsContextDestroy(context);
  if (!lent)
    onnxopsTensorRelease(outputs.joined);
  onnxopsTensorListRelease(outputs.more);
  onnxopsValueRelease(&texts);
}

DLTensor Caller::describe(Matrix &matrix) {
  DLTensor tensor = {};
  tensor.data = matrix.data.get();
  tensor.device = {kDLCPU, 0};
  tensor.ndim = 2;
  tensor.dtype = {kDLFloat, 32, 1};
  tensor.shape = matrix.sizes;
  tensor.strides = program.ConsumeBool() ? matrix.strides : nullptr;
  return tensor;
}

// Memory for the first output, of the right sizes or of others.
void Caller::lend(const JoinInputs &from) {
  const int64_t rows = from.a.sizes[0] + from.b.sizes[0];
  lentSizes[0] = rows + (program.ConsumeIntegralInRange(0, 3) == 0);
  lentSizes[1] = kColumns;
  isBroken |= lentSizes[0] != rows;
  lent.reset(new char[lentSizes[0] * kColumns * sizeof(float)]);
  lentTensor = {};
  lentTensor.dl_tensor.data = lent.get();
  lentTensor.dl_tensor.device = {kDLCPU, 0};
  lentTensor.dl_tensor.ndim = 2;
  lentTensor.dl_tensor.dtype = {kDLFloat, 32, 1};
  lentTensor.dl_tensor.shape = lentSizes;
  onnxopsTensorRelease(outputs.joined);
  outputs.joined = &lentTensor;
  if (program.ConsumeIntegralInRange(0, 3) == 0)
    breakTensor(lentTensor.dl_tensor);
}

void Caller::breakTensor(DLTensor &tensor) {
  isBroken = true;
  switch (program.ConsumeIntegralInRange(0, 9)) {
  case 0:
    tensor.data = nullptr;
    return;
  case 8: // in between two elements
    tensor.byte_offset = program.ConsumeIntegralInRange(1, 3);
    return;
  case 1:
    tensor.device = {
        static_cast<DLDeviceType>(program.ConsumeIntegralInRange(-1, 18)),
        program.ConsumeIntegralInRange(-1, 2)};
    return;
  case 2: // ranks for which there are no sizes
    tensor.ndim =
        program.ConsumeBool() ? 65 : static_cast<int32_t>(chooseEdge(program));
    return;
  case 3:
    tensor.dtype.code = program.ConsumeIntegral<uint8_t>();
    return;
  case 4:
    tensor.dtype.bits = program.ConsumeIntegral<uint8_t>();
    return;
  case 5:
    tensor.dtype.lanes = program.ConsumeIntegralInRange<uint16_t>(0, 4);
    return;
  case 6:
    tensor.shape = nullptr;
    return;
  case 7:
    std::memcpy(sizes, tensor.shape ? tensor.shape : strides,
                2 * sizeof(int64_t));
    sizes[program.ConsumeBool()] = chooseEdge(program);
    tensor.shape = sizes;
    return;
  default:
    for (int64_t &stride : strides)
      stride = program.ConsumeBool() ? chooseEdge(program)
                                     : program.ConsumeIntegralInRange(0, 4);
    tensor.strides = strides;
  }
}

void Caller::breakCall() {
  switch (program.ConsumeIntegralInRange(0, 8)) {
  case 0:
  case 1:
    return breakTensor(a);
  case 2:
    return breakTensor(b);
  case 3:
    if (!elements.empty())
      breakTensor(elements.back());
    return;
  case 4:
    list.length = program.ConsumeBool() ? -1 : INT64_MIN;
    break;
  case 5:
    if (list.length > 0)
      list.tensors = nullptr;
    break;
  case 6:
    textSlot.rank = program.ConsumeIntegralInRange(-1, 3) == 1 ? 65 : -1;
    break;
  case 7:
    inputs.a = nullptr;
    break;
  default:
    if (program.ConsumeBool())
      inputs.s = nullptr;
    else
      inputs.t = nullptr;
  }
  isBroken = true;
}

void Caller::check(const JoinInputs &from) {
  auto view = [](const DLTensor &tensor) {
    require(tensor.dtype.code == kDLFloat && tensor.dtype.bits == 32,
            "an output has its type");
    OnnxopsValue value = {};
    value.elementType = ONNXOPS_FLOAT32;
    value.rank = tensor.ndim;
    value.data = static_cast<char *>(tensor.data) + tensor.byte_offset;
    value.sizes = tensor.shape;
    return value;
  };
  requireJoined(view(outputs.joined->dl_tensor), from);
  requireTexts(texts, from);
  require(outputs.more->length == int64_t(from.elements.size()) + 1,
          "a list has its length");
  for (int64_t i = 0; i < outputs.more->length; ++i)
    requireMore(view(outputs.more->tensors[i]), i, from);
}

void Caller::fillInputs(JoinInputs &from) {
  a = describe(from.a);
  b = describe(from.b);
  elements.clear();
  for (Matrix &element : from.elements)
    elements.push_back(describe(element));
  list = {};
  list.length = elements.size();
  list.tensors = elements.data();
  textSlot = {};
  textSlot.elementType = ONNXOPS_STRING;
  textSlot.rank = 1;
  textSlot.data = from.texts.data.get();
  textSlot.sizes = from.texts.sizes;
  inputs = {&a, &b, &list, &textSlot};
}

void Caller::prepareOutputs(const JoinInputs &from) {
  outputs.texts = &texts;
  if (lent) { // was lent for one call
    outputs.joined = nullptr;
    lent.reset();
  }
  if (program.ConsumeIntegralInRange(0, 3) == 0) {
    onnxopsTensorListRelease(outputs.more);
    outputs.more = nullptr;
  }
  if (program.ConsumeIntegralInRange(0, 2) == 0)
    lend(from);
}

void Caller::call() {
  JoinInputs from(program);
  isBroken = false;
  fillInputs(from);
  prepareOutputs(from);
  for (int i = program.ConsumeIntegralInRange(0, 3) - 1; i > 0; --i)
    breakCall();

  const join_outputs before = outputs;
  std::optional<AllocationFailure> failure;
  if (program.ConsumeIntegralInRange(0, 3) == 0)
    failure.emplace(program.ConsumeIntegralInRange(0, 14));
  const int32_t status = join(context, &inputs, &outputs);
  const bool isOutOfMemory = failure && failure->hasFailed();
  failure.reset();
  const std::string message = onnxopsContextError(context);
  require((status == 0) == message.empty(), "a call that fails has a message",
          message);
  require(status == 0 || isBroken || isOutOfMemory,
          "a call with whole tensors succeeds", message);
  if (status == 0)
    check(from);
  else
    require(std::memcmp(&before, &outputs, sizeof(before)) == 0,
            "a call that fails leaves its outputs as they were", message);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  FuzzedDataProvider program(data, size);
  Caller caller(program);
  for (int i = 0; i < 5 && program.remaining_bytes(); ++i)
    caller.call();
  return 0;
}
