# How the project compiles and links: warnings, sanitizers, and one way to add
# a library or a tool, so that nothing links a static MLIR library beside the
# shared libMLIR.

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${definitions})

add_compile_options(-Wall -Wextra -Wno-unused-parameter)
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions;-fno-rtti>")
if(ONNXOPS_WERROR)
  add_compile_options(-Werror)
endif()
if(ONNXOPS_SANITIZE)
  # vptr needs RTTI, which MLIR code is built without.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=address,undefined)
  add_compile_definitions(ONNXOPS_SANITIZE=1)
endif()

# onnxops_add_library(NAME sources... DEPENDS tablegen-targets...
#                     LINK_LIBS PUBLIC libraries of this project...)
# A static library of one stage. Tools link libMLIR once, through
# onnxops_link_mlir, so a stage names only the stages that it uses.
function(onnxops_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} ${ARG_LINK_LIBS})
endfunction()

# onnxops_add_tool(NAME sources... LINK_LIBS libraries...)
function(onnxops_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} MLIR LLVM)
endfunction()
