// RUN: onnxops-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect -convert-onnx-to-upstream

// Breaks neighbour-r8.
func.func @endless(%a: tensor<2xf32>) -> tensor<2xf32> {
  %none = "onnx.NoValue"() : () -> none
  %true = "onnx.Constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
  // expected-error @below {{'onnx.Loop' op expected a trip count or a condition that can become false}}
  %0 = "onnx.Loop"(%none, %true, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<2xf32>):
    "onnx.Yield"(%cond, %x) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (none, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Without a condition, the yielded condition is ignored.
// Breaks neighbour-r8.
func.func @nothing_given(%a: tensor<2xf32>) -> tensor<2xf32> {
  %none = "onnx.NoValue"() : () -> none
  // expected-error @below {{'onnx.Loop' op expected a trip count or a condition that can become false}}
  %0 = "onnx.Loop"(%none, %none, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<2xf32>):
    %other = "onnx.Not"(%cond) : (tensor<i1>) -> tensor<i1>
    "onnx.Yield"(%other, %x) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (none, none, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @count_type(%m: tensor<i32>, %c: tensor<i1>) {
  // expected-error @below {{'onnx.Loop' op expected 'M' to be an i64, but got 'i32'}}
  "onnx.Loop"(%m, %c) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>):
    "onnx.Yield"(%cond) : (tensor<i1>) -> ()
  }) : (tensor<i32>, tensor<i1>) -> ()
  return
}

// -----

func.func @condition_type(%m: tensor<i64>, %c: tensor<i64>) {
  // expected-error @below {{'onnx.Loop' op expected 'cond' to be a boolean, but got 'i64'}}
  "onnx.Loop"(%m, %c) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>):
    "onnx.Yield"(%cond) : (tensor<i1>) -> ()
  }) : (tensor<i64>, tensor<i64>) -> ()
  return
}

// -----

func.func @yields_no_condition(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Loop' op expected the body to yield cond_out, one boolean, first, but got 'tensor<2xf32>'}}
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<2xf32>):
    "onnx.Yield"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @yields_too_few(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Loop' op expected the body to yield a condition and 1 values, of which it carries on 1, but got 1 values}}
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<2xf32>):
    "onnx.Yield"(%cond) : (tensor<i1>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @arguments(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Loop' op expected region #0 to have 3 arguments, but got 2}}
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>):
    "onnx.Yield"(%cond, %a) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @another_kind(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{'onnx.Loop' op expected the body to yield a value like v_initial[0], which has type 'tensor<2xf32>', but got 'tensor<i64>'}}
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<2xf32>):
    "onnx.Yield"(%cond, %i) : (tensor<i1>, tensor<i64>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Breaks neighbour-r9.
func.func @another_rank(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>) -> tensor<*xf32> {
  %axes = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  // expected-error @below {{'onnx.Loop' op cannot be lowered: v_initial[0] does not keep its rank, or it is unknown: 'tensor<2xf32>' becomes 'tensor<1x2xf32>'}}
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<*xf32>):
    %y = "onnx.Unsqueeze"(%x, %axes) : (tensor<*xf32>, tensor<1xi64>) -> tensor<*xf32>
    "onnx.Yield"(%cond, %y) : (tensor<i1>, tensor<*xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @argument_type(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Loop' op expected argument #2 of the body to have type 'tensor<2xf32>', but got 'tensor<2xf64>'}}
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<2xf64>):
    "onnx.Yield"(%cond, %a) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @number_type(%m: tensor<i64>, %c: tensor<i1>) {
  // expected-error @below {{'onnx.Loop' op expected argument #0 of the body to have type 'tensor<i64>', but got 'tensor<i32>'}}
  "onnx.Loop"(%m, %c) ({
  ^bb0(%i: tensor<i32>, %cond: tensor<i1>):
    "onnx.Yield"(%cond) : (tensor<i1>) -> ()
  }) : (tensor<i64>, tensor<i1>) -> ()
  return
}

// -----

func.func @missing(%m: tensor<i64>, %c: tensor<i1>) -> tensor<2xf32> {
  %none = "onnx.NoValue"() : () -> none
  // expected-error @below {{'onnx.Loop' op expected v_initial[0], but got none}}
  %0 = "onnx.Loop"(%m, %c, %none) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<2xf32>):
    "onnx.Yield"(%cond, %x) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, none) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @scans_sequence(%m: tensor<i64>, %c: tensor<i1>, %s: !onnxops.seq<tensor<2xf32>>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Loop' op cannot be lowered: expected scan output #0 to be a tensor of known rank, but got '!onnxops.seq<tensor<2xf32>>'}}
  %0 = "onnx.Loop"(%m, %c) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>):
    "onnx.Yield"(%cond, %s) : (tensor<i1>, !onnxops.seq<tensor<2xf32>>) -> ()
  }) : (tensor<i64>, tensor<i1>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Errors of a body are reported once, however often it is lowered.
func.func @within(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>) -> tensor<*xf32> {
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<*xf32>):
    // expected-error @below {{'onnx.Softsign' op is not supported}}
    %y = "onnx.Softsign"(%x) : (tensor<*xf32>) -> tensor<*xf32>
    "onnx.Yield"(%cond, %y) : (tensor<i1>, tensor<*xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// A size that no iteration changes is wrong in all of them.
func.func @outer_size(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<*xf32> {
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<*xf32>):
    // expected-error @below {{'onnx.Add' op expected A and B to have one size in dimension 0 of the result, or size 1, but got 2 and 3}}
    %y = "onnx.Add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xf32>
    "onnx.Yield"(%cond, %y) : (tensor<i1>, tensor<*xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @one_operand(%m: tensor<i64>) {
  // expected-error @below {{'onnx.Loop' op expected 2 operands or more and 1 region, but got 1 and 1}}
  "onnx.Loop"(%m) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>):
    "onnx.Yield"(%cond) : (tensor<i1>) -> ()
  }) : (tensor<i64>) -> ()
  return
}
