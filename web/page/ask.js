// What the form asks of the worker: its position, whenever that has changed.

import { adviser } from "./adviser.js";
import { board, form, state } from "./state.js";

const last = { doc: null, settings: "", at: 0 };

// Asks about the position, unless it is the one that was asked about last.
export function askForm() {
  const { doc } = board();
  const settings = form().settings(doc, state);
  const key = JSON.stringify(settings);
  if (last.doc === doc && last.settings === key) return;
  Object.assign(last, { doc, settings: key, at: performance.now() });
  board().levels = null;
  const levels = state.game === "voltorb-flip" && doc.level == null && !doc.alike;
  document.body.dataset.improves = "";
  adviser.begin("form", { game: state.game, draft: JSON.stringify(form().draft(doc)), settings, levels });
}

// Has the same position asked about once more: the worker was busy with something else since.
export function askAgain() {
  last.doc = null;
}

// Milliseconds since the last entry; `null` if it was answered before.
export function sinceEntry() {
  if (!last.at) return null;
  const took = performance.now() - last.at;
  last.at = 0;
  return took;
}
