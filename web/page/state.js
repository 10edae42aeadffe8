// The state of the page, in one place. What is shown follows from it: whoever changes it calls `changed`.

import * as flip from "./forms/flip.js";
import * as mines from "./forms/mines.js";
import * as ice from "./forms/ice.js";

// Each game's form: what a typed position of it is, and how it looks.
export const FORMS = { "voltorb-flip": flip, minesweeper: mines, ice };
const MOST_STEPS = 500;

const fresh = (form) => ({
  doc: form.empty(), round: 0, past: [], future: [], at: form.START, brush: form.BRUSH, pending: "", marking: false,
  doubts: {}, checked: null, told: null, heat: null, levels: null,
});

export const state = {
  game: "voltorb-flip",
  forms: Object.fromEntries(Object.entries(FORMS).map(([name, form]) => [name, fresh(form)])),
  // Where the board comes from: "form" (typed, or filled in by a picture), "window", "camera" or "arcade".
  source: "form",
  // Whether the camera's light is on.
  torch: false,
  // What is read, of a picture, a window or a camera: { told, caption }; and whether a picture of it is shown.
  seen: null,
  pictured: false,
  // What the picture that is asked for is called.
  caption: "",
  // A picture is being read into the form; one is being drawn; the settings of a live game are taken over.
  filling: false,
  drawing: false,
  settled: false,
  // The chosen field gets the focus when it is drawn.
  focus: false,
  // The advice is not shown: in practice. And whether there is a card to choose now.
  hidden: false,
  choosing: false,
  // The games of the library and the floors of the ice game, as soon as they are known.
  games: [],
  floors: null,
  objective: "clear",
  strategy: "best",
  // The rounds that were noted, oldest first.
  rounds: [],
  // How the advice is shown in the built-in game, and what came of the choices made without it. `round`: what the
  // present one was worth before its first card, and what its choices cost.
  practice: { mode: "shown", hint: false, key: null, headers: null, position: null, judged: "", record: null, round: null },
  trouble: null,
  note: "",
  // What became of a board that was copied: { doc, text }.
  copied: null,
};

const listeners = [];
let waiting = false;

export function subscribe(listener) {
  listeners.push(listener);
}

// Shows the state as it is now, once for all changes of a moment.
export function changed() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    for (const listener of listeners) listener(state);
  });
}

export const form = () => FORMS[state.game];
export const board = () => state.forms[state.game];
export const live = () => state.source !== "form";
export const watches = () => state.source === "window" || state.source === "camera";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// The picture is not what the board is about any more.
export function forget() {
  Object.assign(state, { seen: null, pictured: false, trouble: null });
}

// A number for a round that begins: taking a round back gives its number back.
let rounds = 0;
export const nextRound = () => (rounds += 1);

const step = ({ doc, doubts, round }) => ({ doc, doubts, round });

// Makes this the position; `false` if it is the one there was.
export function commit(doc, doubts = board().doubts, round = board().round) {
  const now = board();
  if (same(doc, now.doc) && doubts === now.doubts) return false;
  now.past = [...now.past, step(now)].slice(-MOST_STEPS);
  now.future = [];
  Object.assign(now, { doc, doubts, round });
  changed();
  return true;
}

// Takes the last change back (or, with `redo`, makes it again); `false` if there is none.
export function undo(redo = false) {
  const now = board();
  const [from, to] = redo ? ["future", "past"] : ["past", "future"];
  const there = now[from].at(-1);
  if (!there) return false;
  now[to] = [...now[to], step(now)];
  now[from] = now[from].slice(0, -1);
  Object.assign(now, there, { pending: "" });
  changed();
  return true;
}
