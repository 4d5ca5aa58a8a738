// What Entries.cpp and Tensors.cpp call: easy to tell the results of, with a symbol,
// fixed and unknown sizes, strings, and sequences on both sides.
func.func @main(%a: tensor<?x3xf32> {onnxops.name = "a", onnxops.dims = ["N", ""]},
                %b: tensor<?x3xf32> {onnxops.name = "b"},
                %s: !onnxops.seq<tensor<?x3xf32>> {onnxops.name = "s"},
                %t: tensor<?x!onnxops.string> {onnxops.name = "t", onnxops.dims = ["N"]})
    -> (tensor<?x3xf32> {onnxops.name = "joined"},
        !onnxops.seq<tensor<?x3xf32>> {onnxops.name = "more"},
        tensor<?x!onnxops.string> {onnxops.name = "texts"}) {
  %joined = onnxops.concat_v13 %a, %b axis = 0
      : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %more = onnxops.sequence_insert_v11 %s, %joined
      : (!onnxops.seq<tensor<?x3xf32>>, tensor<?x3xf32>) -> !onnxops.seq<tensor<?x3xf32>>
  %texts = onnxops.concat_v13 %t, %t axis = 0
      : (tensor<?x!onnxops.string>, tensor<?x!onnxops.string>) -> tensor<?x!onnxops.string>
  return %joined, %more, %texts
      : tensor<?x3xf32>, !onnxops.seq<tensor<?x3xf32>>, tensor<?x!onnxops.string>
}
