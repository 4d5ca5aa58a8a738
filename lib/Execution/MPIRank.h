//===- MPIRank.h - this process as a rank of MPI ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens the library of an MPI, and what ranks tell each other besides a call.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_MPIRANK_H
#define ONNXOPS_LIB_EXECUTION_MPIRANK_H

#include "mlir/Support/LLVM.h"
#include "onnxops/ABI/MPITransport.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::onnxops {

/// One of the ranks that mpirun has started. All of them call its functions in
/// the same order.
class MPIRank {
public:
  /// Starts MPI: openmpi, mpich, or for an empty name the one whose mpirun has
  /// started this process. Fails, on each rank, with the reason.
  static llvm::Expected<std::unique_ptr<MPIRank>> start(StringRef name);

  /// Ends MPI.
  ~MPIRank();

  OnnxopsTransport *getTransport() const { return transport; }
  int64_t getRank() const { return transport->rank; }
  int64_t getRanks() const { return transport->ranks; }

  /// Whether all ranks succeed.
  bool agree(bool succeeds);

  /// The numbers of all ranks, by ranks; each has as many. None if MPI fails.
  std::vector<int64_t> gather(ArrayRef<int64_t> numbers);

  /// The text of rank 0. Empty if MPI fails.
  std::string broadcast(StringRef text);

  /// The exit status of all ranks, at the end of a run, whose errors on this
  /// one are in `text`. Of all ranks with errors the first one prints them.
  int finish(int status, StringRef text, raw_ostream &errors);

private:
  MPIRank(OnnxopsTransport *transport, OnnxopsMPITransportDestroy *destroy)
      : transport(transport), destroy(destroy) {}

  bool take(const char *error);

  OnnxopsTransport *transport;
  OnnxopsMPITransportDestroy *destroy;
  std::string failure; ///< of MPI
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_MPIRANK_H
