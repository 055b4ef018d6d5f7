/** Errors that pdf.js raises for damaged files. */
const OF_DAMAGE = new Set(["XRefEntryException", "XRefParseException", "FormatError", "ParserEOFException"]);

/**
 * Runs a function and returns the unhandled rejections of that time. pdf.js prefetches page tree nodes
 * (`Catalog.getPageDict`) and drops the promises of nodes that fail. Node would exit for them, Vitest reports
 * them unless a listener exists, and workerd ignores them.
 */
export async function leftBehind(run: () => Promise<unknown>): Promise<unknown[]> {
  const left: unknown[] = [];
  const keep = (reason: unknown): void => void left.push(reason);
  process.on("unhandledRejection", keep);
  try {
    await run();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return left;
  } finally {
    process.off("unhandledRejection", keep);
  }
}

/** Whether it is a rejection that pdf.js leaves behind for a damaged file. */
export function isOfDamage(reason: unknown): boolean {
  return reason instanceof Error && OF_DAMAGE.has(reason.name);
}
