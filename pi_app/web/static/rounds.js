// Scored rounds in; the last round's cards and reasons, and the table of all rounds, out.

import { element, label, named, rabbit, wide } from "./elements.js";
import { reason } from "./rules.js";
import { knows, number, plain, signed, text } from "./words.js";

export function lastRound(state, players) {
  const last = state.rounds.at(-1);
  if (!last) return [];
  const parts = [element("h2", { text: text("last_round", { n: last.round }) })];
  if (last.void) return [...parts, element("p", { text: text("void") })];
  if (knows(`outcome.${last.outcome}`)) parts.push(element("p", { text: text(`outcome.${last.outcome}`) }));
  return [...parts, cards(last, players), reasons(last, players, state.language)];
}

function cards(round, players) {
  // The slots lie from left to right on the table, in every language.
  const row = element("ul", { kind: "cards", dir: "ltr" });
  for (const [slot, owner] of Object.entries(round.slots)) {
    // Two discs on one card are two rabbits.
    const voters = Object.entries(round.votes)
      .flatMap(([voter, slots]) => slots.filter((voted) => String(voted) === slot).map(() => players.get(Number(voter))));
    const votes = element("span", { kind: "voters" }, ...voters.map((voter) => rabbit(voter)));
    if (voters.length) {
      votes.setAttribute("role", "img");
      votes.setAttribute("aria-label", voters.map(label).join(", "));
    }
    const kind = owner === round.storyteller ? "card told" : "card";
    row.append(element(
      "li", { kind }, element("b", { text: number(Number(slot)) }), named(players.get(owner)), votes,
    ));
  }
  return row;
}

function reasons(round, players, language) {
  const list = element("ul", { kind: "reasons" });
  const best = Object.entries(round.points).sort(([, a], [, b]) => b.total - a.total);
  for (const [id, points] of best) {
    const why = whys(points, language);
    const player = players.get(Number(id));
    list.append(element(
      "li", {}, rabbit(player), element("b", { kind: "gain", text: signed(points.total) }),
      element("span", { kind: "why" }, named(player), ...why),
    ));
  }
  return list;
}

// In the viewer's words where we have them all, else in the table's.
function whys(points, language) {
  if (points.reasons.length && points.reasons.every(({ code }) => knows(`why.${code}`))) {
    return points.reasons.map(({ code, count, rule }) => reason(text(`why.${code}`, { n: count }), rule));
  }
  return points.why.map((why) => element("span", { dir: "auto", lang: language, text: plain(why) }));
}

// Points of no round: what late players brought along, and what the table gave or took by hand.
function extras(state) {
  const brought = state.players.filter((player) => player.start_score)
    .map((player) => ({ player: player.id, points: player.start_score, round: player.joined_round - 1 }));
  return [...brought, ...state.adjustments];
}

export function history(state) {
  if (!state.rounds.length) return [];
  const heads = state.players.map((player) => element("th", { scope: "col", title: label(player) }, rabbit(player), element("span", { kind: "unseen", text: label(player) })));
  const more = extras(state);
  const rowsOf = (after) => more.filter(({ round }) => round === after).map((extra) => extraRow(extra, state));
  const rows = rowsOf(0);
  for (const round of state.rounds) {
    rows.push(element(
      "tr", { kind: round.void ? "void" : "" },
      element("th", { scope: "row", text: number(round.round) }),
      ...state.players.map((player) => cell(round, player)),
    ), ...rowsOf(round.round));
  }
  const late = more.filter(({ round }) => round > state.rounds.length);
  rows.push(...late.map((extra) => extraRow(extra, state)));
  const total = element(
    "tr", {}, element("th", { scope: "row", text: "Σ" }),
    ...state.players.map((player) => element("td", { text: number(player.score) })),
  );
  const table = element(
    "table", { kind: "history" },
    element("thead", {}, element("tr", {}, element("td"), ...heads)),
    element("tbody", {}, ...rows), element("tfoot", {}, total),
  );
  return [element("h2", { text: text("history") }), wide(text("history"), table)];
}

function extraRow({ player: id, points }, state) {
  return element(
    "tr", { kind: "extra" }, element("th", { scope: "row", text: "±" }),
    ...state.players.map((player) => element("td", { text: player.id === id ? signed(points) : "" })),
  );
}

// Why there are points of no round, in the table's words or ours.
export function byHand(state, players) {
  const more = extras(state);
  if (!more.length) return [];
  const list = element("ul", { kind: "reasons" });
  for (const { player: id, points, reason: given } of more) {
    const player = players.get(id);
    const why = given === undefined
      ? element("span", { text: text("joined") })
      : element("span", { dir: "auto", text: plain(given) });
    list.append(element(
      "li", {}, rabbit(player), element("b", { kind: "gain", text: signed(points) }),
      element("span", { kind: "why" }, named(player), why),
    ));
  }
  return [element("h2", { text: text("by_hand") }), list];
}

function cell(round, player) {
  const points = round.points[player.id];
  const told = round.storyteller === player.id;
  const made = element("td", { kind: told ? "told" : "", text: points ? number(points.total) : "–" });
  if (told) made.title = text("storyteller");
  return made;
}
