import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toSourceDocument } from "../../tools/eval/data/source-document.ts";
import { runOffline } from "../../tools/eval/offline/run-offline.ts";

const lines = (...each: readonly object[]): string =>
  each.map((line) => `${JSON.stringify(line)}\n`).join("");

test("one process searches and answers all questions, and a stored index gives the same result", async () => {
  const folder = await mkdtemp(join(tmpdir(), "offline-set-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const write = async (name: string, text: string): Promise<void> =>
    await writeFile(join(folder, name), text);
  await write(
    "docs.jsonl",
    lines({
      id: "mill",
      title: "Mill",
      text: "The mill of Brin was built in 1704 by two brothers. It burnt down twice.",
    }),
  );
  await write(
    "queries.jsonl",
    lines(
      { id: "a", text: "When was the mill of Brin built?" },
      { id: "b", text: "Which vitamins are in oranges?" },
    ),
  );
  await write("answers.jsonl", lines({ id: "a", doc: "mill", answers: ["built in 1704"] }));
  await write("qrels.tsv", "a\tmill\t1\n");
  const told: string[] = [];
  for (const more of [[], ["--kept"], ["--no-vectors"]])
    await runOffline(["--data", folder, "--show", ...more], (text) => void told.push(text));
  expect(told[0]).toContain(
    "## right a When was the mill of Brin built? (document 1: mill)\nThe mill of Brin was built in 1704 by two brothers. It burnt down twice. [1]",
  );
  expect(told[0]).toContain("## right b");
  expect(told[1]).toMatch(/offline +1 +1\+1\+0 +1\.000/);
  expect(told.slice(2)).toEqual([...told.slice(0, 2), ...told.slice(0, 2)]);
}, 60_000);

test("conversations run: follow-up questions get answers, and overview requests get overviews", async () => {
  const folder = await mkdtemp(join(tmpdir(), "offline-set-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const write = async (name: string, text: string): Promise<void> =>
    await writeFile(join(folder, name), text);
  await write(
    "docs.jsonl",
    lines({
      id: "mill",
      title: "Mill",
      text: "The mill of Brin was built in 1704 by two brothers. The mill of Brin burnt down twice.",
    }),
  );
  await write(
    "conversations.jsonl",
    lines({
      id: "mill",
      turns: [
        { question: "When was the mill of Brin built?", answers: ["built in 1704"] },
        { question: "How often did it burn down?", kind: "follow-up", answers: ["burnt down twice"] },
        { question: "Summarize Mill", kind: "overview", says: ["Mill:", "1704"] },
      ],
    }),
  );
  const told: string[] = [];
  await runOffline(["--data", folder, "--show"], (text) => void told.push(text));
  expect(told[0]).toContain("## right mill How often did it burn down?\n");
  expect(told[1]).toMatch(/turns right\s[\s\S]* 3\/3/);
}, 60_000);

test("the name of a package's file is the path inside the package, and cannot leave it", async () => {
  const of = (file: string) =>
    toSourceDocument("/nowhere", { id: "one", title: "", package: "doc-debian", file });
  expect({
    ofUsrShareDocOneContentType: of("usr/share/doc/one.pdf.gz").contentType,
    ofUsrOneEpubContentType: of("usr/one.epub").contentType,
  }).toEqual({
    ofUsrShareDocOneContentType: "application/pdf",
    ofUsrOneEpubContentType: "application/epub+zip",
  });
  for (const file of ["../one.txt", "usr/../../one.txt", "/etc/hosts"])
    await expect(of(file).read()).rejects.toThrow("is not a path in a package");
});
