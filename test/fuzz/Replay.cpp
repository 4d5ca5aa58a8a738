//===- Replay.cpp - runs a harness without libFuzzer ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives a harness each file of a corpus, then mutants of them that are the same
// every time. So each run of the tests replays what was once found, in builds
// without libFuzzer, and keeps the mutators working.
//
// usage: fuzz-TARGET [--mutants N] [--seed N] [--keep FILE] FILE|DIRECTORY...
//   --mutants N  how many of them
//   --seed N     which; 1 by default
//   --keep FILE  writes each one there before it runs
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

// Whether a target has these is known when it is linked.
extern "C" __attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data,
                                                                size_t size,
                                                                size_t maxSize,
                                                                unsigned seed);
extern "C" __attribute__((weak)) size_t LLVMFuzzerCustomCrossOver(
    const uint8_t *first, size_t firstSize, const uint8_t *second,
    size_t secondSize, uint8_t *out, size_t maxSize, unsigned seed);

using Bytes = std::vector<uint8_t>;

static constexpr size_t kMaxSize = 4096;

// Of a seed, so that a failure is there again in the next run.
static std::minstd_rand generator;

static size_t choose(size_t count) { return generator() % count; }

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize) {
  if (size < maxSize && (size == 0 || choose(4) == 0)) {
    size_t position = choose(size + 1);
    std::memmove(data + position + 1, data + position, size - position);
    data[position] = static_cast<uint8_t>(generator());
    return size + 1;
  }
  if (size == 0)
    return 0;
  size_t position = choose(size);
  switch (choose(3)) {
  case 0:
    data[position] = static_cast<uint8_t>(generator());
    return size;
  case 1:
    data[position] ^= static_cast<uint8_t>(1 << choose(8));
    return size;
  default:
    std::memmove(data + position, data + position + 1, size - position - 1);
    return size - 1;
  }
}

static Bytes mutate(const std::vector<Bytes> &corpus) {
  Bytes input = corpus[choose(corpus.size())];
  const Bytes &other = corpus[choose(corpus.size())];
  const size_t maxSize = std::max(kMaxSize, 2 * input.size());
  size_t size = input.size();
  if (LLVMFuzzerCustomCrossOver && choose(4) == 0) {
    Bytes crossed(maxSize);
    size = LLVMFuzzerCustomCrossOver(input.data(), size, other.data(),
                                     other.size(), crossed.data(), maxSize,
                                     generator());
    input = std::move(crossed);
  }
  input.resize(maxSize);
  for (size_t i = choose(2) + 1; i > 0; --i)
    size =
        LLVMFuzzerCustomMutator
            ? LLVMFuzzerCustomMutator(input.data(), size, maxSize, generator())
            : LLVMFuzzerMutate(input.data(), size, maxSize);
  input.resize(size);
  input.shrink_to_fit(); // so that reading behind its end is seen
  return input;
}

static std::vector<std::filesystem::path> listFiles(const char *argument) {
  if (!std::filesystem::is_directory(argument))
    return {argument};
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(argument))
    if (entry.is_regular_file())
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

static int failUsage(const char *message, const char *argument) {
  std::fprintf(stderr, "error: %s, but got '%s'\n", message, argument);
  return 2;
}

namespace {
struct Options {
  int64_t mutants = 0, seed = 1;
  const char *kept = nullptr; // where mutants are written
  std::vector<const char *> arguments;
};
} // namespace

static bool readNumber(const char *text, int64_t &number) {
  char *end = nullptr;
  number = std::strtoll(text, &end, 10);
  return *text && !*end && number >= 0;
}

static bool parse(int argc, char **argv, Options &options) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (argument.compare(0, 2, "--") != 0) {
      options.arguments.push_back(argv[i]);
      continue;
    }
    ++i;
    if (argument == "--keep" && *value)
      options.kept = value;
    else if (!(argument == "--mutants" && readNumber(value, options.mutants)) &&
             !(argument == "--seed" && readNumber(value, options.seed)))
      return false;
  }
  return !options.arguments.empty();
}

static void run(const Bytes &input) {
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

int main(int argc, char **argv) {
  Options options;
  if (!parse(argc, argv, options))
    return failUsage("expected [--mutants N] [--seed N] [--keep FILE] FILE...",
                     argc > 1 ? argv[1] : "");
  generator.seed(static_cast<unsigned>(options.seed));
  std::vector<Bytes> corpus;
  for (const char *argument : options.arguments) {
    for (const std::filesystem::path &path : listFiles(argument)) {
      std::ifstream file(path, std::ios::binary);
      if (!file)
        return failUsage("expected a file that can be read", path.c_str());
      corpus.emplace_back(std::istreambuf_iterator<char>(file),
                          std::istreambuf_iterator<char>());
      // Before it runs, for the one that ends the program.
      std::fprintf(stderr, "%s\n", path.c_str());
      run(corpus.back());
    }
  }
  if (corpus.empty())
    return failUsage("expected files", "an empty directory");
  for (int64_t i = 0; i < options.mutants; ++i) {
    std::fprintf(stderr, "mutant %lld\n", static_cast<long long>(i));
    const Bytes input = mutate(corpus);
    if (options.kept)
      std::ofstream(options.kept, std::ios::binary)
          .write(reinterpret_cast<const char *>(input.data()), input.size());
    run(input);
  }
  std::printf("%zu inputs, %lld mutants\n", corpus.size(),
              static_cast<long long>(options.mutants));
  return 0;
}
