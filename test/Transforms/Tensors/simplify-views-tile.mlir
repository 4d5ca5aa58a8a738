// Slices of a tile: within a period they read its input, of whole periods they are
// smaller tiles, others are not rewritten.
//
// RUN: onnxops-opt %s -onnxops-simplify-views -split-input-file | FileCheck %s

// CHECK-LABEL: func @within_period(
//  CHECK-SAME:   %[[A:.*]]: tensor<4x3xf32>
//  CHECK-NEXT:   %[[S:.*]] = tensor.extract_slice %[[A]][1, 0] [2, 2] [2, 1] : tensor<4x3xf32> to tensor<2x2xf32>
//  CHECK-NEXT:   %[[T:.*]] = tensor.extract_slice %[[A]][3, 0] [1, 3] [1, 1] : tensor<4x3xf32> to tensor<3xf32>
//  CHECK-NEXT:   return %[[S]], %[[T]], %[[A]]
func.func @within_period(%a: tensor<4x3xf32>) -> (tensor<2x2xf32>, tensor<3xf32>, tensor<4x3xf32>) {
  %e = tensor.empty() : tensor<5x4x3xf32>
  %0 = linalg.broadcast ins(%a : tensor<4x3xf32>) outs(%e : tensor<5x4x3xf32>) dimensions = [0]
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<5x4x3xf32> into tensor<20x3xf32>
  %2 = tensor.extract_slice %1[5, 0] [2, 2] [2, 1] : tensor<20x3xf32> to tensor<2x2xf32>
  %3 = tensor.extract_slice %1[19, 0] [1, 3] [1, 1] : tensor<20x3xf32> to tensor<3xf32>
  %4 = tensor.extract_slice %1[8, 0] [4, 3] [1, 1] : tensor<20x3xf32> to tensor<4x3xf32>
  return %2, %3, %4 : tensor<2x2xf32>, tensor<3xf32>, tensor<4x3xf32>
}

// -----

// Whole periods in one dimension, a part of a period in the other.
// CHECK-LABEL: func @whole_periods(
//  CHECK-SAME:   %[[A:.*]]: tensor<4x3xf32>
//       CHECK:   %[[S:.*]] = tensor.extract_slice %[[A]][0, 1] [4, 2] [1, 1] : tensor<4x3xf32> to tensor<4x2xf32>
//       CHECK:   %[[E:.*]] = tensor.empty() : tensor<2x4x2xf32>
//       CHECK:   %[[B:.*]] = linalg.broadcast ins(%[[S]] : tensor<4x2xf32>) outs(%[[E]] : tensor<2x4x2xf32>) dimensions = [0]
//       CHECK:   %[[R:.*]] = tensor.collapse_shape %[[B]] {{\[}}[0, 1], [2]] : tensor<2x4x2xf32> into tensor<8x2xf32>
//       CHECK:   return %[[R]]
func.func @whole_periods(%a: tensor<4x3xf32>) -> tensor<8x2xf32> {
  %e = tensor.empty() : tensor<5x4x2x3xf32>
  %0 = linalg.broadcast ins(%a : tensor<4x3xf32>) outs(%e : tensor<5x4x2x3xf32>) dimensions = [0, 2]
  %1 = tensor.collapse_shape %0 [[0, 1], [2, 3]] : tensor<5x4x2x3xf32> into tensor<20x6xf32>
  %2 = tensor.extract_slice %1[4, 4] [8, 2] [1, 1] : tensor<20x6xf32> to tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

// -----

// Two slices that cover the tile copy as much as the tile.
// CHECK-LABEL: func @halves
//       CHECK:   linalg.broadcast {{.*}} outs(%{{.*}} : tensor<2x3xf32>)
//       CHECK:   linalg.broadcast {{.*}} outs(%{{.*}} : tensor<2x3xf32>)
//   CHECK-NOT:   tensor.extract_slice
func.func @halves(%a: tensor<3xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<4x3xf32>
  %0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%e : tensor<4x3xf32>) dimensions = [0]
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %2 = tensor.extract_slice %1[0] [6] [1] : tensor<12xf32> to tensor<6xf32>
  %3 = tensor.extract_slice %1[6] [6] [1] : tensor<12xf32> to tensor<6xf32>
  return %2, %3 : tensor<6xf32>, tensor<6xf32>
}

