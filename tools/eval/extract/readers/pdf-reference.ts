import type { Reference } from "./reader.ts";
import { runProgram } from "./run-program.ts";

/** Maximum number of lines of a page's header or footer. */
const EDGE_LINES = 2;
/** An edge line that recurs on this many pages, apart from numbers, is a header or footer. */
const RUNNING_PAGES = 3;

/** The pages of a PDF by poppler, without running headers and page numbers. */
export async function pdfReference(path: string): Promise<Reference> {
  const pages = await pdfPages(path);
  const runs = runningLines(pages);
  const bodies = pages.map((lines) =>
    lines.filter((line, at) => !(isEdge(lines, at) && runs.has(shapeOf(line)))).join("\n"),
  );
  // Locations include the headers, because a header may be quoted.
  return { text: bodies.join("\n"), places: placesOf("page", pages) };
}

/** The pages of printed slides, including footers, which belong to the slide. */
export async function slideReference(path: string): Promise<Reference> {
  const pages = await pdfPages(path);
  return { text: pages.flat().join("\n"), places: placesOf("slide", pages) };
}

async function pdfPages(path: string): Promise<string[][]> {
  const text = await runProgram("pdftotext", ["-enc", "UTF-8", "-q", path, "-"]);
  return text
    .replace(/\f$/, "")
    .split("\f")
    .map((page) => page.split("\n").filter((line) => line.trim() !== ""));
}

function placesOf(kind: "page" | "slide", pages: readonly (readonly string[])[]): Record<string, string> {
  return Object.fromEntries(pages.map((lines, at) => [`${kind}:${at + 1}`, lines.join("\n")]));
}

function runningLines(pages: readonly (readonly string[])[]): Set<string> {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    const shapes = new Set(lines.filter((_, at) => isEdge(lines, at)).map(shapeOf));
    for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= RUNNING_PAGES).map(([shape]) => shape));
}

function isEdge(lines: readonly string[], at: number): boolean {
  return at < EDGE_LINES || at >= lines.length - EDGE_LINES;
}

function shapeOf(line: string): string {
  return line
    .replace(/\d+|\b[ivxlc]+\b/g, "#")
    .replace(/\s+/g, " ")
    .trim();
}
