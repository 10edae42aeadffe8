// What can be chosen beside the board: level, aim and strategy; size and rule; the floor.

import { $, element, setText } from "./dom.js";
import * as flip from "./forms/flip.js";
import * as ice from "./forms/ice.js";
import * as mines from "./forms/mines.js";
import { adviser } from "./adviser.js";
import { change, renew } from "./edit.js";
import { board, changed, live, state } from "./state.js";

const pressed = (button, is) => button.setAttribute("aria-pressed", is);
const button = (text, act) => {
  const made = element("button", text);
  made.type = "button";
  made.onclick = act;
  return made;
};
const whole = (input, least, most) => {
  const value = Math.round(Number(input.value));
  return input.value.trim() !== "" && value >= least && value <= most ? value : null;
};

// In a live game a setting is told to its player.
function settle(setting, value) {
  if (live()) adviser.ask("choose", { setting, value });
}

$("#levels").replaceChildren(...[null, ...flip.LEVELS].map((level) => {
  const made = button("", () => change({ ...board().doc, level, alike: false }));
  made.append(element("span", level ?? "?"), element("span", "", "share"));
  return made;
}));
// What each aim means to a player; `null` before the games are known.
const setting = (name) => state.games.find((game) => game.name === state.game)?.settings?.find((one) => one.name === name);

function drawObjectives({ values, words }) {
  $("#objectives").replaceChildren(...words.map(([name, meaning], i) => {
    const [label, value] = [element("label", "", "choice"), values[i]];
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "objective", value });
    input.onchange = () => {
      Object.assign(state, { objective: value, strategy: "best" });
      settle("objective", value);
      changed();
    };
    const text = element("span", "");
    text.append(element("b", name), element("span", meaning, "quiet"));
    label.append(input, text);
    return label;
  }));
}

$("#strategy").onchange = () => {
  state.strategy = $("#strategy").value;
  settle("strategy", state.strategy);
  changed();
};
$("#alike").onchange = () => change({ ...board().doc, level: null, alike: $("#alike").checked });
$("#sizes").replaceChildren(...Object.entries(mines.SIZES).map(([name, [rows, columns, left]]) =>
  button(name, () => renew(mines.empty(rows, columns, left, board().doc.rule)))));
for (const [input, least, most] of [["#rows", 1, mines.MOST], ["#columns", 1, mines.MOST]])
  $(input).onchange = () => {
    const { doc } = board();
    const value = whole($(input), least, most);
    const [rows, columns] = [doc.cells.length, doc.cells[0].length];
    if (value) change(mines.resize(doc, input === "#rows" ? value : rows, input === "#columns" ? value : columns));
    changed();
  };
$("#left").onchange = () => {
  const empty = $("#left").value.trim() === "";
  const value = whole($("#left"), -9999, 9999);
  if (empty || value != null) change({ ...board().doc, left: empty ? null : value });
  changed();
};
$("#rule").replaceChildren(...Object.entries(mines.RULES).map(([value, text]) => new Option(text, value)));
$("#rule").onchange = () => change({ ...board().doc, rule: $("#rule").value });
for (const input of ["#ice-rows", "#ice-columns"])
  $(input).onchange = () => {
    const { doc } = board();
    const value = whole($(input), 1, ice.MOST);
    const [rows, columns] = [doc.rows.length, doc.rows[0].length];
    if (value) change(ice.resize(doc, input === "#ice-rows" ? value : rows, input === "#ice-columns" ? value : columns));
    changed();
  };

function drawFloors(floors) {
  if ($("#floors").children.length || !floors) return;
  const name = (name) => name.replace("-", " ").replace(/^./, (letter) => letter.toUpperCase());
  $("#floors").replaceChildren(...floors.map(([title, rows]) => button(name(title), () => renew(ice.empty(rows.split(" "))))));
}

const percent = (chance) => (chance > 0 && chance < 0.01 ? "<1%" : chance > 0.99 && chance < 1 ? ">99%" : `${Math.round(100 * chance)}%`);

export function drawSettings({ game, source, objective, strategy, floors }, { doc, checked, levels }) {
  $("#level-choice").hidden = game !== "voltorb-flip" || source !== "form";
  $("#aim").hidden = game !== "voltorb-flip";
  $("#mine-choice").hidden = game !== "minesweeper" || source !== "form";
  $("#ice-choice").hidden = game !== "ice" || source !== "form";
  if (game === "voltorb-flip") {
    const possible = doc.alike ? null : checked?.possible?.[1].map(Number);
    const chance = new Map(levels ?? []);
    [null, ...flip.LEVELS].forEach((level, i) => {
      const made = $("#levels").children[i];
      const share = chance.has(level) ? percent(chance.get(level)) : "";
      const no = level != null && possible && !possible.includes(level);
      pressed(made, doc.level === level);
      made.classList.toggle("no", Boolean(no));
      if (made.children[1].textContent !== share) made.children[1].textContent = share;
      made.setAttribute("aria-label", [level == null ? "level unknown" : `level ${level}`, share, no && "impossible with these totals"].filter(Boolean).join(", "));
    });
    const misfit = checked?.misfits.find(({ level }) => level)?.text ?? "";
    $("#levels").classList.toggle("misfit", Boolean(misfit));
    const likely = levels?.length ? levels.map(([level, chance]) => `level ${level}: ${percent(chance)}`).join(", ") : "";
    const words = misfit ? `Impossible: ${misfit}.` : doc.alike ? "Boards of another game: all are equally likely." : doc.level != null ? "" : levels && !levels.length && checked?.complete ? "The game deals this board at no level: all boards count the same." : likely ? `The level is unknown. Chances: ${likely}.` : "The level is unknown: all are considered.";
    setText("#levels-told", words);
    const aims = setting("objective");
    if (aims && !$("#objectives").children.length) drawObjectives(aims);
    const [name] = aims?.words[aims.values.indexOf(objective)] ?? [objective];
    $("#aim-now").textContent = strategy === "best" ? name : `strategy ${strategy}`;
    for (const input of $("#objectives").querySelectorAll("input")) input.checked = strategy === "best" && input.value === objective;
    const values = setting("strategy")?.values ?? ["best"];
    if ($("#strategy").options.length < values.length) $("#strategy").replaceChildren(...values.map((value) => new Option(value, value)));
    $("#strategy").value = strategy;
    $("#alike").checked = doc.alike;
  }
  const put = (input, value) => {
    if (document.activeElement !== $(input)) $(input).value = value ?? "";
  };
  if (game === "minesweeper") {
    put("#rows", doc.cells.length);
    put("#columns", doc.cells[0].length);
    put("#left", doc.left);
    $("#rule").value = doc.rule;
    $("#left").setAttribute("aria-invalid", Boolean(checked?.misfits.some(({ mines }) => mines)));
  }
  if (game === "ice") {
    put("#ice-rows", doc.rows.length);
    put("#ice-columns", doc.rows[0].length);
    drawFloors(floors);
  }
}
