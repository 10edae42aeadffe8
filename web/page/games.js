// The choice of the game.

import { $, element } from "./dom.js";
import { choose } from "./sources.js";
import { state } from "./state.js";

const TITLES = Object.entries({ "voltorb-flip": "Voltorb Flip", minesweeper: "Minesweeper", ice: "Ice floor" });

TITLES.forEach(([name, title], i) => {
  const button = element("button", title);
  button.type = "button";
  button.dataset.game = name;
  button.setAttribute("role", "radio");
  button.onclick = () => choose(name);
  button.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = (i + step + TITLES.length) % TITLES.length;
    choose(TITLES[next][0]);
    $("#games").children[next].focus();
  };
  $("#games").append(button);
});

export function drawGames() {
  for (const button of $("#games").children) button.setAttribute("aria-checked", button.dataset.game === state.game);
  document.body.dataset.game = state.game;
  document.body.dataset.source = state.source;
}
