// The pictures of a stream, a shared window or a camera, one after the other: each is asked for when the last one is
// answered, so none waits in a queue.

const REST = 40; // milliseconds from an answer to the next picture

export const OFFERS = {
  window: Boolean(navigator.mediaDevices?.getDisplayMedia),
  camera: Boolean(navigator.mediaDevices?.getUserMedia),
};

// Each asks the browser, which asks the person.
const ASK = {
  window: () => navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 30 }, cursor: "never" }, audio: false }),
  camera: () =>
    navigator.mediaDevices.getUserMedia({
      video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
      audio: false,
    }),
};

export class Stream {
  #stream = null;
  #video;
  #turn = 0;
  #send;
  #ended;

  // `video` plays it; `send(bitmap)` gets a picture; `ended()` is called when there are no more.
  constructor(video, send, ended) {
    this.#video = video;
    this.#send = send;
    this.#ended = ended;
  }

  // Has a person choose a stream of this kind; calls `begun` before its first picture. Gives its name.
  async begin(kind, begun) {
    const stream = await ASK[kind]();
    this.end();
    this.#stream = stream;
    this.#video.srcObject = stream;
    this.track.onended = () => this.end();
    await this.#video.play();
    begun();
    this.#next(0);
    return this.track.label;
  }

  get track() {
    return this.#stream?.getVideoTracks()[0];
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
