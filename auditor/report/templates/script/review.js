// What a reviewer says of findings: kept in this page only, until it is downloaded.
const OPEN = "open";
const DECISIONS = [OPEN, "confirmed", "dismissed"];
const FIELDS = ["decision", "by", "on", "comment", "reply"];
const BLANK = { decision: OPEN, by: "", on: "", comment: "", reply: "" };

const decisionOf = (reviews, id) => reviews.get(id)?.decision ?? OPEN;

const saysSomething = (review) => review.decision !== OPEN || review.comment !== "" || review.reply !== "";

const today = () => {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

const note = (view, id, said) => {
  const review = { ...BLANK, ...view.reviews.get(id), ...said };
  if (saysSomething(review)) view.reviews.set(id, { ...review, on: review.on || today() });
  else view.reviews.delete(id);
  view.by = review.by || view.by;
  view.unsaved = true;
};

const reviewFile = (view) => ({
  audit_sha256: view.data.audit_sha256,
  casino_id: view.data.casino_id,
  reviews: view.data.columns.id
    .filter((id) => view.reviews.has(id))
    .map((id) => ({ finding: id, ...Object.fromEntries(FIELDS.map((name) => [name, view.reviews.get(id)[name]])) })),
});

const download = (view) => {
  const text = `${JSON.stringify(reviewFile(view), null, 1)}\n`;
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "review.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  view.unsaved = false;
};

// Takes a review.json of this very audit back in; says how many of its entries were taken.
const takeReviews = (view, text) => {
  const { data } = view;
  let told = null;
  try {
    told = JSON.parse(text);
  } catch {
    return null;
  }
  if (told?.audit_sha256 !== data.audit_sha256 || told.casino_id !== data.casino_id) return null;
  if (!Array.isArray(told.reviews)) return null;
  const fits = told.reviews.filter((each) => data.number.has(each?.finding) && DECISIONS.includes(each.decision));
  for (const each of fits) {
    const said = Object.fromEntries(FIELDS.map((name) => [name, String(each[name] ?? "")]));
    view.reviews.set(each.finding, said);
  }
  return { taken: fits.length, left: told.reviews.length - fits.length };
};
