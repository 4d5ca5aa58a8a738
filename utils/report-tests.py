# Reads the results that lit wrote as JSON, prints what failed and what did not
# run, how many passed on a Vulkan device, and closes with the line "N passed, N
# failed". Fails when a test did, or when none ran.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import sys

PASSED = {"PASS", "FLAKYPASS"}
# Neither passed nor failed: this machine cannot run it, or its failure is known.
NOT_COUNTED = {"UNSUPPORTED", "XFAIL"}
# Of the output of one failing test.
SHOWN_LINES = 200


def print_failure(test):
    print(f"\n{test['code']}: {test['name']}")
    lines = test["output"].splitlines()
    if len(lines) > SHOWN_LINES:
        print(f"({len(lines) - SHOWN_LINES} lines left out)")
    print("\n".join(lines[-SHOWN_LINES:]))


def main(path):
    with open(path, encoding="utf-8") as results:
        tests = json.load(results)["tests"]
    passed = [t for t in tests if t["code"] in PASSED]
    not_counted = [t for t in tests if t["code"] in NOT_COUNTED]
    failed = [t for t in tests if t["code"] not in PASSED | NOT_COUNTED]

    for test in not_counted:
        print(f"{test['code']}: {test['name']}")
    for test in failed:
        print_failure(test)
    on_vulkan = [t for t in passed if "/vulkan/" in t["name"]]
    print(f"on Vulkan: {len(on_vulkan)} of those that passed")
    print(f"{len(passed)} passed, {len(failed)} failed")
    return 1 if failed or not passed else 0


sys.exit(main(sys.argv[1]))
