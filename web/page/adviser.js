// The page's side of the worker.

export class Adviser {
  #worker;
  #last = 0;
  #begun = 0;
  #listeners;

  // `listeners`: ready(), games(list), told(told, took), drawn(bytes), note(sentence),
  // refused(sentence, fault).
  constructor(listeners) {
    this.#listeners = listeners;
    this.#start();
  }

  #start() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = ({ message }) =>
      this.#listeners.refused(`the program cannot be loaded: ${message || "this browser is too old for it"}`, true);
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

  #hear({ id, told, took, drawn, games, ready, note, error, fault }) {
    const listeners = this.#listeners;
    if (fault) {
      // The memory of a program that failed is not sound: begin anew.
      this.#worker.terminate();
      this.#start();
    }
    if (ready) listeners.ready();
    else if (games) listeners.games(games);
    else if (error && (fault || id >= this.#begun)) listeners.refused(error, fault);
    else if (id < this.#begun) return;
    else if (drawn) listeners.drawn(drawn);
    else if (note) listeners.note(note);
    else if (told) listeners.told(told, took);
  }
}
