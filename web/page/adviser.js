// The page's side of the worker.

// In the page of one file the worker's script and the program are texts within it.
const within = { worker: document.querySelector("#one-file-worker"), program: document.querySelector("#one-file-program") };

function startWorker() {
  if (!within.worker) return new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const url = URL.createObjectURL(new Blob([within.worker.textContent], { type: "text/javascript" }));
  const worker = new Worker(url, { name: "one-file" });
  const bytes = Uint8Array.from(atob(within.program.textContent), (letter) => letter.charCodeAt(0));
  const whole = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  whole.then((program) => worker.postMessage({ program }, [program]));
  return worker;
}

class Adviser {
  #worker;
  #last = 0;
  #begun = 0;
  #loaded = false;
  #listeners;
  #waiting = new Map();

  constructor() {
    this.#start();
  }

  // `listeners`: ready(), games(list, floors), told(told, took), levels(chances), drawn(bytes), note(sentence),
  // refused(sentence, fault).
  listen(listeners) {
    this.#listeners = listeners;
  }

  #start() {
    this.#worker = startWorker();
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = ({ message }) =>
      this.#listeners.refused(`the program cannot be loaded: ${message || "this browser is too old for it, update it"}`, true);
  }

  ask(ask, given = {}, transfer = []) {
    const id = ++this.#last;
    this.#worker.postMessage({ id, ask, ...given }, transfer);
    return id;
  }

  // As `ask`, for something else than before: what is told of what was asked before is not heard any more.
  begin(...given) {
    this.#begun = this.ask(...given);
  }

  // Asks for a single answer; rejects with the sentence why there is none.
  request(ask, given) {
    return new Promise((resolve, reject) => this.#waiting.set(this.ask(ask, given), { resolve, reject }));
  }

  #hear({ id, told, took, levels, drawn, games, floors, answer, ready, note, error, fault }) {
    const listeners = this.#listeners;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (fault) {
      // The memory of a program that failed is not sound: begin anew.
      this.#worker.terminate();
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
      // One that cannot be loaded is not tried again and again.
      if (this.#loaded) this.#start();
    }
    if (ready) this.#loaded = true;
    if (ready) listeners.ready();
    else if (games) listeners.games(games, floors);
    else if (waiting && error) waiting.reject(error);
    else if (waiting) waiting.resolve(answer);
    else if (error && (fault || id >= this.#begun)) listeners.refused(error, fault);
    else if (drawn) listeners.drawn(drawn, id);
    else if (id < this.#begun) return;
    else if (levels) listeners.levels(levels);
    else if (note) listeners.note(note);
    else if (told) listeners.told(told, took);
  }
}

// The only one of the page.
export const adviser = new Adviser();
