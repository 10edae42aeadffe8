// What people do to the position: every change of a board goes through here.

import { adviser } from "./adviser.js";
import { note, sameRound } from "./rounds.js";
import { board, changed, commit, form, live, nextRound, state, undo } from "./state.js";

export const same = (a, b) => a.r === b.r && a.c === b.c;

// Chooses a field, and no other any more when the answer is there. `focused`: it gets the focus, too.
export function select(at, focused = false) {
  Object.assign(board(), { at, pending: "", goOn: false });
  if (focused) state.focus = true;
  changed();
}

// Takes over what a key or button made of { doc, at, pending }; `false` if that is nothing.
export function apply(next, focused = false) {
  if (!next) return false;
  const now = board();
  const { pending } = now;
  if (next.doc !== now.doc) change(next.doc, pending !== "");
  const { done, ...at } = next.at;
  now.goOn = Boolean(done);
  const moved = !same(at, now.at) || at.part !== now.at.part;
  if (moved && focused) state.focus = true;
  Object.assign(now, { at, pending: next.pending ?? "" });
  changed();
  return true;
}

// Makes this the position: in a live game by correcting what was read. `amends`: as one step with the last change.
export function change(doc, amends = false) {
  const now = board();
  const corrected = form().corrections(now.doc, doc);
  if (live()) {
    if (corrected.length) adviser.ask("correct", { values: corrected });
    return;
  }
  const before = now.past.length;
  const left = Object.entries(now.doubts).filter(([name]) => !corrected.some(([other]) => other === name));
  const doubts = left.length === Object.keys(now.doubts).length ? now.doubts : Object.fromEntries(left);
  // The second digit belongs to the first.
  if (commit(doc, doubts) && amends && before) now.past = now.past.slice(0, -1);
}

// Begins with another position: with another round, unless it is a further look at the same one.
export function renew(doc, doubts = {}) {
  const now = board();
  const begins = state.game !== "voltorb-flip" || !sameRound(now.doc, doc);
  if (begins && state.game === "voltorb-flip") note(now);
  commit(doc, doubts, begins ? nextRound() : now.round);
  select(form().START);
}

// Takes the last change back, or makes it again.
export function takeBack(redo) {
  if (live()) adviser.ask("undo");
  else undo(redo);
}
