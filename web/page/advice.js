// The advice above the board: what to do, why, and what it is worth.

import { $, element, setText } from "./dom.js";

// What stands in the place of the advice: { text, because, kind }. `kind` is go, stop, wrong, wait or nothing.
export function sentence({ game, source, seen, trouble }, { checked, told, doc }, form, hidden) {
  const misfits = checked?.misfits ?? [];
  if (source === "form" && misfits.length)
    return { kind: "wrong", text: "This board is impossible", because: capital(misfits.map(({ text }) => text).join("; ")) };
  if (source === "form" && checked && !checked.complete)
    return { kind: "wait", text: game === "voltorb-flip" && checked.missing < 20 ? `${checked.missing} of 20 numbers are missing` : "Enter the header numbers", because: "Type them, tap the large buttons, paste them, or open a screenshot." };
  if (hidden) return { kind: "wait", text: "Choose a card yourself", because: "The advice is hidden." };
  const [verdict, ...reasons] = told?.reasons ?? [];
  // A position that can be has no answer where an aim asks for more, such as the level.
  if (told?.why) return { kind: source === "form" ? "wait" : "wrong", text: capital(told.why), because: "" };
  // In a live game the reasons are those of the last flip that was advised.
  if (game === "voltorb-flip" && verdict && (source === "form" || /^(flip|quit)/.test(told.advice ?? ""))) {
    const over = checked?.round?.outcome;
    const [first, ...rest] = verdict.split(": ");
    const because = [capital(rest.join(": ")), over === "lost" ? "The chances show what the other cards may be." : reasons[0]];
    return { kind: over || told.panel?.ends_round ? "stop" : "go", text: first, because: because.filter(Boolean).join(" ") };
  }
  if (told?.advice) {
    const [first, ...rest] = told.advice.split(": ");
    return { kind: "go", text: capital(first), because: [capital(rest.join(": ")), verdict].filter(Boolean).join(". ") };
  }
  if (source !== "form" || seen) return { kind: "wait", text: capital(told?.panel?.advice ?? "There is no advice yet"), because: "" };
  if (told && game === "minesweeper") return { kind: "stop", text: "Nothing is left to open", because: "" };
  return { kind: "wait", text: trouble ? "There is no advice" : "…", because: "" };
}

const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

export function drawAdvice(state, board, form, hidden) {
  const { kind, text, because } = sentence(state, board, form, hidden && state.choosing);
  const panel = hidden ? null : board.told?.panel;
  $(".advice").dataset.kind = kind;
  setText("#advice", text);
  setText("#because", because);
  const shown = board.checked?.misfits?.length && !board.told?.panel ? [] : (panel?.facts ?? []).filter(([, value]) => value);
  const facts = shown.map(([name, value]) => {
    const pair = element("div", "");
    pair.append(element("dt", name), element("dd", value));
    return pair;
  });
  $("#facts").replaceChildren(...facts);
  $("#working").hidden = !board.told?.improves || hidden;
}
