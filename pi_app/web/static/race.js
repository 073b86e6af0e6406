// The state in, the race as a picture out: where each player stood after every round.
// Points by hand count in their round; who joined late begins where that round begins, with its points.
// At the end of each line sit the player's rabbit and points, so that no colour has to be known.

import { drawn, element, label, rabbit } from "./elements.js";
import { number, text } from "./words.js";

const LEFT = 20;
const TOP = 14;
const UNDER = 20; // numbers of the rounds
const BESIDE = 50; // rabbits and points
const TALLEST = 19; // a rabbit
const MOST_NUMBERS = 10;
export const AROUND = TOP + UNDER - 12; // of the height, what the rabbits have not for themselves

export function race(state) {
  const chart = raceChart(state, 320, 156 + 6 * state.players.length);
  return chart ? [element("h2", { text: text("race") }), chart] : [];
}

// `wide`, `high`: of the picture's own units, one of which is about a pixel on a phone.
export function raceChart(state, wide, high) {
  const steps = state.rounds.length;
  if (steps < 2) return null;
  const lines = state.players.map((player) => way(state, player));
  const all = lines.flatMap((line) => line.stands);
  const most = Math.max(5, ...all);
  const least = Math.min(0, ...all);
  const [right, bottom] = [wide - BESIDE, high - UNDER];
  const x = (step) => LEFT + ((right - LEFT) * step) / steps;
  const y = (points) => bottom - ((bottom - TOP) * (points - least)) / (most - least);
  const names = state.players.map((player) => `${label(player)} ${number(player.score)}`).join(", ");
  const picture = drawn("svg", {
    class: "race", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": `${text("race")}: ${names}`,
  });
  picture.append(...scale(least, most, y, right), ...numbers(state.rounds, x, high - 6));
  for (const { player, from, stands } of lines) {
    picture.append(...path(stands.map((points, step) => [x(from + step), y(points)]), player));
  }
  picture.append(...runners(lines, y, right, bottom));
  return picture;
}

function scale(least, most, y, right) {
  const apart = most - least > 25 ? 10 : 5;
  const parts = [];
  for (let points = Math.ceil(least / apart) * apart; points <= most; points += apart) {
    parts.push(drawn("line", { class: "grid", x1: LEFT, x2: right, y1: y(points), y2: y(points) }));
    parts.push(drawn("text", { class: "scale", x: LEFT - 4, y: y(points) + 3.5, "text-anchor": "end" }, number(points)));
  }
  return parts;
}

function numbers(rounds, x, y) {
  const every = Math.ceil(rounds.length / MOST_NUMBERS);
  return rounds.flatMap(({ round }, step) => (
    (step + 1) % every ? [] : [drawn("text", { class: "scale", x: x(step + 1), y, "text-anchor": "middle" }, number(round))]
  ));
}

// Best on top; who is level or close moves aside, and a thread leads to the end of the own line.
function runners(lines, y, right, bottom) {
  const order = [...lines].sort((a, b) => b.stands.at(-1) - a.stands.at(-1));
  const gap = Math.min(TALLEST - 2, (bottom + UNDER - AROUND) / order.length);
  const places = order.map(({ stands }) => y(stands.at(-1)));
  for (let k = 1; k < places.length; k += 1) places[k] = Math.max(places[k], places[k - 1] + gap);
  for (let k = places.length - 1, limit = bottom + 4; k >= 0; k -= 1, limit -= gap) places[k] = Math.min(places[k], limit);
  const high = Math.min(TALLEST, gap * 1.12);
  return order.flatMap(({ player, stands }, k) => {
    const look = rabbit(player);
    for (const [name, value] of Object.entries({ x: right + 9, y: places[k] - high * 0.55, width: 16, height: high })) {
      look.setAttribute(name, value);
    }
    return [
      drawn("line", { class: "thread", x1: right, y1: y(stands.at(-1)), x2: right + 9, y2: places[k] }),
      look,
      drawn("text", { class: "points", x: right + 27, y: places[k] + 3.5 }, number(stands.at(-1))),
    ];
  });
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
