# Packages for Debian, one for each installed component: cpack --config
# build/CPackConfig.cmake. `utils/check --packages` installs them in a clean
# system.

if(NOT PROJECT_IS_TOP_LEVEL OR NOT ONNXOPS_INSTALL)
  return()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR onnxops)
set(CPACK_PACKAGE_CONTACT "onnxops maintainers <maintainers@onnxops.invalid>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Linked libraries, found by dpkg-shlibdeps, and other dependencies, named below.
# Packages that link our shared libraries find them too.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)

get_property(components GLOBAL PROPERTY ONNXOPS_COMPONENTS)
list(REMOVE_DUPLICATES components)
set(CPACK_COMPONENTS_ALL ${components})

# onnxops_package(component package section summary dependencies...)
macro(onnxops_package component package section summary)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}")
  string(JOIN ", " CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS ${ARGN})
  if(${component} IN_LIST components)
    install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
      DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
      COMPONENT ${component})
  endif()
endmacro()

onnxops_package(tools onnxops-tools devel
  "compiler for ONNX operators that move tensors\nIts command line tools, and its plugin for mlir-opt.")
onnxops_package(runtime libonnxops-runtime libdevel
  "what models compiled by onnxops call\nPlain C, without LLVM: a library and its headers."
  libdlpack-dev)
set(mlir ${LLVM_VERSION_MAJOR})
onnxops_package(dev libonnxops-dev libdevel
  "onnxops for other compilers\nLibraries and headers of its dialect, passes and pipelines."
  libmlir-${mlir}-dev mlir-${mlir}-tools llvm-${mlir}-dev
  libonnx-dev libprotobuf-dev libpugixml-dev)
onnxops_package(capi libonnxops libs
  "onnxops as a library with a C interface")
onnxops_package(python python3-onnxops python
  "onnxops for Python" python3 python3-numpy)
onnxops_package(openmpi libonnxops-openmpi libs
  "compiled models on several processes of OpenMPI")
onnxops_package(mpich libonnxops-mpich libs
  "compiled models on several processes of MPICH")

# All exports of OnnxOpsConfig.cmake must be installed, from any package.
foreach(library runtime capi)
  if(${library} IN_LIST components)
    list(APPEND CPACK_COMPONENT_DEV_DEPENDS ${library})
  endif()
endforeach()
set(CPACK_COMPONENT_PYTHON_DEPENDS capi)
include(CPack)
