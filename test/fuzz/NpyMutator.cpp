//===- NpyMutator.cpp - mutants of .npy files -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes the entries of a header one by one, and keeps what it does not mean
// to break, the lengths of header and data: blind mutants hardly ever get past
// those.
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using Random = std::minstd_rand;

static const char *const kTypes[] = {
    "'|b1'",   "'|i1'", "'<i2'", "'<i4'",     "'<i8'",  "'|u1'", "'<u2'",
    "'<u4'",   "'<u8'", "'<f2'", "'<f4'",     "'<f8'",  "'<c8'", "'<c16'",
    "'>f4'",   "'<U3'", "'|S5'", "'|O'",      "'=f4'",  "''",    "'<'",
    "\"<f4\"", "'|V2'", "'<M8'", "[('a',2)]", "'<f16'", "'f4'",  "'<f4"};
static const char *const kSizes[] = {"0",
                                     "1",
                                     "2",
                                     "3",
                                     "7",
                                     "-1",
                                     "4294967296",
                                     "9223372036854775807",
                                     "9223372036854775808",
                                     "1099511627776",
                                     "18446744073709551616",
                                     "2L",
                                     "03",
                                     "+1",
                                     " 5 ",
                                     "1.0",
                                     "x"};
static const char *const kTokens[] = {"'", "\"", "{", "}",  "(",    ")",
                                      ",", ":",  " ", "\n", "True", "False"};

namespace {
struct File {
  std::string version = std::string("\1\0", 2);
  std::string header;
  std::string data;
};
} // namespace

template <size_t count>
static const char *pick(const char *const (&list)[count], Random &random) {
  return list[random() % count];
}

// Takes a file apart as far as it can be; the rest of it is data.
static File split(const uint8_t *bytes, size_t size) {
  std::string text(reinterpret_cast<const char *>(bytes), size);
  File file;
  if (size < 12) {
    file.data = text;
    return file;
  }
  file.version = text.substr(6, 2);
  const size_t lengthBytes = bytes[6] == 1 ? 2 : 4;
  size_t length = bytes[8] | bytes[9] << 8;
  length = std::min(length, size - 8 - lengthBytes);
  file.header = text.substr(8 + lengthBytes, length);
  file.data = text.substr(8 + lengthBytes + length);
  return file;
}

static std::string join(const File &file, Random &random) {
  std::string text = "\x93NUMPY" + file.version;
  const size_t lengthBytes = file.version[0] == 1 ? 2 : 4;
  size_t length = file.header.size();
  if (random() % 64 == 0)
    length += random() % 5 - 2;
  for (size_t i = 0; i < lengthBytes; ++i)
    text += static_cast<char>(length >> (8 * i));
  return text + file.header + file.data;
}

static std::string makeShape(Random &random) {
  std::string shape = "(";
  // Rarely more dimensions than a tensor may have.
  const size_t rank = random() % 32 == 0 ? 60 + random() % 10 : random() % 5;
  for (size_t i = 0; i < rank; ++i) {
    shape += i ? ", " : "";
    shape += random() % 4 ? std::to_string(random() % 5) : pick(kSizes, random);
  }
  return shape + (rank == 1 ? ",)" : ")");
}

// Puts `value` where the value of `key` is, or adds an entry.
static void setEntry(std::string &header, const std::string &key,
                     const std::string &value) {
  size_t begin = header.find("'" + key + "':");
  if (begin == std::string::npos) {
    size_t end = header.rfind('}');
    header.insert(end == std::string::npos ? header.size() : end,
                  "'" + key + "': " + value + ", ");
    return;
  }
  begin += key.size() + 3;
  size_t end =
      key == "shape" ? header.find(')', begin) : header.find(',', begin) - 1;
  header.replace(begin, end < header.size() ? end + 1 - begin : 0, value);
}

static void changeHeader(File &file, Random &random) {
  std::string &header = file.header;
  switch (random() % 8) {
  case 0:
  case 1:
    return setEntry(header, "shape", makeShape(random));
  case 2:
    return setEntry(header, "descr", pick(kTypes, random));
  case 3:
    return setEntry(header, "fortran_order", random() % 2 ? "True" : "False");
  case 4:
    header = std::string("{'descr': ") + pick(kTypes, random) +
             ", 'fortran_order': " + (random() % 2 ? "True" : "False") +
             ", 'shape': " + makeShape(random) + ", }\n";
    return;
  case 5:
    header.insert(random() % (header.size() + 1), pick(kTokens, random));
    return;
  case 6:
    if (!header.empty())
      header.erase(random() % header.size(), random() % 8);
    return;
  default:
    file.version[random() % 2] = static_cast<char>(random() % 5);
  }
}

// The bytes that the header asks for, as long as they are few.
static void fitData(File &file) {
  size_t type = file.header.find("'descr': '");
  size_t shape = file.header.find("'shape': (");
  if (type == std::string::npos || shape == std::string::npos)
    return;
  size_t bytes = std::strtoull(file.header.c_str() + type + 12, nullptr, 10);
  const char *text = file.header.c_str() + shape + 10;
  while (bytes < 4096) {
    char *end;
    size_t size = std::strtoull(text, &end, 10);
    if (end == text)
      break;
    bytes *= size;
    text = end + (*end == ',');
  }
  if (bytes < 4096)
    file.data.resize(bytes);
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  Random random(seed + 1);
  if (random() % 8 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  File file = split(data, size);
  for (size_t i = random() % 3 + 1; i > 0; --i)
    changeHeader(file, random);
  if (random() % 8 != 0)
    fitData(file);
  std::string mutant = join(file, random);
  mutant.resize(std::min(mutant.size(), maxSize));
  std::memcpy(data, mutant.data(), mutant.size());
  return mutant.size();
}
