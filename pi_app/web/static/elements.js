// Small builders for elements. Texts only ever become text nodes: no name can become markup.

import { plain } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

export function element(tag, { kind, text, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function drawn(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// What people are shown of a player: two of one name are told apart.
export const label = (player) => (player ? plain(player.label || player.name) : "?");
export const named = (player) => element("bdi", { kind: "name", text: label(player) });

// What may be wider than a phone scrolls, by the keyboard as well.
export const wide = (name, table) => (
  element("div", { kind: "wide", tabindex: 0, role: "region", "aria-label": name }, table)
);

// Who tells the story wears a nightcap.
export function rabbit(player, tells = false) {
  const picture = drawn("svg", { class: "rabbit", "aria-hidden": "true" });
  if (player) picture.append(drawn("use", { href: `#rabbit-${player.stickers}` }));
  if (player && tells) picture.append(drawn("use", { href: "#nightcap" }));
  return picture;
}

// Before a match the rabbits sleep, and a television says where phones find the page.
export function showWaiting(waits) {
  for (const id of ["asleep", "here"]) {
    const there = document.getElementById(id);
    if (there) there.hidden = !waits;
  }
}
