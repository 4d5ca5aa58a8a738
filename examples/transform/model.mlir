// A sum with a concat, one of whose operands is computed.
func.func @main
//       CHECK:   %[[R:.*]] = memref.alloc({{.*}}) {{.*}} : memref<4x?xf32>
//       CHECK:   %[[VA:.*]] = memref.subview %[[R]][0, 0] [4, 6] [1, 1]
//       CHECK:   scf.for
//       CHECK:     scf.for
//       CHECK:       linalg.negf {{.*}} outs(%[[T:.*]] : memref
//       CHECK:       %[[A:.*]] = memref.subview %[[VA]]
//       CHECK:       linalg.add {{.*}}ins(%[[T]], %{{.*}} outs(%[[A]]
//       CHECK:   %[[VB:.*]] = memref.subview %[[R]][0, 6] [4, %{{.*}}] [1, 1]
//       CHECK:   scf.for
//       CHECK:     scf.for
//       CHECK:       %[[B:.*]] = memref.subview %[[VB]]
//       CHECK:       linalg.add {{.*}} outs(%[[B]]
//   CHECK-NOT:   memref.copy
//       CHECK:   return %[[R]]

func.func @main(%a: tensor<4x6xf32>, %b: tensor<4x?xf32>, %k: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  %ea = tensor.empty() : tensor<4x6xf32>
  %na = linalg.negf ins(%a : tensor<4x6xf32>) outs(%ea : tensor<4x6xf32>) -> tensor<4x6xf32>
  %0 = tensor.concat dim(1) %na, %b : (tensor<4x6xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %1 = linalg.add {reader} ins(%0, %k : tensor<4x?xf32>, tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}
