// What this device keeps, so that a reload loses nothing: the boards, and what was chosen.

import { FORMS } from "./state.js";

const NAME = "voltsight";
let before = "";

// What is kept by a name; `null` if nothing is, or it is damaged.
export function restored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

// Keeps a value by a name; `null` is nothing to keep. A private window, or one without room, keeps nothing.
export function stored(name, value) {
  try {
    if (value == null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Kept nowhere.
  }
}

export function keep({ game, forms, objective, strategy }) {
  const docs = Object.fromEntries(Object.entries(forms).map(([name, { doc }]) => [name, doc]));
  const now = { game, docs, objective, strategy };
  if (JSON.stringify(now) === before) return;
  before = JSON.stringify(now);
  stored(NAME, now);
}

export function kept(state) {
  const { game, docs, objective, strategy } = restored(NAME) ?? {};
  if (Object.hasOwn(FORMS, game)) state.game = game;
  for (const [name, form] of Object.entries(FORMS)) if (form.valid(docs?.[name])) state.forms[name].doc = docs[name];
  if (typeof objective === "string") state.objective = objective;
  if (typeof strategy === "string") state.strategy = strategy;
}

// Hands a file over as a download.
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
