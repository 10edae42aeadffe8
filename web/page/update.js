// The page's files are kept for use without a network. A newer version of them is offered, and taken when it is asked
// for: nothing is reloaded below anybody's hands.

import { $ } from "./dom.js";

// The page in one file needs no keeping.
const keeps = "serviceWorker" in navigator && !$("#one-file-worker");

function offer(take) {
  $("#update").hidden = false;
  $("#renew").onclick = take;
}

async function keep() {
  const { serviceWorker } = navigator;
  const reload = () => location.reload();
  // The first version takes over a page that had none: that is no change of version.
  let kept = Boolean(serviceWorker.controller);
  let asked = false;
  serviceWorker.addEventListener("controllerchange", () => {
    if (asked) reload();
    // It was asked for in another tab.
    else if (kept) offer(reload);
    kept = true;
  });
  const waits = (version) =>
    offer(() => {
      asked = true;
      version.postMessage("take over");
    });
  const registration = await serviceWorker.register("service-worker.js");
  if (registration.waiting && kept) waits(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const version = registration.installing;
    version.addEventListener("statechange", () => version.state === "installed" && kept && waits(version));
  });
}

// A browser that keeps nothing shows the page as well.
if (keeps) keep().catch(() => {});
