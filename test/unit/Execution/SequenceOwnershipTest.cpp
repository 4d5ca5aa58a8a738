//===- SequenceOwnershipTest.cpp - sequences that outlive a call ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles programs that return sequences and calls them as an embedder would.
// Results are read after inputs, context and machine code are freed; in a build
// with sanitizers that proves that they refer to none of them, and that nothing
// leaks, not even from failing calls.
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "onnxops/Execution/Compiler.h"
#include "onnxops/InitAll.h"
#include "onnxops/Pipelines/Pipelines.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

using namespace mlir;
using namespace mlir::onnxops;

namespace {

using Sizes = std::vector<int64_t>;

/// The values of an element of f32.
struct Floats {
  Sizes sizes;
  std::vector<float> data;

  bool operator==(const Floats &other) const {
    return sizes == other.sizes && data == other.data;
  }
};

/// 0, 1, 2, ...
Floats iota(Sizes sizes) {
  int64_t count = std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                                  std::multiplies<>());
  Floats result{std::move(sizes), std::vector<float>(count)};
  std::iota(result.data.begin(), result.data.end(), 0);
  return result;
}

/// The columns of a matrix from `begin` to `end`.
Floats columns(const Floats &matrix, int64_t begin, int64_t end) {
  Floats result{{matrix.sizes[0], end - begin}, {}};
  for (int64_t row = 0; row < matrix.sizes[0]; ++row)
    for (int64_t column = begin; column < end; ++column)
      result.data.push_back(matrix.data[row * matrix.sizes[1] + column]);
  return result;
}

OnnxopsValue slotOf(Floats &tensor) {
  OnnxopsValue slot = {};
  slot.elementType = ONNXOPS_FLOAT32;
  slot.rank = tensor.sizes.size();
  slot.data = tensor.data.data();
  slot.sizes = tensor.sizes.data();
  return slot;
}

OnnxopsValue slotOf(int64_t &position) {
  OnnxopsValue slot = {};
  slot.elementType = ONNXOPS_INT64;
  slot.data = &position;
  return slot;
}

/// The elements of an output slot.
std::vector<Floats> contentOf(const OnnxopsValue &slot) {
  auto *sequence = static_cast<const OnnxopsSequence *>(slot.data);
  std::vector<Floats> result;
  for (int64_t i = 0; i < onnxopsSequenceLength(sequence); ++i) {
    OnnxopsValue element = onnxopsSequenceElement(sequence, i);
    Sizes sizes(element.sizes, element.sizes + element.rank);
    auto *data = static_cast<const float *>(element.data);
    int64_t count = iota(sizes).data.size();
    result.push_back({sizes, std::vector<float>(data, data + count)});
  }
  return result;
}

/// Inputs in memory of their own, which end() overwrites before it frees it.
class Inputs {
public:
  explicit Inputs(std::vector<Floats> tensors) : tensors(std::move(tensors)) {}
  ~Inputs() { end(); }

  OnnxopsValue tensor(size_t index) { return slotOf(tensors[index]); }

  /// A caller's sequence of all tensors.
  OnnxopsValue asSequence() {
    sequence = onnxopsSequenceCreate(ONNXOPS_FLOAT32);
    for (Floats &tensor : tensors) {
      OnnxopsValue slot = slotOf(tensor);
      EXPECT_EQ(onnxopsSequenceAppend(sequence, &slot), 0);
    }
    OnnxopsValue slot = {};
    slot.kind = ONNXOPS_SEQUENCE;
    slot.data = sequence;
    return slot;
  }

  void end() {
    for (Floats &tensor : tensors)
      std::fill(tensor.data.begin(), tensor.data.end(), -1.0f);
    for (int64_t i = 0; i < onnxopsSequenceLength(sequence); ++i) {
      OnnxopsValue element = onnxopsSequenceElement(sequence, i);
      std::memset(
          element.data, 0xFF,
          iota(Sizes(element.sizes, element.sizes + element.rank)).data.size() *
              sizeof(float));
    }
    tensors.clear();
    tensors.shrink_to_fit();
    onnxopsSequenceDestroy(sequence);
    sequence = nullptr;
  }

private:
  std::vector<Floats> tensors;
  OnnxopsSequence *sequence = nullptr;
};

