//===- Picture.h - graphs as SVG --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes and lines, from left to right, as SVG. Independent of operators.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_PICTURE_H
#define ONNXOPS_LIB_EXECUTION_PICTURE_H

#include "mlir/Support/LLVM.h"

#include <string>
#include <vector>

namespace mlir::onnxops {

/// The meaning of a line or a box.
enum class PictureColor { Neutral, InPlace, Copied };

struct PictureLine {
  size_t from; ///< a box before this one
  PictureColor color = PictureColor::Neutral;
};

struct PictureBox {
  std::string title, text;
  PictureColor color = PictureColor::Neutral;
  std::vector<PictureLine> lines; ///< from the boxes that it reads
};

/// Prints boxes, each placed after all that it reads.
void printPicture(raw_ostream &os, ArrayRef<PictureBox> boxes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_PICTURE_H
