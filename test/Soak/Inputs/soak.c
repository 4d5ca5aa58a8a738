/*===- soak.c - compiles and calls for a long time ------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * usage: soak MODELS (--minutes N | --cycles N) [--threads FIRST..LAST]
 *             [--growth PERCENT | --any-memory] [--pool]
 *             [--leak memory|descriptors] [--race MODEL]
 *
 * A round makes and calls every model once on each of some threads, a cycle is
 * one round with each number of threads. Between rounds nothing is left but
 * what the libraries keep: each minute, or with --cycles after each cycle, the
 * resident memory, the open descriptors and the threads are counted. They must
 * not grow: memory from the first quarter after the warm-up to the last one by
 * at most --growth, 5 when absent, descriptors not by one.
 *
 *===--------------------------------------------------------------------===*/

#define _DEFAULT_SOURCE

#include "soak.h"

#include <dirent.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void expect(bool condition, const char *name, const char *what,
            const char *detail) {
  if (condition)
    return;
  fprintf(stderr, "error: %s: %s: %s\n", name, what, detail);
  fflush(NULL);
  _exit(1);
}

/*===--------------------------------------------------------------------===*
 * Models
 *===--------------------------------------------------------------------===*/

enum { MostModels = 64 };
static Model models[MostModels];
static int modelCount;

static void readModel(const char *folder, const char *name) {
  Model *model = &models[modelCount++];
  size_t length = strlen(folder) + strlen(name) + 2;
  expect(modelCount < MostModels, folder, "too many models", "");
  model->path = malloc(length);
  snprintf(model->path, length, "%s/%s", folder, name);
  model->name = model->path + strlen(folder) + 1;
  model->isGood = strncmp(name, "good-", 5) == 0;
  FILE *file = fopen(model->path, "rb");
  expect(file != NULL, model->path, "cannot read it", "");
  fseek(file, 0, SEEK_END);
  model->size = (size_t)ftell(file);
  rewind(file);
  model->data = malloc(model->size);
  expect(fread(model->data, 1, model->size, file) == model->size, model->path,
         "cannot read it", "");
  fclose(file);
}

static void readModels(const char *folder) {
  struct dirent **entries;
  int count = scandir(folder, &entries, NULL, alphasort);
  for (int i = 0; i < count; ++i) {
    const char *suffix = strrchr(entries[i]->d_name, '.');
    if (suffix && strcmp(suffix, ".onnx") == 0)
      readModel(folder, entries[i]->d_name);
    free(entries[i]);
  }
  expect(modelCount > 0, folder, "no models", "");
  free(entries);
}

static void freeModels(void) {
  for (int i = 0; i < modelCount; ++i) {
    free(models[i].path);
    free(models[i].data);
  }
}

/*===--------------------------------------------------------------------===*
 * Rounds
 *===--------------------------------------------------------------------===*/

enum { MostThreads = 64 };
typedef struct Worker {
  pthread_t thread;
  unsigned turn;
} Worker;

static bool usePool;

static void *work(void *argument) {
  const Worker *worker = argument;
  for (int i = 0; i < modelCount; ++i) {
    // Threads begin with different models.
    const Model *model = &models[(i + worker->turn) % modelCount];
    OnnxopsProgram program = makeProgram(model, worker->turn);
    if (!onnxopsProgramIsNull(program)) {
      callProgram(model, program, usePool);
      callProgram(model, model->program, usePool);
    }
    onnxopsProgramDestroy(program);
  }
  return NULL;
}

/* The programs that all threads call are made and freed with the round. */
static void runRound(int threads, unsigned round) {
  Worker workers[MostThreads];
  for (int i = 0; i < modelCount; ++i)
    models[i].program = makeProgram(&models[i], round);
  for (int i = 0; i < threads; ++i) {
    workers[i].turn = round + (unsigned)i;
    expect(!pthread_create(&workers[i].thread, NULL, work, &workers[i]), "soak",
           "no thread", "");
  }
  for (int i = 0; i < threads; ++i)
    pthread_join(workers[i].thread, NULL);
  for (int i = 0; i < modelCount; ++i)
    onnxopsProgramDestroy(models[i].program);
}

/*===--------------------------------------------------------------------===*
 * Samples
 *===--------------------------------------------------------------------===*/

typedef struct Sample {
  double memory; ///< MiB that are resident
  int descriptors, threads;
} Sample;

static Sample *samples;
static int sampleCount;

