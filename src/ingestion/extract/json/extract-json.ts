import type { ExtractedText } from "../extracted-text.ts";
import { hasOldLineEnds, LineCounter } from "../lined-text.ts";
import { asItStands, inWholeLines } from "../text/plain-text.ts";
import { MAX_STRUCTURED_CHARS } from "../text/structured-limit.ts";
import { JsonFault, jsonTokens } from "./json-scan.ts";
import { PathLines } from "./path-lines.ts";

const TITLES = new Set(["title", "name"]);
const MAX_TITLE_CHARS = 200;

/**
 * JSON, and JSON Lines, as a list of paths and values: `- people[3]: name: Ada; city: London`. Numbers stand as they are written. Each value
 * has its line of the file. What is no JSON, nested too deeply or very long stays as it is.
 * @throws ExtractionError when there is no text
 */
export function extractJson(text: string): ExtractedText {
  if (text.length > MAX_STRUCTURED_CHARS) return inWholeLines(text);
  try {
    const read = linesOf(text, false) ?? linesOf(text, true);
    const made = read?.lines.written(!hasOldLineEnds(text));
    if (made === undefined || made.text === "") return asItStands(text);
    return { ...made, pages: [], title: read?.title ?? "", strategy: "json", form: "spelled" };
  } catch (error) {
    if (error instanceof JsonFault) return asItStands(text);
    throw error;
  }
}

/** @returns null when there are several values, and one was expected */
function linesOf(text: string, isLines: boolean): { readonly lines: PathLines; readonly title: string } | null {
  const lines = new PathLines();
  const counter = new LineCounter(text);
  let [depth, values, title, name] = [0, 0, "", isLines ? "[0]" : ""];
  for (const token of jsonTokens(text)) {
    if (values > 0 && depth === 0 && !isLines) return null;
    if (token.kind === "name") {
      name = token.text;
      continue;
    }
    if (token.kind === "value") {
      if (depth === 1 && !isLines && title === "" && TITLES.has(name)) title = token.text.slice(0, MAX_TITLE_CHARS);
      lines.value(name, token.text, counter.lineAt(token.at));
    } else if (token.kind === "{" || token.kind === "[") {
      lines.begin(name, token.kind === "[", counter.lineAt(token.at));
      depth += 1;
    } else {
      lines.end();
      depth -= 1;
    }
    if (depth === 0) values += 1;
    name = depth === 0 ? `[${values}]` : "";
  }
  return { lines, title };
}
