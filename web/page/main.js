// The page: what people do changes the state, and what the state is is shown.

import { Adviser } from "./adviser.js";
import { drawAdvice, element } from "./advice.js";
import { Arcade } from "./arcade.js";
import { Board } from "./board.js";
import * as flip from "./forms/flip.js";
import { fragment, linked } from "./link.js";
import { Pad } from "./pad.js";
import { poster } from "./poster.js";
import * as practice from "./practice.js";
import { drawSessions, load, store, wireSessions } from "./sessions.js";
import { drawSettings, wireSettings } from "./settings.js";
import { Shared } from "./share.js";
import { FORMS, board, changed, commit, form, live, state, subscribe, undo } from "./state.js";
import { keep, kept, save } from "./store.js";

const $ = (selector) => document.querySelector(selector);
const GAMES = { "voltorb-flip": "Voltorb Flip", minesweeper: "Minesweeper", ice: "Ice floor" };
let games = [];

const adviser = new Adviser({
  ready: () => {
    state.note = "ready";
    document.body.dataset.ready = "yes";
    adviser.ask("games");
    asked.doc = null;
    changed();
  },
  games: (list, floors) => {
    games = list;
    state.floors = floors;
    changed();
  },
  note: (text) => {
    state.note = text;
    changed();
  },
  levels: (levels) => {
    board().levels = levels;
    changed();
  },
  told,
  drawn: draw,
  refused: (why, fault) => {
    state.trouble = why;
    state.filling = false;
    if (fault) {
      shared.end();
      arcade.end();
      leave();
    }
    arcade.answered();
    changed();
  },
});

// What was asked of the form last, so that it is asked again when it changes.
const asked = { doc: null, settings: "", at: 0 };

function askForm() {
  const { doc } = board();
  const settings = form().settings(doc, state);
  const key = JSON.stringify(settings);
  if (asked.doc === doc && asked.settings === key) return;
  Object.assign(asked, { doc, settings: key, at: performance.now() });
  board().levels = null;
  const levels = state.game === "voltorb-flip" && doc.level == null && !doc.alike;
  document.body.dataset.improves = "";
  adviser.begin("form", { game: state.game, draft: JSON.stringify(form().draft(doc)), settings, levels });
}

function told(told, took) {
  if (told.error) state.trouble = told.error;
  if (state.source === "form" && state.filling && !told.checked) return fill(told);
  const game = told.game ?? state.game;
  const now = state.forms[game];
  if (live()) {
    state.seen = { told, caption: state.caption };
    if (told.game) state.game = game;
    const found = told.game && FORMS[game].fromReading(told, now.doc);
    if (found) {
      if (JSON.stringify(found.doc) !== JSON.stringify(now.doc)) now.doc = found.doc;
      now.doubts = found.doubts;
    }
    Object.assign(now, { told, checked: null });
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
  } else {
    if (told.checked) now.checked = told.checked;
    now.told = told.panel || told.why ? told : null;
    now.heat = told.panel && !told.why ? told : null;
    if (now.goOn && now.heat) goOn(now);
    const { on } = told;
    // What the round was worth before its first card: for its luck.
    if (on?.exact && on.objective === "clear" && on.position?.tiles.flat().every((tile) => tile == null))
      now.start = { key: JSON.stringify([on.position.rows, on.position.cols]), chance: Math.min(1, on.value) };
  }
  if (told.notes?.length) state.note = told.notes.at(-1);
  else if (asked.at) {
    document.body.dataset.took = String(performance.now() - asked.at);
    state.note = `answered in ${Math.max(1, Math.round(performance.now() - asked.at))} ms`;
    asked.at = 0;
  } else if (took != null && live()) state.note = `answered in ${Math.round(took)} ms`;
  document.body.dataset.answers = Number(document.body.dataset.answers ?? 0) + 1;
  document.body.dataset.improves = told.improves ? "yes" : "no";
  if (state.source === "window") shared.answered();
  if (state.source === "arcade") arcade.answered();
  if (state.source === "window" && !state.drawing) askDrawn();
  changed();
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
    Object.assign(board(), { at: form().START, pending: "", heat: null, told: null, checked: null });
    asked.doc = null;
    commit(found.doc, found.doubts);
    if (state.game === "voltorb-flip") select(firstDoubt(found) ?? flip.FIRST_CARD);
  } else if (told.game) Object.assign(board(), { told, checked: null, heat: null });
  document.body.dataset.answers = Number(document.body.dataset.answers ?? 0) + 1;
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

