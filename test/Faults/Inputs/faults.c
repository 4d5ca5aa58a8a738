/*===- faults.c - calls of the system that fail ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A library for LD_PRELOAD, which makes one call of the program fail, or some
 * by chance. The environment says which:
 *
 *   ONNXOPS_FAULT_KIND   what fails, and how:
 *     memory     malloc and its like, and mmap, with ENOMEM
 *     open       open of files outside of /dev, /proc and /sys, with EMFILE
 *     read       read and pread, with EIO
 *     write      write and its like, fsync, rename, link, ftruncate and fchmod,
 *                with ENOSPC
 *     short      no failure: write and pwrite do half of what they are asked
 *     interrupt  no failure: read, write and open end with EINTR
 *   ONNXOPS_FAULT_AT     the number of the call that fails; the first is 0
 *   ONNXOPS_FAULT_SEED   instead of that, one in 50 fails, chosen by this
 *   ONNXOPS_FAULT_LEAST  the bytes from which on a call for memory counts
 *   ONNXOPS_FAULT_COUNT  a file of 16 bytes for the number of calls and the
 *                        number of those that have failed
 *
 * Faults begin with main: what libraries do before that, nobody can answer for.
 * Standard error is spared: it is where the failure is told. Programs that this
 * one starts are as well.
 *
 *===--------------------------------------------------------------------===*/

#define _GNU_SOURCE

#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/*===--------------------------------------------------------------------===*
 * Which call fails
 *===--------------------------------------------------------------------===*/

typedef enum Kind { None, Memory, Open, Read, Write, Short, Interrupt } Kind;

typedef struct Counts {
  _Atomic int64_t calls, failed;
} Counts;

enum { OneIn = 50 };
static Counts ownCounts, *counts = &ownCounts;
static _Atomic Kind kind;
static int64_t failing = -1;
static size_t least;
static bool isRandom;
static uint64_t seed;

static Kind findKind(const char *name) {
  static const char *const names[] = {"",      "memory", "open",     "read",
                                      "write", "short",  "interrupt"};
  for (int i = Memory; i <= Interrupt; ++i)
    if (strcmp(name, names[i]) == 0)
      return (Kind)i;
  return None;
}

/* Numbers that follow each other give ones that do not. */
static uint64_t mix(uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

/* Counts a call, and says whether it is to fail. */
static bool fails(Kind called) {
  if (kind != called)
    return false;
  int64_t number = atomic_fetch_add(&counts->calls, 1);
  bool isIt =
      isRandom ? mix(seed + (uint64_t)number) % OneIn == 0 : number == failing;
  if (isIt)
    atomic_fetch_add(&counts->failed, 1);
  return isIt;
}

static bool failsWith(Kind called, int error) {
  if (!fails(called))
    return false;
  errno = error;
  return true;
}

void faultsBegin(const char *name, int64_t at, size_t leastBytes) {
  failing = at;
  least = leastBytes;
  counts->calls = counts->failed = 0;
  kind = findKind(name);
}

int64_t faultsEnd(void) {
  kind = None;
  return counts->failed;
}

/* So that the counts outlive whatever ends the program. */
static void shareCounts(const char *path) {
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR);
  /* syscall takes any types: all 64 bits of the offset must be given. */
  const off_t offset = 0;
  void *shared =
      (void *)syscall(SYS_mmap, NULL, sizeof(Counts), PROT_READ | PROT_WRITE,
                      MAP_SHARED, file, offset);
  if (shared != MAP_FAILED)
    counts = shared;
  close(file);
}

static void readEnvironment(void) {
  const char *name = getenv("ONNXOPS_FAULT_KIND");
  const char *at = getenv("ONNXOPS_FAULT_AT");
  const char *start = getenv("ONNXOPS_FAULT_SEED");
  const char *bytes = getenv("ONNXOPS_FAULT_LEAST");
  const char *path = getenv("ONNXOPS_FAULT_COUNT");
  if (!name)
    return;
  isRandom = start != NULL;
  seed = start ? mix(strtoull(start, NULL, 10)) : 0;
  if (path)
    shareCounts(path);
  unsetenv("LD_PRELOAD");
  faultsBegin(name, at ? strtoll(at, NULL, 10) : -1,
              bytes ? strtoull(bytes, NULL, 10) : 0);
}

typedef int Main(int count, char **arguments, char **environment);
static Main *realMain;

static int beginWithMain(int count, char **arguments, char **environment) {
  readEnvironment();
  return realMain(count, arguments, environment);
}

/* What the first instructions of a program call. */
int __libc_start_main(Main *program, int count, char **arguments,
                      void (*init)(void), void (*fini)(void),
                      void (*loaderFini)(void), void *stack) {
  realMain = program;
  __typeof__(__libc_start_main) *next =
      (__typeof__(next))dlsym(RTLD_NEXT, "__libc_start_main");
  return next(beginWithMain, count, arguments, init, fini, loaderFini, stack);
}

