"use strict";
// Filter the findings by words and by verdict; the page reads whole without it.
(() => {
  const form = document.querySelector("form.filter");
  if (!form) return;
  const items = [...document.querySelectorAll("[data-verdict]")].map((node) => ({
    node,
    verdict: node.dataset.verdict,
    words: node.textContent.toLowerCase(),
  }));
  const rules = [...document.querySelectorAll("section.rule")];
  const output = form.querySelector("output");
  const apply = () => {
    const words = form.elements.text.value.toLowerCase().trim();
    const verdict = form.elements.verdict.value;
    let shown = 0;
    for (const item of items) {
      const fits = (!verdict || item.verdict === verdict) && item.words.includes(words);
      item.node.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    for (const rule of rules) rule.hidden = !rule.querySelector("[data-verdict]:not([hidden])");
    output.textContent = output.dataset.form.replace("{shown}", shown).replace("{total}", items.length);
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  apply();
})();
