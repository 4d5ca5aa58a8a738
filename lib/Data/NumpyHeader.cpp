//===- NumpyHeader.cpp - the headers of .npy files ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format is numpy.lib.format: a magic string, a version, the length of a
// header, the header (a Python dictionary of three keys), and the elements.
//
//===----------------------------------------------------------------------===//

#include "NumpyHeader.h"

#include "onnxops/Data/NumpyFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace mlir::onnxops;
using llvm::createStringError;
using llvm::StringRef;

static constexpr llvm::StringLiteral kMagic = "\x93NUMPY";
// A header of kMaxRank sizes has less than 2,000.
static constexpr uint64_t kMaxHeaderBytes = 1 << 20;

// numpy's names of element types, without the byte order; empty for none.
static constexpr std::pair<int32_t, llvm::StringLiteral> kElementNames[] = {
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, scalar, mlir, field, numpy,     \
                             ...)                                              \
  {ONNXOPS_##name, numpy},
#include "onnxops/ABI/ElementTypes.def"
};

// Empty for a type that numpy lacks.
static StringRef getNumpyName(int32_t elementType) {
  for (const auto &[known, name] : kElementNames)
    if (known == elementType)
      return name;
  return "";
}

bool mlir::onnxops::isNumpyType(int32_t elementType) {
  return !getNumpyName(elementType).empty();
}

namespace {
struct Header {
  std::optional<int32_t> elementType;
  std::optional<bool> isFortranOrder;
  std::optional<llvm::SmallVector<int64_t>> sizes;
};

// Parses the only form of Python dictionary that numpy writes: string keys, and
// values that are a string, True or False, or a tuple of integers.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : text(text) {}

  llvm::Expected<Header> parse();

private:
  bool consume(char token) {
    text = text.ltrim();
    return text.consume_front(StringRef(&token, 1));
  }
  std::optional<StringRef> parseString();
  llvm::Error parseEntry(Header &header);
  llvm::Error parseElementType(Header &header);
  llvm::Error parseOrder(Header &header);
  llvm::Error parseShape(Header &header);

  llvm::Error makeError(const llvm::Twine &message) {
    return createStringError("bad header: " + message);
  }

  StringRef text;
};
} // namespace

std::optional<StringRef> HeaderParser::parseString() {
  text = text.ltrim();
  if (!text.starts_with("'") && !text.starts_with("\""))
    return std::nullopt;
  size_t end = text.find(text.front(), 1);
  if (end == StringRef::npos)
    return std::nullopt;
  StringRef string = text.substr(1, end - 1);
  text = text.drop_front(end + 1);
  return string;
}

