//===- OpenMPTest.cpp - the default threads -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With LLVM's OpenMP library and, in separate processes, without it. The
// linker's --wrap redirects dlopen here; see test/unit/CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "Parallel.h"
}
#include "onnxops/ABI/GeneratedCode.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

static bool isHidden = false;

extern "C" {
void *__real_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags) {
  return isHidden ? nullptr : __real_dlopen(name, flags);
}

// The library frees the data of a thread when its team grows.
const char *__lsan_default_suppressions() { return "leak:libomp.so"; }
}

namespace {

/// Which threads ran, and how often each unit was visited.
struct Visits {
  explicit Visits(int64_t count = 100) : units(count) {}

  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::vector<int> units;

  bool isComplete() const {
    return std::all_of(units.begin(), units.end(),
                       [](int visits) { return visits == 1; });
  }

  static void kernel(const int64_t *table, int64_t begin, int64_t end) {
    auto *visits = reinterpret_cast<Visits *>(table[0]);
    {
      std::lock_guard<std::mutex> guard(visits->mutex);
      visits->threads.insert(std::this_thread::get_id());
    }
    for (int64_t i = begin; i < end; ++i)
      ++visits->units[i];
  }

  void run(int64_t threads) {
    int64_t table[] = {reinterpret_cast<int64_t>(this)};
    onnxopsRtParallelFor(nullptr, kernel, table, 1, units.size(), 1, threads);
  }
};

TEST(OpenMPTest, RunsOnAsManyThreads) {
  if (!onnxopsImplHasOpenMP())
    GTEST_SKIP() << "there is no OpenMP library";
  for (int64_t threads : {2, 3, 8}) {
    Visits visits(1000);
    visits.run(threads);
    EXPECT_TRUE(visits.isComplete());
    EXPECT_EQ(int64_t(visits.threads.size()), threads);
  }
}

/// Eight concurrent callers, each with threads of its own.
bool runCallers() {
  std::vector<std::thread> callers;
  std::vector<char> isComplete(8);
  for (char &result : isComplete)
    callers.emplace_back([&result] {
      Visits visits(1000);
      visits.run(3);
      result = visits.isComplete();
    });
  for (std::thread &caller : callers)
    caller.join();
  return std::count(isComplete.begin(), isComplete.end(), 1) == 8;
}

TEST(OpenMPTest, CallersRunAtOnce) { EXPECT_TRUE(runCallers()); }

TEST(OpenMPTest, RegionsNest) {
  auto outer = [](const int64_t *table, int64_t begin, int64_t end) {
    auto *inner = reinterpret_cast<std::vector<Visits> *>(table[0]);
    for (int64_t i = begin; i < end; ++i)
      (*inner)[i].run(2);
  };
  std::vector<Visits> inner(4);
  int64_t table[] = {reinterpret_cast<int64_t>(&inner)};
  onnxopsRtParallelFor(nullptr, outer, table, 1, inner.size(), 1, 2);
  for (const Visits &visits : inner)
    EXPECT_TRUE(visits.isComplete());
}

/// Each test starts in a process in which nothing has been loaded yet.
class OpenMPDeathTest : public ::testing::Test {
protected:
  OpenMPDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

bool isLoaded() {
  return dlsym(RTLD_DEFAULT, "__kmpc_fork_call") ||
         __real_dlopen("libomp.so.5", RTLD_NOLOAD | RTLD_NOW);
}

[[noreturn]] void succeedIf(bool holds) { std::_Exit(holds ? 0 : 1); }

TEST_F(OpenMPDeathTest, OneThreadLoadsNothing) {
  auto run = [] {
    Visits visits(100);
    visits.run(1);
    succeedIf(visits.isComplete() && !isLoaded());
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "");
}

TEST_F(OpenMPDeathTest, CallersLoadAtOnce) {
  EXPECT_EXIT(succeedIf(runCallers()), ::testing::ExitedWithCode(0), "");
}

TEST_F(OpenMPDeathTest, WithoutTheLibraryTheCallerDoesTheWork) {
  auto run = [] {
    isHidden = true;
    Visits visits(100);
    visits.run(4);
    succeedIf(visits.isComplete() && !onnxopsImplHasOpenMP() &&
              visits.threads == std::set{std::this_thread::get_id()});
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "");
}

} // namespace
