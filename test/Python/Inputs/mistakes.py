"""For a type checker: the first two lines of code are right, the rest is not."""

import numpy
import onnxops

join = onnxops.compile("join.onnx", threads=2)
join(numpy.zeros(3), right=[1.0, 2.0], out={"both": numpy.zeros(5)})


onnxops.compile(3)
print(join.inputs[0].shapes)
