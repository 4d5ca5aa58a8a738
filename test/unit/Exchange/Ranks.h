//===- Ranks.h - calls on several ranks -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks are threads, each with a context, whose calls have no inputs and no
// outputs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_EXCHANGE_RANKS_H
#define ONNXOPS_TEST_UNIT_EXCHANGE_RANKS_H

#include "onnxops/ABI/GeneratedCode.h"
#include "onnxops/ABI/ShardedCode.h"

#include <functional>
#include <string>
#include <thread>
#include <vector>

/// What a call returned on a rank.
struct Outcome {
  int32_t status;
  std::string error;
  int64_t bytesSent;
};

/// The body of a call on one rank. Returns its status.
using Body = std::function<int32_t(OnnxopsContext *context, int64_t rank)>;

/// One context and transport for each rank.
class Ranks {
public:
  explicit Ranks(int64_t count)
      : transports(onnxopsThreadTransportsCreate(count)) {
    for (int64_t rank = 0; rank < count; ++rank) {
      contexts.push_back(onnxopsContextCreate());
      onnxopsContextSetTransport(contexts[rank],
                                 onnxopsThreadTransport(transports, rank));
    }
  }
  ~Ranks() {
    for (OnnxopsContext *context : contexts)
      onnxopsContextDestroy(context);
    onnxopsThreadTransportsDestroy(transports);
  }
  Ranks(const Ranks &) = delete;
  Ranks &operator=(const Ranks &) = delete;

  /// Calls a function compiled for `compiled` ranks, on all at the same time.
  std::vector<Outcome> call(int64_t compiled, const Body &body) {
    std::vector<Outcome> outcomes(contexts.size());
    std::vector<std::thread> threads;
    for (size_t rank = 0; rank < contexts.size(); ++rank)
      threads.emplace_back([&, rank] {
        outcomes[rank] = callOn(contexts[rank], compiled, body, rank);
      });
    for (std::thread &thread : threads)
      thread.join();
    return outcomes;
  }

  std::vector<Outcome> call(const Body &body) {
    return call(int64_t(contexts.size()), body);
  }

  /// What compiled code does, with a body.
  static Outcome callOn(OnnxopsContext *context, int64_t compiled,
                        const Body &body, int64_t rank) {
    static const int64_t signature[] = {0, 0, 0, 0};
    OnnxopsValue none = {};
    int32_t status =
        onnxopsRtEnterShards(context, &none, 0, signature, "main", compiled);
    if (status == 0)
      status = body(context, rank);
    status = onnxopsRtLeaveShards(context, status);
    OnnxopsTransport *transport = onnxopsContextTransport(context);
    return {status, onnxopsContextError(context),
            transport ? transport->bytesSent : 0};
  }

  std::vector<OnnxopsContext *> contexts;

private:
  OnnxopsThreadTransports *transports;
};

#endif // ONNXOPS_TEST_UNIT_EXCHANGE_RANKS_H
