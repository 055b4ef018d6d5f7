import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { finishProcessing } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import {
  addWaitingAsset,
  findWaiting,
  putArtifact,
  sendUpdate,
  sendTranscript,
  startJob,
} from "../../support/http/processor-update.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";

const SPOKEN =
  "Good evening. The Jacquard loom weaves flowers and leaves. The engine weaves algebraic patterns.\n\nThank you, “everybody” 👋.";

test("an uploaded transcript becomes searchable, and answers quote it verbatim", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const { artifactURLs } = await findWaiting(assetId);
  const jobId = await startJob(assetId);
  expect(
    (await putArtifact(artifactURLs.transcription, SPOKEN, { "content-type": "text/plain; charset=utf-8" }))
      .status,
  ).toBe(200);
  expect(
    (await putArtifact(artifactURLs.html, "<p>Good evening.</p>", { "content-type": "text/html" })).status,
  ).toBe(200);
  const done = await sendUpdate(assetId, jobId, { status: "completed", statusCode: 200 });
  expect(done.trips).toBe(2);
  expect(done.body.data).toMatchObject({
    lifecycleState: "ready",
    producedTranscriptionArtifact: true,
    producedHTMLArtifact: true,
    producedMarkdownArtifact: false,
    producedSummary: true,
    extractionStrategy: "external",
    chunkingStrategy: "paragraphs",
    markdownTokenCount: 0,
  });
  const { transcriptionTokenCount, textTokens, htmlArtifactTokenCount } = done.body.data;
  expect([
    transcriptionTokenCount > 15,
    textTokens === transcriptionTokenCount,
    htmlArtifactTokenCount > 0,
  ]).toEqual([true, true, true]);
  const text = await rawCall("GET", `/v1/assets/${assetId}/text`, { token: ada.token });
  expect(await text.text()).toBe(SPOKEN);
  const { body } = await call("POST", "/v1/search", {
    token: ada.token,
    body: { query: "Jacquard loom", collectionIds: [ada.personalId] },
  });
  const [passage] = body.data.passages;
  expect(passage).toMatchObject({ assetId });
  expect(SPOKEN.slice(passage.start, passage.end)).toBe(passage.text);
});

const PAGES = "The lamp was lit at nine.\n\f\n\fThe keeper left at dawn.\nNobody has seen them since.\n\f";
const SHEETS =
  "## Tides\n\n| day | level |\n| --- | --- |\n| Monday | 4.10 |\n\f## Crew\n\n| name | boat |\n| --- | --- |\n| Ida Brandt | Aurora |\n\f";
const CUES =
  "WEBVTT\n\n00:00:01.500 --> 00:00:04.000\nGood evening.\n\n00:01:10.000 --> 00:01:12.250\nThe bell is rung twice.\n";

test.each([
  [
    "pages",
    "scan.tiff",
    "image/tiff",
    "text",
    PAGES,
    "When did the keeper leave?",
    { kind: "page", page: 3 },
    3,
  ],
  [
    "slides",
    "talk.key",
    "application/vnd.apple.keynote",
    "text",
    PAGES,
    "When did the keeper leave?",
    { kind: "slide", slide: 3 },
    3,
  ],
  [
    "sheets",
    "harbour.numbers",
    "application/vnd.apple.numbers",
    "markdown",
    SHEETS,
    "Which boat has Ida Brandt?",
    { kind: "sheet", sheet: "Crew" },
    0,
  ],
  [
    "cues",
    "talk.mp3",
    "audio/mpeg",
    "transcription",
    CUES,
    "How often is the bell rung?",
    { kind: "time", start: 70, end: 72.25 },
    0,
  ],
  [
    "lines, where it shows nothing else",
    "scan.tiff",
    "image/tiff",
    "text",
    "One.\n\nThe bell is rung twice.",
    "How often is the bell rung?",
    { kind: "line", line: 3 },
    0,
  ],
])(
  "a citation of an uploaded text states its position: %s",
  async (_what, name, contentType, kind, content, question, place, page) => {
    const ada = await signUp();
    const assetId = await addWaitingAsset(ada, name, contentType);
    const { artifactURLs } = await findWaiting(assetId);
    const jobId = await startJob(assetId);
    await putArtifact(artifactURLs[kind], content, {
      "content-type": kind === "markdown" ? "text/markdown" : "text/plain",
    });
    expect(
      (await sendUpdate(assetId, jobId, { status: "completed", statusCode: 200 })).body.data.lifecycleState,
    ).toBe("ready");
    const { knowledgeProvenance } = await sendMessage(ada, await startThread(ada, ada.personalId), question);
    const [cited] = Object.values(knowledgeProvenance.citations) as {
      locator: unknown;
      page: number;
      start: number;
      end: number;
      quote: string;
    }[];
    expect([cited?.locator, cited?.page]).toEqual([place, page]);
    const text = await (await rawCall("GET", `/v1/assets/${assetId}/text`, { token: ada.token })).text();
    expect(text.slice(cited?.start, cited?.end)).toContain(cited?.quote.trim());
    if (kind !== "transcription") expect(text).toBe(content);
  },
);

