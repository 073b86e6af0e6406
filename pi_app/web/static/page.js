// The newest state in, the page out. The server's plain table is replaced once the first state is here.

import { element, label } from "./elements.js";
import { statistics, titles } from "./facts.js";
import { follow } from "./live.js";
import { race } from "./race.js";
import { byHand, history, lastRound } from "./rounds.js";
import { keepRules } from "./rules.js";
import { showTrack } from "./track.js";
import { text } from "./words.js";

const part = (id) => document.getElementById(id);
const track = element("ol", { kind: "track" });
const last = element("section", { kind: "last" });
const all = element("section", { kind: "all" });
let laidOut = false;

function phaseLine(state, players) {
  if (state.winners.length) {
    const names = state.winners.map((id) => label(players.get(id))).join(", ");
    return text("winners", { n: state.winners.length, names });
  }
  if (!state.players.length) return text("empty");
  return text(`phase.${state.phase}`, {
    n: state.voted, voters: state.voters, name: label(players.get(state.storyteller)),
  });
}

// How many have voted, never who: the laid discs come first.
function pips({ phase, voted, voters }) {
  if (phase !== "VOTING") return [];
  return Array.from({ length: voters }, (_, place) => element("i", place < voted ? { kind: "laid" } : {}));
}

function show(state) {
  const players = new Map(state.players.map((player) => [player.id, player]));
  part("phase").textContent = phaseLine(state, players);
  part("pips").replaceChildren(...pips(state));
  part("round").textContent = state.round ? text("round", { n: state.round }) : "";
  document.body.dataset.phase = state.phase;
  if (!laidOut) part("board").replaceChildren(track, last, all);
  laidOut = true;
  part("board").style.setProperty("--lanes", Math.max(state.players.length, 1));
  part("board").classList.toggle("many", state.players.length > 8);
  part("board").classList.toggle("titled", state.titles.length > 0);
  showTrack(track, state);
  last.replaceChildren(...titles(state, players), ...lastRound(state, players));
  if (document.documentElement.classList.contains("tv")) fit(last);
  keepRules(state);
  all.replaceChildren(...race(state), ...history(state), ...byHand(state, players), ...statistics(state));
}

// On a television nothing scrolls: what is too much gets smaller.
function fit(panel) {
  for (let size = 1; size > 0.5; size -= 0.05) {
    panel.style.setProperty("--fit", size);
    if (panel.scrollHeight <= panel.clientHeight) return;
  }
}

function showStatus(status) {
  part("status").dataset.status = status;
  part("status").textContent = text(`status.${status}`);
}

follow(show, showStatus);
