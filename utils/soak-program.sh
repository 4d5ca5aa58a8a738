# How the program of test/Soak is made, for the scripts that run it. Sourced, not run.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# build_soak BUILD FLAGS...: makes the program of test/Soak and its models anew, in
# BUILD/soak, with the libonnxops_c of that build.
build_soak() {
  local build=$1
  shift
  rm -rf "$build/soak"
  /usr/bin/python3 -B test/Soak/Inputs/models.py "$build/soak/models"
  clang-22 -std=c11 -O1 -g "$@" -Wall -Wextra -Werror -Iinclude \
    -isystem "$(llvm-config-22 --includedir)" test/Soak/Inputs/*.c \
    -L"$build/lib" -lonnxops_c -Wl,-rpath,"$PWD/$build/lib" -o "$build/soak/soak"
}