// -----

// Through a concat, and then the concat that is repeated.
// CHECK-LABEL: func @between_concats(
//  CHECK-SAME:   %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>
//  CHECK-NEXT:   return %[[B]]
func.func @between_concats(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %1 = linalg.broadcast ins(%0 : tensor<4xf32>) outs(%e : tensor<3x4xf32>) dimensions = [0]
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  %3 = tensor.concat dim(0) %a, %2 : (tensor<2xf32>, tensor<12xf32>) -> tensor<14xf32>
  %4 = tensor.extract_slice %3[8] [2] [1] : tensor<14xf32> to tensor<2xf32>
  return %4 : tensor<2xf32>
}

// -----

// Parts of two adjacent periods; one and a part; whole ones from the middle of one;
// every third row.
// CHECK-LABEL: func @across_periods
// CHECK-COUNT-4: linalg.broadcast {{.*}} outs(%{{.*}} : tensor<4x3xf32>)
func.func @across_periods(%a: tensor<3xf32>) -> (tensor<2xf32>, tensor<4xf32>, tensor<6xf32>, tensor<3xf32>) {
  %e0 = tensor.empty() : tensor<4x3xf32>
  %b0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%e0 : tensor<4x3xf32>) dimensions = [0]
  %t0 = tensor.collapse_shape %b0 [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %s0 = tensor.extract_slice %t0[2] [2] [1] : tensor<12xf32> to tensor<2xf32>
  %e1 = tensor.empty() : tensor<4x3xf32>
  %b1 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%e1 : tensor<4x3xf32>) dimensions = [0]
  %t1 = tensor.collapse_shape %b1 [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %s1 = tensor.extract_slice %t1[3] [4] [1] : tensor<12xf32> to tensor<4xf32>
  %e2 = tensor.empty() : tensor<4x3xf32>
  %b2 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%e2 : tensor<4x3xf32>) dimensions = [0]
  %t2 = tensor.collapse_shape %b2 [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %s2 = tensor.extract_slice %t2[1] [6] [1] : tensor<12xf32> to tensor<6xf32>
  %e3 = tensor.empty() : tensor<4x3xf32>
  %b3 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%e3 : tensor<4x3xf32>) dimensions = [0]
  %t3 = tensor.collapse_shape %b3 [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %s3 = tensor.extract_slice %t3[0] [3] [3] : tensor<12xf32> to tensor<3xf32>
  return %s0, %s1, %s2, %s3 : tensor<2xf32>, tensor<4xf32>, tensor<6xf32>, tensor<3xf32>
}

// -----

// Overlapping slices copy more than the tile.
// CHECK-LABEL: func @overlapping
//       CHECK:   linalg.broadcast {{.*}} outs(%{{.*}} : tensor<3x3xf32>)
//   CHECK-NOT:   linalg.broadcast
func.func @overlapping(%a: tensor<3xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<3x3xf32>
  %0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%e : tensor<3x3xf32>) dimensions = [0]
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<3x3xf32> into tensor<9xf32>
  %2 = tensor.extract_slice %1[0] [6] [1] : tensor<9xf32> to tensor<6xf32>
  %3 = tensor.extract_slice %1[3] [6] [1] : tensor<9xf32> to tensor<6xf32>
  return %2, %3 : tensor<6xf32>, tensor<6xf32>
}

// -----

