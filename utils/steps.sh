# How the scripts of this folder talk: one line for each step, silence about
# what succeeds, and the end of the log of what fails. Sourced, not run.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# fail MESSAGE...: ends the script with one error line.
fail() {
  echo "error: $*" >&2
  exit 1
}

# step MESSAGE COMMAND...: says what it does and does it quietly. A command
# that fails ends the script, after the last lines of what it printed.
step() {
  local message=$1 log status
  shift
  echo "$message"
  log=$(mktemp "${TMPDIR:-/tmp}/onnxops-step.XXXXXX")
  # Not as a condition, in which a function would go on after an error.
  set +e
  (set -e && "$@") >"$log" 2>&1 </dev/null
  status=$?
  set -e
  if ((status == 0)); then
    rm -f "$log"
    return
  fi
  tail -n 80 "$log" >&2
  echo "(all of it: $log)" >&2
  fail "failed: $message"
}

# as_root COMMAND...: runs it as root, through sudo where needed.
as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "'$*' needs root, or sudo, which is not installed"
  fi
}

# job_count: as many compilers as there are cores, and 2 GB of free memory for
# each of them.
job_count() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 2000000) }' /proc/meminfo)
  ((memory < cores)) && cores=$memory
  ((cores < 1)) && cores=1
  echo "$cores"
}