static int countEntries(const char *path) {
  int count = 0;
  DIR *folder = opendir(path);
  expect(folder != NULL, path, "cannot read it", "");
  for (struct dirent *entry; (entry = readdir(folder));)
    count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

static double readMemory(void) {
  long total, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  expect(file && fscanf(file, "%ld %ld", &total, &resident) == 2,
         "/proc/self/statm", "cannot read it", "");
  fclose(file);
  return (double)resident * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
}

static double readClock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void takeSample(double seconds, unsigned rounds) {
  // Free memory that the C library keeps is none that is used.
  malloc_trim(0);
  samples = realloc(samples, (size_t)(sampleCount + 1) * sizeof(Sample));
  expect(samples != NULL, "soak", "no memory", "");
  Sample sample = {readMemory(), countEntries("/proc/self/fd"),
                   countEntries("/proc/self/task")};
  samples[sampleCount++] = sample;
  printf("%6.1f minutes, %6u rounds: %7.1f MiB, %d descriptors, %d threads\n",
         seconds / 60, rounds, sample.memory, sample.descriptors,
         sample.threads);
  fflush(stdout);
}

static int compareNumbers(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double findMedian(const Sample *from, int count) {
  double sorted[4096];
  if (count > 4096)
    count = 4096;
  for (int i = 0; i < count; ++i)
    sorted[i] = from[i].memory;
  qsort(sorted, (size_t)count, sizeof(double), compareNumbers);
  return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

/* The last line, and the exit status. Without `growth` any memory will do. */
static int judge(const double *growth) {
  int warmUp = sampleCount / 10 + 1;
  if (sampleCount <= warmUp)
    warmUp = sampleCount - 1;
  int left = sampleCount - warmUp, quarter = left < 4 ? 1 : left / 4;
  double first = findMedian(samples + warmUp, quarter);
  double last = findMedian(samples + sampleCount - quarter, quarter);
  double percent = 100 * (last - first) / first;
  int least = samples[0].descriptors, most = least;
  for (int i = 0; i < sampleCount; ++i) {
    if (samples[i].descriptors < least)
      least = samples[i].descriptors;
    if (samples[i].descriptors > most)
      most = samples[i].descriptors;
  }
  bool isFlat = least == most && !(growth && percent > *growth);
  printf("%s: memory from %.1f to %.1f MiB (%+.1f %%), descriptors from %d to "
         "%d, threads from %d to %d\n",
         isFlat ? "flat" : "growing", first, last, percent, least, most,
         samples[warmUp].threads, samples[sampleCount - 1].threads);
  return !isFlat;
}

/*===--------------------------------------------------------------------===*
 * Options
 *===--------------------------------------------------------------------===*/

typedef struct Options {
  const char *models, *leak, *race;
  double minutes, growth;
  int cycles, first, last;
  bool anyMemory;
} Options;

static int refuse(const char *what) {
  fprintf(stderr, "error: unexpected '%s'\n", what);
  exit(2);
}

static Options parse(char **arguments) {
  Options options = {.growth = 5, .first = 1, .last = 8, .leak = ""};
  for (char **at = arguments + 1; *at; ++at) {
    const char *value = at[1] ? at[1] : "";
    if (!strcmp(*at, "--pool"))
      usePool = true;
    else if (!strcmp(*at, "--any-memory"))
      options.anyMemory = true;
    else if (**at != '-')
      options.models = *at;
    else if ((!strcmp(*at, "--minutes") && (options.minutes = atof(value))) ||
             (!strcmp(*at, "--growth") && (options.growth = atof(value))) ||
             (!strcmp(*at, "--cycles") && (options.cycles = atoi(value))) ||
             (!strcmp(*at, "--leak") && (options.leak = value)) ||
             (!strcmp(*at, "--race") && (options.race = value)) ||
             (!strcmp(*at, "--threads") &&
              sscanf(value, "%d..%d", &options.first, &options.last) == 2))
      ++at;
    else
      refuse(*at);
  }
  if (!options.models || !(options.minutes > 0 || options.cycles > 0) ||
      options.first < 1 || options.last < options.first ||
      options.last > MostThreads)
    refuse("arguments");
  return options;
}

/* What the figures must show, for tests of this program. */
static void leak(const char *what) {
  static char *kept;
  enum { Bytes = 16 << 20 };
  if (!strcmp(what, "descriptors"))
    expect(open("/dev/null", O_RDONLY) >= 0, "soak", "cannot leak", what);
  if (!strcmp(what, "memory")) {
    char *more = malloc(Bytes);
    expect(more != NULL, "soak", "cannot leak", what);
    memset(more, 1, Bytes);
    *(char **)more = kept;
    kept = more;
  }
}

static void ignore(int signal) { (void)signal; }

/* Rounds with each number of threads in turn, until it is time. */
static void soak(const Options *options) {
  double start = readClock(), sampled = 0;
  int threads = options->first, cycles = 0;
  bool isLast = false;
  for (unsigned round = 1; !isLast; ++round) {
    runRound(threads, round);
    bool endsCycle = threads++ == options->last;
    if (endsCycle) {
      threads = options->first;
      ++cycles;
      leak(options->leak);
    }
    double seconds = readClock() - start;
    bool isTime =
        options->cycles ? endsCycle : round == 1 || seconds - sampled >= 60;
    isLast = options->cycles ? cycles == options->cycles
                             : seconds >= 60 * options->minutes;
    if (isTime || isLast) {
      takeSample(seconds, round);
      sampled = seconds;
    }
  }
}

int main(int count, char **arguments) {
  (void)count;
  Options options = parse(arguments);
  signal(SIGUSR1, ignore);
  readModels(options.models);
  for (int i = 0; options.race && i < modelCount; ++i)
    if (!strcmp(models[i].name, options.race))
      race(&models[i]);
  soak(&options);
  int status = judge(options.anyMemory ? NULL : &options.growth);
  freeModels();
  free(samples);
  return status;
}
