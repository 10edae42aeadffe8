// The page: what is given to the worker, and how what it tells is shown.

import { Adviser } from "./adviser.js";
import { Arcade } from "./arcade.js";
import { drawBoard } from "./board.js";
import { edit } from "./editor.js";
import { Shared } from "./share.js";

const $ = (selector) => document.querySelector(selector);
// What the advice is about: `source` is picture, window, typed or arcade.
const state = { told: null, drawing: false, source: null, caption: "", file: null, games: [] };

const adviser = new Adviser({
  ready: () => {
    $("#state").textContent = "ready";
    document.body.dataset.ready = "yes";
    adviser.ask("games");
  },
  games: (games) => {
    if (!state.games.length) {
      const options = games.map(({ name, title }) => new Option(title, name));
      $("#game").replaceChildren(new Option("whichever it is", ""), ...options);
    }
    state.games = games;
    hint();
  },
  note: (text) => {
    $("#state").textContent = text;
  },
  told: (told, took) => show(told, took),
  drawn: (bytes) => draw(bytes),
  refused: (why, fault) => {
    trouble(why);
    if (fault) {
      shared.end();
      arcade.end();
      state.source = null;
    }
    arcade.answered();
    clear("There is no advice.");
  },
});

function trouble(why) {
  $("#trouble").hidden = !why;
  $("#trouble").textContent = why ?? "";
}

function advice(text) {
  // A screen reader says it only when it changes.
  if ($("#advice").textContent !== text) $("#advice").textContent = text;
}

function show(told, took) {
  state.told = told;
  trouble(told.error);
  const improves = told.improves ? " (thinking on)" : "";
  advice(told.advice ? told.advice + improves : (told.why ?? told.panel?.advice ?? "There is no advice."));
  drawBoard($("#board"), told.panel, told.corrections ?? [], correct);
  const facts = [["game", told.title], ...(told.panel?.facts ?? [])].filter(([, value]) => value);
  $("#facts").replaceChildren(...facts.flatMap(([name, value]) => [element("dt", name), element("dd", value)]));
  $("#settings").replaceChildren(...(told.settings ?? []).map(setting));
  const corrections = told.corrections ?? [];
  $("#corrected").hidden = corrections.length === 0;
  $("#corrected span").textContent = corrections.map(({ field, value }) => `${field}: ${value}`).join(", ");
  $("#why").hidden = !told.reasons?.length;
  $("#reasons").replaceChildren(...(told.reasons ?? []).map((reason) => element("li", reason)));
  $("#read").hidden = !told.fields;
  $("#program").hidden = false;
  $("#fields").replaceChildren(...(told.fields ?? []).map(field));
  $("#json").textContent = JSON.stringify({ game: told.game, advice: told.advice, on: told.on, reading: told.reading }, null, 1);
  if (told.notes?.length) $("#state").textContent = told.notes.at(-1);
  else if (took != null) $("#state").textContent = `answered in ${Math.round(took)} ms`;
  document.body.dataset.answers = Number(document.body.dataset.answers ?? 0) + 1;
  document.body.dataset.improves = told.improves ? "yes" : "no";
  $("#follow").disabled = state.source !== "arcade" || !told.move;
  if (state.source === "window") shared.answered();
  if (state.source === "arcade") arcade.answered();
  if (["picture", "window"].includes(state.source) && !state.drawing) {
    state.drawing = true;
    adviser.ask("drawn");
  }
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function field({ name, value, confidence, why }) {
  const row = document.createElement("tr");
  const sure = element("td", value == null ? "" : `${Math.round(100 * confidence)} %`);
  const what = element("td", value ?? why ?? "not read");
  if (value == null || confidence < 0.95) what.className = "unsure";
  row.append(element("td", name), what, sure);
  return row;
}

function setting({ name, value, values }) {
  const pair = document.createElement("span");
  pair.className = "pair";
  const label = element("label", name);
  const select = document.createElement("select");
  label.htmlFor = select.id = `setting-${name.replaceAll(" ", "-")}`;
  for (const one of values) select.append(new Option(one, one, one === value, one === value));
  select.onchange = () => adviser.ask("choose", { setting: name, value: select.value });
  pair.append(label, select);
  return pair;
}

async function correct(fields, label) {
  const values = await edit(label, fields, state.told.fields ?? []);
  if (values.length) adviser.ask("correct", { values });
}

function draw(bytes) {
  state.drawing = false;
  if (bytes.length < 8) return;
  const sizes = new DataView(bytes.buffer, bytes.byteOffset, 8);
  const [width, height] = [sizes.getUint32(0, true), sizes.getUint32(4, true)];
  const canvas = $("#canvas");
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const data = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset + 8, width * height * 4);
  canvas.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `the picture, with the chances drawn on it: ${$("#advice").textContent}`);
  $("#sight").hidden = false;
  $("#caption").textContent = state.caption;
}

