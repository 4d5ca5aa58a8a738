// Draws both graphs of a report, and shows the node that is chosen.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"use strict";

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const report = data.report;
const SVG = byId("before").namespaceURI;
const READABLE = 0.35; // the smallest scale
const MARKS = { changed: "~ ", new: "+ ", removed: "- " };

// An element with text, which is never HTML.
function add(parent, tag, text, kind) {
  const element = parent.namespaceURI === SVG
    ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (kind) element.setAttribute("class", kind);
  return parent.appendChild(element);
}

function set(element, values) {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
  return element;
}

// ---- The graphs --------------------------------------------------------------

// One graph, at `scale` and moved by (x, y).
class Panel {
  constructor(side) {
    this.side = side;
    this.svg = byId(side);
    this.root = this.svg.firstElementChild;
    this.graph = data[side];
    this.graph.clusters.forEach((frame) => this.drawFrame(frame));
    this.edges = this.graph.edges.map((edge) => this.drawEdge(edge));
    this.nodes = this.graph.boxes.map((box, index) => this.drawNode(box, index));
    this.listen();
    if (this.graph.isCut)
      this.svg.previousElementSibling.textContent +=
        ": too large, only the first changed nodes are drawn";
  }

  drawFrame(frame) {
    const group = add(this.root, "g", undefined, "frame");
    const [x, y, width, height] = frame.rect;
    set(add(group, "rect"), { x, y, width, height, rx: 6 });
    set(add(group, "text", frame.title), { x: x + 6, y: y + 14 });
  }

  drawEdge([from, to, ...points]) {
    const pairs = [];
    for (let i = 0; i < points.length; i += 2) pairs.push(points[i] + " " + points[i + 1]);
    const path = add(this.root, "path", undefined, "edge");
    if (pairs.length > 1) {
      path.setAttribute("d", "M" + pairs[0] + "C" + pairs.slice(1).join(" "));
      set(add(this.root, "circle", undefined, "arrow"),
          { cx: points.at(-2), cy: points.at(-1), r: 2.5 });
    }
    return { from, to, path };
  }

  drawNode(box, index) {
    const status = box.status || "hidden";
    const group = add(this.root, "g", undefined, "node " + status);
    const [x, y, width, height] = box.rect;
    const title = (MARKS[status] || "") + box.title;
    set(group, { tabindex: 0, role: "button", "data-index": index,
                 "aria-label": `${title} ${box.name}, ${status}` });
    set(add(group, "rect"), { x, y, width, height, rx: box.kind === "node" ? 3 : 14 });
    const lines = box.name ? [[title, 15], [box.name, 29]] : [[title, 22]];
    for (const [text, down] of lines) {
      const line = add(group, "text", text);
      set(line, { x: x + width / 2, y: y + down });
      this.shorten(line, text, width - 8);
    }
    add(group, "title", [box.title, box.name, box.reason].filter(Boolean).join("\n"));
    group.addEventListener("click", () => choose(this.side, index));
    group.addEventListener("focus", () => choose(this.side, index));
    return group;
  }

  // Characters are of about equal width; wide ones count twice.
  shorten(line, text, width) {
    let left = width / 6.3, shown = "";
    for (const character of text) {
      left -= character.codePointAt(0) > 0x2000 ? 2 : 1;
      if (left < 0) {
        line.textContent = shown.slice(0, -1) + "\u2026";
        return;
      }
      shown += character;
    }
  }

  move(x, y, scale) {
    Object.assign(this, { x, y, scale, isFitted: false });
    this.root.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
  }

  // Keeps the point (x, y) of the panel where it is.
  zoom(factor, x = this.svg.clientWidth / 2, y = this.svg.clientHeight / 2) {
    const scale = Math.min(8, Math.max(0.01, this.scale * factor));
    const ratio = scale / this.scale;
    this.move(x - (x - this.x) * ratio, y - (y - this.y) * ratio, scale);
  }

