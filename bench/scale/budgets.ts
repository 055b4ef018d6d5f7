const [QUESTION, SEARCH, A_LISTED, A_LIST] = [400, 300, 6, 60];

/** @param answered how many things are listed, or null @returns how many rows it should read at most; null where nothing is promised */
export function budgetOf(name: string, answered: number | null): number | null {
  if (name.startsWith("question")) return QUESTION;
  if (name.startsWith("search")) return SEARCH;
  return answered === null ? null : A_LISTED * answered + A_LIST;
}

/** Why some read more all the same; decision 74 says it at length. */
const REASONS: Readonly<Record<string, string>> = {
  "list the middle": "the way along the ranks of the order takes some 90 rows",
  "list all below by type and name":
    "it looks at each collection below for its first asset: indexes of lists of subtrees have one field each",
  "list the middle of all below": "it skips one by one: lists of subtrees have no ranks",
};

/** A sentence for what is over its budget; "" for all else. */
export function explainExcess(name: string, rows: number, budget: number | null): string {
  if (budget === null || rows <= budget) return "";
  const over = `${name}: ${rows.toLocaleString("en-US")} rows, ${budget.toLocaleString("en-US")} wanted`;
  return `${over}, because ${REASONS[name] ?? "of something that is not known yet"}.\n`;
}
