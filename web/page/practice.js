// Practice with the built-in game: the advice is hidden, and after each choice it is told what it cost. Pure.

import { restored, stored } from "./store.js";

const NAME = "voltsight-practice";
export const MODES = { shown: "Show the advice", hint: "Only as a hint", after: "After my choice" };

// The card that was turned up between two boards, if it was exactly one: `before` are the tiles of a position, `cells`
// the cells of a panel.
export function chosen(before, cells) {
  if (!before || !cells) return null;
  const up = [];
  before.forEach((row, r) => row.forEach((tile, c) => tile === null && /^[V1-3]$/.test(cells[r]?.[c]?.sign ?? "") && up.push([r, c])));
  return up.length === 1 ? up[0] : null;
}

// What a choice was worth against the best one, by the library's values of both: { best, cost, risk, least, exact }.
export function judge({ tiles, best, value, exact }, [r, c]) {
  if (!best || !tiles) return null;
  const tile = tiles[r][c], ideal = tiles[best[0]][best[1]];
  const worth = tile.value ?? (tile.lower + tile.upper) / 2;
  const most = exact ? value : (ideal.lower + ideal.upper) / 2;
  const cost = Math.max(0, most - worth);
  const isBest = (r === best[0] && c === best[1]) || (exact && cost < 1e-9);
  return { best: isBest, cost: isBest ? 0 : cost, risk: tile.odds[0], least: ideal.odds[0], exact: exact && tile.value != null };
}

const percent = (chance) => (chance === 0 ? "0 %" : chance < 0.001 ? "less than 0.1 %" : `${(100 * chance).toFixed(1)} %`);

// The same in words; `coins` says that values are coins, not chances.
export function words({ best, cost, risk, least, exact }, objective) {
  if (best) return risk === 0 ? "Right: it was safe, and the best card." : `Right: the best card, with ${percent(risk)} risk.`;
  const coins = objective === "coins" || objective.startsWith("campaign");
  const about = exact ? "" : "about ";
  const price = coins ? `${about}${cost.toFixed(1)} coins` : `${about}${percent(cost)} of the chance ${objective === "clear" ? "to clear" : "to reach the objective"}`;
  const took = risk > least + 1e-9 ? `You took ${percent(risk)} risk, and ${least === 0 ? "a safe card was better" : `the best card had ${percent(least)}`}` : "Another card was better";
  return `${took}: this cost ${price}.`;
}

export const none = () => ({ choices: 0, best: 0, cost: 0, rounds: 0, won: 0, expected: 0 });

// The record with one choice more.
export const counted = (record, judged) => ({ ...record, choices: record.choices + 1, best: record.best + Number(judged.best), cost: record.cost + judged.cost });

// How the choices were (skill), and apart from it how the rounds went against their chances (luck).
export function told({ choices, best, cost, rounds, won, expected }) {
  if (!choices) return "";
  const skill = `Skill: you chose the best card in ${best} of ${choices} choices. The others cost ${percent(cost)} in all.`;
  const luck = rounds ? ` Luck: ${won} of ${rounds} rounds won, ${expected.toFixed(1)} expected from your choices.` : "";
  return skill + luck;
}

const numbers = (record) => record && Object.keys(none()).every((name) => typeof record[name] === "number" && Number.isFinite(record[name]));

export function load() {
  const record = restored(NAME);
  return numbers(record) ? record : none();
}

export const store = (record) => stored(NAME, record);
