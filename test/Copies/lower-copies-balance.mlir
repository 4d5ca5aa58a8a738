// RUN: onnxops-opt %s --onnxops-lower-copies="threads=4" -split-input-file | FileCheck %s
// RUN: onnxops-opt %s --onnxops-lower-copies="threads=4 force=table" -split-input-file | FileCheck %s --check-prefix=TABLE

// Threads share rows of short runs if none gets many more of them than the average, and
// bytes otherwise: of eight rows each of four threads gets two, of six the last one gets
// none.

// CHECK-LABEL: func.func @rows_8
// CHECK:         onnxops.rt.parallel_for @onnxops_rows(

// TABLE-LABEL: func.func @rows_8
// TABLE-NOT:     onnxops_table_bytes
// TABLE:         call @onnxops_table_rows
func.func @rows_8(%a: memref<8x254xf32>, %b: memref<8x250xf32>, %c: memref<8x254xf32>,
    %d: memref<8x250xf32>, %e: memref<8x254xf32>, %f: memref<8x250xf32>,
    %g: memref<8x254xf32>, %h: memref<8x250xf32>, %i: memref<8x254xf32>,
    %j: memref<8x250xf32>, %k: memref<8x254xf32>, %l: memref<8x250xf32>)
    -> memref<8x3024xf32> {
  %out = memref.alloc() : memref<8x3024xf32>
  %to_a = memref.subview %out[0, 0] [8, 254] [1, 1]
      : memref<8x3024xf32> to memref<8x254xf32, strided<[3024, 1]>>
  memref.copy %a, %to_a
      : memref<8x254xf32> to memref<8x254xf32, strided<[3024, 1]>>
  %to_b = memref.subview %out[0, 254] [8, 250] [1, 1]
      : memref<8x3024xf32> to memref<8x250xf32, strided<[3024, 1], offset: 254>>
  memref.copy %b, %to_b
      : memref<8x250xf32> to memref<8x250xf32, strided<[3024, 1], offset: 254>>
  %to_c = memref.subview %out[0, 504] [8, 254] [1, 1]
      : memref<8x3024xf32> to memref<8x254xf32, strided<[3024, 1], offset: 504>>
  memref.copy %c, %to_c
      : memref<8x254xf32> to memref<8x254xf32, strided<[3024, 1], offset: 504>>
  %to_d = memref.subview %out[0, 758] [8, 250] [1, 1]
      : memref<8x3024xf32> to memref<8x250xf32, strided<[3024, 1], offset: 758>>
  memref.copy %d, %to_d
      : memref<8x250xf32> to memref<8x250xf32, strided<[3024, 1], offset: 758>>
  %to_e = memref.subview %out[0, 1008] [8, 254] [1, 1]
      : memref<8x3024xf32> to memref<8x254xf32, strided<[3024, 1], offset: 1008>>
  memref.copy %e, %to_e
      : memref<8x254xf32> to memref<8x254xf32, strided<[3024, 1], offset: 1008>>
  %to_f = memref.subview %out[0, 1262] [8, 250] [1, 1]
      : memref<8x3024xf32> to memref<8x250xf32, strided<[3024, 1], offset: 1262>>
  memref.copy %f, %to_f
      : memref<8x250xf32> to memref<8x250xf32, strided<[3024, 1], offset: 1262>>
  %to_g = memref.subview %out[0, 1512] [8, 254] [1, 1]
      : memref<8x3024xf32> to memref<8x254xf32, strided<[3024, 1], offset: 1512>>
  memref.copy %g, %to_g
      : memref<8x254xf32> to memref<8x254xf32, strided<[3024, 1], offset: 1512>>
  %to_h = memref.subview %out[0, 1766] [8, 250] [1, 1]
      : memref<8x3024xf32> to memref<8x250xf32, strided<[3024, 1], offset: 1766>>
  memref.copy %h, %to_h
      : memref<8x250xf32> to memref<8x250xf32, strided<[3024, 1], offset: 1766>>
  %to_i = memref.subview %out[0, 2016] [8, 254] [1, 1]
      : memref<8x3024xf32> to memref<8x254xf32, strided<[3024, 1], offset: 2016>>
  memref.copy %i, %to_i
      : memref<8x254xf32> to memref<8x254xf32, strided<[3024, 1], offset: 2016>>
  %to_j = memref.subview %out[0, 2270] [8, 250] [1, 1]
      : memref<8x3024xf32> to memref<8x250xf32, strided<[3024, 1], offset: 2270>>
  memref.copy %j, %to_j
      : memref<8x250xf32> to memref<8x250xf32, strided<[3024, 1], offset: 2270>>
  %to_k = memref.subview %out[0, 2520] [8, 254] [1, 1]
      : memref<8x3024xf32> to memref<8x254xf32, strided<[3024, 1], offset: 2520>>
  memref.copy %k, %to_k
      : memref<8x254xf32> to memref<8x254xf32, strided<[3024, 1], offset: 2520>>
  %to_l = memref.subview %out[0, 2774] [8, 250] [1, 1]
      : memref<8x3024xf32> to memref<8x250xf32, strided<[3024, 1], offset: 2774>>
  memref.copy %l, %to_l
      : memref<8x250xf32> to memref<8x250xf32, strided<[3024, 1], offset: 2774>>
  return %out : memref<8x3024xf32>
}

