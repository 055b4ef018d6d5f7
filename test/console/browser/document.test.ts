/** The page of a document: its one address, its facts, and the sound at a cue. */
import { beforeAll, expect, test } from "vitest";
import { createCollection, uploadFile } from "../../../scripts/demo/workspace.ts";
import { killProcessor, startProcessor, startTranscriptionServer } from "../../support/fixtures/processor.ts";
import { waitForState } from "../../support/http/crawl-page.ts";
import { addReadyFile, type RemoteUser, startThread, textFile } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { markedAt, storedText } from "./marked-words.ts";

let it: Console;
let ada: RemoteUser;
beforeAll(async () => {
  it = await startConsole({ vars: { EXTERNAL_WORKER_TYPES: "audio/*" } });
  ada = await it.person("ada");
});

const SECONDS = 12;
const RATE = 8_000;

/** Silence as a WAV file: 8,000 samples of one byte a second. */
function silence(): Uint8Array<ArrayBuffer> {
  const samples = SECONDS * RATE;
  const file = Buffer.alloc(44 + samples, 128);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples, 40);
  return new Uint8Array(file);
}

test("a document opens at one address from its row, a source, a hit and the palette", async () => {
  const collectionId = await createCollection(ada.api, ada.workspace.personalId, "Log");
  const assetId = await addReadyFile(
    ada,
    collectionId,
    textFile("harbor log.txt", "The harbour of Brackwater opened in 1871 after nine years of work.\n"),
  );
  const threadId = await startThread(ada, collectionId);
  await ada.api.ask(threadId, "When did the harbour of Brackwater open?");
  const page = await it.open(ada, `/c/${collectionId}`);
  const expectOpened = async (): Promise<void> => {
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/d/${assetId}`);
    await page.getByRole("heading", { name: "harbor log.txt", level: 1 }).waitFor();
    await page.locator(".reader").getByText("opened in 1871").first().waitFor();
  };
  await page.getByRole("grid").getByRole("link", { name: "harbor log.txt" }).click();
  await expectOpened();
  await page.goto(`${it.service.url}/t/${threadId}`);
  await page.locator("button.chip").first().click();
  await page.getByRole("link", { name: "Open alone" }).click();
  await expectOpened();
  await page.goto(`${it.service.url}/search?q=Brackwater`);
  await page.getByRole("link", { name: /opened in 1871/ }).click();
  await expectOpened();
  await page.goto(it.service.url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or do" }).fill("harbor log");
  await page.getByRole("option", { name: "harbor log.txt" }).waitFor();
  await page.keyboard.press("Enter");
  await expectOpened();
});

test("the facts of a document name its author, its size and each collection, and stay open for the next one", async () => {
  const [first, second] = [
    await createCollection(ada.api, ada.workspace.personalId, "First"),
    await createCollection(ada.api, ada.workspace.personalId, "Second"),
  ];
  const assetId = await addReadyFile(ada, first, textFile("facts.txt", "The mole is 420 metres long.\n"));
  await ada.api.request("POST", "/v1/collections/{collectionID}/assets", {
    params: { collectionID: second },
    body: { collectionId: second, assetIds: [assetId], flags: [] },
  });
  const page = await it.open(ada, `/d/${assetId}`);
  await page.getByRole("button", { name: "About" }).click();
  const facts = page.getByRole("region", { name: "About" });
  for (const text of ["text/plain", "29 bytes", "Ready"])
    await facts.getByText(text, { exact: true }).waitFor();
  await facts.locator("bdi", { hasText: /^ada$/ }).waitFor();
  await facts.getByRole("link", { name: /First$/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Larger" }).click();
  await page.getByText("125 %").waitFor();
  const other = await addReadyFile(ada, second, textFile("other.txt", "Another text.\n"));
  await page.goto(`${it.service.url}/d/${other}`);
  await facts.getByText("other.txt").waitFor();
  await page.getByText("125 %").waitFor();
  await facts.getByRole("link", { name: /Second$/ }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/c/${second}`);
});

test("a sound plays from the time of the cited words, and from the time of a cue", async () => {
  const server = await startTranscriptionServer();
  const segments = [
    { start: 0, end: 1.2, text: " Good evening." },
    { start: 4.5, end: 6, text: " The bell is rung twice." },
    { start: 8.25, end: 10, text: " Nobody knows why." },
  ];
  server.answer = { status: 200, body: JSON.stringify({ text: "", segments }) };
  const assetId = await uploadFile(ada.api, ada.workspace, ada.workspace.personalId, {
    name: "talk.wav",
    contentType: "audio/wav",
    bytes: silence(),
  });
  const processor = await startProcessor(it.service, { settings: { TRANSCRIPTION_URL: server.url } });
  try {
    await waitForState(ada, assetId, ["ready"]);
  } finally {
    await killProcessor(processor);
  }
  const { version, text } = await storedText(ada, assetId);
  const from = text.indexOf("Nobody");
  const to = from + "Nobody knows why.".length;
  const page = await it.open(ada, `/d/${assetId}?v=${version}&at=${from}-${to}`);
  await markedAt(page, from, to);
  expect(await page.locator("audio").count()).toBe(0);
  await page.getByRole("button", { name: "Play the sound" }).click();
  const second = async (): Promise<number> =>
    await page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(second).toBe(8.25);
  expect(await page.locator("audio").getAttribute("src")).toMatch(/^blob:/);
  await page.getByRole("button", { name: "0:00", exact: true }).click();
  await expect.poll(second).toBeLessThan(8);
  await expectAccessible(page);
});