/*===--------------------------------------------------------------------===*
 * Memory
 *===--------------------------------------------------------------------===*/

/* What the C library calls its own. */
extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *data, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *data);

static _Atomic int64_t blocks;

int64_t faultsCountBlocks(void) { return blocks; }

static bool failsForMemory(size_t bytes) {
  return bytes >= least && failsWith(Memory, ENOMEM);
}

static void *countBlock(void *block) {
  blocks += block != NULL;
  return block;
}

void *malloc(size_t bytes) {
  return failsForMemory(bytes) ? NULL : countBlock(__libc_malloc(bytes));
}

void *calloc(size_t count, size_t bytes) {
  return failsForMemory(count * bytes)
             ? NULL
             : countBlock(__libc_calloc(count, bytes));
}

void *realloc(void *data, size_t bytes) {
  if (failsForMemory(bytes))
    return NULL;
  blocks -= data != NULL;
  return countBlock(__libc_realloc(data, bytes));
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  return failsForMemory(bytes) ? NULL
                               : countBlock(__libc_memalign(alignment, bytes));
}

void free(void *data) {
  blocks -= data != NULL;
  __libc_free(data);
}

int posix_memalign(void **data, size_t alignment, size_t bytes) {
  void *block = aligned_alloc(alignment, bytes);
  if (!block)
    return ENOMEM;
  *data = block;
  return 0;
}

void *mmap(void *address, size_t bytes, int protection, int flags, int file,
           off_t offset) {
  if ((flags & MAP_ANONYMOUS) && failsForMemory(bytes))
    return MAP_FAILED;
  return (void *)syscall(SYS_mmap, address, bytes, protection, flags, file,
                         offset);
}

void *mmap64(void *address, size_t bytes, int protection, int flags, int file,
             off_t offset) {
  return mmap(address, bytes, protection, flags, file, offset);
}

/*===--------------------------------------------------------------------===*
 * Files
 *===--------------------------------------------------------------------===*/

static bool startsWith(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

static int openFile(int folder, const char *path, int flags, mode_t mode) {
  bool isOfSystem = startsWith(path, "/dev/") || startsWith(path, "/proc/") ||
                    startsWith(path, "/sys/");
  if (!isOfSystem && (failsWith(Open, EMFILE) || failsWith(Interrupt, EINTR)))
    return -1;
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t readMode(int flags, va_list arguments) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = readMode(flags, arguments);
  va_end(arguments);
  return openFile(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = readMode(flags, arguments);
  va_end(arguments);
  return openFile(folder, path, flags, mode);
}

__typeof__(open) open64 __attribute__((alias("open")));
__typeof__(openat) openat64 __attribute__((alias("openat")));

ssize_t read(int file, void *data, size_t bytes) {
  if (failsWith(Read, EIO) || failsWith(Interrupt, EINTR))
    return -1;
  return syscall(SYS_read, file, data, bytes);
}

ssize_t pread(int file, void *data, size_t bytes, off_t offset) {
  if (failsWith(Read, EIO) || failsWith(Interrupt, EINTR))
    return -1;
  return syscall(SYS_pread64, file, data, bytes, offset);
}

__typeof__(pread) pread64 __attribute__((alias("pread")));

static bool failsToWrite(int file) {
  return file != STDERR_FILENO &&
         (failsWith(Write, ENOSPC) || failsWith(Interrupt, EINTR));
}

static size_t shorten(int file, size_t bytes) {
  return file != STDERR_FILENO && bytes > 1 && fails(Short) ? bytes / 2 : bytes;
}

ssize_t write(int file, const void *data, size_t bytes) {
  if (failsToWrite(file))
    return -1;
  return syscall(SYS_write, file, data, shorten(file, bytes));
}

ssize_t pwrite(int file, const void *data, size_t bytes, off_t offset) {
  if (failsToWrite(file))
    return -1;
  return syscall(SYS_pwrite64, file, data, shorten(file, bytes), offset);
}

__typeof__(pwrite) pwrite64 __attribute__((alias("pwrite")));

ssize_t writev(int file, const struct iovec *parts, int count) {
  return failsToWrite(file) ? -1 : syscall(SYS_writev, file, parts, count);
}

int fsync(int file) {
  return failsWith(Write, ENOSPC) ? -1 : (int)syscall(SYS_fsync, file);
}

int ftruncate(int file, off_t bytes) {
  return failsWith(Write, ENOSPC) ? -1
                                  : (int)syscall(SYS_ftruncate, file, bytes);
}

__typeof__(ftruncate) ftruncate64 __attribute__((alias("ftruncate")));

int fchmod(int file, mode_t mode) {
  return failsWith(Write, ENOSPC) ? -1 : (int)syscall(SYS_fchmod, file, mode);
}

int rename(const char *from, const char *to) {
  return failsWith(Write, ENOSPC)
             ? -1
             : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int link(const char *from, const char *to) {
  return failsWith(Write, ENOSPC)
             ? -1
             : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}
