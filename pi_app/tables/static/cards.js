// A table of many in, its card out; the state of all tables in, rows of the one ranking out.

import { element, label, named, rabbit } from "./elements.js";
import { listed, number, text } from "./words.js";

const CROWDED = 8; // more seats than this are shown smaller on a television
const never = () => false;

function phaseLine(table, players) {
  if (table.winners.length) {
    const names = listed(table.winners.map((id) => label(players.get(id))));
    return text("winners", { n: table.winners.length, names });
  }
  if (!table.players.length) return text("empty");
  return text(`phase.${table.phase}`, {
    n: table.voted, voters: table.voters, name: label(players.get(table.storyteller)),
  });
}

// A name that is too long ends in dots, and the words round it stay.
const sentence = (line) => line.split(/\u2068(.*?)\u2069/)
  .map((part, n) => (n % 2 ? element("bdi", { kind: "name", text: part }) : part));

// `isHit`: is this name what somebody looks for?
export function card(table, isHit = never) {
  const players = new Map(table.players.map((player) => [player.id, player]));
  const name = table.address && table.online
    ? element("a", { href: table.address, rel: "noreferrer" }, named(table)) : named(table);
  const note = table.round ? text("round", { n: table.round }) : "";
  // What a table does that is not heard of, nobody knows.
  const state = table.online ? phaseLine(table, players) : text("tables.offline");
  const kinds = ["card", !table.online && "offline", table.players.length > CROWDED && "crowded"];
  const seats = [...table.players].sort((a, b) => a.rank - b.rank).map((player) => seat(player, table, isHit));
  return element(
    "li", { kind: kinds.filter(Boolean).join(" ") },
    element("h2", {}, name, element("small", { text: note })),
    element("p", { kind: "state" }, ...sentence(state)),
    element("ul", {}, ...seats),
  );
}

function seat(player, table, isHit) {
  const kinds = ["seat", !player.active && "gone", table.winners.includes(player.id) && "winner", isHit(player.name) && "hit"];
  const tells = player.id === table.storyteller && !table.over;
  return element(
    "li", { kind: kinds.filter(Boolean).join(" ") },
    element("span", { kind: "rank", text: number(player.rank) }), rabbit(player, tells), named(player),
    element("b", { text: number(player.score) }),
  );
}

// `from`, `to`: which part of the ranking.
export function ranking(state, from, to, isHit = never) {
  const tables = new Map(state.tables.map((table) => [table.id, table]));
  const rows = state.ranking.slice(from, to).map(({ rank, table: id, player: who, score }) => {
    const table = tables.get(id);
    const player = table?.players.find((one) => one.id === who);
    return element(
      "tr", { kind: player && isHit(player.name) ? "hit" : "" },
      element("td", { text: number(rank) }), element("th", { scope: "row" }, rabbit(player), " ", named(player)),
      element("td", {}, named(table)), element("td", { text: number(score) }),
    );
  });
  if (!rows.length) return [];
  const heads = ["place", "player", "tables.table", "score"].map((key) => element("th", { scope: "col", text: text(key) }));
  const table = element("table", { kind: "ranking" }, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  return [element("h2", { text: text("tables.ranking") }), table];
}

// A page that hears the hub, which hears no table, is not live.
export function showStatus(place, status, state) {
  const shown = status === "live" && state && !state.connected ? "reconnecting" : status;
  place.dataset.status = shown;
  if (place.textContent !== text(`status.${shown}`)) place.textContent = text(`status.${shown}`);
}

// What there is to say of all tables: that they are not heard, or that there is none.
export function showLine(place, state) {
  place.dataset.line = state.connected ? "empty" : "lost";
  const said = state.connected ? (state.tables.length ? "" : text("tables.empty")) : text("tables.lost");
  if (place.textContent !== said) place.textContent = said;
}
