// Players in, the race out: one lane a player, best first; the rabbits hop when points change.
// Lanes are kept between two states, so that a rabbit moves and is not drawn anew; what stands where is a
// matter of style, and told to screen readers.

import { element, label, named, rabbit } from "./elements.js";
import { number, signed, text } from "./words.js";

const lanes = new Map();
let shownMatch;

export function showTrack(list, state) {
  if (state.match !== shownMatch) {
    shownMatch = state.match;
    lanes.clear();
    list.replaceChildren();
  }
  const finish = Math.max(state.target ?? 30, 6, ...state.players.map((player) => player.score));
  list.style.setProperty("--steps", finish);
  list.style.setProperty("--goal", (state.target ?? finish) / finish);
  const gains = lastGains(state);
  const order = [...state.players].sort((a, b) => a.rank - b.rank);
  order.forEach((player, place) => {
    let lane = lanes.get(player.id);
    if (!lane) {
      lane = makeLane(player);
      lanes.set(player.id, lane);
      list.append(lane.root);
    }
    update(lane, player, { place, finish, gain: gains[player.id], state });
  });
  list.setAttribute("aria-owns", order.map((player) => lanes.get(player.id).root.id).join(" "));
}

export function lastGains(state) {
  const last = state.rounds.at(-1);
  if (!last || (state.phase !== "SCORES" && state.phase !== "OVER")) return {};
  return Object.fromEntries(Object.entries(last.points).map(([id, points]) => [id, points.total]));
}

function makeLane(player) {
  const lane = {
    rank: element("span", { kind: "rank" }),
    name: named(player),
    note: element("small"),
    gain: element("span", { kind: "gain" }),
    score: element("strong", { kind: "score" }),
    path: element("span", { kind: "path", "aria-hidden": "true" }),
    runner: element("span", { kind: "runner" }),
    look: "",
  };
  lane.path.append(lane.runner);
  lane.root = element(
    "li", { kind: "lane", id: `lane-${player.id}` }, lane.rank,
    element("span", { kind: "who" }, lane.name, lane.note),
    lane.gain, lane.score, lane.path,
  );
  return lane;
}

function update(lane, player, { place, finish, gain, state }) {
  lane.root.style.order = place;
  lane.root.classList.toggle("first", player.rank === 1 && player.score > 0);
  lane.root.classList.toggle("gone", !player.active);
  lane.root.classList.toggle("winner", state.winners.includes(player.id));
  lane.rank.textContent = number(player.rank);
  lane.name.textContent = label(player);
  const tells = player.id === state.storyteller && !state.over;
  lane.note.textContent = player.active ? (tells ? text("storyteller") : "") : text("left");
  lane.gain.textContent = gain === undefined ? "" : signed(gain);
  const look = `${player.stickers} ${tells}`;
  if (lane.look !== look) {
    lane.look = look;
    lane.runner.replaceChildren(rabbit(player, tells));
  }
  if (state.target === null) delete lane.path.dataset.goal;
  else lane.path.dataset.goal = number(state.target);
  if (lane.shown !== player.score) hop(lane.runner, lane.shown !== undefined);
  lane.shown = player.score;
  lane.score.textContent = number(player.score);
  lane.runner.style.setProperty("--at", Math.min(1, Math.max(0, player.score / finish)));
}

function hop(runner, moves) {
  runner.classList.remove("hop");
  if (!moves) return;
  void runner.offsetWidth; // lets the same animation start again
  runner.classList.add("hop");
}