/// Compiles a program and calls its function `main`.
class SequenceOwnershipTest : public ::testing::Test {
protected:
  ~SequenceOwnershipTest() override {
    onnxopsContextDestroy(context);
    for (size_t i = inputCount; i < table.size(); ++i)
      onnxopsValueRelease(&table[i]);
  }

  void compile(StringRef program) {
    DialectRegistry registry;
    registerDialects(registry);
    MLIRContext mlirContext(registry, MLIRContext::Threading::DISABLED);
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(program, &mlirContext);
    ASSERT_TRUE(module);
    PassManager pm(&mlirContext);
    buildToLLVMPipeline(pm, ToLLVMOptions());
    ASSERT_TRUE(succeeded(pm.run(*module)));
    compiled = llvm::cantFail(CompiledModule::compile(*module));
  }

  /// Calls with these inputs and `outputs` new slots.
  int32_t call(const std::vector<OnnxopsValue> &inputs, size_t outputs) {
    inputCount = inputs.size();
    table = inputs;
    table.resize(inputCount + outputs);
    return callAgain();
  }

  /// Calls with the inputs and the slots of the call before.
  int32_t callAgain() {
    EntryFunction entry = llvm::cantFail(compiled->lookup("main"));
    return entry(table.data(), table.size(), context);
  }

  /// Frees everything except the outputs.
  void end(Inputs &inputs) {
    inputs.end();
    onnxopsContextDestroy(context);
    context = nullptr;
    compiled.reset();
  }

  std::string error() const { return onnxopsContextError(context); }

  std::vector<Floats> output(size_t index) const {
    return contentOf(table[inputCount + index]);
  }

  std::vector<OnnxopsValue> table;

private:
  std::unique_ptr<CompiledModule> compiled;
  OnnxopsContext *context = onnxopsContextCreate();
  size_t inputCount = 0;
};

TEST_F(SequenceOwnershipTest, ChunksOfAnInput) {
  compile(R"mlir(
    func.func @main(%x: tensor<?x?xf32>, %n: tensor<i64>) -> !onnxops.seq<tensor<?x?xf32>> {
      %s = onnxops.split_to_sequence_v24 %x, %n axis = 1 : (tensor<?x?xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x?xf32>>
      return %s : !onnxops.seq<tensor<?x?xf32>>
    }
  )mlir");
  const Floats x = iota({3, 5});
  Inputs inputs({x});
  int64_t length = 2;
  ASSERT_EQ(call({inputs.tensor(0), slotOf(length)}, 1), 0) << error();
  end(inputs);
  EXPECT_EQ(output(0), (std::vector<Floats>{columns(x, 0, 2), columns(x, 2, 4),
                                            columns(x, 4, 5)}));
}

TEST_F(SequenceOwnershipTest, ConstructedAndChanged) {
  compile(R"mlir(
    !s = !onnxops.seq<tensor<?x?xf32>>
    func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %p: tensor<i64>) -> !s {
      %0 = onnxops.sequence_construct_v11 %x, %y, %x : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> !s
      %1 = onnxops.sequence_insert_v11 %0, %y, %p : (!s, tensor<?x?xf32>, tensor<i64>) -> !s
      %2 = onnxops.concat_v13 %x, %x axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      %3 = onnxops.sequence_insert_v11 %1, %2, %p : (!s, tensor<?x?xf32>, tensor<i64>) -> !s
      %4 = onnxops.sequence_erase_v11 %3 : (!s) -> !s
      return %4 : !s
    }
  )mlir");
  const Floats x = iota({1, 2}), y = iota({2, 1}), twice{{2, 2}, {0, 1, 0, 1}};
  Inputs inputs({x, y});
  int64_t position = 1;
  ASSERT_EQ(call({inputs.tensor(0), inputs.tensor(1), slotOf(position)}, 1), 0)
      << error();
  end(inputs);
  EXPECT_EQ(output(0), (std::vector<Floats>{x, twice, y, y}));
}

