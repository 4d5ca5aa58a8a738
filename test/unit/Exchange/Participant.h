//===- Participant.h - one rank's part in an exchange -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shards in memory of any strides, and what the result is to be. Bytes that no
// element has are expected to stay as they are.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_EXCHANGE_PARTICIPANT_H
#define ONNXOPS_TEST_UNIT_EXCHANGE_PARTICIPANT_H

#include "RandomExchange.h"

#include <cstring>

/// A shard in memory.
class Shard {
public:
  Shard(std::vector<int64_t> begin, const std::vector<int64_t> &end,
        int64_t elementBytes, std::mt19937 &random)
      : begin(std::move(begin)), end(end), elementBytes(elementBytes),
        strides(end.size()) {
    int64_t stride = 1;
    for (size_t d = end.size(); d-- > 0;) {
      strides[d] = stride;
      stride *= getSize(d) + (random() % 3 == 0);
    }
    bytes.resize(stride * elementBytes, 0xee);
  }

  int64_t getSize(size_t d) const { return end[d] - begin[d]; }

  unsigned char *find(const std::vector<int64_t> &position) {
    int64_t offset = 0;
    for (size_t d = 0; d < begin.size(); ++d)
      offset += (position[d] - begin[d]) * strides[d];
    return bytes.data() + offset * elementBytes;
  }

  /// Gives each position the bytes that `value` returns for it.
  template <typename Value>
  void fill(Value value) {
    visitBox(begin, end, [&](const std::vector<int64_t> &position) {
      std::vector<unsigned char> element = value(position);
      std::memcpy(find(position), element.data(), element.size());
    });
  }

  const std::vector<int64_t> begin, end;
  const int64_t elementBytes;
  std::vector<int64_t> strides;
  std::vector<unsigned char> bytes;
};

/// One rank's part in an exchange.
class Participant {
public:
  Participant(const RandomExchange &random, int64_t rank, int64_t elementBytes,
              std::mt19937 &generator)
      : random(random), elementBytes(elementBytes),
        result(makeShard(random.exchange.to, rank, generator)),
        expected(result) {
    for (int64_t i = 0; i < random.exchange.sources; ++i) {
      sources.push_back(makeShard(random.getSource(i), rank, generator));
      sources[i].fill([&](const std::vector<int64_t> &position) {
        return getElement(i, position);
      });
    }
    expected.fill([&](std::vector<int64_t> position) {
      int64_t source = random.findSource(position);
      return getElement(source, position);
    });
  }

  std::vector<int64_t> makeTable() {
    const OnnxopsExchange &exchange = random.exchange;
    table = {exchange.grid.axes, exchange.dimensions, exchange.dimension,
             elementBytes,       exchange.sources,    exchange.segments};
    table.insert(table.end(), exchange.grid.sizes,
                 exchange.grid.sizes + exchange.grid.axes);
    addTensor(result, exchange.to);
    for (int64_t i = 0; i < exchange.sources; ++i)
      addTensor(sources[i], random.getSource(i));
    for (int64_t i = 0; i < exchange.segments; ++i) {
      const OnnxopsExchangeSegment &segment = exchange.segment[i];
      for (int64_t word : {segment.source, segment.begin, segment.length,
                           segment.repeats, segment.resultBegin})
        table.push_back(word);
    }
    return table;
  }

  bool isRight() const { return result.bytes == expected.bytes; }

private:
  Shard makeShard(const OnnxopsSharding *shardings, int64_t rank,
                  std::mt19937 &generator) {
    return Shard(random.getBegin(shardings, rank),
                 random.getEnd(shardings, rank), elementBytes, generator);
  }

  std::vector<unsigned char> getElement(int64_t source,
                                        std::vector<int64_t> position) const {
    std::vector<unsigned char> element;
    for (int64_t i = 0; i < elementBytes; ++i) {
      int64_t value = 7 * i + 31 * source;
      for (int64_t p : position)
        value = value * 13 + p;
      element.push_back(value % 200);
    }
    return element;
  }

  void addTensor(Shard &shard, const OnnxopsSharding *shardings) {
    table.push_back(int64_t(reinterpret_cast<intptr_t>(shard.bytes.data())));
    for (int64_t d = 0; d < random.exchange.dimensions; ++d) {
      for (int64_t word :
           {shard.getSize(d), shard.strides[d], shardings[d].axis,
            int64_t(reinterpret_cast<intptr_t>(shardings[d].offsets))})
        table.push_back(word);
    }
  }

  const RandomExchange &random;
  const int64_t elementBytes;
  Shard result, expected;
  std::vector<Shard> sources;
  std::vector<int64_t> table;
};

#endif // ONNXOPS_TEST_UNIT_EXCHANGE_PARTICIPANT_H
