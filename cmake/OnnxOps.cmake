# Compile and link options, and functions that add a library or a tool, so that
# no target links a static MLIR library beside the shared libMLIR, and all of
# them can be installed.

include(GNUInstallDirs)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
# TableGen's output. Each library has its own headers: see onnxops_add_headers.
include_directories(${PROJECT_BINARY_DIR}/include)
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
if(ONNXOPS_TSAN)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer -O1 -g1)
  add_link_options(-fsanitize=thread)
  add_compile_definitions(ONNXOPS_TSAN=1)
endif()
if(ONNXOPS_FUZZ)
  # With assertions and libFuzzer's coverage instrumentation. The programs are
  # linked in test/fuzz/CMakeLists.txt.
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined
    -fno-sanitize=vptr -fno-sanitize-recover=undefined -fno-omit-frame-pointer
    -O1 -g1 -UNDEBUG)
  add_link_options(-fsanitize=address,undefined)
endif()

include(PrecompiledHeaders)

# onnxops_add_component(component)
# Adds a component to the packages. For files installed by install() directly.
function(onnxops_add_component component)
  set_property(GLOBAL APPEND PROPERTY ONNXOPS_COMPONENTS ${component})
endfunction()

# onnxops_install(NAME [COMPONENT component])
# Installs a library or a tool, and exports it to OnnxOpsConfig.cmake. NAME
# OnnxOpsIR is OnnxOps::IR for other projects, also as a subproject.
# A component is a package: see Packages.cmake.
#   tools    executables and plugins, their default
#   dev      libraries for other compilers, the default of libraries
#   runtime  the library that compiled models link
#   capi     the shared library for C programs and Python
#   python   the Python module
#   openmpi, mpich  the library for ranks that are processes of this MPI
function(onnxops_install name)
  cmake_parse_arguments(ARG "" "COMPONENT" "" ${ARGN})
  get_target_property(type ${name} TYPE)
  if(NOT ARG_COMPONENT)
    set(ARG_COMPONENT dev)
    if(type STREQUAL "EXECUTABLE" OR type STREQUAL "MODULE_LIBRARY")
      set(ARG_COMPONENT tools)
    endif()
  endif()
  # The unversioned link, which only the linker needs.
  set(link ${ARG_COMPONENT})
  if(link STREQUAL "capi")
    set(link dev)
  endif()
  # libMLIR is not in the loader's default path. The same path in the build tree:
  # CMake would pad another one with ":", which makes the loader search the
  # current directory, where libraries may have come with a model.
  set_target_properties(${name} PROPERTIES
    INSTALL_RPATH_USE_LINK_PATH ON
    BUILD_WITH_INSTALL_RPATH ON)
  set(export)
  if(NOT type STREQUAL "MODULE_LIBRARY")
    string(REGEX REPLACE "^OnnxOps(.)" "\\1" exported ${name})
    set_target_properties(${name} PROPERTIES EXPORT_NAME ${exported})
    set(export EXPORT OnnxOpsTargets)
  endif()
  if(type MATCHES "STATIC|SHARED|INTERFACE")
    target_include_directories(${name} INTERFACE
      $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    add_library(OnnxOps::${exported} ALIAS ${name})
  endif()
  onnxops_add_component(${ARG_COMPONENT})
  if(ONNXOPS_INSTALL)
    install(TARGETS ${name} ${export}
      RUNTIME COMPONENT ${ARG_COMPONENT}
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${ARG_COMPONENT}
        NAMELINK_COMPONENT ${link}
      ARCHIVE COMPONENT ${ARG_COMPONENT})
  endif()
endfunction()

# The shared libMLIR and libLLVM, with their headers, for users of our
# libraries. A project that links MLIR's static libraries sets the variable.
set(ONNXOPS_MLIR_LIBS MLIR LLVM
  CACHE STRING "The MLIR and LLVM libraries that programs link")
add_library(OnnxOpsMLIR INTERFACE)
target_link_libraries(OnnxOpsMLIR INTERFACE ${ONNXOPS_MLIR_LIBS})
target_include_directories(OnnxOpsMLIR SYSTEM INTERFACE
  "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS};${MLIR_INCLUDE_DIRS}>")
target_compile_features(OnnxOpsMLIR INTERFACE cxx_std_17)
onnxops_install(OnnxOpsMLIR)

# onnxops_list_files(MACRO OUTPUT VARIABLE)
# Writes OUTPUT in the binary folder, a line `MACRO(Name)` for each
# Operators/Name.cpp, and sets VARIABLE to these sources. The only glob of
# sources: a new operator is one file, and cannot be missing from a table.
function(onnxops_list_files macro output variable)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}
    Operators/*.cpp)
  set(lines)
  foreach(source ${sources})
    cmake_path(GET source STEM name)
    string(APPEND lines "${macro}(${name})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT "${lines}" @ONLY)
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# onnxops_add_passes(GROUP)
# Generates declarations and the C API of the folder's Passes.td. The function
# for a whole group is registerOnnxOps<GROUP>Passes.
macro(onnxops_add_passes group)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name OnnxOps${group})
  mlir_tablegen(Passes.capi.h.inc
    -gen-pass-capi-header --prefix OnnxOps${group})
  mlir_tablegen(Passes.capi.cpp.inc
    -gen-pass-capi-impl --prefix OnnxOps${group})
  add_public_tablegen_target(OnnxOps${group}PassesIncGen)
endmacro()

# onnxops_add_headers(NAME paths...)
# Makes headers of `include`, folders or files, visible to a library and to the
# targets that link it, and to no others in the build: a stage that includes a
# header of a stage that it does not link does not compile. Each library has a
# folder of symbolic links for that.
function(onnxops_add_headers name)
  set(shown ${PROJECT_BINARY_DIR}/headers/${name})
  file(REMOVE_RECURSE ${shown}) # links of earlier runs
  foreach(path ${ARGN})
    cmake_path(GET path PARENT_PATH parent)
    file(MAKE_DIRECTORY ${shown}/${parent})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/${path} ${shown}/${path}
      SYMBOLIC)
  endforeach()
  get_target_property(type ${name} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    target_include_directories(${name} PRIVATE ${shown})
  endif()
  target_include_directories(${name} INTERFACE $<BUILD_INTERFACE:${shown}>)
endfunction()

# onnxops_add_library(NAME sources... HEADERS folders of include...
#                     DEPENDS tablegen-targets...
#                     LINK_LIBS PUBLIC libraries of this project...)
# Adds an installed static library of one stage. LINK_LIBS names the stages that
# it uses.
function(onnxops_add_library name)
  cmake_parse_arguments(ARG "" "" "HEADERS;DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  onnxops_add_headers(${name} ${ARG_HEADERS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} ${ARG_LINK_LIBS})
  target_link_libraries(${name} PUBLIC OnnxOpsMLIR)
  onnxops_use_precompiled_headers(${name})
  onnxops_install(${name})
endfunction()

# onnxops_add_tool(NAME sources... LINK_LIBS libraries... [NO_INSTALL])
function(onnxops_add_tool name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} OnnxOpsMLIR)
  onnxops_use_precompiled_headers(${name})
  if(NOT ARG_NO_INSTALL)
    onnxops_install(${name})
  endif()
endfunction()
