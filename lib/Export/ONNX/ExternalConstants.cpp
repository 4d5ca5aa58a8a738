//===- ExternalConstants.cpp - constants beside a model -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Aligns data so that it can be mapped into memory and be read in place.
//
//===----------------------------------------------------------------------===//

#include "ExternalConstants.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <onnx/onnx_pb.h>

using namespace mlir::onnxops;

// Smaller data stays in the model, as in onnx's own exporters: shapes and axes,
// which tools read.
static constexpr size_t kMinBytes = 1024;
// Data of at least this size begins a page, as ONNX advises for mapping files;
// other data, a cache line.
static constexpr size_t kMinPageBytes = 64 << 10;
static constexpr uint64_t kPageBytes = 4096, kLineBytes = 64;

static uint64_t getAlignment(size_t size) {
  return size < kMinPageBytes ? kLineBytes : kPageBytes;
}

int64_t ExternalConstants::takeData(onnx::TensorProto &proto) {
  size_t size = proto.raw_data().size();
  if (size < kMinBytes)
    return 0;
  uint64_t hash = llvm::xxh3_64bits(proto.raw_data());
  auto [first, last] = partsByHash.equal_range(hash);
  auto known = std::find_if(first, last, [&](const auto &entry) {
    return parts[entry.second].data == proto.raw_data();
  });
  if (known == last) {
    uint64_t offset = llvm::alignTo(end, getAlignment(size));
    end = offset + size;
    known = partsByHash.emplace(hash, parts.size());
    parts.push_back({std::move(*proto.mutable_raw_data()), offset});
  }
  proto.clear_raw_data();
  proto.set_data_location(onnx::TensorProto::EXTERNAL);
  auto add = [&](const char *key, const std::string &value) {
    onnx::StringStringEntryProto &entry = *proto.add_external_data();
    entry.set_key(key);
    entry.set_value(value);
  };
  add("location", location);
  add("offset", std::to_string(parts[known->second].offset));
  add("length", std::to_string(size));
  return size;
}

llvm::Error ExternalConstants::print(llvm::raw_ostream &os) const {
  uint64_t position = 0;
  for (const Part &part : parts) {
    os.write_zeros(part.offset - position);
    os << part.data;
    position = part.offset + part.data.size();
  }
  return llvm::Error::success();
}
