//===- Entries.cpp - fuzzes calls of a compiled function ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a list of calls with tables, of which some fields are wrong, and
// with allocations that fail. A call gives the right values, or it has a
// message and leaves its table as it was. What the runtime cannot know is never
// wrong: how much memory there is behind a pointer, and who owns it.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "JoinModel.h"

#include <algorithm>
#include <cstring>
#include <optional>

using namespace mlir::onnxops::fuzz;
using mlir::onnxops::test::AllocationFailure;

extern "C" int32_t onnxops_main(OnnxopsValue *table, int64_t count,
                                OnnxopsContext *context);

// The slots of Inputs/join.mlir.
enum { A, B, S, T, Joined, More, Text, Slots };
static constexpr int kInputs = 4;

namespace {
struct SequenceOwner {
  explicit SequenceOwner(const std::vector<Matrix> &elements);
  ~SequenceOwner() { onnxopsSequenceDestroy(sequence); }
  OnnxopsSequence *sequence;
};

class Caller {
public:
  explicit Caller(FuzzedDataProvider &program)
      : program(program), context(onnxopsContextCreate()) {}
  ~Caller();

  void call();

private:
  void fillInputs(JoinInputs &inputs, OnnxopsSequence *sequence);
  void prepareOutputs(const JoinInputs &inputs);
  void lend(const JoinInputs &inputs);
  void breakField();
  void breakSizes(OnnxopsValue &slot);
  void check(const JoinInputs &inputs);

  FuzzedDataProvider &program;
  OnnxopsContext *context;
  OnnxopsValue table[Slots] = {};
  int64_t count = Slots;
  bool isBroken = false;
  // What slots point to in this call.
  int64_t sizes[Slots][4], strides[Slots][4];
  std::unique_ptr<char[]> lent;
};
} // namespace

static OnnxopsValue makeSlot(int32_t elementType, int64_t rank, void *data,
                             int64_t *sizes) {
  OnnxopsValue slot = {};
  slot.elementType = elementType;
  slot.rank = rank;
  slot.data = data;
  slot.sizes = sizes;
  return slot;
}

static OnnxopsValue makeSlot(Matrix &matrix) {
  return makeSlot(ONNXOPS_FLOAT32, 2, matrix.data.get(), matrix.sizes);
}

SequenceOwner::SequenceOwner(const std::vector<Matrix> &elements)
    : sequence(onnxopsSequenceCreate(ONNXOPS_FLOAT32)) {
  for (const Matrix &element : elements) {
    OnnxopsValue value = makeSlot(const_cast<Matrix &>(element));
    require(onnxopsSequenceAppend(sequence, &value) == 0,
            "a tensor can be appended");
  }
}

Caller::~Caller() {
  onnxopsContextDestroy(context);
  for (int i = kInputs; i < Slots; ++i)
    onnxopsValueRelease(&table[i]);
}

void Caller::fillInputs(JoinInputs &inputs, OnnxopsSequence *sequence) {
  table[A] = makeSlot(inputs.a);
  table[B] = makeSlot(inputs.b);
  if (program.ConsumeBool())
    table[B].strides = inputs.b.strides;
  table[S] = {};
  table[S].kind = ONNXOPS_SEQUENCE;
  table[S].data = sequence;
  table[T] =
      makeSlot(ONNXOPS_STRING, 1, inputs.texts.data.get(), inputs.texts.sizes);
}

// Memory of the caller's own for the first output: enough, too little or none.
void Caller::lend(const JoinInputs &inputs) {
  const int64_t rows = inputs.a.sizes[0] + inputs.b.sizes[0];
  const int64_t bytes = rows * kColumns * int64_t(sizeof(float));
  const int64_t capacity =
      program.ConsumeIntegralInRange<int64_t>(0, 3) ? bytes : bytes / 2;
  onnxopsValueRelease(&table[Joined]);
  lent.reset(new char[capacity]);
  table[Joined] = {};
  table[Joined].data = lent.get();
  table[Joined].capacity = capacity;
  isBroken |= capacity < bytes;
  if (!program.ConsumeBool())
    return;
  table[Joined].owned = ONNXOPS_FIXED_SIZES;
  table[Joined].elementType = ONNXOPS_FLOAT32;
  table[Joined].rank = 2;
  table[Joined].sizes = sizes[Joined];
  sizes[Joined][0] = rows;
  sizes[Joined][1] = kColumns;
}

