//===- Peers.cpp - other libraries on the same cases ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A peer that cannot do a case is left out of it.
//
//===----------------------------------------------------------------------===//

#include "Peers.h"

#include "llvm/Support/raw_ostream.h"

using namespace bench;

Peers::Peers(const std::string &path, const std::string &script,
             const Arena &input, const Arena &output) {
  if (!path.empty()) {
    auto runtime = OnnxRuntime::load(path);
    if (runtime)
      onnxRuntime = std::move(*runtime);
    else
      llvm::errs() << "warning: " << llvm::toString(runtime.takeError())
                   << "\n";
  }
  if (script.empty())
    return;
  auto startPython = [&](const char *library, int threads) {
    if (auto python =
            PythonPeer::start(script, library, threads, input, output))
      processes.push_back({library, threads, std::move(python)});
  };
  startPython("numpy", 1);
  startPython("torch", 1);
  startPython("torch", 2);
}

Peers::~Peers() = default;

std::vector<Variant> Peers::prepare(const Case &c, int threads, char *input,
                                    char *output) {
  std::vector<Variant> variants;
  if (onnxRuntime) {
    auto session = onnxRuntime->prepare(c, threads, input, output);
    if (session) {
      OrtSession *run = session->get();
      sessions.push_back(std::move(*session));
      variants.push_back({"ort", [run] { run->run(); }, {}});
    } else {
      llvm::errs() << "warning: " << c.name << ": "
                   << llvm::toString(session.takeError()) << "\n";
    }
  }
  for (Process &process : processes) {
    PythonPeer *python = process.python.get();
    if (process.threads == threads && python->prepare(c))
      variants.push_back(
          {process.name, {}, [python](int64_t n) { return python->run(n); }});
  }
  return variants;
}

void Peers::forget() {
  sessions.clear();
  for (Process &process : processes)
    process.python->forget();
}
