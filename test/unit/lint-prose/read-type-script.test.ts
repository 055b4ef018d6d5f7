import { describe, expect, test } from "vitest";
import { readTypeScript } from "../../../scripts/lint/prose/read-type-script.ts";

const read = (source: string, file = "src/a.ts") =>
  readTypeScript(file, source).map(({ category, line, text }) => ({ category, line, text }));

describe("comments", () => {
  test("the reader returns the paragraphs, list items and tags of a doc comment, each with its line", () => {
    const source = `/**
 * Reads a file
 * to its end.
 *
 * - The first item.
 * @param name of the file @returns its text
 * @throws Failure when there is none
 */
export const a = 1;`;
    expect(read(source)).toEqual([
      { category: "comments", line: 2, text: "Reads a file\n   to its end." },
      { category: "comments", line: 5, text: "The first item." },
      { category: "comments", line: 6, text: "of the file" },
      { category: "comments", line: 6, text: "its text" },
      { category: "comments", line: 7, text: "when there is none" },
    ]);
  });

  test("the reader joins line comments on adjacent lines, but not a comment behind code", () => {
    const source = `// The first line
// and the second.
const a = 1; // A comment behind code.
// Another comment.
const b = "// no comment here, it is a string";`;
    expect(read(source).map(({ line, text }) => [line, text])).toEqual([
      [1, "The first line\n   and the second."],
      [3, "A comment behind code."],
      [4, "Another comment."],
    ]);
  });

  test("the reader returns only the reason of a tool directive", () => {
    expect(
      read(
        "// oxlint-disable-next-line no-console -- the terminal is the output\nfoo();\n// @ts-expect-error\nbar();",
      ),
    ).toEqual([{ category: "comments", line: 1, text: "the terminal is the output" }]);
  });

  test("the reader returns no example code", () =>
    expect(read("/**\n * Adds two numbers.\n * @example\n * add(1, 2); // is three\n */")).toHaveLength(1));
});

describe("test names", () => {
  test("the reader returns the names of it, test, describe and their members, and no other strings", () => {
    const source = `
describe("a folder", () => {
  it("keeps its files", () => expect("The text of a document.").toBe("x"));
  test.each([["a", "no name at all"]])("reads %s", () => {});
  it.skipIf(isSlow)(\`takes \${COUNT} files\`, () => {});
  it.concurrent.each(["no name"])("runs beside others", () => {});
  test.startsWith("is no test name");
});`;
    expect(read(source, "test/unit/a.test.ts")).toEqual([
      { category: "tests", line: 2, text: "a folder" },
      { category: "tests", line: 3, text: "keeps its files" },
      { category: "tests", line: 4, text: "reads %s" },
      { category: "tests", line: 5, text: "takes ${…} files" },
      { category: "tests", line: 6, text: "runs beside others" },
    ]);
  });
});

describe("messages", () => {
  test("the reader returns arguments of errors and output, descriptions, and strings that end like sentences", () => {
    const source = `
throw new ServiceError("not_found", isUser ? "no such user" : \`no \${kind}\`);
const field = { description: "the label of a thread", kind: "a kind of thing" };
console.log("started the service");
z.string().describe("what it is called");
const text = "The first part " + count + " of a sentence.";
const sql = "SELECT id FROM users WHERE id = ?1 AND label = '.'.";
const pattern = "(?:what|which) file is it here?";
const short = "Too short.";`;
    expect(read(source)).toEqual([
      { category: "messages", line: 2, text: "not_found" },
      { category: "messages", line: 2, text: "no such user" },
      { category: "messages", line: 2, text: "no ${…}" },
      { category: "messages", line: 3, text: "the label of a thread" },
      { category: "messages", line: 4, text: "started the service" },
      { category: "messages", line: 5, text: "what it is called" },
      { category: "messages", line: 6, text: "The first part ${…} of a sentence." },
    ]);
  });

  test("the reader ignores other sentences in scripts, because they may be sample documents", () => {
    const source = `const text = "The mole was built by Thrane.";\nthrow new Failure("There is no such folder.");`;
    expect(read(source, "scripts/a.ts")).toEqual([
      { category: "messages", line: 2, text: "There is no such folder." },
    ]);
  });
});
