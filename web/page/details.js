// What stands below: the legend, the reasons, all that was read, and what other programs may take.

import { $, element, setList } from "./dom.js";
import { board, changed, state } from "./state.js";

const SURE = 0.95;
const LEGEND = {
  "voltorb-flip": [["★", "the best card", "best"], ["✓", "safe", "safe"], ["19%", "chance of a Voltorb", "risk"], ["28/5", "chances of a 2 and of a 3, in %"], ["×", "wins nothing: a 1 or a Voltorb", "useless"]],
  minesweeper: [["★", "the best cell", "best"], ["✓", "safe", "safe"], ["12", "chance of a mine, in %", "risk"], ["✹", "a mine", "fatal"]],
  ice: [["@", "the start"], ["1, 2 …", "the walk, step by step: L left, R right, U up, D down", "safe"], ["⚐", "an end"], ["■", "a stone"]],
};

$("#read").ontoggle = () => changed();

function explained([sign, meaning, look]) {
  const item = element("li", "");
  item.append(element("span", sign, `sign ${look ?? ""}`), ` ${meaning}`);
  return item;
}

function field({ name, value, confidence, why }) {
  const row = element("tr", "");
  const what = element("td", value ?? why ?? "unread");
  if (value == null || confidence < SURE) what.className = "unsure";
  row.append(element("td", name), what, element("td", value == null ? "" : `${Math.round(100 * confidence)} %`));
  return row;
}

export function drawDetails() {
  const now = board();
  const read = state.seen?.told;
  setList("#legend", LEGEND[state.game], explained);
  const reasons = state.hidden ? [] : (now.told?.reasons ?? []);
  $("#why").hidden = !reasons.length;
  setList("#reasons", reasons, (reason) => element("li", reason));
  $("#read").hidden = !read?.fields;
  if ($("#read").open || !read?.fields) setList("#fields", read?.fields ?? [], field);
  $("#program").hidden = state.hidden || (!now.told && !read);
  const { game, advice, on } = now.told ?? read ?? {};
  $("#json").textContent = JSON.stringify({ game, advice, on, reading: read?.reading, misfits: now.checked?.misfits }, null, 1);
}
