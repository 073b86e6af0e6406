// The page's phrases in, texts in the viewer's language out; the table comes with the page.

const language = document.documentElement.lang;
const phrases = JSON.parse(document.body.dataset.words);
const plural = new Intl.PluralRules(language);
const digits = new Intl.NumberFormat(language, { useGrouping: false });
const gains = new Intl.NumberFormat(language, { useGrouping: false, signDisplay: "exceptZero" });
// Marks that could turn the text round a name; letters are never among them.
const turning = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u0000-\u001f\u007f]/g;

export const number = (n) => digits.format(n);
export const plain = (name) => String(name).replace(turning, "");
export const signed = (n) => gains.format(n);
export const listed = (names) => names.join(language === "fa" ? "، " : ", ");
export const knows = (key) => key in phrases;

export function text(key, fields = {}) {
  let phrase = phrases[key];
  if (typeof phrase === "object") phrase = phrase[plural.select(fields.n)] ?? phrase.other;
  return phrase.replace(/\{(\w+)\}/g, (_, name) => {
    const value = fields[name];
    return typeof value === "number" ? number(value) : `\u2068${plain(value)}\u2069`;
  });
}