// --- The board ---

const drawing = new Board($("#board"), { press, focus: (at) => focus(at) });
const pad = new Pad($("#pad"), $("#field"), (value) => {
  if (state.game === "voltorb-flip") apply(flip.enter(board(), value), matchMedia("(pointer: coarse)").matches ? "quiet" : true);
  else {
    board().brush = value;
    changed();
  }
});

const same = (a, b) => a.r === b.r && a.c === b.c;
let justFocused = null;

function focus(at) {
  if (same(at, board().at)) return;
  justFocused = `${at.r},${at.c}`;
  Object.assign(board(), { at: { ...at, part: 0 }, pending: "" });
  changed();
}

// A press on a field chooses it; on the one that is chosen it does the next thing there is to do.
function press(at) {
  const now = board();
  const again = same(at, now.at) && justFocused !== `${at.r},${at.c}`;
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

function select(at, focused = false) {
  Object.assign(board(), { at, pending: "" });
  changed();
  if (focused) queueMicrotask(() => drawing.button(at)?.focus({ preventScroll: focused === "quiet" }));
}

// Takes over what a key or button made of { doc, at, pending }.
function apply(next, focused = false) {
  if (!next) return false;
  const now = board();
  const pending = now.pending;
  if (next.doc !== now.doc) change(next.doc, pending !== "");
  const { done, ...at } = next.at;
  now.goOn = Boolean(done);
  const moved = !same(at, now.at) || at.part !== now.at.part;
  Object.assign(now, { at, pending: next.pending ?? "" });
  if (moved && focused) select(at, focused);
  now.pending = next.pending ?? "";
  changed();
  return true;
}

// Makes this the position: in a live game by correcting what was read.
function change(doc, amends = false) {
  const now = board();
  if (live()) {
    const values = form().corrections(now.doc, doc);
    if (values.length) adviser.ask("correct", { values });
    return;
  }
  const before = now.past.length;
  const corrected = form().corrections(now.doc, doc).map(([name]) => name);
  const doubts = Object.fromEntries(Object.entries(now.doubts).filter(([name]) => !corrected.includes(name)));
  if (commit(doc, Object.keys(doubts).length === Object.keys(now.doubts).length ? now.doubts : doubts) && amends && before) {
    // The second digit belongs to the first.
    now.past = now.past.slice(0, -1);
  }
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

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

function takeBack(redo) {
  if (live()) adviser.ask("undo");
  else undo(redo);
}
$("#undo").onclick = () => takeBack(false);
$("#redo").onclick = () => takeBack(true);

function mark() {
  board().marking = !board().marking;
  changed();
}
$("#marking").onclick = mark;

$("#clear").onclick = () => {
  const { doc } = board();
  forget();
  if (state.game === "voltorb-flip") renew(flip.empty(doc.level, doc.alike));
  else if (state.game === "minesweeper") renew(FORMS.minesweeper.empty(doc.cells.length, doc.cells[0].length, mineCount(doc), doc.rule));
  else renew(FORMS.ice.empty());
};

const mineCount = ({ cells, left }) => (left == null ? null : left + cells.join("").replace(/[^F]/g, "").length);

// Another position from the beginning.
function renew(doc) {
  commit(doc, {});
  select(form().START);
}

// The picture is not what the board is about any more.
function forget() {
  state.seen = null;
  state.trouble = null;
  $("#sight").hidden = true;
}

$("#next").onclick = async () => {
  const { doc, checked } = board();
  const { outcome, flipped, coins } = checked?.round ?? {};
  let { level } = doc;
  if (flipped || outcome) {
    const chance = board().start?.key === JSON.stringify([doc.rows, doc.cols]) ? board().start.chance : null;
    state.rounds = [...state.rounds, { at: Date.now(), level, outcome: outcome ?? "quit", flipped, coins, chance }];
    store(state.rounds);
    if (level != null) {
      const history = state.rounds.slice(lastUnknown(state.rounds) + 1).map(({ level, outcome, flipped }) => ({ level, outcome, flipped }));
      level = await adviser.request("next", { rounds: history });
    }
  }
  forget();
  renew(flip.empty(level, doc.alike));
};

// Which round was the last of unknown level: the rounds before it say nothing of the levels after it.
const lastUnknown = (rounds) => rounds.findLastIndex(({ level }) => level == null);

// --- Practice ---

// In the built-in game: judges a card that was turned up without the advice.
async function practise(told) {
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

// --- Where the board comes from ---

function leave() {
  state.source = "form";
  state.seen = null;
  asked.doc = null;
  changed();
}

function begin(source, ask, given, transfer) {
  if (source !== "window") shared.end();
  if (source !== "arcade") arcade.end();
  state.source = source;
  state.drawing = state.settled = false;
  state.filling = source === "form";
  state.seen = null;
  state.trouble = null;
  $("#sight").hidden = true;
  if (live()) for (const now of Object.values(state.forms)) Object.assign(now, { told: null, checked: null, heat: null });
  changed();
  adviser.begin(ask, given, transfer);
}

async function picture(file) {
  if (!file) return;
  state.caption = file.name || "the clipboard";
  try {
    const bytes = await file.arrayBuffer();
    document.body.dataset.improves = "";
    begin("form", "file", { game: "", bytes, name: state.caption }, [bytes]);
  } catch {
    state.trouble = `${state.caption} cannot be read`;
    changed();
  }
}

async function text(given) {
  // In its own game first, then in any.
  const order = [state.game, ...Object.keys(GAMES).filter((game) => game !== state.game)];
  let refused;
  for (const game of order) {
    try {
      const doc = await adviser.request("pasted", { game, text: given });
      if (live()) leave();
      state.game = game;
      const before = state.forms[game].doc;
      if (game === "voltorb-flip") renew({ ...flip.empty(doc.level ?? before.level, before.alike), ...doc, level: doc.level ?? before.level });
      else if (game === "minesweeper") renew({ cells: doc.cells, left: doc.mines_left ?? (doc.mines == null ? null : doc.mines - doc.cells.join("").replace(/[^F]/g, "").length), rule: before.rule });
      else renew(doc);
      forget();
      if (game === "voltorb-flip") select(flip.FIRST_CARD);
      return;
    } catch (why) {
      refused ??= why;
    }
  }
  state.trouble = String(refused);
  changed();
}

const shared = new Shared(
  (bitmap) => adviser.ask("frame", { bitmap }, [bitmap]),
  () => leave(),
);
$("#share").onclick = async () => {
  try {
    state.caption = await shared.begin(() => begin("window", "share", { game: "" }));
    changed();
  } catch (error) {
    state.trouble = error.name === "NotAllowedError" ? "No window was shared." : `The window cannot be shared: ${error.message}`;
    changed();
  }
};
$("#unshare").onclick = () => shared.end();
if (!Shared.offered) {
  $("#share").hidden = true;
  $("#how").textContent += " This browser shares no windows with pages.";
}

const arcade = new Arcade($("#canvas"), (time, acts) => adviser.ask("pass", { time, acts }));
$("#play").onclick = () => {
  state.caption = "Play on this picture by taps or arrow keys.";
  Object.assign(state.practice, { key: null, headers: null, position: null, round: null, judged: "" });
  begin("arcade", "open", { game: state.game, seed: crypto.getRandomValues(new Uint32Array(1))[0] });
  arcade.begin();
};
$("#leave").onclick = () => {
  arcade.end();
  adviser.ask("stop");
  $("#sight").hidden = true;
  leave();
};
$("#follow").onclick = () => arcade.follow();

$("#typed").onsubmit = (event) => {
  event.preventDefault();
  text($("#position").value);
};
for (const input of ["#file", "#camera"]) {
  $(input).onchange = () => {
    picture($(input).files[0]);
    $(input).value = "";
  };
}
addEventListener("paste", (event) => {
  const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
  if (file) return picture(file);
  const given = event.clipboardData?.getData("text/plain");
  if (given?.trim() && !event.target.closest?.("input, textarea")) {
    event.preventDefault();
    text(given);
  }
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", ({ relatedTarget }) => {
  if (!relatedTarget) document.body.classList.remove("dropping");
});
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  picture(event.dataTransfer?.files[0]);
});

function askDrawn() {
  state.drawing = true;
  adviser.ask("drawn");
}

function draw(bytes) {
  state.drawing = false;
  if (bytes.length < 8 || (state.source === "form" && !state.seen)) return;
  const sizes = new DataView(bytes.buffer, bytes.byteOffset, 8);
  const [width, height] = [sizes.getUint32(0, true), sizes.getUint32(4, true)];
  const canvas = $("#canvas");
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const data = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset + 8, width * height * 4);
  canvas.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", state.source === "arcade" ? "the game: play by taps or arrow keys" : "the picture, with the chances drawn on it");
  $("#sight").hidden = false;
  $("#caption").textContent = state.caption ?? "";
}

