// Puts the parts together; without a script the page reads whole, findings by article.
const changeRows = (view) => {
  const { grid, status, none, group } = view.parts;
  readFilters(view);
  const { rows, counts } = chooseRows(view);
  view.rows = sortRows(view, rows);
  view.active = 0;
  grid.scrollTop = 0;
  grid.hidden = rows.length === 0;
  none.hidden = rows.length > 0;
  group.disabled = rows.length === 0;
  grid.setAttribute("aria-rowcount", rows.length + 1);
  const sums = moneyOf(view);
  status.textContent = fill(view.labels.shown, { shown: count(rows.length), total: count(view.data.size) })
    + (sums.length ? ` ${fill(view.labels.money, { sums: sums.join("; ") })}` : "");
  drawCounts(view, counts);
  drawSort(view);
  measure(view);
  drawList(view);
};

// A review changes the marks and the counts, and never takes away the row that is being read.
const changeReviews = (view) => {
  drawList(view);
  drawCounts(view, chooseRows(view).counts);
  const many = view.reviews.size;
  view.parts.said.textContent = many ? fill(view.labels[view.unsaved ? "unsaved" : "saved"], { count: count(many) }) : "";
  view.parts.save.disabled = many === 0;
};

const listenToReview = (view) => {
  const { save, group, load, said } = view.parts;
  save.addEventListener("click", () => { download(view); changeReviews(view); });
  group.addEventListener("click", () => openSheet(view, view.rows, fill(view.labels.group, { count: count(view.rows.length) })));
  load.addEventListener("change", async () => {
    if (!load.files.length) return;
    const found = takeReviews(view, await load.files[0].text());
    load.value = "";
    changeReviews(view);
    said.textContent = found ? fill(view.labels.taken, found) : view.labels.foreign;
  });
  addEventListener("beforeunload", (event) => { if (view.unsaved && view.reviews.size) event.preventDefault(); });
};

const listenToCauses = (view) => {
  const { data } = view;
  for (const button of document.querySelectorAll("button.of-cause")) {
    const { cause } = button.dataset;
    const place = data.words.indexOf(cause);
    const rows = [...data.columns.cause.keys()].filter((at) => data.columns.cause[at].includes(place));
    button.hidden = rows.length === 0;
    button.addEventListener("click", () =>
      openSheet(view, rows, `${cause} (${fill(view.labels.group, { count: count(rows.length) })})`));
  }
};

const start = (root) => {
  const find = (selector) => root.querySelector(selector);
  const data = readFindings();
  const sheet = find("dialog");
  const parts = {
    grid: find(".grid"), head: find(".grid .head"), space: find(".space"), shown: find(".shown"),
    filters: find("form.filters"), turn: find(".turn"), clear: find(".clear"), status: find(".status"), none: find(".none-fit"),
    save: find(".save"), group: find(".group"), load: find(".load"), said: find(".said"), fields: find("form.review"),
  };
  const replays = new Map([...document.querySelectorAll("[data-replay]")].map((kept) => [kept.dataset.replay, kept]));
  const view = {
    data, parts, sheet, replays, labels: root.dataset, textOf: searcher(data), reviews: new Map(data.reviews.map(({ finding, ...said }) => [finding, said])),
    rows: [], opened: [], active: 0, height: 64, by: "", unsaved: false, sort: { by: "law", down: false },
  };
  root.hidden = false;
  for (const told of document.querySelectorAll(".if-script")) told.hidden = false;
  find("details.choices").open = matchMedia("(min-width: 46rem)").matches;
  drawChoices(view);
  changeRows(view);
  changeReviews(view);
  listenToFilters(view, () => changeRows(view));
  listenToList(view, (place) => openPlace(view, place));
  listenToSheet(view, () => changeReviews(view));
  listenToReview(view);
  listenToCauses(view);
};

// On a narrow screen a wide table scrolls within its section, by keyboard too.
const markScrollers = () => {
  for (const section of document.querySelectorAll("main > section")) {
    if (section.scrollWidth > section.clientWidth) section.tabIndex = 0;
    else section.removeAttribute("tabindex");
  }
};

const explorer = document.querySelector(".explorer");
if (explorer) start(explorer);
new ResizeObserver(markScrollers).observe(document.body);