test("text takes precedence over Markdown, a later artifact replaces an earlier one, and an equal artifact creates no event", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const { artifactURLs } = await findWaiting(assetId);
  await putArtifact(artifactURLs.markdown, "# Heading");
  await putArtifact(artifactURLs.text, "First text about looms.");
  await putArtifact(artifactURLs.text, "Second text about engines.");
  const again = await putArtifact(artifactURLs.text, "Second text about engines.");
  expect(await again.json()).toMatchObject({ code: "ok", eventKey: "" });
  const jobId = await startJob(assetId);
  const done = await sendUpdate(assetId, jobId, {
    status: "completed",
    statusCode: 200,
    keywords: "its own",
  });
  expect(done.body.data).toMatchObject({
    producedMarkdownArtifact: true,
    markdownTokenCount: 2,
    keywords: ["its own"],
    textTokens: 5,
  });
  const text = await rawCall("GET", `/v1/assets/${assetId}/text`, { token: ada.token });
  expect(await text.text()).toBe("Second text about engines.");
});

test("the service accepts an artifact only if it is signed, complete and UTF-8, and while a processor has the asset", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const other = await addWaitingAsset(ada, "other.mp3");
  const { artifactURLs, signedSourceURL } = await findWaiting(assetId);
  const url: string = artifactURLs.text;
  const statusOf = async (
    target: string,
    content: string | Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<number> => (await putArtifact(target, content, headers)).status;
  expect(await statusOf(url.replace("/text?", "/markdown?"), "x")).toBe(403);
  expect(await statusOf(url.replace("/text?", "/poem?"), "x")).toBe(400);
  expect(await statusOf(url.replace(assetId, other), "x")).toBe(403);
  expect(await statusOf(`${url}x`, "x")).toBe(403);
  expect(await statusOf(url.replace(/token=.*/, new URL(signedSourceURL).search.slice(1)), "x")).toBe(403);
  expect(await statusOf(url, "x", { "content-type": "application/json" })).toBe(415);
  expect(await statusOf(url, "x", { "content-length": String(10 * 1024 * 1024 + 1) })).toBe(413);
  expect(await statusOf(url, new Uint8Array([0xff, 0xfe, 0xfd]))).toBe(400);
  expect((await rawCall("POST", url)).status).toBe(405);
  const { body } = await call("GET", `/v1/assets/${assetId}`, { token: ada.token });
  expect(body.data.signedURL).not.toBe("");
  await sendTranscript(assetId);
  const jobId = await startJob(assetId);
  await sendUpdate(assetId, jobId, { status: "completed", statusCode: 200 });
  expect(await statusOf(url, "too late")).toBe(409);
});

test("an asset fails with a reason if no processor finishes it within a day", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const start = async (): Promise<void> => {
    await testEnv.ASSET_PIPELINE.getByName(assetId).start({ assetId });
    await finishProcessing(assetId);
  };
  await start();
  expect(await findWaiting(assetId)).toBeDefined();
  await testEnv.DB.prepare("UPDATE assets SET modified_at = ? WHERE id = ?")
    .bind(Date.now() - 25 * 3_600_000, assetId)
    .run();
  await start();
  const look = async () =>
    (await call("getAsset", { token: ada.token, params: { assetID: assetId } })).body.data;
  await expect.poll(async () => (await look()).lifecycleState).toBe("failed");
  expect((await look()).failureReason).toBe(
    "No processor finished this file within a day. Save it as PDF, DOCX or text, and upload that.",
  );
  const pipeline = testEnv.ASSET_PIPELINE.getByName(assetId);
  await expect
    .poll(async () => await runInDurableObject(pipeline, (_, state) => state.storage.kv.get("job")))
    .toBeUndefined();
});
