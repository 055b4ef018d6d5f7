import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";

/** Size of the rules of one subject. */
export interface RuleCount {
  readonly subject: string;
  readonly files: number;
  /** Lines with code. Blank lines and comments do not count. */
  readonly lines: number;
  /** Regular expressions, as literals or by `new RegExp`. */
  readonly expressions: number;
}

/**
 * Code that decides by patterns, word lists or thresholds about the text of a question or an answer. A folder
 * stands for all of its files but those of `NO_RULES`, so new code counts until somebody lists it there.
 */
const RULES: Readonly<Record<string, readonly string[]>> = {
  tables: ["src/answering/tables"],
  overviews: ["src/answering/overviews"],
  conversations: ["src/answering/conversation"],
  quotes: ["src/answering/extraction"],
  refusals: ["src/answering"],
  languages: ["src/text/question-language.ts", "src/text/language-markers.ts"],
  passages: ["src/text/is-contents-page.ts"],
};

/** Code that carries, limits or renders texts, and code that only serves language models. */
const NO_RULES: ReadonlySet<string> = new Set(
  [
    "answer-limits answer-turn answerer citations count-words create-answerers draft-answer finalize-answer",
    "model-counts notes-job offline-answerer organization-models question-search redact-deleted-sources",
    "retrieval retry-answer",
    "extraction/extractive-answerer extraction/heading-context extraction/quote-of extraction/quoted-sentences",
    "extraction/stream-parts extraction/token-budget",
    // Two patterns of documents that address a language model: a part of its prompt, not of the question.
    "extraction/order-to-assistants extraction/untrusted-spans",
    "conversation/question-rewriter conversation/rewrite-prompt conversation/write-queries",
    "overviews/collect-overview overviews/overview-input",
  ].flatMap((names) => names.split(" ").map((name) => `src/answering/${name}.ts`)),
);

export function countRules(): RuleCount[] {
  return Object.entries(RULES).map(([subject, paths]) => {
    const files = paths.flatMap(filesOf).filter((file) => !NO_RULES.has(file));
    const counts = files.map((file) => countCode(readFileSync(join(PROJECT_ROOT, file), "utf8")));
    const sum = (of: "lines" | "expressions"): number =>
      counts.reduce((total, count) => total + count[of], 0);
    return { subject, files: files.length, lines: sum("lines"), expressions: sum("expressions") };
  });
}

/** The TypeScript files of a folder without its subfolders, or the file itself. */
function filesOf(path: string): string[] {
  if (!statSync(join(PROJECT_ROOT, path)).isDirectory()) return [path];
  const names = readdirSync(join(PROJECT_ROOT, path)).filter((name) => name.endsWith(".ts"));
  return names.map((name) => `${path}/${name}`);
}

/** Counts the lines with code and the regular expressions of a TypeScript source. */
export function countCode(source: string): Pick<RuleCount, "lines" | "expressions"> {
  const { program, comments } = parseSync("source.ts", source);
  let code = source;
  for (const { start, end } of comments)
    code = code.slice(0, start) + code.slice(start, end).replace(/\S/g, " ") + code.slice(end);
  let expressions = 0;
  new Visitor({
    Literal: (node) => {
      if ("regex" in node) expressions += 1;
    },
    NewExpression: ({ callee }) => {
      if (callee.type === "Identifier" && callee.name === "RegExp") expressions += 1;
    },
  }).visit(program);
  return { lines: code.split("\n").filter((line) => line.trim() !== "").length, expressions };
}
