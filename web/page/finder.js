// The camera's picture, with the frame that shows where to hold the game, and what the camera can do: light and focus.

import { $ } from "./dom.js";
import { changed, state } from "./state.js";

// Why there is no picture of the camera, by the name of the browser's error.
const WHY = {
  NotAllowedError: "The camera was not allowed. Allow it for this page in the browser’s settings, then press “Use the camera” again.",
  NotFoundError: "This device has no camera. Open a picture instead.",
  NotReadableError: "The camera cannot be used. Close what else uses it, then press “Use the camera” again.",
};

export const whyNoCamera = ({ name, message }) => WHY[name] ?? `The camera cannot be used: ${message}`;

let track = null;

// What the browser lets a page choose. Not all can tell.
const offered = () => track?.getCapabilities?.() ?? {};
const choose = (choice) => track.applyConstraints({ advanced: [choice] }).catch(() => {});

// A camera's pictures begin: it focuses by itself, if it can.
export function find(begun) {
  track = begun;
  state.torch = false;
  if (offered().focusMode?.includes("continuous")) choose({ focusMode: "continuous" });
}

$("#torch").onclick = async () => {
  state.torch = !state.torch;
  await choose({ torch: state.torch });
  changed();
};
$("#focus").onclick = () => choose({ focusMode: "single-shot" });

export function drawFinder() {
  $("#finder").hidden = state.source !== "camera";
  if ($("#finder").hidden) return;
  $("#torch").hidden = !offered().torch;
  $("#torch").setAttribute("aria-pressed", state.torch);
  $("#focus").hidden = !offered().focusMode?.includes("single-shot");
}