llvm::Error HeaderParser::parseElementType(Header &header) {
  std::optional<StringRef> name = parseString();
  if (!name)
    return makeError("expected one element type");
  if (name->starts_with(">"))
    return createStringError("expected little-endian data, but got " + *name);
  StringRef order = name->take_front();
  for (const auto &[elementType, elementName] : kElementNames)
    if (!elementName.empty() && StringRef("<|=").contains(order) &&
        name->drop_front(order.size()) == elementName)
      header.elementType = elementType;
  if (!header.elementType)
    return createStringError("unsupported element type '" + *name + "'");
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseOrder(Header &header) {
  text = text.ltrim();
  if (text.consume_front("True"))
    header.isFortranOrder = true;
  else if (text.consume_front("False"))
    header.isFortranOrder = false;
  else
    return makeError("expected fortran_order to be True or False");
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseShape(Header &header) {
  if (!consume('('))
    return makeError("expected shape to be a tuple");
  header.sizes.emplace();
  while (!consume(')')) {
    int64_t size;
    text = text.ltrim();
    if (text.consumeInteger(10, size) || size < 0)
      return makeError("expected a size of 0 or more in shape");
    text.consume_front("L"); // as Python 2 writes long integers
    header.sizes->push_back(size);
    if (!consume(',') && !text.ltrim().starts_with(")"))
      return makeError("expected ',' or ')' in shape");
  }
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseEntry(Header &header) {
  std::optional<StringRef> key = parseString();
  if (!key || !consume(':'))
    return makeError("expected a key and ':'");
  if (*key == "descr")
    return parseElementType(header);
  if (*key == "fortran_order")
    return parseOrder(header);
  if (*key == "shape")
    return parseShape(header);
  return makeError("unknown key '" + *key + "'");
}

llvm::Expected<Header> HeaderParser::parse() {
  Header header;
  if (!consume('{'))
    return makeError("expected a dictionary");
  while (!consume('}')) {
    if (llvm::Error error = parseEntry(header))
      return error;
    if (!consume(',') && !text.ltrim().starts_with("}"))
      return makeError("expected ',' or '}'");
  }
  if (!header.elementType || !header.isFortranOrder || !header.sizes)
    return makeError("expected descr, fortran_order and shape");
  return header;
}

// Reads magic, version and header from the start of a file, and the offset of
// its end.
static llvm::Expected<Header> readHeader(const InputFile &file, uint64_t &end) {
  char front[12];
  size_t known = std::min<uint64_t>(sizeof(front), file.getSize());
  if (llvm::Error error = file.read(/*offset=*/0, {front, known}))
    return error;
  StringRef text(front, known);
  if (!text.consume_front(kMagic) || text.size() < 4)
    return createStringError("not a .npy file");
  int version = text[0];
  if (version < 1 || version > 3 || text[1] != 0)
    return createStringError("unsupported .npy version " +
                             llvm::Twine(version) + "." +
                             llvm::Twine(int(text[1])));
  text = text.drop_front(2);
  size_t lengthBytes = version == 1 ? 2 : 4;
  uint64_t length = 0;
  if (text.size() >= lengthBytes)
    length = version == 1 ? llvm::support::endian::read16le(text.data())
                          : llvm::support::endian::read32le(text.data());
  end = kMagic.size() + 2 + lengthBytes + length;
  if (text.size() < lengthBytes || end > file.getSize())
    return createStringError("the file ends inside its header");
  if (length > kMaxHeaderBytes)
    return createStringError("expected a header of " +
                             llvm::Twine(kMaxHeaderBytes) +
                             " bytes or less, but got " + llvm::Twine(length));
  std::string header(length, 0);
  if (llvm::Error error = file.read(end - length, header))
    return error;
  return HeaderParser(header).parse();
}

llvm::Expected<NumpyHeader>
mlir::onnxops::readNumpyHeader(const InputFile &file) {
  NumpyHeader known;
  llvm::Expected<Header> header = readHeader(file, known.end);
  if (!header)
    return header.takeError();
  known.elementType = *header->elementType;
  known.isFortranOrder = *header->isFortranOrder;
  known.sizes = std::move(*header->sizes);
  llvm::Expected<int64_t> count = countElements(known.elementType, known.sizes);
  if (!count)
    return count.takeError();
  uint64_t bytes = *count * onnxopsElementBytes(known.elementType);
  if (file.getSize() - known.end != bytes)
    return createStringError("expected " + llvm::Twine(bytes) +
                             " bytes of data, but got " +
                             llvm::Twine(file.getSize() - known.end));
  return known;
}

// The header with its length and version, padded so that the elements begin at
// a multiple of 64 bytes.
llvm::Expected<std::string>
mlir::onnxops::makeNumpyHeader(int32_t elementType,
                               llvm::ArrayRef<int64_t> sizes) {
  StringRef elementName = getNumpyName(elementType);
  if (elementName.empty())
    return createStringError("a .npy file cannot hold " +
                             llvm::Twine(describeType(elementType, sizes)));
  size_t elementBytes = onnxopsElementBytes(elementType);
  std::string dictionary;
  llvm::raw_string_ostream os(dictionary);
  os << "{'descr': '" << (elementBytes == 1 ? '|' : '<') << elementName
     << "', 'fortran_order': False, 'shape': (";
  llvm::interleaveComma(sizes, os);
  os << (sizes.size() == 1 ? ",), }" : "), }");

  size_t lengthBytes = dictionary.size() + 64 < 65536 ? 2 : 4;
  size_t prefix = kMagic.size() + 2 + lengthBytes;
  size_t length = llvm::alignTo(prefix + dictionary.size() + 1, 64) - prefix;
  dictionary.resize(length - 1, ' ');
  std::string header = kMagic.str();
  header += lengthBytes == 2 ? '\1' : '\2';
  header += '\0';
  for (size_t i = 0; i < lengthBytes; ++i)
    header += static_cast<char>(length >> (8 * i));
  return header + dictionary + "\n";
}