// --- What is handed on ---

// Into the clipboard, or where that is not to be had, `otherwise`.
async function copy(item, said, otherwise) {
  try {
    await navigator.clipboard.write([new ClipboardItem(item)]);
    state.note = said;
  } catch {
    state.note = await otherwise();
  }
  changed();
}

$("#copy-link").onclick = () => {
  const link = new URL(fragment(state.game, board().doc), location.href).href;
  copy({ "text/plain": new Blob([link], { type: "text/plain" }) }, "The link is in the clipboard.", () => {
    location.hash = new URL(link).hash;
    return "The link is in the address line.";
  });
};
$("#copy-picture").onclick = () => {
  const picture = poster(form().view(board(), state.hidden), $("#advice").textContent, $("#because").textContent);
  copy({ "image/png": picture }, "The picture is in the clipboard.", async () => {
    save(await picture, "voltsight.png");
    return "The picture is among the downloads.";
  });
};

function takeLink() {
  const found = linked(location.hash);
  if (!found) return;
  if (live()) choose(found.game);
  state.game = found.game;
  forget();
  renew(found.doc);
}
addEventListener("hashchange", takeLink);

// --- What is shown ---

const LEGEND = {
  "voltorb-flip": [["★", "the best card", "best"], ["✓", "certainly safe", "safe"], ["19%", "chance of a Voltorb", "risk"], ["28/5", "chance of a 2, of a 3, in percent"], ["×", "never a 2 or 3: not worth a flip", "useless"]],
  minesweeper: [["★", "the best cell", "best"], ["✓", "certainly safe", "safe"], ["12", "chance of a mine in percent", "risk"], ["✹", "certainly a mine", "fatal"]],
  ice: [["@", "the start"], ["1, 2 …", "the walk, step by step", "safe"], ["⚐", "an end"], ["■", "a stone"]],
};

