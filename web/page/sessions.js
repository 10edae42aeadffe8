// What was played: rounds, coins, luck. Kept on this device only. Pure but for what is kept and shown at the end.

import { $, element } from "./dom.js";
import { restored, save, stored } from "./store.js";

const NAME = "voltsight-rounds";
const MOST = 20_000;
// Milliseconds without a round: whoever plays none for longer was away.
const PAUSE = 15 * 60_000;
const COLUMNS = ["at", "level", "outcome", "flipped", "coins", "chance"];

const whole = (n, least, most) => Number.isInteger(n) && n >= least && n <= most;

// Whether something is a round: when it ended, its level (or null), how it ended, cards flipped, coins, and the chance
// to clear it that there was before the first flip (or null).
export const valid = (round) =>
  round != null && whole(round.at, 0, 1e14) && (round.level === null || whole(round.level, 1, 8)) &&
  ["won", "lost", "quit"].includes(round.outcome) && whole(round.flipped, 0, 25) && whole(round.coins, 0, 1e9) &&
  (round.chance === null || (typeof round.chance === "number" && round.chance >= 0 && round.chance <= 1));

const sum = (list, of) => list.reduce((total, one) => total + of(one), 0);

// What is told of rounds, oldest first.
export function summary(rounds) {
  const weighed = rounds.filter(({ chance }) => chance != null);
  const gaps = rounds.slice(1).map(({ at }, i) => at - rounds[i].at).filter((gap) => gap > 0 && gap <= PAUSE);
  const hours = sum(gaps, (gap) => gap) / 3_600_000;
  const won = ({ outcome }) => outcome === "won";
  // The coins of the rounds whose time is known: all but the first and those after a pause.
  const timed = rounds.slice(1).filter(({ at }, i) => at - rounds[i].at > 0 && at - rounds[i].at <= PAUSE);
  return {
    rounds: rounds.length,
    won: rounds.filter(won).length,
    coins: sum(rounds, ({ coins }) => coins),
    best: Math.max(0, ...rounds.map(({ coins }) => coins)),
    level: Math.max(0, ...rounds.map(({ level }) => level ?? 0)),
    luck: weighed.length ? { won: weighed.filter(won).length, expected: sum(weighed, ({ chance }) => chance), rounds: weighed.length } : null,
    hourly: hours > 0 ? sum(timed, ({ coins }) => coins) / hours : null,
  };
}

export const toCsv = (rounds) =>
  [COLUMNS.join(","), ...rounds.map((round) => COLUMNS.map((name) => (name === "at" ? new Date(round.at).toISOString() : (round[name] ?? ""))).join(","))].join("\r\n") + "\r\n";

export const toJson = (rounds) => JSON.stringify({ voltsight: 1, rounds }, null, 1);

// The rounds of a text that `toCsv` or `toJson` wrote.
export function parse(text) {
  let rounds;
  if (/^\s*[{[]/.test(text)) {
    const json = JSON.parse(text);
    rounds = Array.isArray(json) ? json : json.rounds;
  } else {
    const [head, ...lines] = text.trim().split(/\r?\n/);
    const names = head.split(",");
    rounds = lines.map((line) => {
      const values = line.split(",");
      const of = Object.fromEntries(names.map((name, i) => [name, values[i]]));
      const number = (value) => (value === "" || value == null ? null : Number(value));
      return { at: Date.parse(of.at), level: number(of.level), outcome: of.outcome, flipped: number(of.flipped), coins: number(of.coins), chance: number(of.chance) };
    });
  }
  if (!Array.isArray(rounds) || !rounds.length) throw new Error("there are no rounds in this file");
  const wrong = rounds.findIndex((round) => !valid(round));
  if (wrong >= 0) throw new Error(`round ${wrong + 1} of this file is none: export a file here to see how rounds are written`);
  return rounds.map((round) => Object.fromEntries(COLUMNS.map((name) => [name, round[name]])));
}

// Both together, each round once, oldest first.
export function merged(rounds, more) {
  const all = new Map([...rounds, ...more].map((round) => [JSON.stringify(COLUMNS.map((name) => round[name])), round]));
  return [...all.values()].sort((a, b) => a.at - b.at).slice(-MOST);
}

// One that is damaged does not take the others with it.
export function load() {
  const rounds = restored(NAME);
  return Array.isArray(rounds) ? rounds.filter(valid) : [];
}

export const store = (rounds) => stored(NAME, rounds.length ? rounds : null);

const SVG = "http://www.w3.org/2000/svg";

// The coins, round by round, as a line.
function chart(rounds) {
  const [width, height] = [600, 120];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("role", "img");
  let total = 0;
  const totals = [0, ...rounds.map(({ coins }) => (total += coins))];
  svg.setAttribute("aria-label", `Coins after each round: from 0 to ${totals.at(-1)} in ${rounds.length} rounds`);
  const line = document.createElementNS(SVG, "polyline");
  const most = Math.max(1, totals.at(-1));
  line.setAttribute("points", totals.map((coins, i) => `${(i / Math.max(1, rounds.length)) * width},${height - 4 - (coins / most) * (height - 8)}`).join(" "));
  svg.append(line);
  return svg;
}

// Has the buttons work on `state.rounds`.
export function wireSessions(state, changed) {
  const change = (rounds) => {
    state.rounds = rounds;
    store(rounds);
    changed();
  };
  $("#export-csv").onclick = () => save(new Blob([toCsv(state.rounds)], { type: "text/csv" }), "voltsight-rounds.csv");
  $("#export-json").onclick = () => save(new Blob([toJson(state.rounds)], { type: "application/json" }), "voltsight-rounds.json");
  $("#import").onchange = async () => {
    const file = $("#import").files[0];
    $("#import").value = "";
    if (!file) return;
    try {
      const before = state.rounds.length;
      change(merged(state.rounds, parse(await file.text())));
      state.note = `${state.rounds.length - before} rounds were added.`;
      state.trouble = null;
    } catch (error) {
      state.trouble = `${file.name}: ${error.message}`;
    }
    changed();
  };
  $("#delete").onclick = () => {
    if (confirm(`Delete all ${state.rounds.length} rounds?`)) change([]);
  };
}

let drawn = null;

export function drawSessions({ game, rounds }) {
  $("#sessions").hidden = game !== "voltorb-flip";
  if (drawn === rounds) return;
  drawn = rounds;
  const told = summary(rounds);
  const number = (n, digits = 0) => n.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const counted = (n, what) => `${number(n)} ${what}${n === 1 ? "" : "s"}`;
  const facts = [
    ["rounds", `${told.rounds} (${told.won} won)`],
    ["coins", number(told.coins)],
    ["best round", number(told.best)],
    ["highest level", told.level || "unknown"],
    ["coins an hour", told.hourly == null ? null : number(told.hourly)],
    ["luck", told.luck && `${told.luck.won} won, ${number(told.luck.expected, 1)} expected of ${told.luck.rounds} (${told.luck.won >= told.luck.expected ? "+" : "−"}${number(Math.abs(told.luck.won - told.luck.expected), 1)})`],
  ];
  $("#session-now").textContent = told.rounds ? `${counted(told.rounds, "round")}, ${counted(told.coins, "coin")}` : "no rounds yet";
  $("#session-facts").replaceChildren(...facts.filter(([, value]) => value != null && told.rounds).flatMap(([name, value]) => [element("dt", name), element("dd", value)]));
  $("#session-chart").replaceChildren(...(told.rounds ? [chart(rounds)] : []));
  for (const button of ["#export-csv", "#export-json", "#delete"]) $(button).disabled = !told.rounds;
}