TEST_F(SequenceOwnershipTest, GrownInALoop) {
  compile(R"mlir(
    !s = !onnxops.seq<tensor<?x?xf32>>
    func.func @main(%x: tensor<?x?xf32>, %p: tensor<i64>) -> !s {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c20 = arith.constant 20 : index
      %e = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
      %0 = onnxops.sequence_insert_v11 %e, %x : (!onnxops.seq<tensor<*xf32>>, tensor<?x?xf32>) -> !s
      %r = scf.for %i = %c0 to %c20 step %c1 iter_args(%s = %0) -> !s {
        %a = onnxops.sequence_at_v11 %s, %p : (!s, tensor<i64>) -> tensor<?x?xf32>
        %b = onnxops.concat_v13 %a, %x axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
        %t = onnxops.sequence_insert_v11 %s, %b, %p : (!s, tensor<?x?xf32>, tensor<i64>) -> !s
        scf.yield %t : !s
      }
      return %r : !s
    }
  )mlir");
  Inputs inputs({{{1, 1}, {7}}});
  int64_t front = 0;
  ASSERT_EQ(call({inputs.tensor(0), slotOf(front)}, 1), 0) << error();
  end(inputs);
  std::vector<Floats> expected;
  for (int64_t rows = 21; rows > 0; --rows)
    expected.push_back({{rows, 1}, std::vector<float>(rows, 7)});
  EXPECT_EQ(output(0), expected);
}

TEST_F(SequenceOwnershipTest, AnInputIsReturned) {
  compile(R"mlir(
    func.func @main(%s: !onnxops.seq<tensor<?x?xf32>>) -> !onnxops.seq<tensor<?x?xf32>> {
      return %s : !onnxops.seq<tensor<?x?xf32>>
    }
  )mlir");
  const std::vector<Floats> elements{iota({2, 3}), iota({1, 1}), iota({0, 4})};
  Inputs inputs(elements);
  ASSERT_EQ(call({inputs.asSequence()}, 1), 0) << error();
  EXPECT_NE(table[0].data, table[1].data);
  end(inputs);
  EXPECT_EQ(output(0), elements);
}

TEST_F(SequenceOwnershipTest, ChangingAnInputLeavesIt) {
  compile(R"mlir(
    !s = !onnxops.seq<tensor<?x?xf32>>
    func.func @main(%s: !s, %p: tensor<i64>) -> (!s, !s) {
      %a = onnxops.sequence_at_v11 %s, %p : (!s, tensor<i64>) -> tensor<?x?xf32>
      %0 = onnxops.sequence_erase_v11 %s, %p : (!s, tensor<i64>) -> !s
      %1 = onnxops.sequence_insert_v11 %0, %a : (!s, tensor<?x?xf32>) -> !s
      return %0, %1 : !s, !s
    }
  )mlir");
  const Floats x = iota({2, 3}), y = iota({1, 1}), z = iota({4, 1});
  Inputs inputs({x, y, z});
  int64_t position = 1;
  ASSERT_EQ(call({inputs.asSequence(), slotOf(position)}, 2), 0) << error();
  EXPECT_EQ(contentOf(table[0]), (std::vector<Floats>{x, y, z}));
  end(inputs);
  EXPECT_EQ(output(0), (std::vector<Floats>{x, z}));
  EXPECT_EQ(output(1), (std::vector<Floats>{x, z, y}));
}

TEST_F(SequenceOwnershipTest, OneSequenceReturnedTwice) {
  compile(R"mlir(
    !s = !onnxops.seq<tensor<?x?xf32>>
    func.func @main(%x: tensor<?x?xf32>) -> (!s, !s) {
      %s = onnxops.split_to_sequence_v24 %x : (tensor<?x?xf32>) -> !s
      return %s, %s : !s, !s
    }
  )mlir");
  Inputs inputs({iota({2, 2})});
  ASSERT_EQ(call({inputs.tensor(0)}, 2), 0) << error();
  end(inputs);
  const std::vector<Floats> rows{{{1, 2}, {0, 1}}, {{1, 2}, {2, 3}}};
  EXPECT_EQ(output(0), rows);
  onnxopsValueRelease(&table[1]); // the other one does not depend on it
  EXPECT_EQ(output(1), rows);
}

