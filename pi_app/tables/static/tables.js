// The newest state of all tables in, the page out: cards, the ranking, and who plays where.

import { element, named, rabbit } from "./elements.js";
import { follow } from "./live.js";
import { number, plain, text } from "./words.js";

const RANKED = 50;
const part = (id) => document.getElementById(id);
const find = element("input", { kind: "find", type: "search", maxlength: 60, autocomplete: "off" });
find.placeholder = text("tables.find");
find.setAttribute("aria-label", text("tables.find"));
const cards = element("ul", { kind: "cards" });
const ranking = element("section", { kind: "all" });
let newest = null;

function phaseLine(table, players) {
  if (table.winners.length) {
    const names = table.winners.map((id) => players.get(id)?.name ?? "?").join(", ");
    return text("winners", { n: table.winners.length, names });
  }
  if (!table.players.length) return text("empty");
  return text(`phase.${table.phase}`, {
    n: table.voted, voters: table.voters, name: players.get(table.storyteller)?.name ?? "?",
  });
}

const wanted = () => find.value.trim().toLocaleLowerCase();
const isHit = (name) => wanted() !== "" && plain(name).toLocaleLowerCase().includes(wanted());

function card(table) {
  const players = new Map(table.players.map((player) => [player.id, player]));
  const name = table.address && table.online
    ? element("a", { href: table.address, rel: "noreferrer" }, named(table)) : named(table);
  const note = table.online ? (table.round ? text("round", { n: table.round }) : "") : text("tables.offline");
  const seats = [...table.players].sort((a, b) => a.rank - b.rank).map((player) => seat(player, table));
  return element(
    "li", { kind: table.online ? "card" : "card offline" },
    element("h3", {}, name, element("small", { text: note })),
    element("p", { kind: "state", text: phaseLine(table, players) }),
    element("ul", {}, ...seats),
  );
}

function seat(player, table) {
  const kinds = ["seat", !player.active && "gone", table.winners.includes(player.id) && "winner", isHit(player.name) && "hit"];
  return element(
    "li", { kind: kinds.filter(Boolean).join(" ") },
    element("span", { kind: "rank", text: number(player.rank) }), rabbit(player), named(player),
    element("b", { text: number(player.score) }),
  );
}

function rankingOf(state) {
  const tables = new Map(state.tables.map((table) => [table.id, table]));
  const rows = state.ranking.slice(0, RANKED).map(({ rank, table: id, player: who, score }) => {
    const table = tables.get(id);
    const player = table?.players.find((one) => one.id === who);
    return element(
      "tr", { kind: player && isHit(player.name) ? "hit" : "" },
      element("td", { text: number(rank) }), element("td", {}, rabbit(player), " ", named(player)),
      element("td", {}, named(table)), element("td", { text: number(score) }),
    );
  });
  if (!rows.length) return [];
  const heads = ["place", "player", "tables.table", "score"].map((key) => element("th", { scope: "col", text: text(key) }));
  const table = element("table", { kind: "ranking" }, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  return [element("h2", { text: text("tables.ranking") }), table];
}

function draw() {
  const state = newest;
  part("phase").textContent = state.connected ? (state.tables.length ? "" : text("tables.empty")) : text("tables.lost");
  if (!cards.isConnected) part("board").replaceChildren(find, cards, ranking);
  const isThere = (table) => table.players.some((player) => isHit(player.name)) || isHit(table.name);
  cards.replaceChildren(...state.tables.filter((table) => wanted() === "" || isThere(table)).map(card));
  ranking.replaceChildren(...rankingOf(state));
}

find.addEventListener("input", () => { if (newest) draw(); });
follow(
  (state) => { newest = state; draw(); },
  (status) => {
    part("status").dataset.status = status;
    part("status").textContent = text(`status.${status}`);
  },
);
