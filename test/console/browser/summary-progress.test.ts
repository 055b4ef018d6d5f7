/** A summary of a document that is longer than the model's window, and how far the model has read it. */
import { afterAll, expect, test } from "vitest";
import type { Script } from "../../support/fixtures/chat-scripts.ts";
import { startChatServer } from "../../support/fixtures/chat-server.ts";
import { addReadyFile, startThread, textFile } from "../../support/http/remote-user.ts";
import { startConsole } from "./console.ts";
import { answered, answersTo, ask } from "./thread-console.ts";

const CHAPTERS = Array.from(
  { length: 12 },
  (_, at) => `# Chapter ${at + 1}\n\nThe topic of chapter ${at + 1} is ${"very ".repeat(250)}important.`,
);

/** Each request waits until the test opens the gate. */
const readChapters: Script = async ({ prompt, say, gate }) => {
  await gate();
  const lines = [...prompt.matchAll(/⟨(\d+)!?⟩ The topic of chapter (\d+)/g)];
  const points = lines.map(([, number, chapter]) => `Chapter ${chapter} matters [${number}].`);
  const notes = prompt.match(/Chapter \d+ matters \[\d+\]\./g) ?? ["NONE"];
  await say((points.length > 0 ? points : notes).join("\n\n"));
};

test("a thread shows how many parts of a long document the model has read for its summary", async () => {
  const models = await startChatServer({ reader: readChapters });
  afterAll(() => models.close());
  const model = {
    id: "reader",
    provider: "openai",
    url: models.urlOf("reader"),
    model: "m",
    contextWindow: 2_048,
  };
  const it = await startConsole({ vars: { MODELS: JSON.stringify([model]) } });
  const ada = await it.person("ada");
  const assetId = await addReadyFile(
    ada,
    ada.workspace.personalId,
    textFile("chapters.md", CHAPTERS.join("\n\n")),
  );
  const threadId = await startThread(ada, ada.workspace.personalId, { assetIds: [assetId] });
  const page = await it.open(ada, `/t/${threadId}`);
  await ask(page, "Summarize this document");
  const answer = answersTo(page, 1);
  const bar = answer.getByRole("progressbar", { name: "Reading the documents" });
  await bar.waitFor();
  const figures = async (): Promise<readonly number[]> =>
    ((await answer.textContent()) ?? "").match(/\d+/g)?.map(Number) ?? [];
  const [start = -1, parts = 0] = await figures();
  expect(start).toBe(0);
  expect(parts).toBeGreaterThan(4);

  const shown: number[] = [];
  for (let read = 0; read < parts; read = shown.at(-1) ?? parts) {
    models.open();
    await expect.poll(async () => (await figures())[0]).toBeGreaterThan(read);
    const [now = -1, all] = await figures();
    expect(all).toBe(parts);
    shown.push(now);
  }
  expect(shown.length).toBeGreaterThan(1);
  expect(await bar.getAttribute("value")).toBe(String(parts));

  models.open();
  await answered(page);
  await answer.getByText("Chapter 12 matters").waitFor();
  expect(await answer.getByRole("progressbar").count()).toBe(0);
});
