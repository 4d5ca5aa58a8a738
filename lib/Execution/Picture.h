//===- Picture.h - a graph as a picture -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes and lines, from left to right, as SVG. Knows nothing of operators.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_PICTURE_H
#define ONNXOPS_LIB_EXECUTION_PICTURE_H

#include "mlir/Support/LLVM.h"

#include <string>
#include <vector>

namespace mlir::onnxops {

/// What a line or a box is about.
enum class PictureColor { Neutral, InPlace, Copied };

struct PictureLine {
  size_t from; ///< a box before this one
  PictureColor color = PictureColor::Neutral;
};

struct PictureBox {
  std::string title, text;
  PictureColor color = PictureColor::Neutral;
  std::vector<PictureLine> lines; ///< from what it reads
};

/// Prints boxes, each of which stands behind all that it reads.
void printPicture(raw_ostream &os, ArrayRef<PictureBox> boxes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_PICTURE_H
