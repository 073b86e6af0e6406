// The page's texts with too little contrast to what they lie on, as far as style tells: the least over both
// ends of the sky for what has no ground of its own. WCAG 2.2, 1.4.3.
(least) => {
  const rgba = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return [r, g, b, a];
  };
  const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const over = (top, below) => [0, 1, 2].map((k) => top[k] * top[3] + below[k] * (1 - top[3])).concat(1);
  const probe = document.body.appendChild(document.createElement("i"));
  const skies = ["--sky", "--low"].map((name) => {
    probe.style.color = `var(${name})`;
    return rgba(getComputedStyle(probe).color);
  });
  probe.remove();
  const contrast = (element, sky) => {
    const style = getComputedStyle(element);
    const parents = [];
    for (let one = element; one !== document.body; one = one.parentElement) parents.unshift(getComputedStyle(one));
    const ground = parents.reduce((below, { backgroundColor }) => over(rgba(backgroundColor), below), sky);
    const ink = rgba(element instanceof SVGElement ? style.fill : style.color);
    ink[3] *= parents.reduce((all, { opacity }) => all * Number(opacity), 1);
    const [a, b] = [light(over(ink, ground)), light(ground)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const found = [];
  let texts = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || element.closest("noscript, .unseen, .sprite")) continue;
    if (!element.checkVisibility()) continue;
    texts += 1;
    const worst = Math.min(...skies.map((sky) => contrast(element, sky)));
    if (worst < least) found.push(`${walk.currentNode.data.trim()}: ${worst.toFixed(2)}`);
  }
  return { texts, found };
}
