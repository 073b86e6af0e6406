// A page that waits for the table's answer in, the answer out: it looks at itself until it says something else.

const AGAIN_MS = 2000;
const main = document.querySelector("main");
const phase = document.getElementById("phase");
let asking = null;
let timer = 0;

function later() {
  asking = null;
  clearTimeout(timer);
  timer = setTimeout(ask, AGAIN_MS);
}

function hear() {
  const answer = asking.response?.querySelector("#phase");
  if (!answer || answer.textContent === phase.textContent) { later(); return; }
  phase.textContent = answer.textContent; // in its place, so that it is read aloud
  for (const mine of document.querySelectorAll(".mine")) mine.remove();
  main.append(...asking.response.querySelectorAll(".mine"));
}

function ask() {
  if (asking || document.hidden) return;
  asking = new XMLHttpRequest();
  asking.responseType = "document";
  asking.timeout = AGAIN_MS;
  asking.onload = hear;
  asking.onerror = asking.ontimeout = later;
  asking.open("GET", location.href);
  asking.send();
}

document.addEventListener("visibilitychange", ask);
ask();
