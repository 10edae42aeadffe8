// What this device keeps, so that a reload loses nothing: the boards, and what was chosen.

import { FORMS } from "./state.js";

const NAME = "voltsight";
let before = "";

export function keep({ game, forms, objective, strategy }) {
  const docs = Object.fromEntries(Object.entries(forms).map(([name, { doc }]) => [name, doc]));
  const now = JSON.stringify({ game, docs, objective, strategy });
  if (now === before) return;
  before = now;
  try {
    localStorage.setItem(NAME, now);
  } catch {
    // Kept nowhere: a private window, or no room.
  }
}

export function kept(state) {
  try {
    const { game, docs, objective, strategy } = JSON.parse(localStorage.getItem(NAME)) ?? {};
    if (game in FORMS) state.game = game;
    for (const [name, form] of Object.entries(FORMS)) if (form.valid(docs?.[name])) state.forms[name].doc = docs[name];
    if (typeof objective === "string") state.objective = objective;
    if (typeof strategy === "string") state.strategy = strategy;
  } catch {
    // What is kept is damaged, or nothing is: begin anew.
  }
}

// Hands a file over as a download.
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
