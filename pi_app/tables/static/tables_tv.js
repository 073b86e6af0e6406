// The newest state of all tables in, the page for a television out: as many tables as can be read from
// four metres and a part of the ranking; then, calmly, the next ones. By the clock, so that all televisions
// of a room turn together.

import { card, ranking, showLine, showStatus } from "./cards.js";
import { element, showWaiting } from "./elements.js";
import { follow } from "./live.js";
import { number } from "./words.js";

const TURN_MS = 10000;
const FADE_MS = 500;
const RANKED = 50;
const { few, many, crowd, rows } = Object.fromEntries(
  Object.entries(document.body.dataset).map(([name, value]) => [name, Number(value)]),
);
const part = (id) => document.getElementById(id);
const cards = element("ul", { kind: "cards" });
const ranked = element("section", { kind: "last" });
let newest = null;
let heard = "connecting";
let shown = -1;

const turn = () => Math.floor(Date.now() / TURN_MS);
const pageOf = (length, each) => turn() % Math.max(1, Math.ceil(length / each));

function draw() {
  shown = turn();
  const { tables, ranking: all } = newest;
  const each = tables.length > crowd ? many : few;
  const first = pageOf(tables.length, each) * each;
  const here = tables.slice(first, first + each);
  showLine(part("phase"), newest);
  showWaiting(!tables.length);
  const span = `${number(first + 1)}–${number(first + here.length)} / ${number(tables.length)}`;
  part("round").textContent = tables.length > each ? span : "";
  cards.dataset.cards = here.length;
  cards.replaceChildren(...here.map((table) => card(table)));
  const from = pageOf(Math.min(all.length, RANKED), rows) * rows;
  ranked.replaceChildren(...ranking(newest, from, Math.min(from + rows, RANKED)));
  if (!cards.isConnected) part("board").replaceChildren(cards, ranked);
}

function isMore() {
  return newest.tables.length > few || newest.ranking.length > rows;
}

setInterval(() => {
  if (!newest || document.hidden || shown === turn() || !isMore()) return;
  shown = turn();
  part("board").classList.add("turning");
  setTimeout(() => {
    draw();
    part("board").classList.remove("turning");
  }, FADE_MS);
}, 200);

follow(
  (state) => { newest = state; draw(); showStatus(part("status"), heard, newest); },
  (status) => { heard = status; showStatus(part("status"), heard, newest); },
);