// -----

// CHECK-LABEL: func.func @rows_6
// CHECK-NOT:     onnxops_table_rows
// CHECK:         call @onnxops_table_bytes

// TABLE-LABEL: func.func @rows_6
// TABLE-NOT:     onnxops_table_rows
// TABLE:         call @onnxops_table_bytes
func.func @rows_6(%a: memref<6x254xf32>, %b: memref<6x250xf32>, %c: memref<6x254xf32>,
    %d: memref<6x250xf32>, %e: memref<6x254xf32>, %f: memref<6x250xf32>,
    %g: memref<6x254xf32>, %h: memref<6x250xf32>, %i: memref<6x254xf32>,
    %j: memref<6x250xf32>, %k: memref<6x254xf32>, %l: memref<6x250xf32>)
    -> memref<6x3024xf32> {
  %out = memref.alloc() : memref<6x3024xf32>
  %to_a = memref.subview %out[0, 0] [6, 254] [1, 1]
      : memref<6x3024xf32> to memref<6x254xf32, strided<[3024, 1]>>
  memref.copy %a, %to_a
      : memref<6x254xf32> to memref<6x254xf32, strided<[3024, 1]>>
  %to_b = memref.subview %out[0, 254] [6, 250] [1, 1]
      : memref<6x3024xf32> to memref<6x250xf32, strided<[3024, 1], offset: 254>>
  memref.copy %b, %to_b
      : memref<6x250xf32> to memref<6x250xf32, strided<[3024, 1], offset: 254>>
  %to_c = memref.subview %out[0, 504] [6, 254] [1, 1]
      : memref<6x3024xf32> to memref<6x254xf32, strided<[3024, 1], offset: 504>>
  memref.copy %c, %to_c
      : memref<6x254xf32> to memref<6x254xf32, strided<[3024, 1], offset: 504>>
  %to_d = memref.subview %out[0, 758] [6, 250] [1, 1]
      : memref<6x3024xf32> to memref<6x250xf32, strided<[3024, 1], offset: 758>>
  memref.copy %d, %to_d
      : memref<6x250xf32> to memref<6x250xf32, strided<[3024, 1], offset: 758>>
  %to_e = memref.subview %out[0, 1008] [6, 254] [1, 1]
      : memref<6x3024xf32> to memref<6x254xf32, strided<[3024, 1], offset: 1008>>
  memref.copy %e, %to_e
      : memref<6x254xf32> to memref<6x254xf32, strided<[3024, 1], offset: 1008>>
  %to_f = memref.subview %out[0, 1262] [6, 250] [1, 1]
      : memref<6x3024xf32> to memref<6x250xf32, strided<[3024, 1], offset: 1262>>
  memref.copy %f, %to_f
      : memref<6x250xf32> to memref<6x250xf32, strided<[3024, 1], offset: 1262>>
  %to_g = memref.subview %out[0, 1512] [6, 254] [1, 1]
      : memref<6x3024xf32> to memref<6x254xf32, strided<[3024, 1], offset: 1512>>
  memref.copy %g, %to_g
      : memref<6x254xf32> to memref<6x254xf32, strided<[3024, 1], offset: 1512>>
  %to_h = memref.subview %out[0, 1766] [6, 250] [1, 1]
      : memref<6x3024xf32> to memref<6x250xf32, strided<[3024, 1], offset: 1766>>
  memref.copy %h, %to_h
      : memref<6x250xf32> to memref<6x250xf32, strided<[3024, 1], offset: 1766>>
  %to_i = memref.subview %out[0, 2016] [6, 254] [1, 1]
      : memref<6x3024xf32> to memref<6x254xf32, strided<[3024, 1], offset: 2016>>
  memref.copy %i, %to_i
      : memref<6x254xf32> to memref<6x254xf32, strided<[3024, 1], offset: 2016>>
  %to_j = memref.subview %out[0, 2270] [6, 250] [1, 1]
      : memref<6x3024xf32> to memref<6x250xf32, strided<[3024, 1], offset: 2270>>
  memref.copy %j, %to_j
      : memref<6x250xf32> to memref<6x250xf32, strided<[3024, 1], offset: 2270>>
  %to_k = memref.subview %out[0, 2520] [6, 254] [1, 1]
      : memref<6x3024xf32> to memref<6x254xf32, strided<[3024, 1], offset: 2520>>
  memref.copy %k, %to_k
      : memref<6x254xf32> to memref<6x254xf32, strided<[3024, 1], offset: 2520>>
  %to_l = memref.subview %out[0, 2774] [6, 250] [1, 1]
      : memref<6x3024xf32> to memref<6x250xf32, strided<[3024, 1], offset: 2774>>
  memref.copy %l, %to_l
      : memref<6x250xf32> to memref<6x250xf32, strided<[3024, 1], offset: 2774>>
  return %out : memref<6x3024xf32>
}