// Another use of the tile, or of the broadcast; a dynamic size.
// CHECK-LABEL: func @kept
// CHECK-COUNT-3: tensor.collapse_shape
func.func @kept(%a: tensor<3xf32>, %b: tensor<?xf32>, %n: index) -> (tensor<3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<4x3xf32>
  %0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%e : tensor<4x3xf32>) dimensions = [0]
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %2 = tensor.extract_slice %1[3] [3] [1] : tensor<12xf32> to tensor<3xf32>
  %f = tensor.empty() : tensor<4x3xf32>
  %3 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%f : tensor<4x3xf32>) dimensions = [0]
  %4 = tensor.collapse_shape %3 [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %5 = tensor.extract_slice %4[3] [3] [1] : tensor<12xf32> to tensor<3xf32>
  %g = tensor.empty(%n) : tensor<4x?xf32>
  %6 = linalg.broadcast ins(%b : tensor<?xf32>) outs(%g : tensor<4x?xf32>) dimensions = [0]
  %7 = tensor.collapse_shape %6 [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
  %8 = tensor.extract_slice %7[0] [2] [1] : tensor<?xf32> to tensor<2xf32>
  return %2, %1, %5, %3, %8 : tensor<3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<2xf32>
}

// -----

// A dynamic slice; a tile that a loop would recompute, or with a dropped
// dimension; collapses that are not tiles.
// CHECK-LABEL: func @other_slices
//       CHECK:   tensor.extract_slice %{{.*}}[%{{.*}}] [1] [1]
//       CHECK:   scf.for
//  CHECK-NEXT:     tensor.extract_slice %{{.*}} : tensor<12xf32> to tensor<6xf32>
//       CHECK:   tensor.extract_slice %{{.*}} : tensor<12x1xf32> to tensor<6xf32>
//       CHECK:   tensor.extract_slice %{{.*}} : tensor<24xf32> to tensor<3xf32>
//       CHECK:   tensor.extract_slice %{{.*}} : tensor<8x15xf32> to tensor<2x2xf32>
func.func @other_slices(%a: tensor<3xf32>, %n: index, %b: tensor<3x1xf32>, %c: tensor<6xf32>, %d: tensor<2x3x5xf32>) -> (tensor<1xf32>, tensor<6xf32>, tensor<3xf32>, tensor<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x3xf32>
  %0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%e : tensor<4x3xf32>) dimensions = [0]
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %2 = tensor.extract_slice %1[%n] [1] [1] : tensor<12xf32> to tensor<1xf32>
  %f = tensor.empty() : tensor<4x3xf32>
  %3 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%f : tensor<4x3xf32>) dimensions = [0]
  %4 = tensor.collapse_shape %3 [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  scf.for %i = %c0 to %n step %c1 {
    %5 = tensor.extract_slice %4[0] [6] [1] : tensor<12xf32> to tensor<6xf32>
    func.call @take(%5) : (tensor<6xf32>) -> ()
  }
  %g = tensor.empty() : tensor<4x3x1xf32>
  %6 = linalg.broadcast ins(%b : tensor<3x1xf32>) outs(%g : tensor<4x3x1xf32>) dimensions = [0]
  %7 = tensor.collapse_shape %6 [[0, 1], [2]] : tensor<4x3x1xf32> into tensor<12x1xf32>
  %8 = tensor.extract_slice %7[0, 0] [6, 1] [1, 1] : tensor<12x1xf32> to tensor<6xf32>
  %h = tensor.empty() : tensor<6x4xf32>
  %9 = linalg.broadcast ins(%c : tensor<6xf32>) outs(%h : tensor<6x4xf32>) dimensions = [1]
  %10 = tensor.collapse_shape %9 [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %11 = tensor.extract_slice %10[0] [3] [1] : tensor<24xf32> to tensor<3xf32>
  %k = tensor.empty() : tensor<4x2x3x5xf32>
  %12 = linalg.broadcast ins(%d : tensor<2x3x5xf32>) outs(%k : tensor<4x2x3x5xf32>) dimensions = [0]
  %13 = tensor.collapse_shape %12 [[0, 1], [2, 3]] : tensor<4x2x3x5xf32> into tensor<8x15xf32>
  %14 = tensor.extract_slice %13[0, 0] [2, 2] [1, 1] : tensor<8x15xf32> to tensor<2x2xf32>
  return %2, %8, %11, %14 : tensor<1xf32>, tensor<6xf32>, tensor<3xf32>, tensor<2x2xf32>
}
func.func private @take(tensor<6xf32>)