  fit() {
    const { width, height } = this.graph;
    const scale = Math.min(1.5, (this.svg.clientWidth - 20) / (width || 1),
                           (this.svg.clientHeight - 20) / (height || 1));
    this.move((this.svg.clientWidth - width * scale) / 2, 10, Math.max(scale, 0.01));
    this.isFitted = true;
  }

  // Shows a large graph from its first change on.
  start() {
    this.fit();
    const first = this.graph.boxes.findIndex(({ status }) => status && status !== "unchanged");
    if (this.scale < READABLE) this.show(Math.max(first, 0));
  }

  // Shows a node in the middle.
  show(index) {
    const [x, y, width, height] = this.graph.boxes[index].rect;
    const scale = Math.max(this.scale, 0.7);
    this.move(this.svg.clientWidth / 2 - (x + width / 2) * scale,
              this.svg.clientHeight / 2 - (y + height / 2) * scale, scale);
  }

  // Whether a node is within the panel, at a size that can be read.
  isVisible(index) {
    const [x, y, width, height] = this.graph.boxes[index].rect;
    const left = this.x + x * this.scale, top = this.y + y * this.scale;
    return this.scale >= READABLE && left >= 0 && top >= 0 && left + width * this.scale <= this.svg.clientWidth &&
      top + height * this.scale <= this.svg.clientHeight;
  }

  listen() {
    let last = null;
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
    this.svg.addEventListener("pointerdown", (event) => { last = event; });
    window.addEventListener("pointermove", (event) => {
      if (!last || !event.buttons) return;
      this.move(this.x + event.clientX - last.clientX, this.y + event.clientY - last.clientY,
                this.scale);
      last = event;
    });
    window.addEventListener("pointerup", () => { last = null; });
    this.svg.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [50, 0], ArrowRight: [-50, 0], ArrowUp: [0, 50],
                     ArrowDown: [0, -50] }[event.key];
      if (step) this.move(this.x + step[0], this.y + step[1], this.scale);
      else if (event.key === "+" || event.key === "=") this.zoom(1.25);
      else if (event.key === "-") this.zoom(0.8);
      else if (event.key === "0") this.fit();
      else return;
      event.preventDefault();
    });
  }
}

// ---- The chosen node ---------------------------------------------------------

const panels = { before: new Panel("before"), after: new Panel("after") };
let chosen = null;

function describeValues(values) {
  return values.map(([name, type]) => (name ? name + ": " : "") + type).join(", ") || "none";
}

function showDetails(side, box, others) {
  const details = byId("details");
  details.replaceChildren();
  details.className = box.status || "hidden";
  add(details, "h3", `${box.title} ${box.name}`);
  if (!box.status) {
    add(details, "p", "Nodes that are far from any change, or too many to draw.");
    return;
  }
  add(details, "p", `${side}: ${box.status}` + (box.reason ? ": " + box.reason : ""),
      "reason");
  const becomes = others.map((other) => `${other.title} ${other.name}`).join(", ");
  if (box.kind === "node" && becomes && box.status !== "unchanged")
    add(details, "p", (side === "before" ? "in its place: " : "in place of: ") + becomes);
  if (box.location) add(details, "p", box.location);
  if (box.operands.length) add(details, "p", "operands: " + describeValues(box.operands), "values");
  if (box.results.length) add(details, "p", "results: " + describeValues(box.results), "values");
  if (box.kind === "node")
    add(details, "p", "bytes written: " +
        (box.bytes === undefined ? "not known" : box.bytes.toLocaleString("en")));
}

// Chooses a node, marks those that it reads and its counterparts.
function choose(side, index, moves = false) {
  const other = side === "before" ? "after" : "before";
  const box = panels[side].graph.boxes[index];
  const twins = box.others || [];
  for (const name of ["before", "after"]) {
    const panel = panels[name];
    panel.nodes.forEach((node, number) => {
      node.classList.toggle("chosen", name === side && number === index);
      node.classList.toggle("twin", name === other && twins.includes(number));
    });
    for (const { from, to, path } of panel.edges)
      path.classList.toggle("near", name === side && (from === index || to === index));
  }
  if (moves && !panels[side].isVisible(index)) panels[side].show(index);
  if (twins.length && !twins.some((twin) => panels[other].isVisible(twin)))
    panels[other].show(twins[0]);
  showDetails(side, box, twins.map((twin) => panels[other].graph.boxes[twin]));
  chosen = { side, index };
}

