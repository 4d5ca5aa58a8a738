//===- Sequences.cpp - fuzzes sequences against a plain vector ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a program: calls with operations on sequences inside them, any of
// whose allocations may fail. A sequence is compared with a vector of the
// numbers of its elements: none changes once it is made, an operation without
// memory has no effect but a message, and a call that failed leaves the outputs
// of the one before, though their elements may have other values then.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "Fuzzing.h"
#include "onnxops/ABI/GeneratedCode.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <optional>
#include <vector>

using namespace mlir::onnxops::fuzz;
using mlir::onnxops::test::AllocationFailure;

// Elements are rows of this matrix, or columns, or single numbers.
static constexpr int64_t kRows = 6, kColumns = 7;
static constexpr int kElements = kRows + kColumns + 1;
static float matrix[kRows][kColumns];

// A function of a sequence that has two as outputs: see onnxopsRtEnter.
static constexpr int kInputs = 1, kOutputs = 2;
static const int64_t signature[] = {
    kInputs,          kOutputs,        0,  0, // no symbols, the name
    ONNXOPS_SEQUENCE, ONNXOPS_FLOAT32, -1, 0, //
    ONNXOPS_SEQUENCE, ONNXOPS_FLOAT32, -1, 0, //
    ONNXOPS_SEQUENCE, ONNXOPS_FLOAT32, -1, 0};

using Numbers = std::vector<int>;

namespace {
struct View {
  float *data;
  int64_t rank;
  int64_t sizes[2], strides[2];
};

struct Sequence {
  OnnxopsSequence *handle;
  Numbers numbers;
};

class Machine {
public:
  explicit Machine(FuzzedDataProvider &program)
      : program(program), context(onnxopsContextCreate()),
        own{onnxopsSequenceCreate(ONNXOPS_FLOAT32), {}} {}
  ~Machine();

  void run();

private:
  void prepareSlots();
  void appendToOwn();
  void runCall();
  bool step(); // false once the call has failed
  bool create();
  bool push(Sequence &sequence, int number);
  bool insert(const Sequence &sequence, int64_t position, int number);
  bool erase(const Sequence &sequence, int64_t position);
  bool output();
  void read(const Sequence &sequence);
  void leave(bool hasFailed);

  void add(OnnxopsSequence *handle, Numbers numbers) {
    sequences.push_back({handle, std::move(numbers)});
  }
  Sequence &choose() {
    return sequences[program.ConsumeIntegralInRange<size_t>(
        0, sequences.size() - 1)];
  }
  int64_t choosePosition(const Sequence &sequence) {
    // Rarely one that is outside.
    const int64_t outside = program.ConsumeIntegralInRange(0, 15) == 0;
    return program.ConsumeIntegralInRange<int64_t>(
        -outside, int64_t(sequence.numbers.size()) + outside);
  }
  int chooseNumber() {
    return program.ConsumeIntegralInRange(0, kElements - 1);
  }

  FuzzedDataProvider &program;
  OnnxopsContext *context;
  Sequence own; // the caller's
  OnnxopsValue table[kInputs + kOutputs] = {};
  OnnxopsValue *const outputs = table + kInputs;
  Numbers held[kOutputs];                // by the slots of outputs
  std::vector<Sequence> sequences;       // of the call that runs
  std::optional<Numbers> made[kOutputs]; // by the call that runs
  bool wasTried[kOutputs];
};
} // namespace

ONNXOPS_FUZZ_JUDGE static View getView(int number) {
  if (number < kRows)
    return {matrix[number], 1, {kColumns}, {1}};
  if (number < kRows + kColumns)
    return {&matrix[0][number - kRows], 2, {kRows, 1}, {kColumns, 1}};
  return {&matrix[0][0], 0, {}, {}};
}

ONNXOPS_FUZZ_JUDGE static bool hasShape(const OnnxopsValue &value, int number) {
  const View view = getView(number);
  return value.elementType == ONNXOPS_FLOAT32 && value.rank == view.rank &&
         std::equal(view.sizes, view.sizes + view.rank, value.sizes);
}

// Compares element by element, since a copy has other strides.
ONNXOPS_FUZZ_JUDGE static bool holdsElement(const OnnxopsValue &value,
                                            int number) {
  const View view = getView(number);
  if (!hasShape(value, number))
    return false;
  // All but the first dimension have one element.
  const auto *data = static_cast<const float *>(value.data);
  for (int64_t i = 0; i < (view.rank ? view.sizes[0] : 1); ++i)
    if (data[view.rank ? i * value.strides[0] : 0] !=
        view.data[view.rank ? i * view.strides[0] : 0])
      return false;
  return true;
}

