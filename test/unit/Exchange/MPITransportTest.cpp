//===- MPITransportTest.cpp - tests of exchanges between processes --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For mpirun, with any number of processes: each of them runs every test. A
// library that is built for tests has messages of a few bytes, and its
// allocations can be made to fail, as can functions of MPI (MPIFaults.h).
//
// usage: exchange-mpi-tests-MPI [SEEDS] --gtest_filter=SUITE.*
//
//===----------------------------------------------------------------------===//

#include "MPIFaults.h"
#include "MPIRanks.h"
#include "Participant.h"

#include <csignal>

// Random exchanges to try.
static unsigned seeds = 600;
/// Exchanges of as many ranks as there are, or fewer, in communicators whose
/// ranks have another order than the processes.
static void exchangeAll(const Library &library) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<MPI_Comm> communicators(ranks + 1, MPI_COMM_NULL);
  std::vector<std::unique_ptr<Rank>> selves(ranks + 1);
  for (int count = 1; count <= ranks; ++count) {
    MPI_Comm_split(MPI_COMM_WORLD, rank < count ? 0 : MPI_UNDEFINED, -rank,
                   &communicators[count]);
    if (rank < count)
      selves[count] = std::make_unique<Rank>(library, &communicators[count]);
  }
  int exchanges = 0;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    RandomExchange random(seed);
    int64_t count = random.getRanks();
    if (count > ranks || rank >= count)
      continue;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Rank &self = *selves[count];
    std::mt19937 generator(seed);
    int64_t elementBytes = int64_t(1) << generator() % 5;
    Participant participant(random, self.transport->rank, elementBytes,
                            generator);
    Outcome outcome = self.call([&](OnnxopsContext *context, int64_t) {
      return onnxopsRtExchange(context, participant.makeTable().data(),
                               "Concat");
    });
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_TRUE(participant.isRight());
    std::vector<int64_t> sent(count);
    self.transport->gather(self.transport, &outcome.bytesSent, 1, sent.data());
    int64_t rest = 0;
    for (int64_t r = 0; r < count; ++r)
      rest +=
          sent[r] - onnxopsExchangeBound(&random.exchange, r) * elementBytes;
    EXPECT_EQ(rest, 0);
    ++exchanges;
  }
  if (rank == 0)
    printf("%d exchanges\n", exchanges);
  for (int count = 1; count <= ranks; ++count)
    if (rank < count) {
      selves[count].reset();
      MPI_Comm_free(&communicators[count]);
    }
}

TEST_F(MPITransportTest, FillsTheResult) {
  exchangeAll(Library(ONNXOPS_MPI_LIBRARY));
}

TEST_F(MPITransportTest, SendsLongPartsInSeveralMessages) {
  exchangeAll(Library(ONNXOPS_MPI_TEST_LIBRARY));
}

TEST_F(MPITransportTest, Numbers) {
  Library library(ONNXOPS_MPI_LIBRARY);
  Rank self(library, nullptr);
  OnnxopsTransport *transport = self.transport;
  EXPECT_EQ(transport->rank, rank);
  EXPECT_EQ(transport->ranks, ranks);
  int64_t value = -5 - rank;
  EXPECT_EQ(transport->maximum(transport, &value), nullptr);
  EXPECT_EQ(value, -5);
  int64_t numbers[] = {rank, int64_t(1) << 40};
  std::vector<int64_t> all(2 * ranks);
  EXPECT_EQ(transport->gather(transport, numbers, 2, all.data()), nullptr);
  for (int r = 0; r < ranks; ++r) {
    EXPECT_EQ(all[2 * r], r);
    EXPECT_EQ(all[2 * r + 1], int64_t(1) << 40);
  }
}

// The transport leaves the error handler as it was, and needs no handler that
// returns.
TEST_F(MPITransportTest, KeepsTheErrorHandler) {
  Library library(ONNXOPS_MPI_LIBRARY);
  MPI_Comm communicator;
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &communicator);
  MPI_Comm_set_errhandler(communicator, MPI_ERRORS_ARE_FATAL);
  {
    Rank self(library, &communicator);
    expectSuccess(self);
    failingFunction = "MPI_Comm_dup";
    char message[200];
    EXPECT_EQ(library.create(&communicator, message, sizeof(message)), nullptr);
    failingFunction = "";
    EXPECT_EQ(std::string(message).find("MPI_Comm_dup: "), 0) << message;
    MPI_Errhandler handler;
    MPI_Comm_get_errhandler(communicator, &handler);
    EXPECT_EQ(handler, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler);
  }
  MPI_Comm_free(&communicator);
}

