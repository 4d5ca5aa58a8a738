//===- PythonPeer.cpp - numpy and torch as peers --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two pipes and one line each way for every request; peers.py is the other end.
//
//===----------------------------------------------------------------------===//

#include "PythonPeer.h"

#include "../Movement.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace bench;

std::unique_ptr<PythonPeer> PythonPeer::start(const std::string &script,
                                              const std::string &library,
                                              int threads, const Arena &input,
                                              const Arena &output) {
  int down[2], up[2];
  // Peers that start later do not inherit the ends: they would keep this one's
  // requests open, and it would never end.
  if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0)
    return nullptr;
  std::string count = std::to_string(threads);
  std::string from = std::to_string(input.getFile());
  std::string to = std::to_string(output.getFile());
  std::signal(SIGPIPE, SIG_IGN); // the answer that is missing says enough
  pid_t process = fork();
  if (process == 0) {
    dup2(down[0], 0);
    dup2(up[1], 1);
    execl("/usr/bin/python3", "python3", "-B", script.c_str(), library.c_str(),
          count.c_str(), from.c_str(), to.c_str(),
          static_cast<char *>(nullptr));
    _exit(127);
  }
  close(down[0]);
  close(up[1]);
  std::unique_ptr<PythonPeer> peer(new PythonPeer());
  peer->process = process;
  peer->input = input.get();
  peer->requests = fdopen(down[1], "w");
  peer->answers = fdopen(up[0], "r");
  return process > 0 && peer->ask("hello") == "yes" ? std::move(peer) : nullptr;
}

PythonPeer::~PythonPeer() {
  std::fclose(requests); // which ends it
  std::fclose(answers);
  if (process > 0)
    waitpid(process, nullptr, 0);
}

std::string PythonPeer::ask(const std::string &line) {
  std::fputs((line + "\n").c_str(), requests);
  std::fflush(requests);
  char answer[256];
  if (!std::fgets(answer, sizeof(answer), answers))
    return "";
  return llvm::StringRef(answer).trim().str();
}

static llvm::StringRef getUse(const Case &c) {
  switch (c.splitUse) {
  case SplitUse::Returned:
    return "returned";
  case SplitUse::At:
    return "at";
  case SplitUse::Joined:
    return "joined";
  }
  return "";
}

static llvm::StringRef getFamily(const Case &c) {
  switch (c.family) {
  case Family::Concat:
    return "concat";
  case Family::Tile:
    return "tile";
  case Family::Split:
    return "split";
  case Family::Fusion:
    return "fusion";
  }
  return "";
}

bool PythonPeer::prepare(const Case &c) {
  llvm::json::Array operands, offsets;
  for (size_t i = 0; i < c.operands.size(); ++i) {
    operands.push_back(llvm::json::Array(c.operands[i]));
    offsets.push_back(int64_t(getOperandData(c, input, i) - input));
  }
  llvm::json::Value request = llvm::json::Object{
      {"family", getFamily(c)},
      {"elementBytes", c.elementBytes},
      {"operands", std::move(operands)},
      {"offsets", std::move(offsets)},
      {"axis", c.axis},
      {"repeats", llvm::json::Array(c.repeats)},
      {"chunk", c.chunk},
      {"use", getUse(c)},
      {"position", c.family == Family::Split ? getPosition(c) : 0},
  };
  return ask(llvm::formatv("case {0}", request)) == "yes";
}

double PythonPeer::run(int64_t times) {
  return std::strtod(ask("run " + std::to_string(times)).c_str(), nullptr);
}

void PythonPeer::forget() { ask("forget"); }
