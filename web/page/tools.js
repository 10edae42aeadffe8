// The buttons below the board: undo and redo, the next round, another board; copies for others.

import { $, setText } from "./dom.js";
import { renew, takeBack } from "./edit.js";
import * as flip from "./forms/flip.js";
import * as mines from "./forms/mines.js";
import { fragment } from "./link.js";
import { poster } from "./poster.js";
import { next } from "./rounds.js";
import { FORMS, board, changed, forget, form, live, state } from "./state.js";
import { save } from "./store.js";

$("#undo").onclick = () => takeBack(false);
$("#redo").onclick = () => takeBack(true);

$("#clear").onclick = () => {
  const { doc } = board();
  forget();
  if (state.game === "voltorb-flip") renew(flip.empty(doc.level, doc.alike));
  else if (state.game === "minesweeper") renew(mines.empty(doc.cells.length, doc.cells[0].length, mines.count(doc), doc.rule));
  else renew(FORMS[state.game].empty());
};

$("#next").onclick = async () => {
  const { doc } = board();
  const level = await next(board());
  // Something else may have been chosen in between.
  if (board().doc !== doc) return;
  forget();
  renew(flip.empty(level, doc.alike));
};

// Into the clipboard, or, where there is none, `otherwise`; both give the sentence that says so.
async function copy(item, said, otherwise) {
  const { doc } = board();
  try {
    await navigator.clipboard.write([new ClipboardItem(item)]);
    state.copied = { doc, text: said };
  } catch {
    state.copied = { doc, text: await otherwise() };
  }
  changed();
}

$("#copy-link").onclick = () => {
  const link = new URL(fragment(state.game, board().doc), location.href).href;
  copy({ "text/plain": new Blob([link], { type: "text/plain" }) }, "The link is in the clipboard.", () => {
    location.hash = new URL(link).hash;
    return "The link is in the address bar.";
  });
};
$("#copy-picture").onclick = () => {
  const picture = poster(form().view(board(), state.hidden), $("#advice").textContent, $("#because").textContent);
  copy({ "image/png": picture }, "The picture is in the clipboard.", async () => {
    save(await picture, "voltsight.png");
    return "The picture is in your downloads.";
  });
};

export function drawTools() {
  const now = board();
  $("#next").hidden = state.game !== "voltorb-flip" || live();
  $("#next").disabled = form().isEmpty(now.doc);
  $("#redo").hidden = $("#clear").hidden = live();
  $("#undo").disabled = live() ? !state.seen?.told.corrections?.length : !now.past.length;
  $("#redo").disabled = !now.future.length;
  setText("#copied", state.copied?.doc === now.doc ? state.copied.text : "");
}
