#!/usr/bin/python3
# Draws what bench-onnxops --json wrote: for each case, how far our code and the
# peers are from the floor, on a logarithmic axis. With a page, also puts the table
# that bench-onnxops printed between its marks.
#
# usage: report.py RESULTS.json PICTURE.svg [TABLE.md PAGE.md [MARK]]
#
# The marks on the page are <!-- table -->, unless MARK names others.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import html
import json
import math
import pathlib
import sys

import page

SERIES = [  # key of the times, title, class of the dot
    ("dynamic", "ours, shapes unknown", "dynamic"),
    ("ort", "ONNX Runtime", "ort"),
    ("numpy", "numpy", "numpy"),
    ("torch", "PyTorch", "torch"),
    ("static", "ours", "ours"),
]
LOWEST, HIGHEST = 0.5, 200
LABELS, PLOT, ROW, TOP = 410, 560, 22, 64
TICKS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200]

STYLE = """
text { font: 12px system-ui, sans-serif; fill: #24292f }
.title { font-size: 15px; font-weight: 600 }
.axis { stroke: #d0d7de } .one { stroke: #57606a }
.ours { fill: #0969da } .dynamic { fill: none; stroke: #0969da; stroke-width: 1.6 }
.ort { fill: #cf222e } .numpy { fill: #bf8700 } .torch { fill: #8250df }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .axis { stroke: #30363d } .one { stroke: #8b949e }
  .ours { fill: #58a6ff } .dynamic { stroke: #58a6ff }
  .ort { fill: #ff7b72 } .numpy { fill: #e3b341 } .torch { fill: #d2a8ff }
}
"""


def place(ratio):
    share = math.log(ratio / LOWEST) / math.log(HIGHEST / LOWEST)
    return LABELS + PLOT * min(max(share, 0), 1)


def dot(kind, x, y, note=""):
    title = f"<title>{html.escape(note)}</title>" if note else ""
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4.2">{title}</circle>'


def draw_axis(top, bottom):
    lines = []
    for tick in TICKS:
        x = place(tick)
        kind = "one" if tick == 1 else "axis"
        lines.append(f'<line class="{kind}" x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}"/>')
        lines.append(f'<text x="{x:.1f}" y="{top - 6}" text-anchor="middle">{tick:g}</text>')
    return lines


def draw_key(present):
    lines, x = [], LABELS
    for key, title, kind in SERIES[-1:] + SERIES[:-1]:
        if key in present:
            lines.append(dot(kind, x, 32))
            lines.append(f'<text x="{x + 9}" y="36">{title}</text>')
            x += 24 + 7 * len(title)
    return lines


def draw_case(case, y):
    name = html.escape(case["name"])
    lines = [f'<text x="{LABELS - 12}" y="{y + 4}" text-anchor="end">{name}</text>',
             f'<line class="axis" x1="{LABELS}" y1="{y}" x2="{LABELS + PLOT}" y2="{y}"/>']
    for key, title, kind in SERIES:
        ns, floor = case["ns"].get(f"{key} 1t"), case["bar"]["1t"]
        if ns and floor:
            ratio = ns / floor
            lines.append(dot(kind, place(ratio), y, f"{title}: {ratio:.2f}"))
    return lines


def draw(cases):
    present = {key.split()[0] for case in cases for key in case["ns"]}
    bottom = TOP + ROW * len(cases)
    width, height = LABELS + PLOT + 24, bottom + 12
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             f'width="{width}" height="{height}">',
             f"<style>{STYLE}</style>",
             '<text class="title" x="12" y="20">Time by the fastest hand-written code, '
             'one thread; less is better</text>']
    lines += draw_key(present) + draw_axis(TOP, bottom)
    for index, case in enumerate(cases):
        lines += draw_case(case, TOP + ROW * index + ROW // 2)
    return "\n".join(lines + ["</svg>"]) + "\n"


def main(arguments):
    if len(arguments) not in (2, 4, 5):
        sys.exit("usage: report.py RESULTS.json PICTURE.svg "
                 "[TABLE.md PAGE.md [MARK]]")
    mark = arguments[4] if len(arguments) == 5 else "table"
    paths = [pathlib.Path(argument) for argument in arguments[:4]]
    cases = json.loads(paths[0].read_text(encoding="utf-8"))
    paths[1].write_text(draw(cases), encoding="utf-8")
    if len(paths) == 4:
        page.insert(paths[2].read_text(encoding="utf-8"), paths[3], mark)


main(sys.argv[1:])