void Caller::prepareOutputs(const JoinInputs &inputs) {
  if (lent) { // was lent for one call
    onnxopsValueRelease(&table[Joined]);
    table[Joined] = {};
    lent.reset();
  }
  for (int i = kInputs; i < Slots; ++i)
    if (program.ConsumeIntegralInRange(0, 3) == 0)
      onnxopsValueRelease(&table[i]);
  if (program.ConsumeIntegralInRange(0, 2) == 0)
    lend(inputs);
}

// Of an input, or of an output of which the caller says the sizes.
void Caller::breakSizes(OnnxopsValue &slot) {
  const int64_t index = &slot - table;
  const bool isGiven =
      index <= B || index == T || (slot.owned & ONNXOPS_FIXED_SIZES) != 0;
  if (!isGiven || !slot.sizes || slot.rank < 1 || slot.rank > 2)
    return;
  if (program.ConsumeBool()) {
    slot.sizes = nullptr;
    return;
  }
  std::copy_n(slot.sizes, slot.rank, sizes[index]);
  slot.sizes = sizes[index];
  slot.sizes[program.ConsumeIntegralInRange<int64_t>(0, slot.rank - 1)] =
      chooseEdge(program);
}

void Caller::breakField() {
  const int index = program.ConsumeIntegralInRange(0, Slots - 1);
  OnnxopsValue &slot = table[index];
  isBroken = true;
  switch (program.ConsumeIntegralInRange(0, 9)) {
  case 0:
    if (index < kInputs)
      slot.kind = program.ConsumeIntegralInRange(-1, 3);
    return;
  case 1:
    if (index < kInputs)
      slot.elementType = program.ConsumeIntegralInRange(-1, 20);
    return;
  case 2:
    if (index < kInputs) // ranks for which there are no sizes
      slot.rank = program.ConsumeBool() ? chooseEdge(program) : 65;
    return;
  case 3:
    if (index < kInputs)
      slot.data = nullptr;
    return;
  case 4: // in between two elements
    if (index < kInputs && index != S && slot.data)
      slot.data = static_cast<char *>(slot.data) + 1;
    return;
  case 5:
    breakSizes(slot);
    return;
  case 6:
    if (index > B)
      return;
    for (int64_t &stride : strides[index])
      stride = program.ConsumeBool() ? chooseEdge(program)
                                     : program.ConsumeIntegralInRange(0, 4);
    slot.strides = strides[index];
    return;
  case 7:
    slot.reserved = program.ConsumeIntegralInRange(1, 9);
    return;
  case 8:
    if (lent)
      table[Joined].capacity = -1;
    return;
  default:
    count = program.ConsumeIntegralInRange<int64_t>(-1, Slots);
  }
}

void Caller::check(const JoinInputs &inputs) {
  requireJoined(table[Joined], inputs);
  requireTexts(table[Text], inputs);
  const auto *more = static_cast<const OnnxopsSequence *>(table[More].data);
  const int64_t length = onnxopsSequenceLength(more);
  require(length == int64_t(inputs.elements.size()) + 1,
          "a sequence has its length");
  for (int64_t i = 0; i < length; ++i)
    requireMore(onnxopsSequenceElement(more, i), i, inputs);
}

void Caller::call() {
  JoinInputs inputs(program);
  SequenceOwner sequence(inputs.elements);
  isBroken = false;
  count = Slots;
  fillInputs(inputs, sequence.sequence);
  prepareOutputs(inputs);
  for (int i = program.ConsumeIntegralInRange(0, 3) - 1; i > 0; --i)
    breakField();
  OnnxopsValue before[Slots];
  std::memcpy(before, table, sizeof(table));
  std::optional<AllocationFailure> failure;
  if (program.ConsumeIntegralInRange(0, 3) == 0)
    failure.emplace(program.ConsumeIntegralInRange(0, 12));
  const int32_t status = onnxops_main(table, count, context);
  const bool isOutOfMemory = failure && failure->hasFailed();
  failure.reset();
  const std::string message = onnxopsContextError(context);
  require(status == 0 || status == 1, "a status is 0 or 1");
  require((status == 0) == message.empty(), "a call that fails has a message",
          message);
  require(status == 0 || isBroken || isOutOfMemory,
          "a call with whole tables succeeds", message);
  if (status == 0)
    check(inputs);
  else
    require(std::memcmp(before, table, sizeof(table)) == 0,
            "a call that fails leaves its table as it was", message);
  // What was broken is the caller's own doing: outputs are freed as they were.
  for (int i = kInputs; i < Slots; ++i)
    table[i].reserved = 0;
  if (lent)
    table[Joined].capacity = 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  FuzzedDataProvider program(data, size);
  Caller caller(program);
  for (int i = 0; i < 5 && program.remaining_bytes(); ++i)
    caller.call();
  return 0;
}
