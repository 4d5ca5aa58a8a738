// Splits the reader of a concat at the boundaries of its operands, tiles the parts by
// 2 x 4, computes their operands in the same loops, and writes all into one tensor.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %reader = transform.structured.match attributes {reader} in %root : (!transform.any_op) -> !transform.any_op
    %parts = transform.onnxops.split_concat_readers %reader : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.fuse %parts tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %func : !transform.any_op
    %done = transform.onnxops.concat_in_place %func : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
