// The newest state in, the page out. The server's plain table is replaced once the first state is here.

import { element, label, showWaiting } from "./elements.js";
import { statistics, titles } from "./facts.js";
import { follow } from "./live.js";
import { AROUND, race, raceChart } from "./race.js";
import { byHand, history, lastRound } from "./rounds.js";
import { keepRules } from "./rules.js";
import { lastGains, showTrack } from "./track.js";
import { listed, number, signed, text } from "./words.js";

const RACE_UNITS = 340; // across a television's panel
const HIGHEST = 230;
const LEAST_LINE = 10.5; // of those for each player, or their numbers touch

const part = (id) => document.getElementById(id);
const onTelevision = document.documentElement.classList.contains("tv");
const title = document.title;
const track = element("ol", { kind: "track", role: "list" });
const last = element("section", { kind: "last" });
const all = element("section", { kind: "all" });
let newest = null;
let shown = "";

function phaseLine(state, players) {
  if (state.winners.length) {
    const names = listed(state.winners.map((id) => label(players.get(id))));
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

// For those who do not see the rabbits hop: who gained what, and stands where, best first.
function said(state) {
  const gains = lastGains(state);
  const players = [...state.players].sort((a, b) => a.rank - b.rank).filter(({ id }) => id in gains);
  return players.map((player) => `${label(player)} ${signed(gains[player.id])}, ${number(player.score)}`).join("; ");
}

function tell(id, what) {
  if (part(id).textContent !== what) part(id).textContent = what;
}

function show(state) {
  const players = new Map(state.players.map((player) => [player.id, player]));
  const line = phaseLine(state, players);
  tell("phase", line);
  tell("said", said(state));
  document.title = state.players.length ? `${line} – ${title}` : title;
  part("pips").replaceChildren(...pips(state));
  part("round").textContent = state.round ? text("round", { n: state.round }) : "";
  document.body.dataset.phase = state.phase;
  if (!newest) lay();
  newest = state;
  showWaiting(state.players.length === 0);
  part("board").style.setProperty("--lanes", Math.max(state.players.length, 1));
  part("board").classList.toggle("alone", !state.rounds.length);
  part("board").classList.toggle("many", state.players.length > 8);
  part("board").classList.toggle("titled", state.titles.length > 0);
  showTrack(track, state);
  keepRules(state);
  if (isNews(state)) showRounds(state, players);
}

// A vote that is laid must not move what somebody reads of the rounds before.
function isNews({ match, players, rounds, adjustments, titles: won }) {
  const before = shown;
  shown = JSON.stringify([match, players, rounds, adjustments, won]);
  return shown !== before;
}

function showRounds(state, players) {
  if (onTelevision) fill(last, state, players);
  else last.replaceChildren(...titles(state, players), ...lastRound(state, players));
  all.replaceChildren(...race(state), ...history(state), ...byHand(state, players), ...statistics(state));
}

function lay() {
  part("board").replaceChildren(track, last, all);
  part("board").classList.add("drawn");
}

// On a television nothing scrolls: what is too much gets smaller, and the race has the room that is left.
function fill(panel, state, players) {
  const won = titles(state, players);
  const isEnd = won.length > 0 && state.rounds.length > 1;
  panel.replaceChildren(...won, ...(isEnd ? [] : lastRound(state, players)));
  if (!panel.lastElementChild) return;
  for (let size = 1; size > 0.5; size -= 0.05) {
    panel.style.setProperty("--fit", size);
    if (panel.scrollHeight <= panel.clientHeight) break;
  }
  const { paddingBottom, paddingInlineStart, paddingInlineEnd } = getComputedStyle(panel);
  const bottom = (part) => part.getBoundingClientRect().bottom;
  const room = bottom(panel) - parseFloat(paddingBottom) - Math.max(...Array.from(panel.children, bottom));
  const wide = panel.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
  const high = Math.min((RACE_UNITS * room) / wide - 10, HIGHEST);
  const chart = high > AROUND + LEAST_LINE * players.size ? raceChart(state, RACE_UNITS, high) : null;
  if (chart) panel.append(chart);
}

function showStatus(status) {
  part("status").dataset.status = status;
  tell("status", text(`status.${status}`)); // said again only when it is another one
}

if (onTelevision) addEventListener("resize", () => { shown = ""; if (newest) show(newest); });
follow(show, showStatus);
