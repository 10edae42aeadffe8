// Large buttons: what can be put into the field that is chosen, or what a press paints.

import * as flip from "./forms/flip.js";
import * as mines from "./forms/mines.js";
import * as ice from "./forms/ice.js";

const numbers = (most) => Array.from({ length: most + 1 }, (_, i) => [i, String(i), String(i)]);

// The buttons for the field: value, text, name for screen readers.
function flipKeys({ at, marking }) {
  if (flip.isHeader(at)) {
    const what = at.part === 0 ? "sum" : "Voltorbs";
    return { title: `${at.c === flip.SIZE ? `Row ${at.r + 1}` : `Column ${at.c + 1}`}: ${what}`, keys: numbers(at.part === 0 ? 15 : 5) };
  }
  const where = `Row ${at.r + 1}, column ${at.c + 1}${marking ? ": marks" : ""}`;
  const keys = [[1, "1", "1"], [2, "2", "2"], [3, "3", "3"], [0, "V", "Voltorb"]];
  return { title: where, keys: marking ? keys : [...keys, [null, "⌫", "face down"]] };
}

const paints = (letters, words, sign) => letters.map((letter) => [letter, sign[letter] ?? letter, words[letter] ?? letter]);

const KEYS = {
  "voltorb-flip": flipKeys,
  minesweeper: () => ({ title: "Paint", keys: paints(mines.LETTERS, mines.WORDS, { ".": "▢", F: "⚑", "*": "✹", 0: "0" }) }),
  ice: () => ({ title: "Paint", keys: paints(Object.keys(ice.BRUSHES), ice.BRUSHES, { "#": "■ stone", S: "@ start", E: "⚐ end" }) }),
};

export class Pad {
  #target;
  #title;
  #made = "";

  constructor(target, title, enter) {
    this.#target = target;
    this.#title = title;
    target.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button) enter(JSON.parse(button.dataset.value));
    });
  }

  draw(game, board) {
    const { title, keys } = KEYS[game](board);
    if (this.#title.textContent !== title) this.#title.textContent = title;
    const shape = JSON.stringify(keys);
    if (shape !== this.#made) {
      this.#made = shape;
      this.#target.className = `pad of${keys.length}`;
      this.#target.replaceChildren(...keys.map(([value, text, name]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.value = JSON.stringify(value);
        button.textContent = text;
        button.setAttribute("aria-label", name);
        return button;
      }));
    }
    const now = game === "voltorb-flip" ? present(board) : [board.brush];
    for (const button of this.#target.children)
      button.setAttribute("aria-pressed", now.includes(JSON.parse(button.dataset.value)));
  }
}

// What the chosen field holds.
function present({ doc, at, marking }) {
  if (flip.isHeader(at)) return [flip.number(doc, at)].filter((number) => number != null);
  return marking ? doc.memos[at.r][at.c] : [doc.tiles[at.r][at.c]];
}
