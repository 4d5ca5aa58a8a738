# Counts what a thread executes for each 16 bytes that it stores: the instructions of
# the shortest way around the loop of a store of 16 bytes that passes loads as well.
# Prints a line for each such store.
#
# usage: count-ptx.py FILE
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import heapq
import re
import sys


class Blocks:
    """The blocks of a kernel, by number."""

    def __init__(self, body):
        self.instructions = [[]]
        labels = {}
        for line in map(str.strip, body.splitlines()):
            if label := re.fullmatch(r"(\$\w+):", line):
                self.start_block()
                labels[label[1]] = len(self.instructions) - 1
            elif re.match(r"[a-z@].*;$", line):
                self.instructions[-1].append(line)
                if re.search(r"\bbra\b|^ret\b", line):
                    self.start_block()
        self.next = [list(self.list_next(number, labels))
                     for number in range(len(self.instructions))]

    def start_block(self):
        if self.instructions[-1]:
            self.instructions.append([])

    def list_next(self, number, labels):
        last = self.instructions[number][-1] if self.instructions[number] else "ret;"
        if branch := re.search(r"\bbra\S*\s+(\$\w+);", last):
            yield labels[branch[1]]
        if not re.match("bra|ret", last):
            yield number + 1

    def find(self, beginning):
        return [number for number, block in enumerate(self.instructions)
                if any(line.startswith(beginning) for line in block)]

    def find_way(self, start, end):
        """The instructions from the begin of a block to that of another, or to its own
        again; None if there is no way."""
        ways = [(0, start, [])]
        done = set()
        while ways:
            _, number, way = heapq.heappop(ways)
            if number == end and way:
                return way
            if number in done:
                continue
            done.add(number)
            way = way + self.instructions[number]
            for following in self.next[number]:
                heapq.heappush(ways, (len(way), following, way))
        return None


def count(text):
    for name, body in re.findall(r"\.entry (\w+)\(.*?\n{\n(.*?)\n}", text, re.S):
        blocks = Blocks(body)
        loads = blocks.find("ld.global")
        for store in blocks.find("st.global.v4"):
            ways = [blocks.find_way(store, store)] if store in loads else [
                there + back for load in loads
                if (there := blocks.find_way(store, load)) and (back := blocks.find_way(load, store))]
            way = min(ways, key=len)
            divisions = sum(line.startswith(("div", "rem")) for line in way)
            yield f"{name}: {len(way)} instructions, {divisions} divisions"


print("\n".join(count(open(sys.argv[1]).read())))
