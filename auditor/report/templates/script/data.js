// The findings as they lie in the page: each word once, and columns of its places.
const make = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
};

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

const readFindings = () => {
  const told = JSON.parse(document.getElementById("findings-data").textContent);
  const { columns, words } = told;
  const word = (name, row) => words[columns[name][row]];
  const causes = (row) => columns.cause[row].map((place) => words[place]);
  const title = (rule) => words[told.titles[rule]];
  const triples = (name, row) => {
    const places = columns[name][row];
    return Array.from({ length: places.length / 3 }, (_, line) =>
      places.slice(3 * line, 3 * line + 3).map((place) => words[place]));
  };
  const units = columns.units.map((place) => (words[place] ? BigInt(words[place]) : null));
  const number = new Map(columns.id.map((id, row) => [id, row]));
  return { ...told, size: columns.id.length, word, title, causes, triples, units, number };
};

// Amounts are whole numbers of the smallest unit: no sum of money is ever a float.
const amount = (data, units, currency) => {
  const digits = units.toString().padStart(data.scale + 1, "0");
  const whole = digits.slice(0, -data.scale).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const rest = digits.slice(-data.scale).replace(/0+$/, "").padEnd(2, "0");
  return `${currency}\u00a0${whole}${data.decimal}${rest}`.trim();
};

const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
