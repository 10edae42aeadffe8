// A built-in game: its time passes with the clock, and what is pressed on its picture is played.

const LONGEST = 100; // milliseconds: a page that was hidden does not catch up

export class Arcade {
  #canvas;
  #send;
  #acts = [];
  #last = null;
  #waits = false;

  // `send(time, acts)` lets time pass; `answered()` is called when it was answered.
  constructor(canvas, send) {
    this.#canvas = canvas;
    this.#send = send;
    canvas.addEventListener("pointerdown", (event) => this.#press(event));
    canvas.addEventListener("contextmenu", (event) => this.running && event.preventDefault());
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  get running() {
    return this.#last !== null;
  }

  begin() {
    this.#acts = [];
    this.#waits = false;
    const first = !this.running;
    this.#last = performance.now();
    this.#canvas.tabIndex = 0;
    if (first) requestAnimationFrame((now) => this.#pass(now));
  }

  end() {
    this.#last = null;
    this.#canvas.tabIndex = -1;
  }

  follow() {
    this.#acts.push(["follow"]);
  }

  // Taps what the board has as this field.
  tap(field) {
    this.#acts.push(["field", field]);
  }

  answered() {
    this.#waits = false;
  }

  #pass(now) {
    if (!this.running) return;
    if (!this.#waits) {
      this.#waits = true;
      this.#send(Math.min(LONGEST, Math.max(0, now - this.#last)), this.#acts);
      this.#acts = [];
      this.#last = now;
    }
    requestAnimationFrame((next) => this.#pass(next));
  }

  #press(event) {
    if (!this.running) return;
    const area = this.#canvas.getBoundingClientRect();
    const x = ((event.clientX - area.x) / area.width) * this.#canvas.width;
    const y = ((event.clientY - area.y) / area.height) * this.#canvas.height;
    this.#acts.push(["tap", x, y, event.button === 2]);
  }

  #key(event) {
    if (!this.running || !/^(Arrow|F2$)/.test(event.key)) return;
    event.preventDefault();
    this.#acts.push(["key", event.key]);
  }
}
