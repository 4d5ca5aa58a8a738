# Prints what a report as JSON has.
#
# usage: read-report.py REPORT.json
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for name, counts in report["nodes"].items():
    print(f"{name}: {counts['before']}, {counts['after']}")
for name in ("total", "bytes_moved", "unknown_bytes"):
    print(f"{name}: {report[name]['before']}, {report[name]['after']}")
print(len(report["sequences"]), "sequences")
for entry in report["sequences"]:
    if "of_input" in entry["location"]:
        print("of_input", entry["name"], entry["reason"])
