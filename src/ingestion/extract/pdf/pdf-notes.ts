import type { PageSpan } from "../../../domain/retrieval.ts";

/** So many pages, or runs of them, are named. */
const NAMED = 8;

/** What people are told where some pages of a PDF hold no text, such as scans among them; `""` where every page holds some. */
export function noteOnTextless(pages: readonly PageSpan[]): string {
  const runs: { first: number; last: number }[] = [];
  let count = 0;
  for (const { page, start, end } of pages) {
    if (end > start) continue;
    count += 1;
    const run = runs.at(-1);
    if (run?.last === page - 1) run.last = page;
    else runs.push({ first: page, last: page });
  }
  if (count === 0) return "";
  const named = runs.slice(0, NAMED).map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`));
  if (runs.length > NAMED) named.push("others");
  const list = named.length === 1 ? named[0] : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
  const [which, they] = count === 1 ? [`page ${list}`, "it"] : [`pages ${list}`, "they"];
  const shows = count === 1 ? "holds no text: if it shows" : "hold no text: if they show";
  const are = count === 1 ? "is" : "are";
  return `Ready, but of ${pages.length} pages, ${which} ${shows} any, as scans do, ${they} ${are} not searched. Have the text recognised first, and upload the result.`;
}

/** Fonts whose CMap is not among the predefined ones: pdf.js drops their text. */
export function noteOnMaps(missing: ReadonlySet<string>): string {
  if (missing.size === 0) return "";
  const names = [...missing].slice(0, NAMED).join(", ");
  return `Ready, but text in fonts with the unknown character map ${names} was left out. Print or save the file again as PDF, and upload that.`;
}
