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

using namespace mlir;
using namespace mlir::onnxops;

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
  if (!type.isIntOrFloat() || !known.read(exchange))
    return;
  int64_t bytes = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  std::optional<int64_t> sent = known.countSent(), bound = known.countBound();
  if (sent && bound)
    remark << remark::metric("sent", *sent * bytes)
           << remark::metric("bound", *bound * bytes)
           << remark::metric("gathered", known.countAllGather() * bytes);
}