// Nothing is known.
function clear(text) {
  state.told = null;
  advice(text);
  for (const place of ["#board", "#facts", "#settings", "#reasons", "#fields", "#json"]) $(place).replaceChildren();
  for (const place of ["#corrected", "#why", "#read", "#program"]) $(place).hidden = true;
}

function begin(source, ask, given, transfer) {
  if (source !== "window") shared.end();
  if (source !== "arcade") arcade.end();
  state.source = document.body.dataset.source = source;
  state.drawing = false;
  $("#sight").hidden = true;
  $("#follow").disabled = true;
  trouble();
  clear("…");
  adviser.begin(ask, { game: $("#game").value, ...given }, transfer);
}

async function picture(file) {
  if (!file) return;
  select("picture");
  state.file = file;
  state.caption = file.name || "the clipboard";
  try {
    const bytes = await file.arrayBuffer();
    begin("picture", "file", { bytes, name: state.caption }, [bytes]);
  } catch {
    trouble(`${state.caption} cannot be read`);
  }
}

const shared = new Shared(
  (bitmap) => adviser.ask("frame", { bitmap }, [bitmap]),
  () => {
    $("#share").hidden = false;
    $("#unshare").hidden = true;
  },
);

$("#share").onclick = async () => {
  try {
    const label = await shared.begin(() => begin("window", "share"));
    state.caption = label;
    $("#share").hidden = true;
    $("#unshare").hidden = false;
  } catch (error) {
    trouble(error.name === "NotAllowedError" ? "No window was shared." : `the window cannot be shared: ${error.message}`);
  }
};
$("#unshare").onclick = () => shared.end();

const arcade = new Arcade($("#canvas"), (time, acts) => adviser.ask("pass", { time, acts }));
$("#begin").onclick = () => {
  const game = $("#game").value || state.games.find(({ playing }) => playing).name;
  state.caption = "Play on the picture.";
  begin("arcade", "open", { game, seed: crypto.getRandomValues(new Uint32Array(1))[0] });
  arcade.begin();
};
$("#follow").onclick = () => arcade.follow();

$("#typed").onsubmit = (event) => {
  event.preventDefault();
  begin("typed", "typed", { text: $("#position").value });
};
$("#position").onkeydown = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("#typed").requestSubmit();
};

// How a position of the chosen game is written.
function hint() {
  const game = state.games.find(({ name }) => name === $("#game").value) ?? state.games[0];
  $("#notation").textContent = game?.example ? `${game.title}, for example: ${game.example}` : "";
  $("#position").placeholder = game?.example ?? "";
}
if (!Shared.offered) {
  $("#share").disabled = true;
  $("#from-window p").textContent = "This browser shares no windows with pages (those of phones do not, and pages have to come by https or from this machine).";
}

for (const input of ["#file", "#camera"]) {
  $(input).onchange = () => {
    picture($(input).files[0]);
    $(input).value = "";
  };
}
addEventListener("paste", (event) => {
  const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
  if (file) picture(file);
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
  const file = event.dataTransfer?.files[0];
  if (file) picture(file);
});
$("#undo").onclick = () => adviser.ask("undo");
$("#game").onchange = () => {
  hint();
  // Who chooses a game to play or to type a position of has turned away from the picture.
  const here = (source) => state.source === source && $(`#tab-${source}`).getAttribute("aria-selected") === "true";
  if (here("picture")) picture(state.file);
  else if (here("window")) {
    begin("window", "share");
    // The answer to the picture before is not heard any more.
    shared.answered();
  }
};

const tabs = [...document.querySelectorAll("[role=tab]")];
function select(name) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
}
tabs.forEach((tab, i) => {
  tab.onclick = () => select(tab.id.slice("tab-".length));
  tab.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(i + step + tabs.length) % tabs.length];
    next.click();
    next.focus();
  };
});

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("service-worker.js").catch(() => {});
}
