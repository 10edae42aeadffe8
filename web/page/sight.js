// The picture that was read, with the chances drawn on it; or that of the built-in game.

import { adviser } from "./adviser.js";
import { $, setText } from "./dom.js";
import { changed, state } from "./state.js";

// Has the picture drawn that was read last.
export function askDrawn() {
  state.drawing = true;
  adviser.ask("drawn");
}

// Takes a picture over: width, height, and four bytes a pixel.
export function drawn(bytes) {
  state.drawing = false;
  if (bytes.length < 8 || (state.source === "form" && !state.seen)) return;
  const sizes = new DataView(bytes.buffer, bytes.byteOffset, 8);
  const [width, height] = [sizes.getUint32(0, true), sizes.getUint32(4, true)];
  const canvas = $("#canvas");
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const data = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset + 8, width * height * 4);
  canvas.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0);
  if (state.pictured) return;
  state.pictured = true;
  changed();
}

export function drawSight() {
  $("#sight").hidden = !state.pictured;
  if (!state.pictured) return;
  $("#canvas").setAttribute("role", "img");
  $("#canvas").setAttribute("aria-label", state.source === "arcade" ? "the game: play with taps or arrow keys" : "the picture, with the chances drawn on it");
  setText("#caption", state.caption);
}
