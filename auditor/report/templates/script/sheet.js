// One finding, or several together, in a window of its own: what the page knows, and the review.
const row = (...cells) => {
  const made = make("tr");
  made.append(...cells);
  return made;
};

const heading = (text) => {
  const made = make("th", "", text);
  made.scope = "row";
  return made;
};

const drawDetails = (view, at) => {
  const cells = view.data.triples("details", at).map(([label, text, strong]) => {
    const told = make("td", "", text);
    if (strong) told.append(" ", make("strong", "", strong));
    return [heading(label), told];
  });
  const rows = [];
  for (let line = 0; line < cells.length; line += 2) rows.push(row(...cells.slice(line, line + 2).flat()));
  if (cells.length % 2) rows.at(-1).lastChild.colSpan = 3;
  view.sheet.querySelector(".where tbody").replaceChildren(...rows);
};

// Several readings that agree are a list.
const named = (names) => {
  const [first, ...more] = names.split("\n");
  if (!more.length) return heading(first);
  const list = make("ul", "names");
  list.append(...[first, ...more].map((name) => make("li", "", name)));
  const cell = heading("");
  cell.append(list);
  return cell;
};

const drawReadings = (view, at) => {
  const table = view.sheet.querySelector(".readings");
  const lines = view.data.triples("readings", at);
  table.hidden = lines.length === 0;
  table.tBodies[0].replaceChildren(...lines.map(([names, verdict, money]) =>
    row(named(names), make("td", "", verdict), make("td", "n", money))));
};

const drawReplay = (view, at) => {
  const kept = view.replays.get(view.data.columns.id[at]);
  const copy = kept && (kept.content ?? kept).cloneNode(true);
  view.sheet.querySelector(".slot").replaceChildren(...(copy ? [copy] : []));
  view.sheet.querySelector(".no-replay").hidden = Boolean(copy);
};

const drawFinding = (view, at) => {
  const { data, sheet } = view;
  for (const part of sheet.querySelectorAll("[data-word]")) {
    part.textContent = data.word(part.dataset.word, at);
    part.hidden = !part.textContent;
  }
  sheet.querySelector(".badge").className = `badge ${data.word("verdict", at)}`;
  sheet.querySelector(".one").className = `alone one finding ${data.word("verdict", at)}`;
  sheet.querySelector(".id").textContent = data.columns.id[at].slice(0, 12);
  sheet.querySelector(".title").textContent = data.title(data.columns.rule[at]);
  sheet.querySelector(".stakeless").hidden = Boolean(data.word("stake", at));
  sheet.querySelector(".pair").hidden = !data.word("expected", at) && !data.word("stake", at);
  sheet.querySelector(".cause").textContent = data.causes(at).join("; ");
  drawDetails(view, at);
  drawReadings(view, at);
  drawReplay(view, at);
};

const setField = (fields, name, value) => {
  const field = fields.elements[name];
  if (name !== "decision") field.value = value;
  else for (const choice of field) choice.checked = choice.value === value;
};

// The fields show what all of the findings have in common, and nothing where they differ.
const drawReview = (view) => {
  const { fields } = view.parts;
  const said = view.opened.map((at) => view.reviews.get(view.data.columns.id[at]) ?? BLANK);
  for (const name of FIELDS) {
    const same = said.every((each) => each[name] === said[0][name]);
    setField(fields, name, same ? said[0][name] : "");
  }
  fields.elements.by.value ||= view.by;
  fields.elements.on.value ||= today();
};

const openSheet = (view, rows, title) => {
  const { sheet, labels } = view;
  const alone = title === undefined;
  view.opened = rows;
  for (const part of sheet.querySelectorAll(".alone")) part.hidden = !alone;
  sheet.querySelector(".apply").hidden = alone;
  sheet.querySelector(".apply").textContent = fill(labels.apply, { count: count(rows.length) });
  if (alone) drawFinding(view, rows[0]);
  const message = alone ? view.data.word("message", rows[0]) : title;
  sheet.querySelector("#sheet-title").textContent = message;
  drawReview(view);
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
};

const openPlace = (view, place) => {
  const { sheet, labels } = view;
  if (!view.rows.length) return;
  moveTo(view, place);
  sheet.querySelector(".at").textContent = fill(labels.count, { shown: count(view.active + 1), total: count(view.rows.length) });
  sheet.querySelector("[data-go='-1']").disabled = view.active === 0;
  sheet.querySelector("[data-go='1']").disabled = view.active === view.rows.length - 1;
  openSheet(view, [view.rows[view.active]]);
};

// Of several findings together, a field left empty leaves what each of them has.
const saidIn = (fields, alone) => Object.fromEntries(
  FIELDS.map((name) => [name, fields.elements[name].value]).filter(([, value]) => alone || value !== ""));

const listenToSheet = (view, changed) => {
  const { sheet } = view;
  const { fields } = view.parts;
  const alone = () => sheet.querySelector(".apply").hidden;
  const keep = () => {
    const said = saidIn(fields, alone());
    for (const at of view.opened) note(view, view.data.columns.id[at], said);
    changed();
  };
  fields.addEventListener("input", () => { if (alone()) keep(); });
  fields.addEventListener("submit", (event) => event.preventDefault());
  sheet.querySelector(".apply").addEventListener("click", () => { keep(); sheet.close(); });
  sheet.querySelector(".close").addEventListener("click", () => sheet.close());
  sheet.querySelector(".to-law").addEventListener("click", () => {
    const [at] = view.opened;
    sheet.close();
    const places = [...document.querySelectorAll("section.rule")];
    const rule = `${view.data.word("prefix", at)} ${view.data.word("rule", at)}`;
    places.find((place) => place.dataset.rule === rule)?.scrollIntoView();
  });
  for (const button of sheet.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => openPlace(view, view.active + Number(button.dataset.go)));
  }
  sheet.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const typing = event.target.closest("input, textarea");
    if (!step || typing || !alone() || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (view.rows[view.active + step] !== undefined) openPlace(view, view.active + step);
  });
  sheet.addEventListener("close", () => view.parts.grid.focus({ preventScroll: true }));
};