function show() {
  if (!live()) askForm();
  const now = board();
  const { practice: learning } = state;
  const practises = state.source === "arcade" && state.game === "voltorb-flip";
  state.hidden = practises && learning.mode !== "shown" && !learning.hint;
  $("#practice").hidden = !practises;
  $("#hint").hidden = learning.mode !== "hint" || learning.hint;
  setText("#judged", learning.judged);
  setText("#skill", learning.mode === "shown" ? "" : practice.told(learning.record));
  drawSessions(state.rounds);
  $("#sessions").hidden = state.game !== "voltorb-flip";
  const view = form().view(now, state.hidden);
  drawing.draw(view);
  drawAdvice(state, now, form(), state.hidden);
  pad.draw(state.game, now);
  drawSettings(state, now, { apply: change });
  for (const button of $("#games").children) button.setAttribute("aria-checked", button.dataset.game === state.game);
  document.body.dataset.game = state.game;
  document.body.dataset.source = state.source;
  const isFlip = state.game === "voltorb-flip";
  $("#marking").hidden = $("#next").hidden = !isFlip || live();
  $("#marking").setAttribute("aria-pressed", now.marking);
  $("#redo").hidden = $("#clear").hidden = live();
  $("#undo").disabled = live() ? !state.seen?.told.corrections?.length : !now.past.length;
  $("#redo").disabled = !now.future.length;
  $("#next").disabled = form().isEmpty(now.doc);
  $(".zoom").hidden = view.columns <= 12 && view.rows <= 12;
  const implied = !live() && isFlip && !now.checked?.misfits.length ? now.checked?.implied : null;
  $("#implied").hidden = !implied;
  if (implied) {
    const fillIn = element("button", `Fill in ${implied.side === "rows" ? "row" : "column"} ${implied.at + 1}: ${implied.line[0]}/${implied.line[1]}`);
    fillIn.type = "button";
    fillIn.onclick = () => {
      const at = implied.side === "rows" ? { r: implied.at, c: flip.SIZE } : { r: flip.SIZE, c: implied.at };
      const doc = [0, 1].reduce((doc, part) => flip.setNumber(doc, { ...at, part }, implied.line[part]), now.doc);
      now.goOn = true;
      change(doc);
    };
    $("#implied").replaceChildren(element("span", "The last header follows from the others."), fillIn);
  }
  drawLegend();
  $("#share").hidden = !Shared.offered || state.source === "window";
  $("#unshare").hidden = state.source !== "window";
  $("#leave").hidden = $("#follow").hidden = state.source !== "arcade";
  if (state.hidden) $("#follow").hidden = true;
  $("#play").hidden = state.source === "arcade";
  $("#follow").disabled = !state.seen?.told.move;
  $("#trouble").hidden = !state.trouble;
  if ($("#trouble").textContent !== (state.trouble ?? "")) $("#trouble").textContent = state.trouble ?? "";
  const reasons = state.hidden ? [] : (now.told?.reasons ?? []);
  $("#why").hidden = !reasons.length;
  fillList("#reasons", reasons, (reason) => element("li", reason));
  const read = state.seen?.told;
  $("#read").hidden = !read?.fields;
  if ($("#read").open || !read?.fields) fillList("#fields", read?.fields ?? [], field);
  $("#program").hidden = state.hidden || (!now.told && !read);
  const { game, advice, on } = now.told ?? read ?? {};
  $("#json").textContent = JSON.stringify({ game, advice, on, reading: read?.reading, misfits: now.checked?.misfits }, null, 1);
  const example = games.find(({ name }) => name === state.game)?.example;
  $("#notation").textContent = example ? `For example: ${example}` : "";
  if (state.note !== $("#state").textContent) $("#state").textContent = state.note;
  if (!live()) keep(state);
}

