// Scored rounds in, the race as a picture out: each player's points from rounds, added up.
// At the end of each line sits the player's rabbit, so that no colour has to be known.

import { drawn, element } from "./elements.js";
import { number, plain, text } from "./words.js";

const WIDE = 320;
const HIGH = 150;
const LEFT = 22;
const RIGHT = WIDE - 26;
const TOP = 12;
const BOTTOM = HIGH - 16;

export function race(state) {
  const rounds = state.rounds.filter((round) => !round.void);
  if (rounds.length < 2) return [];
  const lines = state.players.map((player) => ({ player, sums: sums(rounds, player.id) }));
  const most = Math.max(5, ...lines.flatMap((line) => line.sums));
  const x = (step) => LEFT + ((RIGHT - LEFT) * step) / rounds.length;
  const y = (points) => BOTTOM - ((BOTTOM - TOP) * points) / most;
  const names = state.players.map((player) => `${plain(player.name)} ${number(player.score)}`).join(", ");
  const picture = drawn("svg", { class: "race", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": names });
  for (let points = 0; points <= most; points += most > 25 ? 10 : 5) {
    picture.append(drawn("line", { class: "grid", x1: LEFT, x2: RIGHT, y1: y(points), y2: y(points) }));
    picture.append(drawn("text", { x: LEFT - 4, y: y(points) + 3, class: "scale" }, number(points)));
  }
  for (const line of lines) picture.append(...path(line.sums.map((points, step) => [x(step), y(points)]), line.player));
  // Rabbits last, best on top.
  for (const { player, sums: all } of [...lines].sort((a, b) => a.sums.at(-1) - b.sums.at(-1))) {
    picture.append(drawn("use", {
      href: `#rabbit-${player.stickers}`, x: RIGHT - 7, y: y(all.at(-1)) - 10, width: 16, height: 20,
    }));
  }
  return [element("h2", { text: text("race") }), picture];
}

function sums(rounds, id) {
  const all = [0];
  for (const round of rounds) all.push(all.at(-1) + (round.points[id]?.total ?? 0));
  return all;
}

function path(points, player) {
  const colour = document.getElementById(`rabbit-${player.stickers}`)?.dataset.colour ?? "#888";
  const corners = points.map((point) => point.join(",")).join(" ");
  return ["casing", "line"].map((kind) => drawn("polyline", {
    class: kind, points: corners, ...(kind === "line" ? { stroke: colour } : {}),
  }));
}
