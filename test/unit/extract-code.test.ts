import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { chunkText } from "../../src/ingestion/chunk/chunk-text.ts";
import { definitionStarts } from "../../src/ingestion/extract/code/definition-starts.ts";
import { extract } from "../support/fixtures/documents/extract.ts";

const firstLines = (text: string): string[] =>
  definitionStarts(text).map((at) => (text.slice(at).split("\n")[0] ?? "").trim());

test.each([
  [
    "TypeScript",
    "export class Box {\n  #at = 0;\n\n  open(key: string): void {\n    if (key) {\n    }\n  }\n}\n\nexport const close = (): void => {};\n",
    ["export class Box {", "open(key: string): void {", "export const close = (): void => {};"],
  ],
  [
    "Python",
    "@cached\nasync def ask(day):\n    pass\n\nclass Tide:\n    def at(self):\n        pass\n",
    ["@cached", "class Tide:", "def at(self):"],
  ],
  [
    "Go",
    "package main\n\n// Add adds.\nfunc (q *Queue) Add(j Job) error {\n}\n\ntype Job struct {\n}\n",
    ["// Add adds.", "type Job struct {"],
  ],
  [
    "Rust",
    "use std::io;\n\n/// A box.\npub struct Box;\n\nimpl<T> Box<T> {\n    pub fn open(&self) {}\n}\n",
    ["/// A box.", "impl<T> Box<T> {", "pub fn open(&self) {}"],
  ],
  [
    "Java",
    "public final class Box {\n    private static int count(List<String> all) throws E {\n        return 1;\n    }\n}\n",
    ["public final class Box {", "private static int count(List<String> all) throws E {"],
  ],
  [
    "Kotlin",
    "data class Job(val id: Int)\n\nfun add(job: Job) = 1\n",
    ["data class Job(val id: Int)", "fun add(job: Job) = 1"],
  ],
  [
    "C",
    "#include <x.h>\n\nstatic int add(int a, int b)\n{\n\treturn a + b;\n}\n\nstruct job {\n};\n",
    ["static int add(int a, int b)", "struct job {"],
  ],
  [
    "C#",
    "namespace A.B\n{\n    public record Job(int Id);\n    internal async Task<int> Run() {\n    }\n}\n",
    ["namespace A.B", "public record Job(int Id);", "internal async Task<int> Run() {"],
  ],
  [
    "Ruby",
    "module Harbour\n  class Queue\n    def add(job)\n    end\n  end\nend\n",
    ["module Harbour", "class Queue", "def add(job)"],
  ],
  [
    "PHP",
    "<?php\nclass Box {\n    public function open($key) {\n    }\n}\n",
    ["class Box {", "public function open($key) {"],
  ],
  [
    "Swift",
    "protocol Tide {\n}\n\nextension Box: Tide {\n    private func open() {\n    }\n}\n",
    ["protocol Tide {", "extension Box: Tide {", "private func open() {"],
  ],
  [
    "SQL",
    "CREATE TABLE jobs (\n  id INTEGER\n);\n\ncreate or replace view late as select 1;\n",
    ["CREATE TABLE jobs (", "create or replace view late as select 1;"],
  ],
  ["Shell", "set -e\n\nfunction add {\n}\n\nremove() {\n}\n", ["function add {", "remove() {"]],
])("%s definitions begin at their comments", (_, source, lines) => expect(firstLines(source)).toEqual(lines));

test("source code stays unchanged, and its passages are whole lines that begin at definitions and have line locators", async () => {
  const source = await readFile("test/documents/tides.py", "utf8");
  const read = await extract(source, "application/octet-stream", "tides.py");
  expect(read).toMatchObject({ text: source, strategy: "code" });
  const chunks = chunkText(read.text, read.spans ?? [], read.borders);
  expect(chunks.length).toBeGreaterThan(1);
  for (const { start, text, locators } of chunks) {
    expect(source.slice(0, start).replace(/[ \t]+$/, "")).toMatch(/^$|\n$/);
    expect(locators).toEqual([[0, { kind: "line", line: source.slice(0, start).split("\n").length }]]);
    expect(source).toContain(text);
  }
  expect(
    chunks
      .map(({ text }) => text)
      .join("")
      .replaceAll(/\s/g, ""),
  ).toBe(source.replaceAll(/\s/g, ""));
});

test("the chunker splits a long definition between lines, and a long line within the line", () => {
  const long = `def a():\n${"    call(one, two)\n".repeat(200)}x = "${"y".repeat(4_000)}"\n`;
  const chunks = chunkText(long, [], [0]);
  expect(chunks.every(({ text }) => text.length <= 1_500)).toBe(true);
  expect(
    chunks
      .map(({ text }) => text)
      .join("")
      .replaceAll(/\s/g, ""),
  ).toBe(long.replaceAll(/\s/g, ""));
});

test("the service reads a TypeScript file declared as video as code, but not a video", async () => {
  expect((await extract("export const a = 1;\n", "video/mp2t", "a.ts")).strategy).toBe("code");
  await expect(extract(Uint8Array.from([0x47, 0x40, 0, 0x10, 0]), "video/mp2t", "a.ts")).rejects.toThrow(
    "video/mp2t",
  );
});

test("XML with more attribute text than element text is data, even with mixed content", async () => {
  const rule =
    '<rule name="Summer timetable" from="2026-05-01" until="2026-09-30">open <flag id="quay-7"/> daily</rule>';
  const { text } = await extract(`<rules>${rule}</rules>`, "application/xml");
  for (const said of ["Summer timetable", "2026-09-30", "open daily", "quay-7"]) expect(text).toContain(said);
});

test("XML data becomes records, and XML prose becomes paragraphs", async () => {
  const read = async (name: string): Promise<string> =>
    (await extract(await readFile(`test/documents/${name}`, "utf8"), "", name)).text;
  expect(await read("catalogue.xml")).toBe(`- season: 2026
- plant: id: p1; name: Lavender; height: 60 (unit: cm); price: 6.90 (currency: EUR)
- plant[2]: id: p2; name: Olive tree & pot; height: 180 (unit: cm); price: 129.00 (currency: EUR)
- plant[3]: id: p3; name: Box ball; note: Needs shade. Cut it in <June>.`);
  expect(await read("logbook.xml")).toBe(`Log of the ferry Aurora

On the second of May the ferry struck a pier.

The captain, Ida Brandt, reported no injuries.`);
});

test.each([
  ["damaged", "<a><b>text</a>"],
  ["nested beyond use", `${"<a>".repeat(400)}text${"</a>".repeat(400)}`],
  ["a billion laughs", '<!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;">]><a>&m;</a>'],
])("XML that is %s stays unchanged", async (_, text) =>
  expect((await extract(text, "application/xml")).text).toBe(text),
);
