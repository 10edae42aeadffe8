// The board on the page: a table of buttons. It is made anew for another size only; else what changed is changed, so
// that the focus stays and nothing jumps.

const make = (name, className, text) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text != null) made.textContent = text;
  return made;
};

export class Board {
  #target;
  #table = null;
  #shape = "";
  #buttons = new Map();

  // `press(at, event)` is called for a press on a field, `focus(at)` when one gets the focus.
  constructor(target, { press, focus }) {
    this.#target = target;
    target.addEventListener("click", (event) => {
      const at = this.#at(event.target);
      if (at) press(at, event);
    });
    target.addEventListener("focusin", (event) => {
      const at = this.#at(event.target);
      if (at) focus(at);
    });
  }

  #at(element) {
    const button = element.closest?.("[data-at]");
    if (!button) return null;
    const [r, c] = button.dataset.at.split(",").map(Number);
    return { r, c };
  }

  button({ r, c }) {
    return this.#buttons.get(`${r},${c}`);
  }

  contains(element) {
    return this.#target.contains(element);
  }

  draw(view) {
    const shape = `${view.kind} ${view.rows} ${view.columns} ${view.right.length}`;
    if (shape !== this.#shape) this.#build(view, shape);
    for (const cell of view.cells.flat()) this.#cell(cell);
    for (const header of [...view.right, ...view.below]) this.#header(header);
    if (view.corner !== undefined) this.#corner(view.corner);
    // What cannot be and stands nowhere in particular is a matter of the whole board.
    this.#table.classList.toggle("misfit", Boolean(view.misfit));
    // One card is in the order of Tab; the headers all are.
    const cards = view.cells.flat();
    const stop = cards.find(({ r, c }) => r === view.at.r && c === view.at.c) ?? cards.find(({ best }) => best) ?? cards[0];
    for (const cell of cards) this.button(cell).tabIndex = cell === stop ? 0 : -1;
    const selected = this.#table.querySelector(".selected");
    const now = this.button(view.at);
    if (selected !== now) {
      selected?.classList.remove("selected");
      now?.classList.add("selected");
    }
  }

  #build(view, shape) {
    this.#shape = shape;
    this.#buttons.clear();
    const table = make("table", `board ${view.kind}`);
    table.setAttribute("aria-label", view.label);
    table.style.setProperty("--columns", view.columns + (view.right.length ? 1 : 0));
    table.style.setProperty("--rows", view.rows + (view.below.length ? 1 : 0));
    const put = (row, name, r, c, ...parts) => {
      const button = make("button");
      button.type = "button";
      button.dataset.at = `${r},${c}`;
      button.append(...parts);
      const holder = make(name);
      holder.append(button);
      row.append(holder);
      this.#buttons.set(button.dataset.at, button);
    };
    const parts = () => [make("span", "sum"), make("span", "voltorbs")];
    view.cells.forEach((cells, r) => {
      const row = table.insertRow();
      cells.forEach((_, c) => put(row, "td", r, c, make("span", "text"), make("span", "rest"), make("span", "memo")));
      if (view.right[r]) put(row, "th", r, cells.length, ...parts());
    });
    if (view.below.length) {
      const row = table.insertRow();
      view.below.forEach((_, c) => put(row, "th", view.rows, c, ...parts()));
      const corner = make("td", "corner");
      corner.append(make("span", "total"), make("span", "total"));
      row.append(corner);
    }
    this.#table = table;
    this.#target.replaceChildren(table);
  }

  #cell(cell) {
    const button = this.button(cell);
    const [text, rest, memo] = button.children;
    const marks = ["best", "misfit", "doubt", "up"].filter((mark) => cell[mark]);
    set(button, "className", [cell.tone, ...marks, this.#selected(button)].filter(Boolean).join(" "));
    if (cell.number != null && button.dataset.number !== cell.number) button.dataset.number = cell.number;
    button.style.setProperty("--risk", cell.risk ?? 0);
    set(text, "textContent", cell.text);
    set(rest, "textContent", cell.lines.join(" "));
    set(memo, "textContent", cell.memo.join(" "));
    this.#name(button, cell);
    if (cell.best) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }

  #header(header) {
    const button = this.button(header);
    const marks = ["misfit", "doubt"].filter((mark) => header[mark]);
    set(button, "className", [...marks, this.#selected(button)].filter(Boolean).join(" "));
    header.numbers.forEach((number, part) => {
      const span = button.children[part];
      set(span, "textContent", number === "" ? "–" : number);
      span.classList.toggle("here", header.part === part);
      span.classList.toggle("missing", number === "");
      span.classList.toggle("pending", header.part === part && Boolean(header.pending));
    });
    this.#name(button, header);
  }

  #selected = (button) => button.classList.contains("selected") && "selected";

  #name(button, { label, misfit, doubt }) {
    if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    set(button, "title", misfit || doubt || "");
    if (misfit) button.setAttribute("aria-invalid", "true");
    else button.removeAttribute("aria-invalid");
  }

  // The totals of the rows and of the columns, which have to be the same.
  #corner(corner) {
    const totals = this.#table.querySelectorAll(".total");
    ["rows", "cols"].forEach((side, i) => {
      if (!totals[i]) return;
      const [sum, voltorbs] = corner?.[side] ?? ["", ""];
      set(totals[i], "textContent", corner ? `${side === "rows" ? "→" : "↓"} ${sum}/${voltorbs}` : "");
      totals[i].title = corner ? `total of the ${side === "rows" ? "rows" : "columns"}: sum ${sum}, Voltorbs ${voltorbs}` : "";
      totals[i].classList.toggle("off", Boolean(corner?.off.some(Boolean)));
    });
  }
}

function set(element, property, value) {
  if (element[property] !== value) element[property] = value;
}
