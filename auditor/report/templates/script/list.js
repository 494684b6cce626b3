// The list: only the rows in sight, and a few around them, are ever drawn.
const SPARE = 8;

const cell = (name, ...lines) => {
  const made = make("div", name);
  made.setAttribute("role", "gridcell");
  for (const [text, style] of lines) if (text) made.append(make("span", style, text));
  return made;
};

const drawRow = (view, place) => {
  const { data, labels } = view;
  const row = view.rows[place];
  const word = (name) => data.word(name, row);
  const made = make("div", place === view.active ? "row active" : "row");
  made.id = `row-${place}`;
  made.dataset.place = place;
  made.setAttribute("role", "row");
  made.setAttribute("aria-rowindex", place + 2);
  const decision = decisionOf(view.reviews, data.columns.id[row]);
  made.append(
    cell("c-verdict", [word("word"), `badge ${word("verdict")}`]),
    cell("c-when", [word("day") || labels.undated], [word("time"), "muted"]),
    cell("c-law", [word("article")], [word("rule"), "muted"]),
    cell("c-table", [word("table") || "—"], [word("subject"), "muted"]),
    cell("c-dealer", [word("dealer") || "—"]),
    cell("c-what", [word("message")]),
    cell("c-stake", [word("stake") || "—"], [word("whom"), "muted"]),
    cell("c-review", [decision === OPEN ? "" : labels[decision], `decided ${decision}`]),
  );
  return made;
};

const drawList = (view) => {
  const { grid, space, shown, head } = view.parts;
  const top = Math.max(0, Math.floor(grid.scrollTop / view.height) - SPARE);
  const many = Math.ceil((grid.clientHeight - head.offsetHeight) / view.height) + 2 * SPARE;
  const end = Math.min(view.rows.length, top + many);
  space.style.height = `${view.rows.length * view.height}px`;
  shown.style.transform = `translateY(${top * view.height}px)`;
  shown.replaceChildren(...Array.from({ length: Math.max(0, end - top) }, (_, at) => drawRow(view, top + at)));
  const active = view.active >= top && view.active < end;
  if (active) grid.setAttribute("aria-activedescendant", `row-${view.active}`);
  else grid.removeAttribute("aria-activedescendant");
};

// A row is of one height in a layout, and a phone's layout has another one.
const measure = (view) => {
  const { shown } = view.parts;
  if (!view.rows.length) return;
  if (!shown.firstChild) shown.append(drawRow(view, 0));
  view.height = shown.firstChild.getBoundingClientRect().height || view.height;
};

const moveTo = (view, place) => {
  const { grid, head } = view.parts;
  view.active = Math.min(Math.max(place, 0), Math.max(view.rows.length - 1, 0));
  const from = view.active * view.height;
  const room = grid.clientHeight - head.offsetHeight;
  if (from < grid.scrollTop) grid.scrollTop = from;
  else if (from + view.height > grid.scrollTop + room) grid.scrollTop = from + view.height - room;
  drawList(view);
};

const stepOf = (view, key) => {
  const page = Math.max(1, Math.floor(view.parts.grid.clientHeight / view.height) - 2);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -view.rows.length, End: view.rows.length };
  return steps[key];
};

const listenToList = (view, open) => {
  const { grid } = view.parts;
  let waits = false;
  grid.addEventListener("scroll", () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; drawList(view); });
  }, { passive: true });
  grid.addEventListener("click", (event) => {
    const row = event.target.closest("[data-place]");
    if (row) open(Number(row.dataset.place));
  });
  grid.addEventListener("keydown", (event) => {
    const step = stepOf(view, event.key);
    if (event.target !== grid || event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) moveTo(view, view.active + step);
    else if (event.key === "Enter" || event.key === " ") open(view.active);
    else return;
    event.preventDefault();
  });
  new ResizeObserver(() => { measure(view); drawList(view); }).observe(grid);
};
