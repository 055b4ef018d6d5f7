import { parseSync } from "rolldown/utils";
import type { Category, FoundText, Passage } from "./passage.ts";
import { readComments } from "./read-comments.ts";
import { readStrings } from "./read-strings.ts";
import { lineCounter } from "./line-counter.ts";

/** Doc comments and line comments; of a test its names; of other code its messages. */
export function readTypeScript(file: string, source: string): Passage[] {
  const { program, comments } = parseSync(file, source);
  const lineAt = lineCounter(source);
  const passage =
    (category: Category) =>
    ({ text, at }: FoundText) => ({ category, file, line: lineAt(at), text });
  const isTest = /(?:^|\/)test\//.test(file) || file.endsWith(".test.ts");
  // Scripts, tools and tests hold the texts of sample documents.
  const takesSentences = !isTest && /^(?:client\/)?src\//.test(file);
  return [
    ...readComments(source, comments).map(passage("comments")),
    ...readStrings(program, isTest, takesSentences).map(passage(isTest ? "tests" : "messages")),
  ];
}
