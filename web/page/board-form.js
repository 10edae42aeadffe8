// The board and the large buttons below it: what is pressed and typed there.

import { Board } from "./board.js";
import { apply, change, same, select, takeBack } from "./edit.js";
import { $, element } from "./dom.js";
import * as flip from "./forms/flip.js";
import { Pad } from "./pad.js";
import { arcade } from "./sources.js";
import { board, changed, form, live, state } from "./state.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
// How many steps of zoom there are each way, and what one is.
const [SMALLEST, LARGEST, STEP] = [-3, 6, 1.2];

const drawing = new Board($("#board"), { press, focus });
const pad = new Pad($("#pad"), $("#field"), (value) => {
  if (state.game === "voltorb-flip") apply(flip.enter(board(), value), true);
  else {
    board().brush = value;
    changed();
  }
});
let justFocused = null;

function focus(at) {
  if (same(at, board().at)) return;
  justFocused = at;
  select({ ...at, part: 0 });
}

// A press on a field chooses it; on the one that is chosen it does the next thing there is to do.
function press(at) {
  const now = board();
  if (state.source === "arcade") {
    select({ ...at, part: 0 });
    return arcade.tap(form().fieldName(at));
  }
  const again = same(at, now.at) && !(justFocused && same(at, justFocused));
  justFocused = null;
  if (state.game !== "voltorb-flip") {
    now.at = { ...at, part: 0 };
    return apply({ ...now, doc: form().paint(now.doc, at, now.brush) });
  }
  if (!again) return select({ ...at, part: 0 });
  if (flip.isHeader(at)) return select({ ...now.at, part: 1 - now.at.part });
  const tile = now.doc.tiles[at.r][at.c];
  if (tile != null && !now.marking) apply({ ...now, doc: flip.setCard(now.doc, at, tile) });
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const control = event.ctrlKey || event.metaKey;
  if (target.closest("input, textarea, select")) return;
  if (control && /^[zy]$/i.test(key)) {
    event.preventDefault();
    return takeBack(/y/i.test(key) || event.shiftKey);
  }
  if (control || event.altKey) return;
  const inside = drawing.contains(target);
  // Elsewhere keys that do something there are left alone; a number is meant for the board wherever the focus is.
  const used = target.closest("button, a, summary, canvas, [tabindex]");
  if (!inside && used && used.id !== "board" && (key.length > 1 || key === " ")) return;
  const now = board();
  if (key in STEPS) {
    event.preventDefault();
    return select(form().step(now.at, STEPS[key], now.doc), true);
  }
  if (state.game === "voltorb-flip") {
    if (/^m$/i.test(key)) return mark();
    if (key === "Tab" && inside && flip.isHeader(now.at) && now.at.part === (event.shiftKey ? 1 : 0)) {
      event.preventDefault();
      return select({ ...now.at, part: event.shiftKey ? 0 : 1 });
    }
  }
  if (apply(form().type(now, key), true)) event.preventDefault();
  else if (key === " " && inside) event.preventDefault();
});

function mark() {
  board().marking = !board().marking;
  changed();
}
$("#marking").onclick = mark;

let zoomed = 0;
const zoom = (by) => {
  zoomed = Math.max(SMALLEST, Math.min(LARGEST, zoomed + by));
  $("#board").style.setProperty("--zoom", String(STEP ** zoomed));
};
$("#smaller").onclick = () => zoom(-1);
$("#larger").onclick = () => zoom(1);

export function drawBoard() {
  const now = board();
  const view = form().view(now, state.hidden);
  drawing.draw(view);
  pad.draw(state.game, now);
  $(".zoom").hidden = view.columns <= 12 && view.rows <= 12;
  $("#marking").hidden = state.game !== "voltorb-flip" || live();
  $("#marking").setAttribute("aria-pressed", now.marking);
  drawImplied(now);
  const chosen = drawing.button(now.at);
  if (state.focus || drawing.contains(document.activeElement)) chosen?.focus({ preventScroll: true });
  // The page moves no further than the field needs to be seen.
  if (state.focus) chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  state.focus = false;
}

// The header that follows from all others, to be filled in.
function drawImplied(now) {
  const implied = !live() && state.game === "voltorb-flip" && !now.checked?.misfits.length ? now.checked?.implied : null;
  $("#implied").hidden = !implied;
  if (!implied) return;
  const { side, at: i, line } = implied;
  const fillIn = element("button", `Fill in ${side === "rows" ? "row" : "column"} ${i + 1}: ${line.join("/")}`);
  fillIn.type = "button";
  fillIn.onclick = () => {
    const at = side === "rows" ? { r: i, c: flip.SIZE } : { r: flip.SIZE, c: i };
    now.goOn = true;
    change([0, 1].reduce((doc, part) => flip.setNumber(doc, { ...at, part }, line[part]), now.doc));
  };
  $("#implied").replaceChildren(element("span", "The last header follows from the others."), fillIn);
}