function setText(place, text) {
  if ($(place).textContent !== text) $(place).textContent = text;
}

$("#read").ontoggle = () => changed();

function fillList(target, items, make) {
  const key = JSON.stringify(items);
  if ($(target).dataset.key === key) return;
  $(target).dataset.key = key;
  $(target).replaceChildren(...items.map(make));
}

function drawLegend() {
  if ($("#legend").dataset.game === state.game) return;
  $("#legend").dataset.game = state.game;
  $("#legend").replaceChildren(...LEGEND[state.game].map(([sign, meaning, look]) => {
    const item = element("li", "");
    item.append(element("span", sign, `sign ${look ?? ""}`), ` ${meaning}`);
    return item;
  }));
}

function field({ name, value, confidence, why }) {
  const row = element("tr", "");
  const what = element("td", value ?? why ?? "not read");
  if (value == null || confidence < 0.95) what.className = "unsure";
  row.append(element("td", name), what, element("td", value == null ? "" : `${Math.round(100 * confidence)} %`));
  return row;
}

function choose(game) {
  if (live()) {
    shared.end();
    arcade.end();
    leave();
  }
  state.game = game;
  state.seen = null;
  $("#sight").hidden = true;
  asked.doc = null;
  changed();
}

Object.entries(GAMES).forEach(([name, title], i, all) => {
  const button = element("button", title);
  button.type = "button";
  button.dataset.game = name;
  button.setAttribute("role", "radio");
  button.onclick = () => choose(name);
  button.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = (i + step + all.length) % all.length;
    choose(all[next][0]);
    $("#games").children[next].focus();
  };
  $("#games").append(button);
});

let cell = 0;
const zoom = (by) => {
  cell = Math.max(-3, Math.min(6, cell + by));
  $("#board").style.setProperty("--zoom", String(1.2 ** cell));
};
$("#smaller").onclick = () => zoom(-1);
$("#larger").onclick = () => zoom(1);

wireSettings({ change, renew, adviser });
kept(state);
state.rounds = load();
state.practice.record = practice.load();
wireSessions(state, changed);
takeLink();
subscribe(show);
changed();

if ("serviceWorker" in navigator && !document.querySelector("#one-file-worker")) {
  navigator.serviceWorker.register("service-worker.js").catch(() => {});
}
