// Launches that --onnxops-launch-kernels does not make.
//
// RUN: onnxops-opt %s -split-input-file --onnxops-lower-runtime-ops=device=vulkan -verify-diagnostics

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f(%table: !llvm.ptr, %words: i64) kernel {
      gpu.return
    }
  }
  func.func @not_binary(%table: !llvm.ptr, %words: i64) {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{expected a kernel in a gpu.binary of one object, but got @kernels::@f}}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%table : !llvm.ptr, %words : i64)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "code">]
  func.func @arguments(%a: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{expected a table and its length as arguments, but got ('memref<?xi64>')}}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?xi64>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "code">]
  func.func @no_arguments() {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{expected a table and its length as arguments, but got ()}}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "code">]
  func.func @block_size(%table: !llvm.ptr, %words: i64, %n: index) {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{expected blocks of a constant size in one dimension, but got others}}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%table : !llvm.ptr, %words : i64)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "code">]
  func.func @dimensions(%table: !llvm.ptr, %words: i64) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    // expected-error@+1 {{expected blocks of a constant size in one dimension, but got others}}
    gpu.launch_func @kernels::@f blocks in (%c1, %c2, %c1) threads in (%c1, %c1, %c1) args(%table : !llvm.ptr, %words : i64)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "code">]
  func.func @shared(%table: !llvm.ptr, %words: i64) {
    %c1 = arith.constant 1 : index
    %bytes = arith.constant 64 : i32
    // expected-error@+1 {{expected a launch of blocks alone, but got tokens, a stream, clusters or shared memory}}
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes args(%table : !llvm.ptr, %words : i64)
    return
  }
}

// -----

func.func @output(%sequence: !onnxops.handle) {
  // expected-error@+1 {{expected a kernel in a gpu.binary of one object, on a device, but got @kernels::@segments}}
  onnxops.rt.output_sequence 0 %sequence by @kernels::@segments in blocks of 256
  return
}

// -----

func.func private @rank() -> index {
  // expected-error@+1 {{unsupported: code for several ranks on a device}}
  %0 = onnxops.rank
  return %0 : index
}

// -----

func.func private @exchange(%x: memref<4xi32>, %r: memref<4xi32>) {
  // expected-error@+1 {{unsupported: code for several ranks on a device}}
  onnxops.exchange "e" along 0 on [1] ins(%x : memref<4xi32>) outs(%r : memref<4xi32>) axes [-1, -1] segments [0, 0, 4, 1]
  return
}
