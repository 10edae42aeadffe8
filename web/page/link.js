// A position in a link: in the fragment, which no browser sends to anybody.

import { renew } from "./edit.js";
import { choose } from "./sources.js";
import { FORMS, forget, live, state } from "./state.js";

const GAME = "game", POSITION = "position";

// The fragment of a position.
export function fragment(game, doc) {
  const parameters = new URLSearchParams({ [GAME]: game, [POSITION]: JSON.stringify(doc) });
  return `#${parameters}`;
}

// The game and position of a fragment; `null` if it is none.
export function linked(fragment) {
  try {
    const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
    const game = parameters.get(GAME);
    const doc = JSON.parse(parameters.get(POSITION));
    return Object.hasOwn(FORMS, game) && FORMS[game].valid(doc) ? { game, doc } : null;
  } catch {
    return null;
  }
}

// Shows the position of the address, if it holds one.
export function takeLink() {
  const found = linked(location.hash);
  if (!found) return;
  if (live()) choose(found.game);
  state.game = found.game;
  forget();
  renew(found.doc);
}
addEventListener("hashchange", takeLink);