ONNXOPS_FUZZ_JUDGE static void requireContent(const OnnxopsSequence *sequence,
                                              const Numbers &numbers) {
  require(onnxopsSequenceLength(sequence) == int64_t(numbers.size()),
          "an output has the length of the sequence");
  for (size_t i = 0; i < numbers.size(); ++i)
    require(holdsElement(onnxopsSequenceElement(sequence, i), numbers[i]),
            "an output has the elements of the sequence");
}

ONNXOPS_FUZZ_JUDGE static void requireShapes(const OnnxopsSequence *sequence,
                                             const Numbers &numbers) {
  require(onnxopsSequenceLength(sequence) == int64_t(numbers.size()),
          "an output that is not written keeps its length");
  for (size_t i = 0; i < numbers.size(); ++i)
    require(hasShape(onnxopsSequenceElement(sequence, i), numbers[i]),
            "an output that is not written keeps its shapes");
}

Machine::~Machine() {
  onnxopsContextDestroy(context);
  for (int i = 0; i < kOutputs; ++i)
    onnxopsValueRelease(&outputs[i]);
  onnxopsSequenceDestroy(own.handle);
}

bool Machine::create() {
  int64_t capacity = program.ConsumeIntegralInRange<int64_t>(0, 63);
  if (capacity > 60) // more than there can be
    capacity = capacity == 61 ? -1 : INT64_MAX / 30 * (capacity - 61);
  OnnxopsSequence *handle =
      onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, capacity);
  if (!handle)
    return false;
  require(capacity >= 0, "a capacity is not negative");
  add(handle, {});
  return true;
}

// Fills a sequence that nothing has been made of.
bool Machine::push(Sequence &sequence, int number) {
  View view = getView(number);
  if (onnxopsRtSequencePush(context, sequence.handle, view.data, view.rank,
                            view.sizes, view.strides))
    return false;
  sequence.numbers.push_back(number);
  return true;
}

bool Machine::insert(const Sequence &sequence, int64_t position, int number) {
  View view = getView(number);
  OnnxopsSequence *handle =
      onnxopsRtSequenceInsert(context, sequence.handle, position, view.data,
                              view.rank, view.sizes, view.strides);
  if (!handle)
    return false;
  Numbers numbers = sequence.numbers;
  require(position >= 0 && position <= int64_t(numbers.size()),
          "an insertion is inside the sequence");
  numbers.insert(numbers.begin() + position, number);
  add(handle, std::move(numbers));
  return true;
}

bool Machine::erase(const Sequence &sequence, int64_t position) {
  OnnxopsSequence *handle =
      onnxopsRtSequenceErase(context, sequence.handle, position);
  if (!handle)
    return false;
  Numbers numbers = sequence.numbers;
  require(position >= 0 && position < int64_t(numbers.size()),
          "an erasure is inside the sequence");
  numbers.erase(numbers.begin() + position);
  add(handle, std::move(numbers));
  return true;
}

bool Machine::output() {
  const int index = program.ConsumeIntegralInRange(0, kOutputs - 1);
  const Sequence &sequence = choose();
  wasTried[index] = true;
  if (onnxopsRtOutputSequence(context, index, sequence.handle, /*threads=*/1,
                              /*sharedBytes=*/0))
    return false;
  require(!made[index], "an output is made once");
  made[index] = sequence.numbers;
  return true;
}

ONNXOPS_FUZZ_JUDGE void Machine::read(const Sequence &sequence) {
  requireContent(sequence.handle, sequence.numbers);
  for (size_t i = 0; i < sequence.numbers.size(); ++i) {
    const View view = getView(sequence.numbers[i]);
    int64_t sizes[2], strides[2];
    OnnxopsValue value = {};
    value.elementType = ONNXOPS_FLOAT32;
    value.rank = view.rank;
    value.sizes = sizes;
    value.strides = strides;
    require(onnxopsRtSequenceAt(context, sequence.handle, i, value.rank,
                                view.sizes, "at", &value.data, sizes,
                                strides) == 0,
            "an element can be read", onnxopsContextError(context));
    require(holdsElement(value, sequence.numbers[i]),
            "a sequence keeps its elements");
  }
}

bool Machine::step() {
  std::optional<AllocationFailure> failure;
  if (program.ConsumeIntegralInRange(0, 15) == 0)
    failure.emplace(program.ConsumeIntegralInRange(0, 3));
  if (sequences.empty())
    return create();
  switch (program.ConsumeIntegralInRange(0, 9)) {
  case 0:
    return create();
  case 1:
    return push(sequences.back(), chooseNumber());
  case 2: {
    const Sequence sequence = choose();
    const int64_t position = choosePosition(sequence);
    return erase(sequence, position);
  }
  case 3:
    return output();
  case 4: // appends, as a loop does
  case 5: {
    for (int i = program.ConsumeIntegralInRange(1, 20); i > 0; --i) {
      const Sequence sequence = sequences.back();
      if (!insert(sequence, sequence.numbers.size(), chooseNumber()))
        return false;
    }
    return true;
  }
  case 6: {
    failure.reset();
    read(choose());
    return true;
  }
  default: {
    const Sequence sequence = choose();
    const int64_t position = choosePosition(sequence);
    return insert(sequence, position, chooseNumber());
  }
  }
}

