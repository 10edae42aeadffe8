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

// The rounds without what was noted of this one before.
const before = (number) => (number != null && number === last?.number ? state.rounds.filter(({ at }) => at !== last.at) : state.rounds);

function add(number, of, { level, outcome, flipped, coins }) {
  if (number != null && number === last?.number && last.at == null) return;
  const rounds = before(number);
  const at = Date.now();
  last = { number, at };
  state.rounds = [...rounds, { at, level, outcome, flipped, coins, chance: start?.headers === of ? start.chance : null }];
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

// Notes the round of a board, which is left if it has not ended, and gives the level that follows by the game's rules.
export async function next({ doc, round }) {
  const draft = JSON.stringify(flip.draft(doc));
  // What no board of the game has is no round.
  const none = () => ({ played: null, next: doc });
  const { played, next } = await adviser.request("next", { game: "voltorb-flip", draft, rounds: before(round) }).catch(none);
  if (played) add(round, headers(doc), played);
  return next.level;
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
