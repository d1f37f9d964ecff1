// The page works without this: it sorts tables, filters the cases and switches series of figures on and off. No network, no library.
"use strict";
(() => {
  // ---- tables ----
  const textOf = (row, column) => row.cells[column].textContent.trim();
  // "1.23 ± 4 %", "<0.001", "–": the first number; what has none comes last.
  const numberOf = (text) => {
    const found = text.replace(/−/g, "-").match(/-?\d+(\.\d+)?(e[-+]?\d+)?/i);
    return found && /^[<>≈(]?\s*-?\d/.test(text.replace(/−/g, "-")) ? parseFloat(found[0]) : NaN;
  };
  function compare(a, b) {
    const x = numberOf(a), y = numberOf(b);
    if (!isNaN(x) && !isNaN(y)) return x - y;
    if (isNaN(x) !== isNaN(y)) return isNaN(x) ? 1 : -1;
    return a.localeCompare(b);
  }
  function sort(table, head) {
    const up = head.getAttribute("aria-sort") !== "ascending", body = table.tBodies[0];
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const rows = [...body.rows].sort((a, b) => compare(textOf(a, head.cellIndex), textOf(b, head.cellIndex)));
    body.append(...(up ? rows : rows.reverse()));
  }
  for (const table of document.querySelectorAll("table")) {
    if (!table.tHead || table.tBodies[0].rows.length < 2) continue;
    for (const head of table.tHead.rows[0].cells) {
      head.tabIndex = 0;
      head.title = "sort by this";
      head.style.cursor = "pointer";
      head.addEventListener("click", () => sort(table, head));
      head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(table, head); });
    }
  }

  // ---- cases ----
  for (const table of document.querySelectorAll("table.cases")) {
    const input = document.createElement("input"), count = document.createElement("small"), rows = [...table.tBodies[0].rows];
    input.type = "search";
    input.placeholder = "only cases with these words";
    input.setAttribute("aria-label", input.placeholder);
    const filter = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        shown += row.hidden ? 0 : 1;
      }
      count.textContent = ` ${shown} of ${rows.length}`;
    };
    input.addEventListener("input", filter);
    table.parentNode.before(input, count);
    filter();
  }

  // ---- series ----
  // gnuplot gives every part of a plot a group, and only the last part of a series has its name as a title: what comes before it is of it.
  function seriesOf(svg) {
    const series = [];
    let parts = [];
    for (const group of svg.querySelectorAll("g[id*='gnuplot_plot_']")) {
      const title = group.querySelector("title");
      if (!title || /^gnuplot_plot_\d+/.test(title.textContent)) {
        parts.push(group);
        continue;
      }
      series.push({name: title.textContent, parts: parts.length ? parts : [group]});
      parts = [];
    }
    return series;
  }
  for (const figure of document.querySelectorAll("figure")) {
    const svg = figure.querySelector("svg"), series = svg ? seriesOf(svg) : [];
    if (series.length < 2) continue;
    const box = document.createElement("div");
    box.className = "series";
    for (const one of series) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = one.name;
      button.setAttribute("aria-pressed", "true");
      button.addEventListener("click", () => {
        const on = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(on));
        for (const part of one.parts) part.style.display = on ? "" : "none";
      });
      box.append(button);
    }
    figure.querySelector("figcaption").before(box);
  }
})();
