// Where the board comes from: typed or pasted, a picture, a shared window, a camera, or the built-in game.

import { adviser } from "./adviser.js";
import { Arcade } from "./arcade.js";
import { askAgain } from "./ask.js";
import { $, setText } from "./dom.js";
import { renew, select } from "./edit.js";
import { find, whyNoCamera } from "./finder.js";
import * as flip from "./forms/flip.js";
import * as mines from "./forms/mines.js";
import { FORMS, changed, forget, live, state } from "./state.js";
import { OFFERS, Stream } from "./stream.js";

export const stream = new Stream(
  $("#finder video"),
  (bitmap) => adviser.ask("frame", { bitmap }, [bitmap]),
  () => leave(),
);
export const arcade = new Arcade($("#canvas"), (time, acts) => adviser.ask("pass", { time, acts }));

// Back to the form.
function leave() {
  state.source = "form";
  state.seen = null;
  askAgain();
  changed();
}

// Counts what was given to the page, a picture or a text, as soon as it is in the form or refused: for tests.
export function taken() {
  document.body.dataset.taken = Number(document.body.dataset.taken ?? 0) + 1;
}

// Ends what shows boards by itself, if anything does.
export function stop() {
  if (!live()) return;
  stream.end();
  arcade.end();
  leave();
}

// Another game is chosen.
export function choose(game) {
  stop();
  state.game = game;
  Object.assign(state, { seen: null, pictured: false });
  askAgain();
  changed();
}

function begin(source, ask, given, transfer) {
  if (source !== "window" && source !== "camera") stream.end();
  if (source !== "arcade") arcade.end();
  forget();
  Object.assign(state, { source, drawing: false, settled: false, filling: source === "form" });
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
    begin("form", "file", { game: state.game, bytes, name: state.caption }, [bytes]);
  } catch {
    state.trouble = `The browser cannot read ${state.caption}. Open it again, or another picture.`;
    changed();
  }
}

// What a pasted position is in each game's form; what it leaves open stays as it was.
const TAKEN = {
  "voltorb-flip": (doc, before) => {
    const level = doc.level ?? before.level;
    return { ...flip.empty(level, before.alike), ...doc, level };
  },
  minesweeper: ({ cells, mines: count, mines_left: left }, { rule }) => ({ cells, left: left ?? mines.left(cells, count ?? null), rule }),
  ice: (doc) => doc,
};

async function text(given) {
  // In its own game first, then in any.
  const order = [state.game, ...Object.keys(FORMS).filter((game) => game !== state.game)];
  let refused;
  for (const game of order) {
    let doc;
    try {
      doc = await adviser.request("pasted", { game, text: given });
    } catch (why) {
      refused ??= why;
      continue;
    }
    stop();
    state.game = game;
    forget();
    renew(TAKEN[game](doc, state.forms[game].doc));
    if (game === "voltorb-flip") select(flip.FIRST_CARD);
    state.focus = true;
    return taken();
  }
  state.trouble = String(refused);
  changed();
  taken();
}

// Has the boards of a shared window or of a camera come; `why` says what an error means.
const watching = (kind, why) => async () => {
  try {
    state.caption = await stream.begin(kind, () => begin(kind, "watch", { game: state.game, camera: kind === "camera" }));
    if (kind === "camera") find(stream.track);
  } catch (error) {
    state.trouble = why(error);
  }
  changed();
};
$("#share").onclick = watching("window", ({ name, message }) => (name === "NotAllowedError" ? "No window was shared. Press “Share a window” again, and choose the game’s window." : `The window cannot be shared: ${message}`));
$("#film").onclick = watching("camera", whyNoCamera);
$("#unshare").onclick = $("#unfilm").onclick = () => stream.end();
if (!OFFERS.window) $("#how").textContent += " This browser cannot share a window with a page.";

$("#play").onclick = () => {
  state.caption = "Play with taps or arrow keys, on this picture or on the board.";
  Object.assign(state.practice, { key: null, headers: null, position: null, round: null, judged: "" });
  begin("arcade", "open", { game: state.game, seed: crypto.getRandomValues(new Uint32Array(1))[0] });
  arcade.begin();
};
$("#leave").onclick = () => {
  adviser.ask("stop");
  stop();
  state.pictured = false;
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

export function drawSources() {
  $("#share").hidden = !OFFERS.window || state.source === "window";
  $("#film").hidden = !OFFERS.camera || state.source === "camera";
  $("#unshare").hidden = state.source !== "window";
  $("#play").hidden = state.source === "arcade";
  $("#follow").hidden = state.hidden && state.choosing;
  $("#follow").disabled = !state.seen?.told.move;
  $("#trouble").hidden = !state.trouble;
  setText("#trouble", state.trouble ?? "");
  const example = state.games.find(({ name }) => name === state.game)?.example;
  $("#notation").textContent = example ? `For example: ${example}` : "";
}
