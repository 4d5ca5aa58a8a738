# Answers the requests of Peers/peers.py and times nothing. Ends with its input.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

for line in sys.stdin:
    print("1e-5" if line.startswith("run") else "yes", flush=True)
