import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { describe, expect, test } from "vitest";
import { namedAfterExport } from "../../scripts/lint/named-after-export.ts";
import type { Node } from "../../scripts/lint/rule.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

function findingsIn(path: string, source: string): string[] {
  const messages: string[] = [];
  const report = ({ message }: { message: string }): void => void messages.push(message);
  const program: unknown = parseSync(path, source).program;
  namedAfterExport.create({ filename: join(PROJECT_ROOT, path), report }).Program(program as Node);
  return messages;
}

describe("a file has the name of one of its exports", () => {
  test.each([
    ["src/text/read-html.ts", "export function readHtml() {}"],
    ["src/text/read-html.ts", "export class ReadHTML {}"],
    ["src/text/html.ts", "export function readHtml() {}"],
    ["src/text/collections.ts", "export function findCollection() {}"],
    ["src/text/read-page-links.ts", "export function readLinks() {}"],
    ["src/text/max-words.ts", "const a = 1; export const B = a, MAX_WORDS = 2;"],
    ["src/text/html-text.ts", "export interface HtmlText {}"],
    ["src/text/html-text.ts", "const a = 1; export { a as htmlText };"],
    ["src/text/parse.ts", "export const { parse, print: write } = make();"],
    ["src/text/no-exports.ts", "start();"],
    ["src/text/index.ts", "export const a = 1;"],
    ["src/text/a.test.ts", "export const b = 1;"],
    ["src/services/users/sync-user.ts", "export function mergeAccounts() {}"],
  ])("%s: %s", (path, source) => expect(findingsIn(path, source)).toEqual([]));

  test.each([
    ["src/text/html.ts", "export function readText() {}"],
    ["src/text/read-html.ts", "function readHtml() {}\nexport const page = readHtml();"],
    ["src/text/read-html.ts", "export function readText() {}"],
    ["src/services/users/sync-nobody.ts", "export function mergeAccounts() {}"],
  ])("the lint rule rejects %s: %s", (path, source) => expect(findingsIn(path, source)).toHaveLength(1));

  test("the report names the exports", () => {
    expect(findingsIn("src/text/a.ts", "export const b = 1, c = 2;")).toEqual([
      "src/text/a.ts is named after none of its exports: b, c.",
    ]);
  });
});
