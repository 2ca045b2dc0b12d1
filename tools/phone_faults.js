// What is smaller than a finger or than 17 px, cut off, beyond the page, or laid over something else.
() => {
  const found = [];
  const name = (e) => `${e.tagName}.${e.getAttribute("class")} ${(e.textContent || "").slice(0, 20)}`;
  const seen = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 0;
  for (const e of document.querySelectorAll("#app button, #app input")) {
    if (!seen(e)) continue;
    const r = e.getBoundingClientRect();
    if (r.width < 47.5 || r.height < 47.5) found.push(`small ${Math.round(r.width)}x${Math.round(r.height)} ${name(e)}`);
    if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) found.push(`outside ${name(e)}`);
    if (!e.textContent && !e.getAttribute("aria-label")) found.push(`nameless ${name(e)}`);
  }
  for (const e of document.querySelectorAll("#app *")) {
    if (!seen(e) || !e.firstChild || e.firstChild.nodeType !== 3 || e.closest("svg")) continue;
    const style = getComputedStyle(e);
    if (parseFloat(style.fontSize) < 17) found.push(`text ${name(e)}`);
    if (e.scrollWidth > e.clientWidth + 1 && style.display !== "inline") found.push(`cut ${name(e)}`);
  }
  const parts = [...document.querySelectorAll(".hand > *, .beside > *, .acts > *, .joined .face > *, .door > *, .card")];
  const boxes = parts.filter((e) => seen(e) && !e.matches(".room, .fold")).map((e) => [e, e.getBoundingClientRect()]);
  boxes.forEach(([a, r], i) => {
    if (r.bottom > innerHeight + 1 || r.right > innerWidth + 1) found.push(`beyond ${name(a)}`);
    for (const [b, q] of boxes.slice(i + 1)) {
      const wide = Math.min(r.right, q.right) - Math.max(r.left, q.left), high = Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top);
      if (!a.contains(b) && !b.contains(a) && wide > 2 && high > 2) found.push(`over ${name(a)} | ${name(b)}`);
    }
  });
  return found;
}
