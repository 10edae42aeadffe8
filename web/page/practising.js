// Practice with the built-in game: when the advice is shown, and what was chosen without it.

import { adviser } from "./adviser.js";
import { $, setText } from "./dom.js";
import * as practice from "./practice.js";
import { changed, state } from "./state.js";

// Judges a card that was turned up without the advice.
export async function practise(told) {
  const now = state.practice;
  if (state.source !== "arcade" || told.game !== "voltorb-flip") return;
  const { position } = now;
  const card = practice.chosen(position?.tiles, told.panel?.cells);
  // The advice may be about the board before the card a while longer: that is no new position.
  const { rows, cols, tiles } = told.on?.position ?? {};
  const key = tiles && JSON.stringify([rows, cols, tiles]);
  if (key && key !== now.key) {
    const headers = JSON.stringify([rows, cols]);
    if (headers !== now.headers) Object.assign(now, { headers, round: null, judged: "" });
    Object.assign(now, { key, position: told.on.position, hint: false });
  } else if (card) now.position = null;
  if (!card || now.mode === "shown") return;
  const [r, c] = card;
  const sign = told.panel.cells[r][c].sign;
  const after = { ...position, tiles: position.tiles.map((row, i) => row.map((tile, j) => (i === r && j === c ? (sign === "V" ? 0 : Number(sign)) : tile))) };
  const settings = [["objective", state.objective]];
  const { on, round } = await adviser.request("judge", { game: told.game, draft: JSON.stringify(position), after: JSON.stringify(after), settings });
  const judged = practice.judge(on, card);
  if (!judged) return;
  now.judged = practice.words(judged, state.objective);
  if (state.objective === "clear") {
    now.round ??= { start: (on.lower + on.upper) / 2, cost: 0 };
    now.round.cost += judged.cost;
    now.record = practice.counted(now.record, judged);
    if (round.outcome) {
      const expected = Math.max(0, now.round.start - now.round.cost);
      now.record = { ...now.record, rounds: now.record.rounds + 1, won: now.record.won + Number(round.outcome === "won"), expected: now.record.expected + expected };
      now.round = null;
    }
    practice.store(now.record);
  }
  changed();
}

$("#mode").append(...Object.entries(practice.MODES).map(([value, text]) => new Option(text, value)));
$("#mode").onchange = () => {
  Object.assign(state.practice, { mode: $("#mode").value, hint: false, judged: "" });
  changed();
};
$("#hint").onclick = () => {
  state.practice.hint = true;
  changed();
};

// Comes before what shows advice: it says whether that is hidden.
export function drawPractice() {
  const { mode, hint, judged, record } = state.practice;
  const practises = state.source === "arcade" && state.game === "voltorb-flip";
  state.hidden = practises && mode !== "shown" && !hint;
  // What else the game asks is no secret.
  state.choosing = /^(flip|quit)/.test(state.seen?.told.advice ?? "flip");
  $("#practice").hidden = state.source !== "arcade";
  $("#practised").hidden = !practises;
  $("#hint").hidden = !practises || mode !== "hint" || hint;
  setText("#judged", practises ? judged : "");
  setText("#skill", practises && mode !== "shown" ? practice.told(record) : "");
}
