/*===- pool.c - an embedder's threads -------------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One lock for everything. Range k goes to thread k, and none begins before all
 * threads have left the lock: nothing then orders what two ranges do, and a
 * data race between them shows itself whatever the timing.
 *
 *===--------------------------------------------------------------------===*/

#include "pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { threadCount = 4 };

typedef struct Worker {
  Pool *pool;
  pthread_t thread;
  int64_t range; ///< the one that it runs of each job
  int64_t job;   ///< the last that it has run
  bool hasRun;
} Worker;

struct Pool {
  pthread_mutex_t mutex;
  pthread_cond_t change;   ///< a job, the end of one, or of the pool
  pthread_barrier_t start; ///< of a job
  int64_t job, ranges;
  int64_t left; ///< threads that are not done with the job
  void (*task)(void *state, int64_t range);
  void *state;
  bool isEnding;
  Worker workers[threadCount];
};

static void *work(void *argument) {
  Worker *self = argument;
  Pool *pool = self->pool;
  pthread_mutex_lock(&pool->mutex);
  while (true) {
    while (!pool->isEnding && self->job == pool->job)
      pthread_cond_wait(&pool->change, &pool->mutex);
    if (pool->isEnding)
      break;
    self->job = pool->job;
    bool runs = self->range < pool->ranges;
    self->hasRun |= runs;
    pthread_mutex_unlock(&pool->mutex);
    pthread_barrier_wait(&pool->start);
    if (runs)
      pool->task(pool->state, self->range);
    pthread_mutex_lock(&pool->mutex);
    if (--pool->left == 0)
      pthread_cond_broadcast(&pool->change);
  }
  pthread_mutex_unlock(&pool->mutex);
  return NULL;
}

Pool *poolCreate(void) {
  Pool *pool = calloc(1, sizeof(Pool));
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->change, NULL);
  pthread_barrier_init(&pool->start, NULL, threadCount);
  for (int64_t i = 0; i < threadCount; ++i) {
    pool->workers[i].pool = pool;
    pool->workers[i].range = i;
    pthread_create(&pool->workers[i].thread, NULL, work, &pool->workers[i]);
  }
  return pool;
}

void poolDestroy(Pool *pool) {
  pthread_mutex_lock(&pool->mutex);
  pool->isEnding = true;
  pthread_cond_broadcast(&pool->change);
  pthread_mutex_unlock(&pool->mutex);
  for (int i = 0; i < threadCount; ++i)
    pthread_join(pool->workers[i].thread, NULL);
  pthread_barrier_destroy(&pool->start);
  pthread_cond_destroy(&pool->change);
  pthread_mutex_destroy(&pool->mutex);
  free(pool);
}

void poolParallelFor(void *argument, int64_t ranges,
                     void (*task)(void *state, int64_t range), void *state) {
  Pool *pool = argument;
  assert(ranges <= threadCount);
  pthread_mutex_lock(&pool->mutex);
  ++pool->job;
  pool->ranges = ranges;
  pool->left = threadCount;
  pool->task = task;
  pool->state = state;
  pthread_cond_broadcast(&pool->change);
  while (pool->left > 0)
    pthread_cond_wait(&pool->change, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
}

int64_t poolCalls(const Pool *pool) { return pool->job; }

int64_t poolThreads(const Pool *pool) {
  int64_t threads = 0;
  for (int i = 0; i < threadCount; ++i)
    threads += pool->workers[i].hasRun;
  return threads;
}
