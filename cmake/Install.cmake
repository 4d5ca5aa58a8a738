# Installs headers, .td sources, TableGen's output, and the CMake package.
# onnxops_install installs libraries and tools.

if(NOT ONNXOPS_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "ImportOptions.def"
  PATTERN "onnxops/ABI" EXCLUDE PATTERN "onnxops/Runtime" EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
  FILES_MATCHING PATTERN "*.h.inc"
  PATTERN "CMakeFiles" EXCLUDE)
# C headers for compiled models, without LLVM. Those in Runtime, their place in
# 0.1, include those in ABI.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/onnxops/ABI
  ${PROJECT_SOURCE_DIR}/include/onnxops/Runtime
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/onnxops COMPONENT runtime
  FILES_MATCHING PATTERN "*.h")

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/OnnxOps)
install(EXPORT OnnxOpsTargets NAMESPACE OnnxOps::
  DESTINATION ${package} COMPONENT dev)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/OnnxOpsConfig.cmake.in
  ${PROJECT_BINARY_DIR}/OnnxOpsConfig.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/OnnxOpsConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/OnnxOpsConfig.cmake
  ${PROJECT_BINARY_DIR}/OnnxOpsConfigVersion.cmake
  DESTINATION ${package} COMPONENT dev)
