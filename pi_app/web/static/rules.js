// The state in; the page's rules kept to what is played now. The server wrote them; they rarely change.

import { element } from "./elements.js";
import { plain, text } from "./words.js";

const place = document.getElementById("rules");
const apart = document.getElementById("rules-apart");
const language = document.documentElement.lang;
const onTelevision = document.documentElement.classList.contains("tv");
let wanted = "";
let shown = null;

export function keepRules(state) {
  if (onTelevision) return;
  wanted = JSON.stringify([state.match, state.rules]);
  place.hidden = !state.rules.length;
  apart.hidden = true; // the page without scripts comes anew every few seconds; this one stays
  if (place.open) refresh();
}

// A reason for points leads to the rule behind it.
export function reason(said, rule) {
  return rule && !onTelevision
    ? element("a", { href: `#rule-${rule}`, text: said }) : element("span", { text: said });
}

async function refresh() {
  if (wanted === shown) return;
  const asked = wanted;
  try {
    const answer = await fetch(`/api/rules?lang=${language}`, { cache: "no-store" });
    if (!answer.ok) return;
    fill(await answer.json());
    shown = asked;
  } catch {
    // tried again with the next state
  }
}

function fill({ name, special, rules }) {
  if (!name) return;
  const made = [
    element("summary", { text: text("rules", { name }) }),
    element("p", { text: plain(special) }),
    element("ul", {}, ...rules.map(item)),
  ];
  // What is right already stays: somebody may be reading it.
  if (made.map((part) => part.textContent).join("") !== place.textContent) place.replaceChildren(...made);
}

function item(rule) {
  const lines = [
    ...(rule.changed ? [text("rules.changed")] : []),
    ...(!rule.changed && !rule.sources.length ? [text("rules.own")] : []),
    ...rule.sources,
    ...rule.doubts.map((doubt) => `${text("rules.doubt")}: ${doubt}`),
  ];
  const said = element("small", {}, ...lines.map((line) => element("span", { dir: "auto", text: plain(line) })));
  return element("li", { id: `rule-${rule.path}` }, rule.text, said);
}

place.addEventListener("toggle", () => { if (place.open) refresh(); });
