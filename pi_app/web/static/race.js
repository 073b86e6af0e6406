// The state in, the race as a picture out: where each player stood after every round.
// Points by hand count in their round; who joined late begins where that round begins, with its points.
// At the end of each line sits the player's rabbit, so that no colour has to be known.

import { drawn, element, label } from "./elements.js";
import { number, text } from "./words.js";

const WIDE = 320;
const HIGH = 150;
const LEFT = 22;
const RIGHT = WIDE - 26;
const TOP = 12;
const BOTTOM = HIGH - 16;

export function race(state) {
  const steps = state.rounds.length;
  if (steps < 2) return [];
  const lines = state.players.map((player) => way(state, player));
  const all = lines.flatMap((line) => line.stands);
  const most = Math.max(5, ...all);
  const least = Math.min(0, ...all);
  const x = (step) => LEFT + ((RIGHT - LEFT) * step) / steps;
  const y = (points) => BOTTOM - ((BOTTOM - TOP) * (points - least)) / (most - least);
  const names = state.players.map((player) => `${label(player)} ${number(player.score)}`).join(", ");
  const picture = drawn("svg", { class: "race", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": names });
  const apart = most - least > 25 ? 10 : 5;
  for (let points = Math.ceil(least / apart) * apart; points <= most; points += apart) {
    picture.append(drawn("line", { class: "grid", x1: LEFT, x2: RIGHT, y1: y(points), y2: y(points) }));
    picture.append(drawn("text", { x: LEFT - 4, y: y(points) + 3, class: "scale" }, number(points)));
  }
  for (const { player, from, stands } of lines) {
    picture.append(...path(stands.map((points, step) => [x(from + step), y(points)]), player));
  }
  // Rabbits last, best on top.
  for (const { player, stands } of [...lines].sort((a, b) => a.stands.at(-1) - b.stands.at(-1))) {
    picture.append(drawn("use", {
      href: `#rabbit-${player.stickers}`, x: RIGHT - 7, y: y(stands.at(-1)) - 10, width: 16, height: 20,
    }));
  }
  return [element("h2", { text: text("race") }), picture];
}

// `stands`: the points before the first round of this player and after each round from there on.
function way(state, player) {
  const steps = state.rounds.length;
  const from = Math.min(player.joined_round - 1, steps);
  const stands = [player.start_score];
  for (let step = from; step < steps; step += 1) {
    stands.push(stands.at(-1) + (state.rounds[step].points[player.id]?.total ?? 0));
  }
  for (const { player: id, points, round } of state.adjustments) {
    if (id !== player.id) continue;
    // Given while a round runs, they count at once: at the end of what is drawn.
    const first = Math.max(0, Math.min(round, steps) - from);
    for (let step = first; step < stands.length; step += 1) stands[step] += points;
  }
  return { player, from, stands };
}

function path(points, player) {
  const colour = document.getElementById(`rabbit-${player.stickers}`)?.dataset.colour ?? "#888";
  const corners = points.map((point) => point.join(",")).join(" ");
  return ["casing", "line"].map((kind) => drawn("polyline", {
    class: kind, points: corners, ...(kind === "line" ? { stroke: colour } : {}),
  }));
}
