// The state in; titles at the end of a match, and what each player did in numbers, out.

import { element, named, rabbit, wide } from "./elements.js";
import { knows, number, text } from "./words.js";

const COUNTS = ["told", "found", "drawn", "best_round"];

export function titles(state, players) {
  if (!state.titles.length) return [];
  const list = element("ul", { kind: "titles" });
  for (const title of state.titles) {
    const who = title.players.map((id) => element("span", {}, rabbit(players.get(id)), named(players.get(id))));
    const key = `title.${title.code}`;
    list.append(element(
      "li", {}, element("b", { text: knows(key) ? text(key) : title.text }),
      element("span", { kind: "holders" }, ...who), element("span", { kind: "gain", text: number(title.count) }),
    ));
  }
  return [element("h2", { text: text("titles") }), list];
}

export function statistics(state) {
  const there = state.players.filter((player) => state.statistics[player.id]);
  if (!there.length) return [];
  const heads = COUNTS.map((count) => element("th", { scope: "col", text: text(`stat.${count}`) }));
  const rows = there.map((player) => element(
    "tr", {}, element("th", { scope: "row" }, rabbit(player), " ", named(player)),
    ...COUNTS.map((count) => element("td", { text: number(state.statistics[player.id][count]) })),
  ));
  const table = element(
    "table", { kind: "statistics" },
    element("thead", {}, element("tr", {}, element("td"), ...heads)), element("tbody", {}, ...rows),
  );
  return [element("h2", { text: text("statistics") }), wide(text("statistics"), table)];
}
