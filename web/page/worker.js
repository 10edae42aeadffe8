// The worker: reads and thinks, so that the page stays responsive. One message is one question; while
// nothing else is asked it thinks on about the last one, and tells whenever more is known.

import init, { Asked, BuiltIn, PageSession, check, exported, floors, games, imported, level_chances, next, pasted, summed } from "./voltsight.js";

// Milliseconds of thinking: until the first answer, and between two looks at what is asked.
const FIRST = 10, SLICE = 50;
// Milliseconds for what a choice in practice was worth.
const JUDGING = 400;

// The program: a file beside this one, or, in the page of one file, a message.
const program = self.name === "one-file"
  ? new Promise((resolve) => addEventListener("message", ({ data }) => data.program && resolve(data.program)))
  : new URL("voltsight_bg.wasm", import.meta.url);
const ready = Promise.resolve(program).then((program) => init({ module_or_path: program }));
// What is thought about: a player that looks at pictures, or a typed position; and a built-in game.
let session = null;
let asked = null;
let builtIn = null;
// Number of the last question: what was found for an earlier one is not told any more.
let current = 0;
let canvas = null;

// The time of a built-in game is its own.
const look = () => JSON.parse(builtIn ? session.look_at(builtIn) : session.again(performance.now()));

// A form was changed: what is to be said of it at once, the first answer, and better ones while there is nothing else
// to do. What a look at all boards takes comes last.
function answerForm(id, { game, draft, settings, levels }) {
  asked?.free();
  asked = null;
  const checked = JSON.parse(check(game, draft, false));
  if (!checked.complete || checked.misfits.length) return postMessage({ id, told: { game, checked } });
  asked = new Asked(game, draft);
  for (const [setting, value] of settings) asked.choose(setting, value);
  const think = (time) => {
    const told = JSON.parse(asked.think(time));
    return { ...told, checked: told.why ? JSON.parse(check(game, draft, true)) : checked };
  };
  const told = think(FIRST);
  postMessage({ id, told });
  if (told.why) return;
  const more = () => think(SLICE);
  const rest = () => id === current && told.improves && answer(id, more, more);
  if (!levels) return void setTimeout(rest);
  setTimeout(() => {
    if (id !== current) return;
    postMessage({ id, levels: JSON.parse(level_chances(draft)) });
    setTimeout(rest);
  });
}

// Tells what `work` finds and, unless something else is asked, what more `on` finds.
function answer(id, work, on) {
  guarded(id, () => {
    const started = performance.now();
    const told = work();
    postMessage({ id, told, took: performance.now() - started });
    if (on && told.improves) setTimeout(() => id === current && answer(id, on, on));
  });
}

function guarded(id, work) {
  try {
    work();
  } catch (error) {
    // What the library refuses is a sentence; anything else is a fault, and its memory is not sound.
    const fault = typeof error !== "string";
    postMessage({ id, error: fault ? `an error in this page, please report it: ${error}` : error, fault });
  }
}

function pixels(bitmap) {
  const { width, height } = bitmap;
  if (!canvas || canvas.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

function clear() {
  for (const old of [session, asked, builtIn]) old?.free();
  session = asked = builtIn = null;
}

const answers = {
  games: (id) => postMessage({ id, games: JSON.parse(games()), floors: JSON.parse(floors()) }),
  stop: clear,
  form: answerForm,
  // What is answered at once, and stops no thinking.
  pasted: (id, { game, text }) => postMessage({ id, answer: JSON.parse(pasted(game, text)) }),
  // How the round of a position stands.
  round: (id, { game, draft }) => postMessage({ id, answer: JSON.parse(check(game, draft, false)).round }),
  // What each card of a position is worth, and how the round stands after one more is up.
  judge: (id, { game, draft, after, settings }) => {
    const judged = new Asked(game, draft);
    for (const [setting, value] of settings) judged.choose(setting, value);
    const { on } = JSON.parse(judged.think(JUDGING));
    judged.free();
    postMessage({ id, answer: { on, round: JSON.parse(check(game, after, false)).round } });
  },
  next: (id, { game, draft, rounds }) => postMessage({ id, answer: JSON.parse(next(game, draft, JSON.stringify(rounds))) }),
  summed: (id, { rounds }) => postMessage({ id, answer: JSON.parse(summed(JSON.stringify(rounds))) }),
  exported: (id, { rounds, table }) => postMessage({ id, answer: exported(JSON.stringify(rounds), table) }),
  imported: (id, { rounds, text }) => postMessage({ id, answer: JSON.parse(imported(JSON.stringify(rounds), text)) }),
  file: (id, { game, bytes, name }) => {
    clear();
    session = new PageSession(game, false, false);
    answer(id, () => JSON.parse(session.file(new Uint8Array(bytes), name)), look);
  },
  watch: (id, { game, camera }) => {
    clear();
    session = new PageSession(game, false, true);
    if (camera) session.look_through_camera();
  },
  frame: (id, { bitmap }) => {
    const { data, width, height } = pixels(bitmap);
    if (session) answer(id, () => JSON.parse(session.pixels(data, width, height, performance.now())));
  },
  open: (id, { game, seed }) => {
    clear();
    builtIn = new BuiltIn(game, seed);
    session = new PageSession(game, true, true);
  },
  // Lets the time of the built-in game pass, after what its player did; then advises on its picture.
  pass: (id, { time, acts }) => {
    if (!builtIn) return;
    for (const [act, ...given] of acts) {
      try {
        if (act === "follow") session.follow(builtIn);
        else if (act === "field") session.tap(builtIn, ...given);
        else builtIn[act](...given);
      } catch (error) {
        if (typeof error !== "string") throw error;
        postMessage({ id, note: error });
      }
    }
    const picture = builtIn.pass(time);
    if (picture.length) postMessage({ id, drawn: picture }, [picture.buffer]);
    answer(id, () => JSON.parse(session.look_at(builtIn)));
  },
  correct: (id, { values }) => {
    for (const [field, value] of values) session?.correct(field, value);
    if (session) answer(id, look, look);
  },
  undo: (id) => {
    session?.undo();
    if (session) answer(id, look, look);
  },
  choose: (id, { setting, value }) => {
    if (session) {
      session.choose(setting, value);
      answer(id, look, look);
    }
  },
  drawn: (id) => {
    const drawn = session?.drawn() ?? new Uint8Array();
    postMessage({ id, drawn }, [drawn.buffer]);
  },
};

const ASIDE = new Set(["drawn", "games", "pasted", "next", "judge", "round", "summed", "exported", "imported"]);

onmessage = async ({ data: { id, ask, ...given } }) => {
  if (!ask) return;
  await ready;
  if (!ASIDE.has(ask)) current = id;
  guarded(id, () => answers[ask](id, given));
};

ready.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ error: `the program cannot be loaded: ${error}`, fault: true }),
);
