// The choices above the list, each with how many findings it would give.
const labelOf = (view, name, value) => {
  const { data, labels } = view;
  if (name === REVIEW) return labels[value];
  const word = data.words[value];
  if (name === "verdict") return data.verdicts[word];
  if (name === "rule") return `${word} · ${data.title(value)}`;
  return word || "—";
};

const valuesOf = (view, name) => {
  const { data } = view;
  if (name === REVIEW) return DECISIONS;
  const found = new Set(data.columns[name].flat());
  if (name === "verdict") return [...found].sort((a, b) => VERDICTS.indexOf(data.words[a]) - VERDICTS.indexOf(data.words[b]));
  return ["article", "rule", "day"].includes(name) ? [...found] : byWord(data)(found);
};

// A choice between one thing and itself is none: it is not offered.
const drawChoices = (view) => {
  for (const name of [...FACETS, REVIEW]) {
    const values = valuesOf(view, name);
    const select = view.parts.filters.elements[name];
    for (const value of values) select.append(new Option("", value));
    const told = name === "currency" ? values.filter((value) => view.data.words[value]) : values;
    select.closest("label").hidden = told.length < (name === "cause" ? 1 : 2);
  }
};

const drawCounts = (view, counts) => {
  for (const name of [...FACETS, REVIEW]) {
    const [, ...options] = view.parts.filters.elements[name].options;
    for (const option of options) {
      const value = name === REVIEW ? option.value : Number(option.value);
      option.textContent = `${labelOf(view, name, value)} (${count(counts[name].get(value) ?? 0)})`;
    }
  }
};

const readFilters = (view) => {
  const { elements } = view.parts.filters;
  const chosen = [...FACETS, REVIEW].filter((name) => elements[name].value !== "");
  const least = Number(elements.least.value);
  view.wanted = {
    facets: Object.fromEntries(chosen.map((name) => [name, name === REVIEW ? elements[name].value : Number(elements[name].value)])),
    words: plain(elements.text.value).split(/\s+/).filter(Boolean),
    least: elements.least.value === "" || !(least >= 0) ? null : BigInt(Math.round(least * 10 ** view.data.scale)),
  };
  view.sort.by = elements.sort.value;
};

const drawSort = (view) => {
  for (const head of view.parts.head.querySelectorAll("[data-sort]")) {
    const mine = head.dataset.sort === view.sort.by;
    head.parentNode.setAttribute("aria-sort", mine ? (view.sort.down ? "descending" : "ascending") : "none");
  }
  view.parts.turn.setAttribute("aria-pressed", view.sort.down);
};

const listenToFilters = (view, changed) => {
  const { filters, head, turn, clear } = view.parts;
  let timer = 0;
  filters.addEventListener("input", (event) => {
    clearTimeout(timer);
    if (event.target.name === "text") timer = setTimeout(changed, 120);
    else changed();
  });
  filters.addEventListener("change", (event) => { if (event.target.name === "text") changed(); });
  filters.addEventListener("submit", (event) => event.preventDefault());
  clear.addEventListener("click", () => { filters.reset(); changed(); });
  turn.addEventListener("click", () => { view.sort.down = !view.sort.down; changed(); });
  head.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sort]");
    if (!button) return;
    const again = button.dataset.sort === view.sort.by;
    view.sort.down = again ? !view.sort.down : button.dataset.sort === "stake";
    filters.elements.sort.value = button.dataset.sort;
    changed();
  });
};
