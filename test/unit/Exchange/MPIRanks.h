//===- MPIRanks.h - this process as a rank, in tests ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Libraries are opened as programs open them.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_EXCHANGE_MPIRANKS_H
#define ONNXOPS_TEST_UNIT_EXCHANGE_MPIRANKS_H

#include "Ranks.h"
#include "onnxops/ABI/MPITransport.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <mpi.h>

/// A library, which stays open: MPI is in use until the program ends.
class Library {
public:
  explicit Library(const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      ADD_FAILURE() << dlerror();
      return;
    }
    create = reinterpret_cast<OnnxopsMPITransportCreate *>(
        dlsym(handle, "onnxopsMPITransportCreate"));
    destroy = reinterpret_cast<OnnxopsMPITransportDestroy *>(
        dlsym(handle, "onnxopsMPITransportDestroy"));
  }

  OnnxopsMPITransportCreate *create = nullptr;
  OnnxopsMPITransportDestroy *destroy = nullptr;
};

/// This process' part in calls on several ranks.
class Rank {
public:
  Rank(const Library &library, const void *communicator)
      : library(library), context(onnxopsContextCreate()) {
    char message[200];
    transport = library.create(communicator, message, sizeof(message));
    if (!transport)
      ADD_FAILURE() << message;
    onnxopsContextSetTransport(context, transport);
  }
  ~Rank() {
    onnxopsContextDestroy(context);
    library.destroy(transport);
  }
  Rank(const Rank &) = delete;
  Rank &operator=(const Rank &) = delete;

  Outcome call(int64_t compiled, const Body &body) {
    return Ranks::callOn(context, compiled, body, transport->rank);
  }
  Outcome call(const Body &body) { return call(transport->ranks, body); }

  const Library &library;
  OnnxopsContext *context;
  OnnxopsTransport *transport;
};

class MPITransportTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    int isStarted;
    MPI_Initialized(&isStarted);
    if (!isStarted)
      MPI_Init(nullptr, nullptr);
  }
  void SetUp() override {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  }

  /// Each rank sends a number to the next one.
  static int32_t passOn(OnnxopsContext *context) {
    OnnxopsTransport *transport = onnxopsContextTransport(context);
    int64_t rank = transport->rank, ranks = transport->ranks;
    static const int64_t sizes[] = {1}, strides[] = {1};
    int64_t mine = 100 + rank, got = 0;
    OnnxopsTransfer send = {(rank + 1) % ranks, &mine, 8, 1, sizes, strides};
    OnnxopsTransfer receive = {
        (rank + ranks - 1) % ranks, &got, 8, 1, sizes, strides};
    const char *error = transport->exchange(transport, &send, 1, &receive, 1);
    if (error)
      onnxopsRtFail(context, error, nullptr, 0);
    else
      EXPECT_EQ(got, 100 + receive.peer);
    return error ? 1 : 0;
  }

  static void expectSuccess(Rank &self) {
    Outcome outcome = self.call(
        [](OnnxopsContext *context, int64_t) { return passOn(context); });
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(outcome.bytesSent, 8);
  }

  /// Expects that a call fails on all ranks: with `text` on the last one, and
  /// because of it on the others.
  void expectFailure(const Outcome &outcome, const std::string &text) {
    EXPECT_EQ(outcome.status, 1);
    std::string last = "rank " + std::to_string(ranks - 1) + " failed";
    EXPECT_NE(outcome.error.find(isLast() ? text : last), std::string::npos)
        << outcome.error;
  }

  bool isLast() const { return rank == ranks - 1; }

  int rank = 0, ranks = 0;
};

#endif // ONNXOPS_TEST_UNIT_EXCHANGE_MPIRANKS_H
