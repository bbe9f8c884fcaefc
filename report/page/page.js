"use strict";
// A page says everything without this script, which sorts, filters and opens.

// What sorting compares: data-v, else the text; numbers before texts, unknown last.
const valueOf = (row, column) => {
  const cell = row.cells[column];
  const text = cell.dataset.v ?? cell.textContent;
  const number = text === "" ? NaN : Number(text);
  return Number.isNaN(number) ? text : number;
};
const compare = (a, b) => {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
};

// The first click shows the largest numbers, or the first texts; every other click turns the order round.
const sortBy = (table, head) => {
  const before = head.getAttribute("aria-sort");
  const ascending = before === null ? head.classList.contains("text") : before === "descending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const rows = [...table.tBodies[0].rows].map(row => ({ row, value: valueOf(row, head.cellIndex) }));
  rows.sort((a, b) => {
    if (a.value === "" || b.value === "") return (a.value === "") - (b.value === "");
    return (ascending ? 1 : -1) * compare(a.value, b.value);
  });
  table.tBodies[0].append(...rows.map(entry => entry.row));
};

for (const table of document.querySelectorAll("table.sortable")) {
  for (const head of table.tHead.rows[0].cells) {
    if (head.classList.contains("fixed")) continue;
    const button = document.createElement("button");
    button.textContent = head.textContent;
    button.addEventListener("click", () => sortBy(table, head));
    head.replaceChildren(button);
  }
}

// In figures of many kernels a mark says which it is.
const marksByKernel = () => {
  const marks = new Map();
  for (const mark of document.querySelectorAll("[data-mark]")) {
    if (!marks.has(mark.dataset.mark)) marks.set(mark.dataset.mark, []);
    marks.get(mark.dataset.mark).push(mark);
  }
  return marks;
};

// Pointing at a mark or at a line of the table shows the same kernel in all figures.
const marked = marksByKernel();
let shown = [];
document.addEventListener("pointerover", event => {
  const data = event.target.closest("[data-mark],tr[data-launch]")?.dataset ?? {};
  for (const mark of shown) mark.classList.remove("on");
  shown = marked.get(data.mark ?? data.launch) ?? [];
  for (const mark of shown) mark.classList.add("on");
});

const tools = document.querySelector(".tools");
if (tools !== null) {
  const launches = [...document.querySelectorAll("details.launch")];
  const rows = [...document.querySelectorAll("tr[data-launch]")];
  const marks = marksByKernel();
  const filter = document.createElement("input");
  filter.type = "search";
  filter.placeholder = "Filter by program or kernel";
  filter.setAttribute("aria-label", filter.placeholder);
  filter.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase();
    for (const row of rows) {
      const text = [...row.querySelectorAll("td.text")].map(cell => cell.textContent).join(" ");
      row.hidden = !text.toLowerCase().includes(wanted);
      const details = document.getElementById(row.dataset.launch)?.closest("details");
      if (details) details.hidden = row.hidden;
      for (const mark of marks.get(row.dataset.launch) ?? []) mark.toggleAttribute("hidden", row.hidden);
    }
  });
  tools.append(filter);
  for (const [label, open] of launches.length > 0 ? [["Open all", true], ["Close all", false]] : []) {
    const button = document.createElement("button");
    button.className = "tool";
    button.textContent = label;
    button.addEventListener("click", () => {
      for (const launch of launches) launch.open = open;
    });
    tools.append(button);
  }
}

const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  const details = target === null ? null : target.closest("details");
  if (details === null) return;
  details.open = true;
  details.scrollIntoView();
};
addEventListener("hashchange", openTarget);
openTarget();
