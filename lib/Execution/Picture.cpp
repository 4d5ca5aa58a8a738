//===- Picture.cpp - graphs as SVG ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A box is placed in the column after the last box that it reads, below earlier
// ones.
//
//===----------------------------------------------------------------------===//

#include "Picture.h"

#include "onnxops/Support/Escape.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr int64_t kWidth = 180, kHeight = 44;
static constexpr int64_t kColumn = kWidth + 60, kRow = kHeight + 20;
static constexpr int64_t kMargin = 20;

namespace {
/// The position of a box, in columns and rows.
struct Place {
  int64_t column = 0, row = 0;

  int64_t left() const { return kMargin + column * kColumn; }
  int64_t top() const { return kMargin + row * kRow; }
};
} // namespace

static StringRef getStroke(PictureColor color) {
  switch (color) {
  case PictureColor::Neutral:
    return "#888888";
  case PictureColor::InPlace:
    return "#2e8b57";
  case PictureColor::Copied:
    return "#c0392b";
  }
  llvm_unreachable("a color");
}

// A name in a model may contain any text.
static std::string escape(StringRef name) {
  std::string text = escapeText(name);
  // Truncated to the width of a box.
  constexpr size_t longest = 26;
  std::string escaped;
  size_t length = std::min(text.size(), longest);
  // Not within a multi-byte character.
  while (length < text.size() && (text[length] & 0xC0) == 0x80)
    --length;
  for (char c : StringRef(text).take_front(length)) {
    if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '&')
      escaped += "&amp;";
    else
      escaped += c;
  }
  return text.size() > length ? escaped + "..." : escaped;
}

static std::vector<Place> arrange(ArrayRef<PictureBox> boxes) {
  std::vector<Place> places(boxes.size());
  std::vector<int64_t> rows;
  for (auto [box, place] : llvm::zip_equal(boxes, places)) {
    for (const PictureLine &line : box.lines)
      place.column = std::max(place.column, places[line.from].column + 1);
    rows.resize(std::max<size_t>(rows.size(), place.column + 1));
    place.row = rows[place.column]++;
  }
  return places;
}

static void printLine(raw_ostream &os, const Place &from, const Place &to,
                      PictureColor color) {
  os << llvm::formatv("<line x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{3}\" "
                      "stroke=\"{4}\" stroke-width=\"2\"/>\n",
                      from.left() + kWidth, from.top() + kHeight / 2, to.left(),
                      to.top() + kHeight / 2, getStroke(color));
}

static void printText(raw_ostream &os, const Place &place, int64_t down,
                      StringRef text) {
  os << llvm::formatv("<text x=\"{0}\" y=\"{1}\">{2}</text>\n",
                      place.left() + 8, place.top() + down, escape(text));
}

static void printBox(raw_ostream &os, const Place &place,
                     const PictureBox &box) {
  os << llvm::formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
                      "fill=\"white\" stroke=\"{4}\" stroke-width=\"2\"/>\n",
                      place.left(), place.top(), kWidth, kHeight,
                      getStroke(box.color));
  printText(os, place, 18, box.title);
  printText(os, place, 36, box.text);
}

void mlir::onnxops::printPicture(raw_ostream &os, ArrayRef<PictureBox> boxes) {
  std::vector<Place> places = arrange(boxes);
  Place end;
  for (const Place &place : places)
    end = {std::max(end.column, place.column), std::max(end.row, place.row)};
  os << llvm::formatv(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n",
      end.left() + kWidth + kMargin, end.top() + kHeight + kMargin);
  for (auto [box, place] : llvm::zip_equal(boxes, places))
    for (const PictureLine &line : box.lines)
      printLine(os, places[line.from], place, line.color);
  for (auto [box, place] : llvm::zip_equal(boxes, places))
    printBox(os, place, box);
  os << "</svg>\n";
}
