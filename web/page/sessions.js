// What was played: rounds, coins, luck. Kept on this device only. What rounds are, and what they come to, the library
// says.

import { adviser } from "./adviser.js";
import { $, element } from "./dom.js";
import { restored, save, stored } from "./store.js";

const NAME = "voltsight-rounds";

export function load() {
  const rounds = restored(NAME);
  return Array.isArray(rounds) ? rounds.filter((round) => round?.at != null) : [];
}

export const store = (rounds) => stored(NAME, rounds.length ? rounds : null);

const SVG = "http://www.w3.org/2000/svg";

// The coins after each round, as a line, and what it shows in words.
function chart(course) {
  const [width, height, rounds] = [600, 120, course.length - 1];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("role", "img");
  const words = `Coins after each round: from 0 to ${course.at(-1)} in ${rounds} rounds`;
  svg.setAttribute("aria-label", words);
  const line = document.createElementNS(SVG, "polyline");
  const most = Math.max(1, course.at(-1));
  line.setAttribute("points", course.map((coins, i) => `${(i / rounds) * width},${height - 4 - (coins / most) * (height - 8)}`).join(" "));
  svg.append(line);
  return [svg, element("p", words, "quiet")];
}

// Has the buttons work on `state.rounds`.
export function wireSessions(state, changed) {
  const change = (rounds) => {
    state.rounds = rounds;
    store(rounds);
    changed();
  };
  for (const [kind, type] of [["csv", "text/csv"], ["json", "application/json"]])
    $(`#export-${kind}`).onclick = async () => {
      const text = await adviser.request("exported", { rounds: state.rounds, table: kind === "csv" });
      save(new Blob([text], { type }), `voltsight-rounds.${kind}`);
    };
  $("#import").onchange = async () => {
    const file = $("#import").files[0];
    $("#import").value = "";
    if (!file) return;
    try {
      const before = state.rounds.length;
      change(await adviser.request("imported", { rounds: state.rounds, text: await file.text() }));
      state.note = `${state.rounds.length - before} rounds were added.`;
      state.trouble = null;
    } catch (error) {
      state.trouble = `${file.name}: ${error}`;
    }
    changed();
  };
  $("#delete").onclick = () => {
    if (confirm(`Delete all ${state.rounds.length} rounds?`)) change([]);
  };
}

let drawn = null;

// What the rounds come to is worked out elsewhere; what is none of them is left out there.
export function drawSessions({ game, rounds }) {
  $("#sessions").hidden = game !== "voltorb-flip";
  if (drawn === rounds) return;
  drawn = rounds;
  adviser.request("summed", { rounds }).then((told) => {
    if (drawn !== rounds) return;
    $("#session-now").textContent = told.brief;
    $("#session-facts").replaceChildren(...told.facts.flatMap(([name, value]) => [element("dt", name), element("dd", value)]));
    const some = told.rounds.length > 0;
    $("#session-chart").replaceChildren(...(some ? chart(told.course) : []));
    for (const button of ["#export-csv", "#export-json", "#delete"]) $(button).disabled = !some;
  }, () => (drawn = null));
}
