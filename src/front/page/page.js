// The page works without this script. It sorts tables, filters the cases, shows values of figures, switches their series on and off, and opens what is folded for print, except the cases. No network, no library.
"use strict";
(() => {
  // ---- tables ----
  const textOf = (row, column) => row.cells[column].textContent.trim();
  // "1.23 ± 4 %", "<0.001", "–": the first number; texts without a number come last.
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
    for (const head of [...table.tHead.rows].pop().cells) { // the row above has headings of several columns
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

  // ---- figures ----
  // A figure is followed by the places of its points in the SVG and their values. gnuplot gives every part of a series its name as a title,
  // in this spelling (figure/script.c).
  const plain = (title) => title.replaceAll("&#x26;", "&").replaceAll("&#x3e;", ">").replaceAll("]] >", "]]>");
  function switches(figure, svg, series) {
    const names = [...new Set(series.map((one) => one.name))], off = new Set(), box = document.createElement("div");
    box.className = "series";
    for (const name of names) {
      const parts = [...svg.querySelectorAll("g > title")].filter((title) => plain(title.textContent) === plain(name)).map((title) => title.parentNode);
      if (names.length < 2 || !parts.length) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.setAttribute("aria-pressed", "true");
      button.addEventListener("click", () => {
        const on = off.delete(name);
        if (!on) off.add(name);
        button.setAttribute("aria-pressed", String(on));
        for (const part of parts) part.style.display = on ? "" : "none";
      });
      box.append(button);
    }
    figure.querySelector("summary").after(box);
    return off;
  }
  // The nearest point within reach; of bars the one that holds x, or is nearest to it.
  function nearest(series, off, x, y, reach) {
    let best = {far: reach};
    for (const one of series) {
      if (off.has(one.name)) continue;
      for (const point of one.points) {
        const [left, top, , , , , , right = left, bottom = top] = point;
        const dx = Math.max(left - x, x - right, 0), dy = Math.max(Math.min(top, bottom) - y, y - Math.max(top, bottom), 0);
        const far = Math.hypot(dx, dy);
        if (far < best.far) best = {far, point, name: one.name, x: (left + right) / 2, y: point.length > 9 ? (top + bottom) / 2 : top}; // the middle of a cell
      }
    }
    return best;
  }
  const label = (name, value) => {
    const unit = name.match(/^(.*) \(([^()]*)\)$/);
    return unit ? `${unit[1]}: ${value} ${unit[2]}` : `${name}: ${value}`;
  };
  function describe(data, hit) {
    const [, , x, y, low, high, count, , , row] = hit.point, lines = [label(data.x, x), label(data.y, y)];
    if (row) lines.splice(1, 0, label(data.row, row));
    if (hit.name !== data.y) lines.unshift(hit.name);
    if (data.of && low && high && low !== high) lines.push(`${data.of}: ${low} to ${high}`);
    lines.push(`${data.count}: ${count}`);
    return lines;
  }
  function hover(figure, svg, data, off) {
    const box = document.createElement("div"), spot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    box.className = "values";
    box.hidden = true;
    box.setAttribute("role", "status");
    spot.setAttribute("r", "7");
    spot.setAttribute("style", "fill:none;stroke:#000;stroke-width:1.5;pointer-events:none");
    spot.setAttribute("visibility", "hidden");
    svg.append(spot);
    figure.append(box);
    const hide = () => {
      box.hidden = true;
      spot.setAttribute("visibility", "hidden");
    };
    const show = (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      const hit = nearest(data.series, off, at.x, at.y, 40);
      if (!hit.point) return hide();
      spot.setAttribute("cx", hit.x);
      spot.setAttribute("cy", hit.y);
      spot.setAttribute("visibility", "visible");
      box.replaceChildren(...describe(data, hit).map((line) => Object.assign(document.createElement("div"), {textContent: line})));
      box.hidden = false;
      const place = new DOMPoint(hit.x, hit.y).matrixTransform(svg.getScreenCTM()), frame = figure.getBoundingClientRect();
      const left = place.x - frame.left, room = frame.width - box.offsetWidth;
      box.style.left = `${Math.max(0, left + 14 <= room ? left + 14 : Math.min(left - 14 - box.offsetWidth, room))}px`;
      box.style.top = `${place.y - frame.top + 10}px`;
    };
    svg.addEventListener("pointermove", show);
    svg.addEventListener("pointerdown", show);
    svg.addEventListener("pointerleave", hide);
  }
  for (const template of document.querySelectorAll("template[shadowrootmode]")) // a browser that does not read this attribute
    template.parentNode.attachShadow({mode: "open"}).append(template.content);
  for (const figure of document.querySelectorAll("figure")) {
    const picture = figure.querySelector(".picture"), svg = picture && picture.shadowRoot.querySelector("svg"), text = figure.querySelector("script");
    if (!svg || !text) continue;
    const data = JSON.parse(text.textContent);
    hover(figure, svg, data, switches(figure, svg, data.series));
    for (const title of svg.querySelectorAll("title")) title.remove(); // a tooltip would hide the values
  }

  // ---- print ----
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open], .folded)")];
    for (const one of folded) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of folded) one.open = false; });
})();