TEST_F(MPITransportTest, RefusesOtherCommunicators) {
  Library library(ONNXOPS_MPI_LIBRARY);
  MPI_Comm none = MPI_COMM_NULL;
  char message[200];
  EXPECT_EQ(library.create(&none, message, sizeof(message)), nullptr);
  EXPECT_STREQ(message, "expected a communicator, but got MPI_COMM_NULL");
  EXPECT_EQ(library.create(&none, message, 9), nullptr);
  EXPECT_STREQ(message, "expected");
  EXPECT_EQ(library.create(&none, nullptr, 0), nullptr);
  library.destroy(nullptr);
  if (ranks < 2)
    return;
  MPI_Comm half, between;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &between);
  EXPECT_EQ(library.create(&between, message, sizeof(message)), nullptr);
  EXPECT_STREQ(message, "unsupported: an inter-communicator");
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
}

TEST_F(MPITransportTest, WrongNumberOfRanks) {
  Library library(ONNXOPS_MPI_LIBRARY);
  Rank self(library, nullptr);
  Outcome outcome =
      self.call(ranks + 1, [](OnnxopsContext *, int64_t) { return 0; });
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error, "expected " + std::to_string(ranks + 1) +
                               " ranks, for which the code was compiled, but "
                               "got " +
                               std::to_string(ranks));
}

// A check of compiled code, before ranks meet and after.
TEST_F(MPITransportTest, Check) {
  Library library(ONNXOPS_MPI_LIBRARY);
  Rank self(library, nullptr);
  for (bool isLate : {false, true}) {
    expectFailure(self.call([&](OnnxopsContext *context, int64_t) {
      int32_t status = isLate ? passOn(context) : 0;
      if (status == 0 && isLast()) {
        onnxopsRtFail(context, "expected less", nullptr, 0);
        status = 1;
      }
      return status;
    }),
                  "expected less");
    expectSuccess(self);
  }
}

// Only ranks with different tables do this: some would wait for ever.
TEST_F(MPITransportTest, OtherSizes) {
  Library library(ONNXOPS_MPI_LIBRARY);
  Rank self(library, nullptr);
  for (bool hasNone : {false, true}) {
    Outcome outcome = self.call([&](OnnxopsContext *context, int64_t) {
      static const int64_t sizes[] = {1, 2}, strides[] = {1};
      unsigned char bytes[2] = {};
      OnnxopsTransfer send = {(rank + 1) % ranks, bytes,  1, 1,
                              &sizes[isLast()],   strides};
      OnnxopsTransfer receive = {
          (rank + ranks - 1) % ranks, bytes, 1, 1, sizes, strides};
      OnnxopsTransport *transport = onnxopsContextTransport(context);
      const char *error = transport->exchange(
          transport, &send, !(hasNone && isLast()), &receive, 1);
      if (error)
        onnxopsRtFail(context, error, nullptr, 0);
      return error ? 1 : 0;
    });
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.bytesSent, 0);
    EXPECT_EQ(outcome.error, "expected each rank to send what others receive "
                             "from it, but got other sizes");
    expectSuccess(self);
  }
}

TEST_F(MPITransportTest, NoMemory) {
  Library library(ONNXOPS_MPI_TEST_LIBRARY);
  Rank self(library, nullptr);
  for (int64_t failing = 0; failing < 2; ++failing) {
    expectFailure(self.call([&](OnnxopsContext *context, int64_t) {
      allocationsLeft = isLast() ? failing : -1;
      int32_t status = passOn(context);
      allocationsLeft = -1;
      return status;
    }),
                  "expected memory for 2 messages, but there is not enough");
    expectSuccess(self);
  }
}

