/** What pdf.js says of damaged files. */
const OF_DAMAGE = new Set(["XRefEntryException", "XRefParseException", "FormatError", "ParserEOFException"]);

/**
 * Runs something, and gives what was rejected meanwhile and caught by nobody. pdf.js fetches the nodes of a page tree ahead
 * (`Catalog.getPageDict`), and leaves those that fail behind: promises that nobody can reach. Node would end for them, Vitest takes them
 * for failures unless somebody listens, and workerd takes no notice.
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

/** Whether it is one of those that pdf.js leaves behind of a damaged file. */
export function isOfDamage(reason: unknown): boolean {
  return reason instanceof Error && OF_DAMAGE.has(reason.name);
}
