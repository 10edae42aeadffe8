// Which rounds are noted for the sessions: those of the form that have ended or were left, and those that a shared
// window showed. Rounds of the built-in game are practice.

import { adviser } from "./adviser.js";
import * as flip from "./forms/flip.js";
import { store } from "./sessions.js";
import { changed, state } from "./state.js";

const headers = ({ rows, cols }) => JSON.stringify([rows, cols]);

// Whether two positions may be of one round.
export const sameRound = (a, b) => headers(a) === headers(b);

// The headers of the board that was advised on last.
let present = null;
// The last round that was weighed before its first card: its headers, and the chance to clear it.
let start = null;
// The round that was noted last: its number, and when. It is noted again if its end is corrected. `at` is null for a
// round that does not count.
let last = null;

// Remembers what was advised on: before the first card, what the round is worth.
export function weigh(on) {
  if (!on?.position) return;
  present = headers(on.position);
  if (on.exact && on.objective === "clear" && on.position.tiles.flat().every((tile) => tile == null))
    start = { headers: present, chance: Math.min(1, on.value) };
}

function add(number, of, round) {
  const amends = number != null && number === last?.number;
  if (amends && last.at == null) return;
  const before = amends ? state.rounds.filter(({ at }) => at !== last.at) : state.rounds;
  const at = Date.now();
  last = { number, at };
  state.rounds = [...before, { at, ...round, chance: start?.headers === of ? start.chance : null }];
  store(state.rounds);
  changed();
}

// How the round of a position stands: { outcome, flipped, coins }; `null` if no card is up, or it cannot be asked.
async function standing(doc) {
  if (doc.tiles.flat().every((tile) => tile == null)) return null;
  return adviser.request("round", { game: "voltorb-flip", draft: JSON.stringify(flip.draft(doc)) }).catch(() => null);
}

// Notes the round of a board that makes room for another, if it has ended.
export async function note({ doc, round }) {
  const { outcome, flipped, coins } = (await standing(doc)) ?? {};
  if (outcome) add(round, headers(doc), { level: doc.level, outcome, flipped, coins });
}

// Notes the round of a board, which is left if it has not ended; whether there was one.
export async function quit({ doc, round }) {
  const { outcome, flipped, coins } = (await standing(doc)) ?? {};
  if (flipped == null) return false;
  add(round, headers(doc), { level: doc.level, outcome: outcome ?? "quit", flipped, coins });
  return true;
}

// Notes the rounds that ended in a shared window, the first of them on this board.
export function noteSeen({ round }, ended) {
  ended.forEach(({ ending, score, level, moves }, i) =>
    add(i ? null : round, i ? null : present, { level, outcome: ending, flipped: moves, coins: score }));
}

// The round on this board is practice: it is not noted.
export function ignore({ round }) {
  last = { number: round, at: null };
}

// The level that follows the noted rounds by the game's rules; `level` is that of the last one.
export async function following(level) {
  if (level == null) return null;
  // Rounds before one of unknown level say nothing of the levels after it.
  const known = state.rounds.slice(state.rounds.findLastIndex((round) => round.level == null) + 1);
  return adviser.request("next", { rounds: known.map(({ level, outcome, flipped }) => ({ level, outcome, flipped })) });
}
