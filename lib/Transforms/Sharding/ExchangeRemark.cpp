//===- ExchangeRemark.cpp - report on what an exchange sends --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reported where the exchange is built, since its sizes may be known there.
//
//===----------------------------------------------------------------------===//

#include "ExchangeRemark.h"

#include "KnownExchange.h"

#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::onnxops;

// The plans of all ranks take time that grows with the square of their number.
constexpr int64_t kMostRanks = 1024;

void mlir::onnxops::remarkOn(ExchangeOp exchange) {
  auto remark = remark::analysis(
      exchange.getLoc(),
      remark::RemarkOpts::name("Exchange").category("exchange"));
  if (!remark)
    return;
  int64_t ranks = 1;
  for (int64_t size : exchange.getGrid())
    ranks *= size;
  remark << remark::metric("ranks", ranks);
  KnownExchange known;
  auto type = getElementTypeOrSelf(exchange.getInit().getType());
  if (!type.isIntOrFloat() || ranks > kMostRanks || !known.read(exchange))
    return;
  int64_t bytes = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  auto inBytes = [&](std::optional<int64_t> elements) {
    return elements ? llvm::checkedMul(*elements, bytes) : std::nullopt;
  };
  std::optional<int64_t> sent = inBytes(known.countSent()),
                         bound = inBytes(known.countBound()),
                         gathered = inBytes(known.countAllGather());
  if (sent && bound && gathered)
    remark << remark::metric("sent", *sent) << remark::metric("bound", *bound)
           << remark::metric("gathered", *gathered);
}
