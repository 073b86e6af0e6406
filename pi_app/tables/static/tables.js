// The newest state of all tables in, the page for a phone out: cards, the ranking, and who plays where.

import { card, ranking, showLine, showStatus } from "./cards.js";
import { element, showWaiting } from "./elements.js";
import { follow } from "./live.js";
import { plain, text } from "./words.js";

const RANKED = 50;
const part = (id) => document.getElementById(id);
const find = element("input", { kind: "find", type: "search", maxlength: 60, autocomplete: "off" });
find.placeholder = text("tables.find");
find.setAttribute("aria-label", text("tables.find"));
const cards = element("ul", { kind: "cards" });
const ranked = element("section", { kind: "all" });
let newest = null;
let heard = "connecting";

const wanted = () => find.value.trim().toLocaleLowerCase();
const isHit = (name) => wanted() !== "" && plain(name).toLocaleLowerCase().includes(wanted());

function draw() {
  const state = newest;
  showLine(part("phase"), state);
  showWaiting(!state.tables.length);
  if (!cards.isConnected) part("board").replaceChildren(find, cards, ranked);
  const isThere = (table) => table.players.some((player) => isHit(player.name)) || isHit(table.name);
  const shown = state.tables.filter((table) => wanted() === "" || isThere(table));
  cards.replaceChildren(...shown.map((table) => card(table, isHit)));
  ranked.replaceChildren(...ranking(state, 0, RANKED, isHit));
}

find.addEventListener("input", () => { if (newest) draw(); });
follow(
  (state) => { newest = state; draw(); showStatus(part("status"), heard, newest); },
  (status) => { heard = status; showStatus(part("status"), heard, newest); },
);
