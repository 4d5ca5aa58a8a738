//===- TextMutator.cpp - mutants of modules as text -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes the tokens of a module: numbers, types and names take the place of
// others of their kind, tokens and lines are dropped, doubled and moved. What
// blind changes of bytes make would not get past MLIR's lexer.
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using Random = std::minstd_rand;

static const char *const kNumbers[] = {
    "0",  "1",  "2",  "3",          "4",          "-1",
    "-2", "13", "64", "2147483648", "4294967296", "9223372036854775807"};
static const char *const kElementTypes[] = {
    "f16",  "bf16", "f32", "f64", "i1",  "i4",   "si8",
    "i8",   "ui8",  "i16", "i32", "i64", "ui64", "!onnxops.string",
    "index"};

template <size_t count>
static const char *pick(const char *const (&list)[count], Random &random) {
  return list[random() % count];
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
         c == '%' || c == '!' || c == '@' || c == '$';
}

// Words, numbers and single characters, white space among them; put together
// they are the text. The sizes of a tensor are apart from the x between them.
static std::vector<std::string> split(const std::string &text) {
  std::vector<std::string> tokens;
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    if (std::isdigit(static_cast<unsigned char>(text[i]))) {
      while (end < text.size() &&
             std::isdigit(static_cast<unsigned char>(text[end])))
        ++end;
    } else if (text[i] == 'x' && i &&
               (std::isdigit(text[i - 1]) || text[i - 1] == '?')) {
      // An x between sizes stands alone.
    } else if (isWord(text[i])) {
      while (end < text.size() && isWord(text[end]))
        ++end;
    }
    tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

static std::string join(const std::vector<std::string> &tokens) {
  std::string text;
  for (const std::string &token : tokens)
    text += token;
  return text;
}

static bool isElementType(const std::string &token) {
  return std::find(std::begin(kElementTypes), std::end(kElementTypes), token) !=
         std::end(kElementTypes);
}

// Whether one may stand for the other without a change of the grammar.
static bool areAlike(const std::string &first, const std::string &second) {
  if (isElementType(first) || isElementType(second))
    return isElementType(first) && isElementType(second);
  auto getKind = [](char c) {
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '?')
      return '0';
    return std::isalpha(static_cast<unsigned char>(c)) ? 'a' : c;
  };
  return getKind(first[0]) == getKind(second[0]);
}

static void changeToken(std::vector<std::string> &tokens, Random &random) {
  std::string &token = tokens[random() % tokens.size()];
  const bool isNumber =
      std::isdigit(static_cast<unsigned char>(token[0])) || token == "?";
  if (isNumber && random() % 2) {
    token = random() % 4 ? pick(kNumbers, random) : "?";
    return;
  }
  if (isElementType(token) && random() % 2) {
    token = pick(kElementTypes, random);
    return;
  }
  // Another of its kind out of the same module.
  for (unsigned tries = 0; tries < 32; ++tries) {
    const std::string &other = tokens[random() % tokens.size()];
    if (other != token && areAlike(token, other)) {
      token = other;
      return;
    }
  }
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static std::vector<std::string> splitLines(const std::string &text) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < text.size();) {
    size_t end = std::min(text.find('\n', i), text.size() - 1) + 1;
    lines.push_back(text.substr(i, end - i));
    i = end;
  }
  return lines;
}

static void changeLines(std::string &text, Random &random) {
  std::vector<std::string> lines = splitLines(text);
  size_t from = random() % lines.size(), to = random() % lines.size();
  switch (random() % 3) {
  case 0:
    lines.erase(lines.begin() + from);
    break;
  case 1:
    lines.insert(lines.begin() + to, std::string(lines[from]));
    break;
  default:
    std::swap(lines[from], lines[to]);
  }
  text = join(lines);
}

static size_t store(const std::string &text, uint8_t *data, size_t maxSize) {
  size_t size = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), size);
  return size;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  Random random(seed + 1);
  std::string text(reinterpret_cast<char *>(data), size);
  if (text.empty() || random() % 32 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  for (unsigned changes = 1 + random() % 3; changes && !text.empty();
       --changes) {
    if (random() % 5 == 0) {
      changeLines(text, random);
      continue;
    }
    std::vector<std::string> tokens = split(text);
    if (random() % 16 == 0)
      tokens.erase(tokens.begin() + random() % tokens.size());
    else
      changeToken(tokens, random);
    text = join(tokens);
  }
  return store(text, data, maxSize);
}

// The functions of both modules; their names may be the same.
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  Random random(seed + 1);
  auto read = [](const uint8_t *data, size_t size) {
    return splitLines(std::string(reinterpret_cast<const char *>(data), size));
  };
  std::vector<std::string> lines = read(first, firstSize);
  std::vector<std::string> others = read(second, secondSize);
  if (!others.empty()) {
    size_t from = random() % others.size();
    size_t count = 1 + random() % std::min<size_t>(others.size() - from, 4);
    lines.insert(lines.begin() + random() % (lines.size() + 1),
                 others.begin() + from, others.begin() + from + count);
  }
  return store(join(lines), out, maxSize);
}
