# The headers of MLIR and LLVM that most sources include, parsed once for all of them:
# without that, nine tenths of each compilation is parsing.
#
# Sources include what they use all the same: they compile without this, with
# -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON, and utils/tidy checks them so.

file(CONFIGURE OUTPUT PrecompiledHeaders.cpp CONTENT "")
add_library(OnnxOpsPrecompiledHeaders OBJECT EXCLUDE_FROM_ALL
  ${CMAKE_CURRENT_BINARY_DIR}/PrecompiledHeaders.cpp)
set(headers
  mlir/Dialect/Arith/IR/Arith.h
  mlir/Dialect/Arith/Utils/Utils.h
  mlir/Dialect/Bufferization/IR/Bufferization.h
  mlir/Dialect/Func/IR/FuncOps.h
  mlir/Dialect/LLVMIR/LLVMDialect.h
  mlir/Dialect/Linalg/IR/Linalg.h
  mlir/Dialect/MemRef/IR/MemRef.h
  mlir/Dialect/SCF/IR/SCF.h
  mlir/Dialect/Tensor/IR/Tensor.h
  mlir/Dialect/Utils/StaticValueUtils.h
  mlir/IR/Matchers.h
  mlir/IR/TypeUtilities.h
  mlir/Pass/PassManager.h
  mlir/Transforms/DialectConversion.h
  llvm/ADT/StringMap.h
  llvm/Support/CommandLine.h
  llvm/Support/FileSystem.h
  llvm/Support/Path.h
)
list(TRANSFORM headers REPLACE "(.+)" "<\\1>")
target_precompile_headers(OnnxOpsPrecompiledHeaders PRIVATE ${headers})

# ccache knows the result by this file, which is the same in every clone, where the
# result itself holds paths; so ccache must not keep the result. Nor may the compiler's
# options have the path of the list, which CMake adds for clang.
list(JOIN headers "\n" listed)
file(CONFIGURE CONTENT "MLIR ${MLIR_VERSION}\n${listed}\n" OUTPUT
  CMakeFiles/OnnxOpsPrecompiledHeaders.dir/cmake_pch.hxx.pch.sum)
set_target_properties(OnnxOpsPrecompiledHeaders PROPERTIES CXX_COMPILER_LAUNCHER "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Xclang -include-pch -Xclang <PCH_FILE>)
endif()

# onnxops_use_precompiled_headers(TARGET)
function(onnxops_use_precompiled_headers target)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    # For which CMake has -fPIE, and clang then refuses headers compiled with -fPIC.
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
  target_precompile_headers(${target} REUSE_FROM OnnxOpsPrecompiledHeaders)
endfunction()
