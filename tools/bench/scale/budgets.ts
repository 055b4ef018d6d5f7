const [QUESTION, SEARCH, A_LISTED, A_LIST] = [400, 300, 6, 60];

/**
 * @param answered number of listed items, or null
 * @returns the maximum number of rows that the request should read; null without a limit
 */
export function budgetOf(name: string, answered: number | null): number | null {
  if (name.startsWith("question")) return QUESTION;
  if (name.startsWith("search")) return SEARCH;
  return answered === null ? null : A_LISTED * answered + A_LIST;
}

/** Accepted reasons for exceeding the budget, by the beginning of the request's name (ADR 0023). */
const REASONS: Readonly<Record<string, string>> = {
  "list the middle of all below": "it skips one by one: lists of subtrees have no ranks",
  "recent threads, the middle": "it skips one by one",
};

/** Explains a request over its budget; "" for all others. */
export function explainExcess(name: string, rows: number, budget: number | null): string {
  if (budget === null || rows <= budget) return "";
  const over = `${name}: ${rows.toLocaleString("en-US")} rows, ${budget.toLocaleString("en-US")} wanted`;
  const reason = REASONS[name] ?? Object.entries(REASONS).find(([known]) => name.startsWith(known))?.[1];
  return `${over}, because ${reason ?? "of something that is not known yet"}.\n`;
}
