// What the worker answers, and what becomes of it in the state.

import { adviser } from "./adviser.js";
import { askAgain, sinceEntry } from "./ask.js";
import { renew, select } from "./edit.js";
import * as flip from "./forms/flip.js";
import { practise } from "./practising.js";
import { ignore, noteSeen, sameRound, weigh } from "./rounds.js";
import { askDrawn, drawn } from "./sight.js";
import { arcade, stop, stream, taken } from "./sources.js";
import { FORMS, board, changed, live, nextRound, state, watches } from "./state.js";

adviser.listen({
  ready: () => {
    note("ready");
    document.body.dataset.ready = "yes";
    adviser.ask("games");
    askAgain();
  },
  games: (games, floors) => {
    Object.assign(state, { games, floors });
    changed();
  },
  note,
  levels: (levels) => {
    board().levels = levels;
    changed();
  },
  told,
  drawn,
  refused: (why, fault) => {
    state.trouble = why;
    if (state.filling) taken();
    state.filling = false;
    if (fault) stop();
    arcade.answered();
    changed();
  },
});

function note(text) {
  state.note = text;
  changed();
}

function told(told, took) {
  if (told.error) state.trouble = told.error;
  if (state.source === "form" && state.filling && !told.checked) return fill(told);
  if (live()) follow(told);
  else answer(told);
  const waited = sinceEntry();
  if (waited != null) document.body.dataset.took = String(waited);
  const time = waited ?? (live() ? took : null);
  if (told.notes?.length) state.note = told.notes.at(-1);
  else if (time != null) state.note = `answered in ${Math.max(1, Math.round(time))} ms`;
  document.body.dataset.answers = Number(document.body.dataset.answers ?? 0) + 1;
  document.body.dataset.improves = told.improves ? "yes" : "no";
  if (watches()) stream.answered();
  if (state.source === "arcade") arcade.answered();
  if (state.source === "window" && !state.drawing) askDrawn();
  changed();
}

// What is known of the form's position.
function answer(told) {
  const now = board();
  if (told.checked) now.checked = told.checked;
  now.told = told.panel || told.why ? told : null;
  now.heat = told.panel && !told.why ? told : null;
  if (now.goOn && now.heat) goOn(now);
  if (state.game === "voltorb-flip") weigh(told.on);
}

// What a window, a camera or the built-in game shows now.
function follow(told) {
  const game = told.game ?? state.game;
  const now = state.forms[game];
  state.seen = { told, caption: state.caption };
  if (told.game) state.game = game;
  const found = told.game && FORMS[game].fromReading(told, now.doc);
  // A round that has ended is that of the board so far.
  if (game === "voltorb-flip" && watches()) noteSeen(now, told.rounds ?? []);
  if (found) {
    if (game === "voltorb-flip" && !sameRound(found.doc, now.doc)) now.round = nextRound();
    if (JSON.stringify(found.doc) !== JSON.stringify(now.doc)) now.doc = found.doc;
    now.doubts = found.doubts;
  }
  Object.assign(now, { told, checked: null });
  if (game === "voltorb-flip") {
    if (state.source === "arcade") ignore(now);
    weigh(told.on);
  }
  practise(told);
  // What was chosen holds for the game that was just found, too.
  const objective = told.settings?.find(({ name }) => name === "objective");
  if (objective && state.strategy === "best" && !state.settled) {
    state.settled = true;
    if (objective.value !== state.objective) adviser.ask("choose", { setting: "objective", value: state.objective });
  }
  // The chances stay between moves, when a message lies over the board.
  const chances = told.panel?.cells?.flat().some(({ tone }) => typeof tone === "object" || tone === "safe");
  if (chances || !told.panel?.cells) now.heat = chances ? told : now.heat;
  else if (JSON.stringify(now.heat?.panel?.right) !== JSON.stringify(told.panel.right)) now.heat = null;
}

// All headers are there: the best card is chosen.
function goOn(now) {
  now.goOn = false;
  const best = now.heat.panel.cells.flatMap((row, r) => row.map(({ chosen }, c) => chosen && { r, c, part: 0 })).find(Boolean);
  if (best) select(best, true);
}

// A picture was read: the form is filled in.
function fill(told) {
  state.filling = false;
  state.seen = { told, caption: state.caption };
  if (told.reading) askDrawn();
  const found = told.game && FORMS[told.game]?.fromReading(told, state.forms[told.game].doc);
  if (told.game) state.game = told.game;
  if (found) {
    Object.assign(board(), { heat: null, told: null, checked: null });
    askAgain();
    renew(found.doc, found.doubts);
    if (state.game === "voltorb-flip") select(firstDoubt(found) ?? flip.FIRST_CARD);
    state.focus = true;
  } else if (told.game) Object.assign(board(), { told, checked: null, heat: null });
  taken();
  if (!found) document.body.dataset.improves = told.improves ? "yes" : "no";
  changed();
}

function firstDoubt({ doc, doubts }) {
  for (let r = 0; r <= flip.SIZE; r += 1)
    for (let c = 0; c <= flip.SIZE; c += 1)
      for (const part of [0, 1]) {
        const at = { r, c, part };
        if (flip.isHeader(at) && (flip.fieldName(at) in doubts || flip.number(doc, at) == null)) return at;
      }
  return null;
}
