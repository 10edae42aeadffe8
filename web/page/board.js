// The board: a table of buttons that the arrow keys move in. A cell or header is corrected by a press.

const place = (r, c) => `row ${r + 1}, column ${c + 1}`;

function tone(button, tone) {
  if (typeof tone === "object") {
    button.classList.add("risk");
    button.style.setProperty("--risk", tone.risk);
  } else button.classList.add(tone);
}

const words = { safe: "safe", useless: "useless", fatal: "fatal", prize: "known", known: "known" };

function cell(panel, r, c, corrected) {
  const { sign, lines, tone: how, chosen, field } = panel.cells[r][c];
  const button = document.createElement("button");
  button.type = "button";
  const [first, ...rest] = lines.length ? lines : [sign];
  button.append(first);
  for (const line of rest) {
    const more = document.createElement("span");
    more.className = "rest";
    more.textContent = line;
    button.append(more);
  }
  tone(button, how);
  button.classList.toggle("chosen", chosen);
  button.classList.toggle("corrected", corrected.has(field));
  const what = [place(r, c), lines.join(", ") || sign, words[how], chosen && "the best"];
  button.setAttribute("aria-label", what.filter(Boolean).join(": "));
  if (chosen) button.setAttribute("aria-current", "true");
  return [button, field ? [field] : []];
}

function header({ text, fields }, label, corrected) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.classList.toggle("corrected", fields.some((field) => corrected.has(field)));
  button.setAttribute("aria-label", `${label}: ${text}`);
  return [button, fields];
}

// Draws the panel's board into `target`. `correct(fields, label)` is called for what is pressed.
export function drawBoard(target, panel, corrections, correct) {
  const focused = target.contains(document.activeElement) && document.activeElement.dataset.at;
  target.replaceChildren();
  if (!panel?.cells?.length) return;
  const corrected = new Set(corrections.map(({ field }) => field));
  const table = document.createElement("table");
  table.className = "board";
  const columns = panel.cells[0].length + (panel.right.length ? 1 : 0);
  table.style.setProperty("--columns", columns);
  table.classList.toggle("wide", columns > 10);
  table.setAttribute("aria-label", `${panel.title}: the board`);
  const put = (row, kind, [button, fields], at, label) => {
    const holder = document.createElement(kind);
    button.dataset.at = at;
    button.tabIndex = -1;
    if (fields.length) button.onclick = () => correct(fields, label);
    else button.setAttribute("aria-disabled", "true");
    holder.append(button);
    row.append(holder);
  };
  panel.cells.forEach((cells, r) => {
    const row = table.insertRow();
    cells.forEach((_, c) => put(row, "td", cell(panel, r, c, corrected), `${r},${c}`, place(r, c)));
    if (panel.right[r]) put(row, "th", header(panel.right[r], `row ${r + 1}`, corrected), `${r},${cells.length}`, `row ${r + 1}`);
  });
  if (panel.below.length) {
    const row = table.insertRow(), r = panel.cells.length;
    panel.below.forEach((below, c) =>
      put(row, "th", header(below, `column ${c + 1}`, corrected), `${r},${c}`, `column ${c + 1}`));
  }
  table.onkeydown = move;
  target.append(table);
  const legend = document.createElement("p");
  legend.className = "legend";
  legend.textContent = panel.legend.map(([sign, meaning]) => `${sign}: ${meaning}`).join("  ·  ");
  target.append(legend);
  // A wide board scrolls: the best cell is to be seen.
  const best = table.querySelector(".chosen");
  if (best) target.scrollLeft = best.offsetLeft - (target.clientWidth - best.offsetWidth) / 2;
  const first = table.querySelector(`[data-at="${focused}"]`) ?? table.querySelector(".chosen") ?? table.querySelector("button");
  first.tabIndex = 0;
  if (focused) first.focus({ preventScroll: true });
}

const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function move(event) {
  const step = steps[event.key], from = event.target.dataset?.at;
  if (!step || !from) return;
  const [r, c] = from.split(",").map(Number);
  const next = event.currentTarget.querySelector(`[data-at="${r + step[0]},${c + step[1]}"]`);
  event.preventDefault();
  if (!next) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