// ---- Search ------------------------------------------------------------------

function findMatches() {
  const text = byId("search").value.trim().toLowerCase();
  const found = [];
  for (const side of ["before", "after"])
    panels[side].graph.boxes.forEach((box, index) => {
      const matches = text
        ? `${box.title}\n${box.name}\n${box.location || ""}`.toLowerCase().includes(text)
        : box.status && box.status !== "unchanged";
      if (matches) found.push({ side, index });
    });
  return found;
}

function step(by) {
  const found = findMatches();
  const at = found.findIndex(({ side, index }) =>
    chosen && side === chosen.side && index === chosen.index);
  if (!found.length) {
    byId("matches").textContent = byId("search").value ? "none" : "no changes";
    return;
  }
  const next = at < 0 ? (by > 0 ? 0 : found.length - 1)
                      : (at + by + found.length) % found.length;
  choose(found[next].side, found[next].index, true);
  byId("matches").textContent = `${next + 1} of ${found.length}`;
}

byId("search").addEventListener("input", () => {
  chosen = null;
  step(1);
});
byId("search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
});
byId("next").addEventListener("click", () => step(1));
byId("previous").addEventListener("click", () => step(-1));
const both = (act) => () => Object.values(panels).forEach(act);
byId("in").addEventListener("click", both((panel) => panel.zoom(1.25)));
byId("out").addEventListener("click", both((panel) => panel.zoom(0.8)));
byId("fit").addEventListener("click", both((panel) => panel.fit()));
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === byId("search")) return;
  event.preventDefault();
  byId("search").focus();
});

// A link to a node: #search=NAME.
function followLink() {
  const text = new URLSearchParams(location.hash.slice(1)).get("search");
  if (text === null) return;
  byId("search").value = text;
  chosen = null;
  step(1);
}
window.addEventListener("hashchange", followLink);

// ---- The summary -------------------------------------------------------------

function addTable(headings, rows) {
  const table = add(byId("tables"), "table");
  const head = add(table, "tr");
  headings.forEach((heading) => add(head, "th", heading));
  for (const row of rows) {
    const line = add(table, "tr");
    for (const value of row)
      add(line, "td", typeof value === "number" ? value.toLocaleString("en") : value,
          typeof value === "number" ? "number" : undefined);
  }
}

const reasons = Object.entries(data.reasons).sort((one, other) => other[1] - one[1]);

function summarize() {
  const { total, bytes_moved: bytes, unknown_bytes: unknown } = report;
  const number = (value) => value.toLocaleString("en");
  byId("counts").textContent =
    `${number(total.before)} nodes, then ${number(total.after)}; ` +
    `${number(reasons.reduce((sum, reason) => sum + reason[1], 0))} changes; ` +
    `bytes moved: ${number(bytes.before)}, then ${number(bytes.after)}` +
    (unknown.before || unknown.after
      ? ` (of unknown bytes: ${number(unknown.before)} nodes, then ${number(unknown.after)})` : "") +
    (report.sequences.length ? `; sequences left: ${number(report.sequences.length)}` : "");
  const pairs = Object.entries(report.nodes);
  addTable(["operator", "before", "after"],
           pairs.map(([name, { before, after }]) => [name, before, after]));
  addTable(["reason", "nodes"], reasons);
  if (report.sequences.length)
    addTable(["left", "what", "why"], report.sequences.map(
      ({ location, name, reason }) => [location, name, reason]));
}

summarize();
both((panel) => panel.start())();
window.addEventListener("resize", both((panel) => panel.isFitted && panel.fit()));
followLink();
