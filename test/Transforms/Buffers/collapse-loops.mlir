// RUN: onnxops-opt %s --onnxops-collapse-loops | FileCheck %s

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#id4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#among = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#row = affine_map<(d0, d1) -> (0, d1)>

// All operands are contiguous: one loop.

// CHECK-LABEL: func.func @contiguous
// CHECK-SAME: (%[[A:.*]]: memref<4x?x3xf32>, %[[R:.*]]: memref<4x?x3xf32>)
// CHECK-DAG: %[[IN:.*]] = memref.collapse_shape %[[A]] {{\[\[}}0, 1, 2]] : memref<4x?x3xf32> into memref<?xf32>
// CHECK-DAG: %[[OUT:.*]] = memref.collapse_shape %[[R]] {{\[\[}}0, 1, 2]]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[IN]] : memref<?xf32>) outs(%[[OUT]] : memref<?xf32>)
func.func @contiguous(%a: memref<4x?x3xf32>, %r: memref<4x?x3xf32>) {
  linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<4x?x3xf32>) outs(%r : memref<4x?x3xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return
}

// A slice of a concat has gaps between its rows.

// CHECK-LABEL: func.func @part
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<8x6xf32>) outs(%{{.*}} : memref<8x6xf32, strided<[12, 1], offset: ?>>)
func.func @part(%a: memref<8x2x3xf32>, %r: memref<8x2x3xf32, strided<[12, 3, 1], offset: ?>>) {
  linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<8x2x3xf32>) outs(%r : memref<8x2x3xf32, strided<[12, 3, 1], offset: ?>>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return
}

// A dimension with constant index 0 is dropped, and not merged with others.

// CHECK-LABEL: func.func @standing
// CHECK-SAME: (%[[A:.*]]: memref<1x?xf32>, %[[R:.*]]: memref<8x?xf32>)
// CHECK: %[[ROW:.*]] = memref.subview %[[A]][0, 0] [1, %{{.*}}] [1, 1] : memref<1x?xf32> to memref<?xf32, strided<[1]>>
// CHECK: linalg.generic {indexing_maps = [#[[MAP:.*]], #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[ROW]] : {{.*}}) outs(%[[R]] : {{.*}})
func.func @standing(%a: memref<1x?xf32>, %r: memref<8x?xf32>) {
  linalg.generic {indexing_maps = [#row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<1x?xf32>) outs(%r : memref<8x?xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return
}

// Of several dimensions of size 1 only the one with index 0 is dropped, also if
// strides do not distinguish them.

// CHECK-LABEL: func.func @standing_among_units
// CHECK-SAME: (%[[A:.*]]: memref<1x?x1x?xf32, {{.*}}>, %[[R:.*]]: memref<1x?x?x?xf32>)
// CHECK: %[[SAME:.*]] = memref.subview %[[A]][0, 0, 0, 0] [1, %{{.*}}, 1, %{{.*}}] [1, 1, 1, 1]
// CHECK: %[[PART:.*]] = memref.collapse_shape %[[SAME]] {{\[}}[0], [1, 2], [3]] : memref<1x?x1x?xf32, {{.*}}> into memref<1x?x?xf32, {{.*}}>
// CHECK: memref.collapse_shape %[[PART]] {{\[\[}}0, 1], [2]]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]}
func.func @standing_among_units(%a: memref<1x?x1x?xf32, strided<[?, ?, ?, ?], offset: ?>>,
                                %r: memref<1x?x?x?xf32>) {
  linalg.generic {indexing_maps = [#among, #id4],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : memref<1x?x1x?xf32, strided<[?, ?, ?, ?], offset: ?>>)
      outs(%r : memref<1x?x?x?xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  }
  return
}

// Dimensions that keep their order are merged.

// CHECK-LABEL: func.func @rotated
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<8x8xf32>) outs(%{{.*}} : memref<8x8xf32>)
func.func @rotated(%a: memref<2x4x8xf32>, %r: memref<8x2x4xf32>) {
  linalg.transpose ins(%a : memref<2x4x8xf32>) outs(%r : memref<8x2x4xf32>) permutation = [2, 0, 1]
  return
}

// CHECK-LABEL: func.func @transposed
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]}
func.func @transposed(%a: memref<2x4x8xf32>, %r: memref<4x2x8xf32>) {
  linalg.transpose ins(%a : memref<2x4x8xf32>) outs(%r : memref<4x2x8xf32>) permutation = [1, 0, 2]
  return
}

// Left alone: a reduction, and an op that uses its indices.

// CHECK-LABEL: func.func @sum
// CHECK: linalg.reduce ins(%{{.*}} : memref<2x4xf32>)
func.func @sum(%a: memref<2x4xf32>, %r: memref<2xf32>) {
  linalg.reduce ins(%a : memref<2x4xf32>) outs(%r : memref<2xf32>) dimensions = [1]
    (%x: f32, %s: f32) {
      %y = arith.addf %x, %s : f32
      linalg.yield %y : f32
    }
  return
}

// CHECK-LABEL: func.func @indexed
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<2x4xindex>)
func.func @indexed(%r: memref<2x4xindex>) {
  linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]}
      outs(%r : memref<2x4xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 1 : index
    linalg.yield %i : index
  }
  return
}

// Memory without a strided layout has no subviews.

// CHECK-LABEL: func.func @not_strided
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<4x4xf32, #{{.*}}>) outs(%{{.*}} : memref<8x4xf32>)
#folded = affine_map<(d0, d1) -> (d1, d0 floordiv 2, d0 mod 2)>
#first_row = affine_map<(d0, d1) -> (0, d1)>
func.func @not_strided(%a: memref<4x4xf32, #folded>, %r: memref<8x4xf32>) {
  linalg.generic {indexing_maps = [#first_row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4x4xf32, #folded>) outs(%r : memref<8x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Repeats are copies, which this pass leaves.

// CHECK-LABEL: func.func @repeated
// CHECK: linalg.broadcast ins(%{{.*}} : memref<2x4xf32>) outs(%{{.*}} : memref<3x2x4xf32>)
func.func @repeated(%a: memref<2x4xf32>, %r: memref<3x2x4xf32>) {
  linalg.broadcast ins(%a : memref<2x4xf32>) outs(%r : memref<3x2x4xf32>) dimensions = [0]
  return
}

// A dimension with constant index 0 is dropped also where the position is read.
// CHECK-LABEL: func.func @indexed_row
//  CHECK-SAME:   %[[A:.*]]: memref<1xindex>, %[[R:.*]]: memref<4xindex>
func.func @indexed_row(%a: memref<1xindex>, %r: memref<4xindex>) {
  // CHECK: %[[ROW:.*]] = memref.subview %[[A]][0] [1] [1] : memref<1xindex> to memref<index
  // CHECK: linalg.generic {{.*}} ins(%[[ROW]] : {{.*}}) outs(%[[R]] : memref<4xindex>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%a : memref<1xindex>) outs(%r : memref<4xindex>) {
  ^bb0(%x: index, %y: index):
    %i = linalg.index 0 : index
    %0 = arith.muli %x, %i : index
    linalg.yield %0 : index
  }
  return
}
