// Which findings are wanted, in which order, and how many each choice would give.
const FACETS = ["verdict", "article", "rule", "table", "dealer", "day", "owed", "currency", "cause", "since"];
const REVIEW = "review";
const VERDICTS = ["violation", "indeterminate", "observation"];
const SOUGHT = ["message", "rule", "subject", "table", "dealer", "citation", "word"];

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const searcher = (data) => {
  const kept = [];
  return (row) => {
    kept[row] ??= plain([
      ...SOUGHT.map((name) => data.word(name, row)),
      ...data.triples("details", row).map((line) => line[1]),
      ...data.causes(row),
      data.title(data.columns.rule[row]),
      data.columns.id[row],
    ].join("\n"));
    return kept[row];
  };
};

// A facet's own choice does not narrow its own counts: they say what another choice would give.
const chooseRows = (view) => {
  const { data, wanted, textOf, reviews } = view;
  const names = [...FACETS, REVIEW];
  const counts = Object.fromEntries(names.map((name) => [name, new Map()]));
  const asked = names.filter((name) => wanted.facets[name] !== undefined);
  const valuesOfRow = (name, row) =>
    [name === REVIEW ? decisionOf(reviews, data.columns.id[row]) : data.columns[name][row]].flat();
  const add = (name, row) => {
    for (const value of valuesOfRow(name, row)) counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
  };
  const rows = [];
  for (let row = 0; row < data.size; row += 1) {
    if (wanted.least !== null && (data.units[row] === null || data.units[row] < wanted.least)) continue;
    if (wanted.words.length && !wanted.words.every((word) => textOf(row).includes(word))) continue;
    const failed = asked.filter((name) => !valuesOfRow(name, row).includes(wanted.facets[name]));
    if (failed.length === 0) {
      rows.push(row);
      for (const name of names) add(name, row);
    } else if (failed.length === 1) add(failed[0], row);
  }
  return { rows, counts };
};

const byWord = (data) => {
  const { compare } = new Intl.Collator(data.lang, { numeric: true });
  return (places) => [...places].sort((one, other) => compare(data.words[one], data.words[other]));
};

const placeOf = (data, by) => {
  if (by === "when") return (row) => data.columns.when[row] ?? Infinity;
  if (by === "stake") return (row) => data.units[row] ?? -1n;
  if (by === "verdict") return (row) => VERDICTS.indexOf(data.word("verdict", row));
  if (by === "law") return (row) => row;
  const order = byWord(data)(new Set(data.columns[by]));
  const places = new Map(order.map((word, place) => [word, place]));
  return (row) => places.get(data.columns[by][row]);
};

const sortRows = (view, rows) => {
  const place = placeOf(view.data, view.sort.by);
  const sign = view.sort.down ? -1 : 1;
  const keyed = rows.map((row) => [place(row), row]);
  keyed.sort(([a, one], [b, other]) => (a < b ? -sign : a > b ? sign : one - other));
  return keyed.map(([, row]) => row);
};

const moneyOf = (view) => {
  const { data, rows } = view;
  const sums = new Map();
  for (const row of rows) {
    if (data.units[row] === null) continue;
    const key = ["verdict", "owed", "currency"].map((name) => data.word(name, row)).join("\n");
    sums.set(key, (sums.get(key) ?? 0n) + data.units[row]);
  }
  const order = (key) => VERDICTS.indexOf(key.split("\n")[0]);
  return [...sums].sort(([a], [b]) => order(a) - order(b) || (a < b ? -1 : 1)).map(([key, units]) => {
    const [verdict, owed, currency] = key.split("\n");
    return `${owed}: ${amount(data, units, currency)} (${data.verdicts[verdict].toLocaleLowerCase(data.lang)})`;
  });
};
