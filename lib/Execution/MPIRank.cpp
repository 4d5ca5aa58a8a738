//===- MPIRank.cpp - this process as a rank of MPI ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each mpirun tells its processes about itself in environment variables.
//
//===----------------------------------------------------------------------===//

#include "MPIRank.h"

#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// An MPI, and the variable with the number of processes that its mpirun has
/// started.
struct Kind {
  StringRef name;
  const char *variable;
};

constexpr Kind kKinds[] = {{"openmpi", "OMPI_COMM_WORLD_SIZE"},
                           {"mpich", "PMI_SIZE"}};

} // namespace

static llvm::Expected<std::string> chooseKind(StringRef name) {
  for (const Kind &kind : kKinds)
    if (name.empty() ? std::getenv(kind.variable) != nullptr
                     : name == kind.name)
      return kind.name.str();
  if (name.empty())
    return llvm::createStringError(
        "expected a process that mpirun has started, or --mpi=openmpi or "
        "--mpi=mpich");
  return llvm::createStringError("expected openmpi or mpich, but got '" + name +
                                 "'");
}

// The processes that an mpirun has started, 0 if it does not say.
static int64_t countProcesses() {
  int64_t count = 0;
  for (const Kind &kind : kKinds)
    if (const char *text = std::getenv(kind.variable);
        text && !StringRef(text).getAsInteger(10, count))
      return count;
  return 0;
}

// Opens a library of this project: of the same build or installation as the
// program, or one that the loader finds.
static llvm::Expected<void *> openLibrary(StringRef name) {
  std::string program = llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(openLibrary));
  StringRef root =
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(program));
  SmallString<128> built(root), installed(root);
  llvm::sys::path::append(built, "lib", name);
  llvm::sys::path::append(installed, ONNXOPS_LIBDIR, name);
  for (StringRef path : {StringRef(built), StringRef(installed)})
    if (llvm::sys::fs::exists(path))
      name = path;
  if (void *library = dlopen(name.str().c_str(), RTLD_NOW | RTLD_LOCAL))
    return library;
  return llvm::createStringError("cannot open " + Twine(dlerror()));
}

llvm::Expected<std::unique_ptr<MPIRank>> MPIRank::start(StringRef name) {
  auto kind = chooseKind(name);
  if (!kind)
    return kind.takeError();
  auto library = openLibrary("libonnxops_mpi_" + *kind + ".so");
  if (!library)
    return library.takeError();
  auto *create = reinterpret_cast<OnnxopsMPITransportCreate *>(
      dlsym(*library, "onnxopsMPITransportCreate"));
  auto *destroy = reinterpret_cast<OnnxopsMPITransportDestroy *>(
      dlsym(*library, "onnxopsMPITransportDestroy"));
  if (!create || !destroy)
    return llvm::createStringError("cannot use " + Twine(dlerror()));
  int64_t processes = countProcesses();
  char message[1024];
  OnnxopsTransport *transport =
      create(/*communicator=*/nullptr, message, sizeof(message));
  if (!transport)
    return llvm::createStringError(message);
  std::unique_ptr<MPIRank> rank(new MPIRank(transport, destroy));
  if (processes > 0 && processes != rank->getRanks())
    return llvm::createStringError("expected the " + Twine(processes) +
                                   " ranks that mpirun has started, but got " +
                                   Twine(rank->getRanks()) + " from " + *kind +
                                   ": mpirun may be that of another MPI");
  return std::move(rank);
}

MPIRank::~MPIRank() { destroy(transport); }

bool MPIRank::take(const char *error) {
  if (error && failure.empty())
    failure = error;
  return !error;
}

bool MPIRank::agree(bool succeeds) {
  int64_t hasFailed = !succeeds;
  return take(transport->maximum(transport, &hasFailed)) && hasFailed == 0;
}

std::vector<int64_t> MPIRank::gather(ArrayRef<int64_t> numbers) {
  std::vector<int64_t> all(numbers.size() * getRanks());
  if (!take(transport->gather(transport, numbers.data(), numbers.size(),
                              all.data())))
    all.clear();
  return all;
}

std::string MPIRank::broadcast(StringRef text) {
  int64_t length = getRank() == 0 ? text.size() : 0;
  if (!take(transport->maximum(transport, &length)) || length == 0)
    return "";
  std::vector<int64_t> words(llvm::divideCeil(length, sizeof(int64_t)));
  if (getRank() == 0)
    std::memcpy(words.data(), text.data(), length);
  std::vector<int64_t> all = gather(words);
  if (all.empty())
    return "";
  return std::string(reinterpret_cast<const char *>(all.data()), length);
}

int MPIRank::finish(int status, StringRef text, raw_ostream &errors) {
  std::string own = text.str();
  if (own.empty() && !failure.empty()) {
    llvm::raw_string_ostream os(own);
    printError(os, "--mpi: " + failure);
    status = kRefused;
  }
  std::vector<int64_t> all = gather({status, own.empty() ? 0 : 1});
  if (all.empty()) {
    errors << own;
    printError(errors, "--mpi: " + failure);
    return kRefused;
  }
  int64_t worst = kSuccess, first = getRanks(), count = 0;
  for (int64_t rank = 0; rank < getRanks(); ++rank) {
    worst = std::max(worst, all[2 * rank]);
    count += all[2 * rank + 1];
    if (all[2 * rank + 1] && first == getRanks())
      first = rank;
  }
  if (first != getRank())
    return static_cast<int>(worst);
  // What all ranks have found is not one rank's.
  StringRef rest = own;
  if (count < getRanks() && rest.consume_front("error: "))
    errors << "error: rank " << first << ": ";
  errors << rest;
  return static_cast<int>(worst);
}
