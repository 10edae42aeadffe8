// The page: what people do changes the state, and what the state is is shown.

import { drawAdvice } from "./advice.js";
import "./answers.js";
import { askForm } from "./ask.js";
import { drawBoard } from "./board-form.js";
import { drawDetails } from "./details.js";
import { setText } from "./dom.js";
import { drawFinder } from "./finder.js";
import { drawGames } from "./games.js";
import { takeLink } from "./link.js";
import { load as loadRecord } from "./practice.js";
import { drawPractice } from "./practising.js";
import { drawSessions, load, wireSessions } from "./sessions.js";
import { drawSettings } from "./settings.js";
import { drawSight } from "./sight.js";
import { drawSources } from "./sources.js";
import { board, changed, form, live, state, subscribe } from "./state.js";
import { keep, kept } from "./store.js";
import { drawTools } from "./tools.js";
import "./update.js";

function show() {
  if (!live()) askForm();
  drawPractice();
  drawGames();
  drawAdvice(state, board(), form(), state.hidden);
  drawBoard();
  drawTools();
  drawSettings(state, board());
  drawSources();
  drawFinder();
  drawSessions(state);
  drawSight();
  drawDetails();
  setText("#state", state.note);
  if (!live()) keep(state);
}

kept(state);
state.rounds = load();
state.practice.record = loadRecord();
wireSessions(state, changed);
takeLink();
subscribe(show);
changed();
