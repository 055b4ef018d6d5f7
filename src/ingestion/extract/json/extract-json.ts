import type { ExtractedText } from "../extracted-text.ts";
import { hasCarriageReturnLineEnds, LineCounter } from "../line-mapped-text.ts";
import { unchangedText, wholeLineText } from "../text/plain-text.ts";
import { MAX_STRUCTURED_CHARS } from "../text/max-structured-chars.ts";
import { embeddedNote } from "../text/clean-prose.ts";
import { isBase64 } from "./is-base64.ts";
import { JsonSyntaxError, jsonTokens } from "./json-tokens.ts";
import { PathLines } from "./path-lines.ts";

const TITLES = new Set(["title", "name"]);
const MAX_TITLE_CHARS = 200;

/**
 * Extracts JSON and JSON Lines as a list of paths and values: `- people[3]: name: Ada; city: London`. Numbers
 * keep their spelling, and each value has its line as locator. Invalid JSON, deeply nested JSON and very long
 * files stay unchanged.
 * @throws ExtractionError if there is no text
 */
export function extractJson(text: string): ExtractedText {
  if (text.length > MAX_STRUCTURED_CHARS) return wholeLineText(text);
  try {
    const read = linesOf(text, false) ?? linesOf(text, true);
    const made = read?.lines.written(!hasCarriageReturnLineEnds(text));
    if (made === undefined || made.text === "") return unchangedText(text);
    const note = read === null || read.files === 0 ? "" : embeddedNote(read.files);
    return { ...made, pages: [], title: read?.title ?? "", strategy: "json", form: "spelled", note };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return unchangedText(text);
    throw error;
  }
}

interface JsonLines {
  readonly lines: PathLines;
  readonly title: string;
  /** Number of omitted values that contain files. */
  readonly files: number;
}

/** @returns null if there are several values but one was expected */
function linesOf(text: string, isLines: boolean): JsonLines | null {
  const lines = new PathLines();
  const around: string[] = [];
  let files = 0;
  const counter = new LineCounter(text);
  let [depth, values, title, name] = [0, 0, "", isLines ? "[0]" : ""];
  for (const token of jsonTokens(text)) {
    if (values > 0 && depth === 0 && !isLines) return null;
    if (token.kind === "name") {
      name = token.text;
      continue;
    }
    if (token.kind === "value") {
      if (isBase64(token.text, name || (around.at(-1) ?? ""))) {
        files += 1;
        lines.skip(name);
      } else {
        if (depth === 1 && !isLines && title === "" && TITLES.has(name))
          title = token.text.slice(0, MAX_TITLE_CHARS);
        lines.value(name, token.text, counter.lineAt(token.at));
      }
    } else if (token.kind === "{" || token.kind === "[") {
      lines.begin(name, token.kind === "[", counter.lineAt(token.at));
      around.push(name);
      depth += 1;
    } else {
      lines.end();
      around.pop();
      depth -= 1;
    }
    if (depth === 0) values += 1;
    name = depth === 0 ? `[${values}]` : "";
  }
  return { lines, title, files };
}
