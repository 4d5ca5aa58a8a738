# How lit runs the tests of this folder: which files are tests, which tools and
# substitutions they see, and what the sanitizer build changes.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import platform
import shutil
import subprocess

import lit.formats
import lit.util
from lit.llvm import llvm_config

config.name = "onnxops"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.onnxops_binary_dir, "test")
config.onnxops_tools_dir = os.path.join(config.onnxops_binary_dir, "bin")

# FileCheck, not, count and split-file; then our tools before those of LLVM.
llvm_config.use_default_substitutions()
for folder in (config.llvm_tools_dir, config.onnxops_tools_dir):
    llvm_config.with_environment("PATH", folder, append_path=True)

config.substitutions.append(("%python", config.python))
config.substitutions.append(("%testdata", config.onnxops_testdata))
config.substitutions.append(("%root", config.onnxops_source_dir))
# Drivers' libraries that fail when they are told to.
config.substitutions.append(("%stubs", os.path.join(config.test_exec_root, "unit", "stubs")))
config.substitutions.append(("%llvm_tools", config.llvm_tools_dir))
config.substitutions.append(("%llvm_include", config.llvm_include_dir))
config.substitutions.append(("%llvm_prefix", os.path.dirname(config.llvm_tools_dir)))
config.substitutions.append(("%build", config.onnxops_binary_dir))
config.substitutions.append(
    ("%plugin", os.path.join(config.onnxops_binary_dir, "lib", "OnnxOpsPlugin.so"))
)
# The packaged one, which has none of the sanitizers' run-time library.
mlir_opt = os.path.join(config.llvm_tools_dir, "mlir-opt")
if config.onnxops_sanitize:
    mlir_opt = f"env LD_PRELOAD={config.asan_library} {mlir_opt}"
config.substitutions.append(("%mlir_opt", mlir_opt))
# In front of what builds somebody else's project: our compilers, and flags that
# its programs must have to link what the sanitizers have instrumented.
flags = "-fsanitize=address,undefined -fno-sanitize=vptr" if config.onnxops_sanitize else ""
config.substitutions.append(
    ("%outside", f"env CC={config.cc} CXX={config.cxx} 'CFLAGS={flags}' 'CXXFLAGS={flags}'")
)

# Programs that tests build: with the flags that those of a sanitizer build need.
clang = os.path.join(config.llvm_tools_dir, "clang")
libraries = os.path.join(config.onnxops_binary_dir, "lib")
program_flags = f"-Wall -Wextra -Werror -I{config.onnxops_source_dir}/include"
if config.onnxops_sanitize:
    program_flags += " -fsanitize=address,undefined -fno-sanitize=function"
config.substitutions.append(("%cc", f"{clang} -std=c11 {program_flags}"))
config.substitutions.append(("%cxx", f"{clang}++ -std=c++17 {program_flags}"))
config.substitutions.append(("%runtime", os.path.join(libraries, "libonnxops_runtime.a")))

# A C program that links libonnxops_c and nothing else of ours, under
# AddressSanitizer in every build.
config.substitutions.append(
    (
        "%capi_cc",
        f"{clang} -std=c11 -Wall -Wextra -Wpedantic -Werror -g"
        " -fsanitize=address,undefined -fno-sanitize-recover=undefined"
        f" -I{config.onnxops_source_dir}/include -I{config.onnxops_binary_dir}/include"
        f" -isystem {config.llvm_include_dir}",
    )
)
config.substitutions.append(
    ("%capi_libs", f"-L{libraries} -lonnxops_c -Wl,-rpath,{libraries}")
)

# Python for our module, which is not instrumented, and leaves behind what is no
# leak of ours; and the same with the module of the build tree.
module_python = config.python
if config.onnxops_sanitize:
    module_python = (
        f"env LD_PRELOAD={config.asan_library}"
        " ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allow_user_poisoning=0"
        f" {config.python}"
    )
module_path = os.path.join(config.onnxops_binary_dir, "python")
config.substitutions.append(("%module_path", module_path))
config.substitutions.append(("%module_python", module_python))
config.substitutions.append(
    ("%onnxops_python", f"env PYTHONPATH={module_path} {module_python}")
)

# Other processors: a compiler for one, and what runs its programs.
for processor in ("aarch64", "riscv64"):
    programs = (processor + "-linux-gnu-gcc", "qemu-" + processor)
    if all(shutil.which(program) for program in programs):
        config.available_features.add("qemu-" + processor)

