# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""As much of mpi4py as tests need, over MPICH: Debian's is over OpenMPI."""