void Machine::leave(bool hasFailed) {
  const bool isWhole = made[0] && made[1];
  std::optional<AllocationFailure> failure;
  if (program.ConsumeIntegralInRange(0, 7) == 0)
    failure.emplace(program.ConsumeIntegralInRange(0, 3));
  const bool succeeds = onnxopsRtLeave(context, hasFailed) == 0;
  const bool isOutOfMemory = failure && failure->hasFailed();
  failure.reset();
  const bool hasMessage = *onnxopsContextError(context) != 0;
  require(succeeds != hasMessage, "a call that fails has a message");
  require(!succeeds || !hasFailed, "a call that failed does not succeed");
  require(succeeds || hasFailed || !isWhole || isOutOfMemory,
          "a call that did not fail succeeds", onnxopsContextError(context));
  for (int i = 0; i < kOutputs; ++i) {
    if (succeeds) {
      require(made[i].has_value(), "all outputs of a call are made");
      held[i] = *made[i];
    }
    const auto *content = static_cast<const OnnxopsSequence *>(outputs[i].data);
    if (succeeds || !wasTried[i]) {
      requireContent(content, held[i]);
      continue;
    }
    requireShapes(content, held[i]);
    onnxopsValueRelease(&outputs[i]);
    held[i].clear();
  }
}

// Calls may free what they have got, keep it for the next call to reuse, or
// give it to the next call as its input too.
void Machine::prepareSlots() {
  const int chosen = program.ConsumeIntegralInRange(0, 5);
  const Sequence input =
      chosen < kOutputs && outputs[chosen].data
          ? Sequence{static_cast<OnnxopsSequence *>(outputs[chosen].data),
                     held[chosen]}
          : own;
  table[0] = {};
  table[0].kind = ONNXOPS_SEQUENCE;
  table[0].elementType = ONNXOPS_FLOAT32;
  table[0].data = input.handle;
  sequences = {input};
  for (int i = 0; i < kOutputs; ++i) {
    made[i].reset();
    wasTried[i] = false;
    if (program.ConsumeIntegralInRange(0, 3) != 0 ||
        outputs[i].data == input.handle)
      continue;
    onnxopsValueRelease(&outputs[i]);
    held[i].clear();
  }
}

void Machine::appendToOwn() {
  std::optional<AllocationFailure> failure;
  if (program.ConsumeIntegralInRange(0, 3) == 0)
    failure.emplace(program.ConsumeIntegralInRange(0, 3));
  const int number = chooseNumber();
  View view = getView(number);
  OnnxopsValue value = {};
  value.elementType = ONNXOPS_FLOAT32;
  value.rank = view.rank;
  value.data = view.data;
  value.sizes = view.sizes;
  value.strides = view.strides;
  const bool succeeds = onnxopsSequenceAppend(own.handle, &value) == 0;
  require(succeeds || (failure && failure->hasFailed()),
          "a tensor can be appended");
  if (succeeds)
    own.numbers.push_back(number);
  requireContent(own.handle, own.numbers);
}

void Machine::runCall() {
  prepareSlots();
  std::optional<AllocationFailure> failure;
  if (program.ConsumeIntegralInRange(0, 15) == 0)
    failure.emplace(program.ConsumeIntegralInRange(0, 1));
  if (onnxopsRtEnter(context, table, kInputs + kOutputs, signature, "f")) {
    require(failure && failure->hasFailed(), "a call can begin",
            onnxopsContextError(context));
    require(*onnxopsContextError(context), "what fails leaves a message");
    return;
  }
  failure.reset();
  bool hasFailed = false;
  for (int i = program.ConsumeIntegralInRange(0, 40); i > 0 && !hasFailed; --i)
    hasFailed = !step();
  require(hasFailed == (*onnxopsContextError(context) != 0),
          "what fails leaves a message", onnxopsContextError(context));
  for (const Sequence &sequence : sequences)
    read(sequence);
  leave(hasFailed);
}

void Machine::run() {
  if (!context || !own.handle)
    return;
  while (program.remaining_bytes() > 0) {
    for (int i = program.ConsumeIntegralInRange(0, 3); i > 0; --i)
      appendToOwn();
    runCall();
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (int64_t i = 0; i < kRows * kColumns; ++i)
    matrix[i / kColumns][i % kColumns] = float(i);
  FuzzedDataProvider program(data, size);
  Machine(program).run();
  return 0;
}
