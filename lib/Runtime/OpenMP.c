/*===- OpenMP.c - the default threads -------------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Finds the functions of LLVM's OpenMP library by name, so that a program
 * without parallel calls neither links nor loads it. They are those that Clang
 * calls for `#pragma omp parallel num_threads(n)`, and are stable between
 * versions.
 *
 *===--------------------------------------------------------------------===*/

#include "Parallel.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

/// The source location of a region; empty here.
typedef struct Ident {
  int32_t reserved1, flags, reserved2, reserved3;
  const char *source;
} Ident;

static const Ident place = {.flags = 2, .source = ";onnxops;onnxops;0;0;;"};

typedef struct Region {
  int64_t ranges;
  void (*task)(void *state, int64_t range);
  void *state;
} Region;

typedef void (*Outlined)(const int32_t *thread, const int32_t *number,
                         const Region *region);

/// Functions of the library; `fork` is null if there is none.
static struct {
  int32_t (*threadNumber)(const Ident *place);
  void (*pushThreads)(const Ident *place, int32_t thread, int32_t count);
  void (*fork)(const Ident *place, int32_t arguments, Outlined outlined, ...);
  int32_t (*teamSize)(const Ident *place);
  int32_t (*blockTime)(void); ///< milliseconds; null if it is not known
} openMP;

static pthread_once_t isLoaded = PTHREAD_ONCE_INIT;

/// Finds one function. C has no cast from data to code; POSIX says that the
/// bytes are the same.
static bool find(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  memcpy(function, &address, sizeof(address));
  return address;
}

// None of these is also in GCC's library, which a program may have loaded
// first. `fork` comes last: it is null until all are found.
static bool findAll(void *library) {
  find(library, "kmp_get_blocktime", &openMP.blockTime);
  return find(library, "__kmpc_global_thread_num", &openMP.threadNumber) &&
         find(library, "__kmpc_push_num_threads", &openMP.pushThreads) &&
         find(library, "__kmpc_bound_num_threads", &openMP.teamSize) &&
         find(library, "__kmpc_fork_call", &openMP.fork);
}

/// Opens the library under one of its names, if it is loaded or, with flags 0,
/// if it can be loaded. Each name ends with a NUL, and the last one with two:
/// an array of pointers would need a relocation for each.
static bool findIn(const char *names, int flags) {
  for (const char *name = names; *name; name += strlen(name) + 1) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | flags);
    if (library && findAll(library))
      return true;
  }
  return false;
}

static void load(void) {
  // Two OpenMP libraries in one process would each have their own threads, and
  // abort on detecting each other. Intel's has the same functions.
  static const char loaded[] = "libomp.so.5\0libomp.so\0libomp5.so\0"
                               "libiomp5.so\0";
  // A library that the program links or has made visible, under whatever name.
  void *program = dlopen(NULL, RTLD_NOW);
  // The last is Debian's path for programs compiled with LLVM 22.
  static const char names[] = "libomp.so.5\0libomp.so\0"
                              "/usr/lib/llvm-22/lib/libomp.so.5\0";
  (void)((program && findAll(program)) || findIn(loaded, RTLD_NOLOAD) ||
         findIn(names, 0));
}

bool onnxopsImplHasOpenMP(void) {
  pthread_once(&isLoaded, load);
  return openMP.fork;
}

/// Runs on every thread of a region. The library may give fewer threads than
/// requested: inside another region, or under a limit of the user.
static void runShare(const int32_t *thread, const int32_t *number,
                     const Region *region) {
  int64_t size = openMP.teamSize(&place);
  for (int64_t range = *number; range < region->ranges; range += size)
    region->task(region->state, range);
}

void onnxopsImplOpenMPParallelFor(void *pool, int64_t ranges,
                                  void (*task)(void *state, int64_t range),
                                  void *state) {
  if (!onnxopsImplHasOpenMP()) {
    for (int64_t range = 0; range < ranges; ++range)
      task(state, range);
    return;
  }
  Region region = {.ranges = ranges, .task = task, .state = state};
  openMP.pushThreads(&place, openMP.threadNumber(&place), (int32_t)ranges);
  openMP.fork(&place, 1, runShare, &region);
}

int64_t onnxopsImplOpenMPBlockTime(void) {
  // The library's own default.
  const int64_t usual = 200;
  if (!onnxopsImplHasOpenMP())
    return -1;
  return openMP.blockTime ? openMP.blockTime() : usual;
}