TEST_F(SequenceOwnershipTest, StringsOfAnInput) {
  compile(R"mlir(
    !s = !onnxops.seq<tensor<1x!onnxops.string>>
    func.func @main(%x: tensor<?x!onnxops.string>) -> !s {
      %s = onnxops.split_to_sequence_v24 %x : (tensor<?x!onnxops.string>) -> !s
      return %s : !s
    }
  )mlir");
  std::string bytes = "onetwo";
  OnnxopsString strings[] = {{3, bytes.data()}, {3, bytes.data() + 3}};
  const OnnxopsString *pointers[] = {&strings[0], &strings[1]};
  int64_t size = 2;
  OnnxopsValue slot = {};
  slot.elementType = ONNXOPS_STRING;
  slot.rank = 1;
  slot.data = pointers;
  slot.sizes = &size;
  ASSERT_EQ(call({slot}, 1), 0) << error();
  Inputs none({});
  end(none);
  bytes.assign(6, '#');
  strings[0] = strings[1] = {0, nullptr};
  auto *sequence = static_cast<const OnnxopsSequence *>(table[1].data);
  OnnxopsValue second = onnxopsSequenceElement(sequence, 1);
  const OnnxopsString *text = *static_cast<OnnxopsString **>(second.data);
  EXPECT_EQ(StringRef(text->data, text->size), "two");
}

/// Splits, appends in a loop, and reads element %p of it in each iteration.
static constexpr StringRef failing = R"mlir(
  !s = !onnxops.seq<tensor<?x?xf32>>
  func.func @main(%x: tensor<?x?xf32>, %p: tensor<i64>) -> (!s, tensor<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    %0 = onnxops.split_to_sequence_v24 %x : (tensor<?x?xf32>) -> !s
    %r, %last = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %0, %y = %x) -> (!s, tensor<?x?xf32>) {
      %z = onnxops.concat_v13 %y, %x axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      %t = onnxops.sequence_insert_v11 %s, %z, %p : (!s, tensor<?x?xf32>, tensor<i64>) -> !s
      %u = onnxops.sequence_erase_v11 %t : (!s) -> !s
      %v = onnxops.sequence_erase_v11 %u : (!s) -> !s
      scf.yield %v, %z : !s, tensor<?x?xf32>
    }
    return %r, %last : !s, tensor<?x?xf32>
  }
)mlir";

TEST_F(SequenceOwnershipTest, AFailureInALoopLeavesNothing) {
  compile(failing);
  Inputs inputs({iota({4, 2})});
  int64_t front = 0; // there are 4 elements, then 3, 2, 1, 0
  ASSERT_EQ(call({inputs.tensor(0), slotOf(front)}, 2), 1);
  EXPECT_NE(error().find("sequence_erase: expected a sequence"),
            std::string::npos)
      << error();
  EXPECT_EQ(table[2].data, nullptr);
  EXPECT_EQ(table[3].data, nullptr);
}

TEST_F(SequenceOwnershipTest, AFailureKeepsEarlierResults) {
  compile(failing);
  const Floats x = iota({12, 1});
  Inputs inputs({x});
  int64_t position = 0;
  ASSERT_EQ(call({inputs.tensor(0), slotOf(position)}, 2), 0) << error();
  std::vector<Floats> before = output(0);
  ASSERT_EQ(before.size(), 3u);
  position = 100;
  ASSERT_EQ(callAgain(), 1);
  EXPECT_NE(error().find("expected position to be in [-n, n]"),
            std::string::npos)
      << error();
  EXPECT_EQ(output(0), before);
  position = 0;
  ASSERT_EQ(callAgain(), 0) << error(); // replaces them
  end(inputs);
  EXPECT_EQ(output(0), before);
}

} // namespace
