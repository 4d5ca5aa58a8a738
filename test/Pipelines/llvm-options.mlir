// REQUIRES: x86_64
//
// The effect of the target CPU and of other pipeline options on copies.
//
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline=cpu=x86-64 --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=SSE2
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline=cpu=x86-64-v3 --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=AVX2
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline="cpu=x86-64 threads=2" --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline="cpu=znver5 threads=2" --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline=cpu=x86-64-v4 --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=AVX512
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline=cpu=icelake-server --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=VBMI
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline=cpu=x86-64-v4,+avx512vbmi --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=VBMI
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline="cpu=icelake-server vector-bytes=16" --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline="cpu=x86-64-v4 vector-bytes=0 threads=3 stream-threshold=5 fill-threshold=7 parallel-threshold=6 test-inputs=false" --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not onnxops-opt %s --onnxops-to-llvm-pipeline=cpu=nonsense 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// SSE2:   onnxops-require-cpu{cpu=x86-64 triple=}
// SSE2:   lower-copies{fill-threshold=-1 {{.*}} library-threshold=-1 {{.*}} shuffle= stream-pages=0 stream-threshold=-1 threads=1 vector-bytes=16}
// AVX2:   lower-copies{{{.*}} shuffle=ssse3 {{.*}} vector-bytes=32}
// TWO:    lower-copies{fill-threshold=-1 {{.*}} stream-pages=0 stream-threshold=-1 threads=2 {{.*}}}
// AVX512: lower-copies{{{.*}} shuffle=ssse3 {{.*}} vector-bytes=64}
// VBMI:   lower-copies{{{.*}} shuffle=avx512vbmi {{.*}} vector-bytes=64}
// NARROW: lower-copies{{{.*}} shuffle=ssse3 {{.*}} vector-bytes=16}
// GIVEN:  lower-copies{fill-threshold=7 {{.*}} parallel-threshold=6 shuffle= stream-pages=0 stream-threshold=5 threads=3 vector-bytes=0}
// GIVEN:  onnxops-lower-runtime-ops{device= parallel-threshold=6 test-inputs=false threads=3}
// HOST:   onnxops-require-cpu{cpu=host triple=}
// HOST:   lower-copies{{{.*}} parallel-threshold=-1 shuffle={{[a-z0-9]*}} stream-pages=0 stream-threshold=-1 threads=1 vector-bytes={{16|32|64}}}
// HOST:   onnxops-lower-runtime-ops{{{.*}} test-inputs=true {{.*}}}
// UNKNOWN: error: cpu: expected 'host' or a CPU of x86_64 that LLVM knows, but got 'nonsense'
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