// -----

// Shared rows of constant runs are counted, since the last 16 of 32 or more rows of a
// thread are written backwards. 30 KB are never shared, and are written like those of one thread, by a
// kernel of their own.

// CHECK-LABEL: func.func @little_and_much
// CHECK:         call @[[LITTLE:onnxops_rows[_0-9]*]](
// CHECK:         onnxops.rt.parallel_for @[[MUCH:onnxops_rows[_0-9]*]](
// CHECK:       func.func private @[[LITTLE]](%{{.*}}, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK:         scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK:       func.func private @[[MUCH]](%{{.*}}, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK:         %[[COUNT:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK:         %[[FEW:.*]] = arith.cmpi slt, %[[COUNT]], %c32_i64
// CHECK:         %[[BACKWARDS:.*]] = arith.select %[[FEW]], %c0_i64{{.*}}, %c16_i64
// CHECK:         arith.subi %[[COUNT]], %[[BACKWARDS]]
// CHECK:         scf.for %{{.*}} = %c0_i64
func.func @little_and_much(
    %a: memref<60x100xf32>, %little: memref<60x128xf32>,
    %b: memref<600x100xf32>, %much: memref<600x128xf32>) {
  %to_little = memref.subview %little[0, 4] [60, 100] [1, 1]
      : memref<60x128xf32> to memref<60x100xf32, strided<[128, 1], offset: 4>>
  memref.copy %a, %to_little
      : memref<60x100xf32> to memref<60x100xf32, strided<[128, 1], offset: 4>>
  %to_much = memref.subview %much[0, 4] [600, 100] [1, 1]
      : memref<600x128xf32> to memref<600x100xf32, strided<[128, 1], offset: 4>>
  memref.copy %b, %to_much
      : memref<600x100xf32> to memref<600x100xf32, strided<[128, 1], offset: 4>>
  return
}
