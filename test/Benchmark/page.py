# Puts a measured table between its marks on a page, for report.py and
# utils/time-compile.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import re
import sys


def insert(text, page, name):
    """Replaces what is between <!-- name --> and <!-- end of name --> on `page`."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    parts = re.split(f"{begin}|{end}", page.read_text(encoding="utf-8"))
    if len(parts) != 3:
        sys.exit(f"error: {page}: expected one {begin} and one {end}")
    page.write_text(f"{parts[0]}{begin}\n\n{text.strip()}\n\n{end}{parts[2]}",
                    encoding="utf-8")
