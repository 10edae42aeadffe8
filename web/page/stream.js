// A shared window: its pictures, one after the other, each asked for when the last one is answered.

const REST = 40; // milliseconds from an answer to the next picture

export class Shared {
  #stream = null;
  #video = document.createElement("video");
  #turn = 0;
  #send;
  #ended;

  // `send(bitmap)` gets a picture; `ended()` is called when the window is not shared any more.
  constructor(send, ended) {
    this.#send = send;
    this.#ended = ended;
    this.#video.muted = true;
    this.#video.playsInline = true;
  }

  static get offered() {
    return Boolean(navigator.mediaDevices?.getDisplayMedia);
  }

  // Asks the browser, which asks the person, for a window; calls `begun` before its first picture.
  async begin(begun) {
    const stream = await navigator.mediaDevices.getDisplayMedia({
      video: { frameRate: { ideal: 30 }, cursor: "never" },
      audio: false,
    });
    this.end();
    this.#stream = stream;
    this.#video.srcObject = stream;
    stream.getVideoTracks()[0].onended = () => this.end();
    await this.#video.play();
    begun();
    this.#next(0);
    return stream.getVideoTracks()[0].label;
  }

  // The last picture was answered.
  answered() {
    this.#next(REST);
  }

  #next(rest) {
    const stream = this.#stream;
    if (!stream) return;
    const turn = ++this.#turn;
    setTimeout(async () => {
      if (stream !== this.#stream || turn !== this.#turn) return;
      if (!this.#video.videoWidth) return this.#next(100);
      try {
        const bitmap = await createImageBitmap(this.#video);
        if (stream === this.#stream) this.#send(bitmap);
        else bitmap.close();
      } catch {
        this.#next(100);
      }
    }, rest);
  }

  end() {
    if (!this.#stream) return;
    for (const track of this.#stream.getTracks()) track.stop();
    this.#stream = null;
    this.#video.srcObject = null;
    this.#ended();
  }
}
