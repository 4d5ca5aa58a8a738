// Names in modules written by hand: existing names are kept, others are those of
// onnxops-run, and all names are unique.

// RUN: split-file %s %t
// DEFINE: %{name} =
// DEFINE: %{show} = onnxops-translate --export-onnx %t/%{name}.mlir -o %t/%{name}.onnx && %python -B %S/Inputs/show-model.py %t/%{name}.onnx | FileCheck %s --check-prefix=%{name} --match-full-lines
// REDEFINE: %{name} = unnamed
// RUN: %{show}
// REDEFINE: %{name} = outputs
// RUN: %{show}
// REDEFINE: %{name} = taken
// RUN: %{show}
// REDEFINE: %{name} = symbols
// RUN: %{show}
// REDEFINE: %{name} = casts
// RUN: %{show}
// REDEFINE: %{name} = declared
// RUN: %{show}

//--- unnamed.mlir

// The lowest opset that has the op and, without constants, the oldest format.
// Shows export-r3, export-r6, export-r16.
// unnamed:      format 3, opsets {'': 13}
// unnamed-NEXT: graph main
// unnamed-NEXT: input arg0: FLOAT [2]
// unnamed-NEXT: input arg1: FLOAT [?]
// unnamed-NEXT: output result0: FLOAT [?]
// unnamed-NEXT: result0 = Concat(arg0, arg1)
// unnamed-NEXT:   axis: INT = 0
func.func @main(%a: tensor<2xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- outputs.mlir

// An input as an output, twice; a constant as two outputs.
// Shows export-r8, export-r10, export-r16.
// outputs:      format 4, opsets {'': 1}
// outputs:      input x: FLOAT [1]
// outputs-NEXT: output x: FLOAT [1]
// outputs-NEXT: output p: FLOAT [1]
// outputs-NEXT: output q: FLOAT [1]
// outputs-NEXT: output r: FLOAT [1]
// outputs-NEXT: initializer q = FLOAT [1.0]
// outputs-NEXT: p = Identity(x)
// outputs-NEXT: r = Identity(q)
// outputs-NOT:  {{.}}
func.func @main(%a: tensor<1xf32> {onnxops.name = "x"})
    -> (tensor<1xf32> {onnxops.name = "x"}, tensor<1xf32> {onnxops.name = "p"},
        tensor<1xf32> {onnxops.name = "q"}, tensor<1xf32> {onnxops.name = "r"}) {
  %0 = arith.constant dense<1.0> : tensor<1xf32>
  return %a, %a, %0, %0 : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

//--- taken.mlir

// The second argument has the default name of the first, one constant that of
// another, and an output that of an unnamed one. Shows export-r6, export-r7.
// taken:      input [[A:arg[1-9][0-9]*]]: FLOAT [1]
// taken-NEXT: input arg0: FLOAT [1]
// taken-NEXT: output [[R:result[1-9][0-9]*]]: FLOAT [4]
// taken-NEXT: output result0: FLOAT [1]
// taken-NEXT: initializer c = FLOAT [1.0]
// taken-NEXT: initializer [[C:constant[0-9]+]] = FLOAT [2.0]
// taken-NEXT: [[R]] = Concat([[A]], arg0, c, [[C]])
// taken:      result0 = Identity(arg0)
func.func @main(%a: tensor<1xf32>, %b: tensor<1xf32> {onnxops.name = "arg0"})
    -> (tensor<4xf32>, tensor<1xf32> {onnxops.name = "result0"}) {
  %0 = arith.constant {onnxops.name = "c"} dense<1.0> : tensor<1xf32>
  %1 = arith.constant {onnxops.name = "c"} dense<2.0> : tensor<1xf32>
  %2 = onnxops.concat_v13 %a, %b, %0, %1 axis = 0
      : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %2, %b : tensor<4xf32>, tensor<1xf32>
}

//--- symbols.mlir

// Shows export-r9: an input has its static size, an output its symbol.
// symbols:      input x: FLOAT [2, M]
// symbols-NEXT: output y: FLOAT [N, K]
func.func @main(%a: tensor<2x?xf32> {onnxops.dims = ["N", "M"], onnxops.name = "x"})
    -> (tensor<4x?xf32> {onnxops.dims = ["N", "K"], onnxops.name = "y"}) {
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

//--- casts.mlir

// Casts compute nothing: their operands are written. Shows export-r11.
// casts:      output y: FLOAT [8]
// casts-NEXT: output n: INT64 []
// casts-NEXT: [[S:value[0-9]+]] = SplitToSequence(a)
// casts:      n = SequenceLength([[S]])
// casts-NEXT: y = Concat(a, a)
func.func @main(%a: tensor<4xf32> {onnxops.name = "a"})
    -> (tensor<8xf32> {onnxops.name = "y"}, tensor<i64> {onnxops.name = "n"}) {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = onnxops.split_to_sequence_v11 %0 : (tensor<?xf32>) -> !onnxops.seq<tensor<1xf32>>
  %2 = onnxops.sequence_cast %1 : !onnxops.seq<tensor<1xf32>> to !onnxops.seq<tensor<*xf32>>
  %3 = onnxops.sequence_length_v11 %2 : (!onnxops.seq<tensor<*xf32>>) -> tensor<i64>
  %4 = onnxops.concat_v13 %0, %a axis = 0 : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %5 = tensor.cast %4 : tensor<?xf32> to tensor<8xf32>
  return %5, %3 : tensor<8xf32>, tensor<i64>
}

//--- declared.mlir

// An output of unknown rank has its declared rank. Shows export-r15.
// declared: output result0: FLOAT [?, 3]
func.func @main(%a: tensor<2xf32>, %b: tensor<2x3xf32>, %p: tensor<i64>)
    -> (tensor<*xf32> {onnxops.declared = tensor<?x3xf32>}) {
  %s = onnxops.sequence_construct_v11 %a, %b
      : (tensor<2xf32>, tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