# A browser, which no build needs.
if shutil.which("chromium"):
    config.available_features.add("chromium")

# Seconds that one test may take: twice what the longest ones need on two slow cores,
# 170, or with sanitizers. The limit needs psutil, which utils/setup installs; without
# it tests run all the same, with no limit.
if lit.util.killProcessAndChildrenIsSupported()[0]:
    lit_config.maxIndividualTestTime = 600 if config.onnxops_sanitize else 360

# What a test may say it REQUIRES of the machine: x86_64, and the levels of it
# that this one can run, as --cpu names them.
LEVELS = {
    "x86-64-v2": "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3",
    "x86-64-v3": "abm avx avx2 bmi1 bmi2 f16c fma movbe",
    "x86-64-v4": "avx512bw avx512cd avx512dq avx512f avx512vl",
}
if platform.machine() == "x86_64":
    config.available_features.add("x86_64")
    with open("/proc/cpuinfo") as file:
        flags = next((line.split() for line in file if line.startswith("flags")), [])
    for level, needed in LEVELS.items():
        if not set(needed.split()) <= set(flags):
            break  # each level needs those before it
        config.available_features.add(level)

# Of a toolkit that no script installs.
if shutil.which("ptxas", path=config.environment["PATH"]):
    config.available_features.add("ptxas")

if config.onnxops_sanitize:
    config.available_features.add("sanitize")
    # Numbers are compared with the verifier after each pass in the other build.
    config.environment["ONNXOPS_TRUST_PASSES"] = "1"
    # Sanitizers look at code more than at numbers, and double the time: one case in five,
    # or changed byte of a file. Not in four: programs loop over two, three or four kinds.
    config.environment["ONNXOPS_ONE_CASE_OF"] = os.environ.get("ONNXOPS_ONE_CASE_OF", "5")
    # A report aborts, so that `not` never takes one for an ordinary failure.
    # Memory that cannot be had is an error message, as without sanitizers.
    # libMLIR is not instrumented, yet allocates from arenas that our code has
    # poisoned: user poisoning would report its memory as freed. A compilation
    # frees 200 MB: to keep 4 MB from reuse and to fill less of each block takes a fifth
    # off its time. utils/fuzz keeps more.
    config.environment["ASAN_OPTIONS"] = (
        "detect_leaks=1:abort_on_error=1:allow_user_poisoning=0"
        ":allocator_may_return_null=1:quarantine_size_mb=4:max_malloc_fill_size=256"
    )
    config.environment["UBSAN_OPTIONS"] = (
        "print_stacktrace=1:halt_on_error=1:abort_on_error=1"
    )
    config.environment["ASAN_SYMBOLIZER_PATH"] = os.path.join(
        config.llvm_tools_dir, "llvm-symbolizer"
    )

# MPIs: what starts a program on several processes, as any user and on any number
# of cores. Leaks are MPI's own; MPICH's hooks of mmap crash any program that clang
# instruments with AddressSanitizer.
LAUNCHERS = {
    "openmpi": "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
    " mpirun.openmpi --oversubscribe --bind-to none",
    "mpich": "mpirun.mpich",
}
for mpi, launcher in LAUNCHERS.items():
    library = os.path.join(libraries, f"libonnxops_mpi_{mpi}.so")
    if not shutil.which(f"mpirun.{mpi}") or not os.path.exists(library):
        continue
    config.available_features.add(mpi)
    if config.onnxops_sanitize:
        asan_options = config.environment["ASAN_OPTIONS"] + ":detect_leaks=0"
        launcher = f"ASAN_OPTIONS={asan_options} UCX_MEM_EVENTS=n {launcher}"
    for what in ("include", "library"):
        path = getattr(config, f"{mpi}_{what}")
        config.substitutions.append((f"%{mpi}_{what}", path))
    config.substitutions.append((f"%{mpi}", f"env {launcher}"))

# Communicators for our module, which are those of OpenMPI in Debian.
has_mpi4py = [config.python, "-c", "import importlib.util as u; u.find_spec('mpi4py') or exit(1)"]
if subprocess.run(has_mpi4py).returncode == 0:
    config.available_features.add("mpi4py")

# How to compile what the numbers tests run: the whole folder can be run with
# one strategy for all copies, say.
if "ONNXOPS_RUN_FLAGS" in os.environ:
    config.environment["ONNXOPS_RUN_FLAGS"] = os.environ["ONNXOPS_RUN_FLAGS"]