// The other ranks have what they wait for.
TEST_F(MPITransportTest, FailuresOfMPI) {
  Library library(ONNXOPS_MPI_LIBRARY);
  Rank self(library, nullptr);
  failingFunction = isLast() ? "MPI_Isend" : "";
  expectFailure(self.call([](OnnxopsContext *context, int64_t) {
    int32_t status = passOn(context);
    failingFunction = "";
    return status;
  }),
                "MPI_Isend: ");
  expectSuccess(self);

  OnnxopsTransport *transport = self.transport;
  int64_t value = 1;
  std::vector<int64_t> all(ranks);
  failingFunction = "MPI_Allreduce";
  const char *error = transport->maximum(transport, &value);
  EXPECT_EQ(std::string(error ? error : "").find("MPI_Allreduce: "), 0);
  failingFunction = "MPI_Allgather";
  error = transport->gather(transport, &value, 1, all.data());
  EXPECT_EQ(std::string(error ? error : "").find("MPI_Allgather: "), 0);
  EXPECT_EQ(std::string(error ? error : "").find('\n'), std::string::npos);
  failingFunction = "";
  expectSuccess(self);
}

// The library starts MPI, and ends it with the last transport.
TEST(MPIStartTest, StartsAndEnds) {
  Library library(ONNXOPS_MPI_LIBRARY);
  int isStarted, hasEnded;
  MPI_Initialized(&isStarted);
  EXPECT_FALSE(isStarted);
  {
    Rank first(library, nullptr);
    {
      Rank second(library, nullptr);
    }
    MPI_Finalized(&hasEnded);
    EXPECT_FALSE(hasEnded);
    int64_t value = 1;
    EXPECT_EQ(first.transport->maximum(first.transport, &value), nullptr);
  }
  MPI_Finalized(&hasEnded);
  EXPECT_TRUE(hasEnded);
  char message[200];
  EXPECT_EQ(library.create(nullptr, message, sizeof(message)), nullptr);
  EXPECT_STREQ(message, "expected MPI to run, but it has ended");
}

// mpirun ends the others, which wait.
TEST(MPIKilledTest, EndsAll) {
  Library library(ONNXOPS_MPI_LIBRARY);
  Rank self(library, nullptr);
  if (self.transport->rank == self.transport->ranks - 1)
    raise(SIGKILL);
  int64_t value = 1;
  const char *error = self.transport->maximum(self.transport, &value);
  printf("rank %d got: %s\n", int(self.transport->rank), error ? error : "");
}

// Takes 5 GB of memory: run by hand, with two processes. Rows are contiguous,
// or not.
TEST(MPILongTest, MoreThan2To31Bytes) {
  Library library(ONNXOPS_MPI_LIBRARY);
  Rank self(library, nullptr);
  OnnxopsTransport *transport = self.transport;
  constexpr int64_t rows = 2500, row = 1000000;
  static const int64_t sizes[] = {rows, row};
  for (int64_t stride : {row, row + 1}) {
    int64_t strides[] = {stride, 1};
    bool isSender = transport->rank == 0;
    auto getByte = [&](int64_t i) {
      return static_cast<unsigned char>(i % stride < row ? i * 2654435761 >> 8
                                                         : 0);
    };
    std::vector<unsigned char> bytes(rows * stride);
    for (int64_t i = 0; isSender && i < rows * stride; ++i)
      bytes[i] = getByte(i);
    OnnxopsTransfer transfer = {
        1 - transport->rank, bytes.data(), 1, 2, sizes, strides};
    const char *error = transport->exchange(transport, &transfer, isSender,
                                            &transfer, !isSender);
    EXPECT_EQ(error, nullptr) << error;
    int64_t wrong = 0;
    for (int64_t i = 0; i < rows * stride; ++i)
      wrong += bytes[i] != getByte(i);
    EXPECT_EQ(wrong, 0);
  }
  EXPECT_EQ(transport->bytesSent, transport->rank == 0 ? 2 * rows * row : 0);
}

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc > 1)
    seeds = unsigned(atoi(argv[1]));
  int status = RUN_ALL_TESTS();
  int isStarted, hasEnded;
  MPI_Initialized(&isStarted);
  MPI_Finalized(&hasEnded);
  if (isStarted && !hasEnded)
    MPI_Finalize();
  return status;
}
