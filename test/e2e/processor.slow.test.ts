import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createThread, getAsset, postQuestion, uploadFile } from "../../scripts/demo/workspace.ts";
import { type RemoteUser, signUp } from "../support/http/remote-user.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import {
  killProcessor,
  serveBefore,
  startProcessor,
  startTranscriptionServer,
  type TranscriptionServer,
} from "../support/fixtures/processor.ts";
import { sampled } from "../support/setup/scaled.ts";
import type { ScriptRun } from "../support/fixtures/scripts.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { REMOTE_WAIT, WAIT } from "../support/setup/wait.ts";

const SAID = JSON.stringify({
  text: "Good evening. The bell is rung twice. Nobody knows <why>.",
  segments: [
    { start: 0, end: 1.2, text: " Good evening." },
    { start: 1.3, end: 3, text: " The bell is rung twice." },
    { start: 8.25, end: 10, text: " Nobody knows <why>." },
  ],
});
const WRITTEN = "Good evening. The bell is rung twice.\n\nNobody knows <why>.";

let service: Service;
let ada: RemoteUser;
let transcriptions: TranscriptionServer;
let settings: Record<string, string>;

beforeAll(async () => {
  service = await startTestService({
    vars: { RATE_LIMITS: "off", EXTERNAL_WORKER_TYPES: "audio/*, application/x-thing, application/msword" },
  });
  ada = await signUp(service, "ada");
});

beforeEach(async () => {
  transcriptions = await startTranscriptionServer();
  transcriptions.answer = { status: 200, body: SAID };
  settings = { TRANSCRIPTION_URL: transcriptions.url };
});

async function addFile(name: string, contentType: string, content = "not really sound"): Promise<string> {
  const file = { name, contentType, bytes: Uint8Array.from(new TextEncoder().encode(content)) };
  return await uploadFile(ada.api, ada.workspace, ada.workspace.personalId, file);
}

/** The final state of the asset, and its failure reason. */
async function endOf(assetId: string) {
  return await vi.waitUntil(async () => {
    const asset = await getAsset(ada.api, assetId);
    return ["ready", "failed"].includes(asset.lifecycleState) ? asset : null;
  }, REMOTE_WAIT);
}

/** The positions in the recording of an answer's citations. */
async function placesOf(question: string): Promise<unknown[]> {
  const threadId = await createThread(ada.api, ada.workspace, ada.workspace.personalId);
  const { knowledgeProvenance } = await postQuestion(ada.api, threadId, question);
  return Object.values(knowledgeProvenance.citations).map(({ locator }) => locator);
}

/** Runs a processor until the file has ended. */
async function withProcessor(options: Parameters<typeof startProcessor>[1], assetId: string) {
  const processor = await startProcessor(service, options);
  const asset = await endOf(assetId);
  await killProcessor(processor);
  return asset;
}

test("the processor transcribes speech in paragraphs with times", async () => {
  const assetId = await addFile("talk.mp3", "audio/mpeg");
  const asset = await withProcessor({ settings }, assetId);
  expect({ lifecycleState: asset.lifecycleState, failureReason: asset.failureReason }).toEqual({
    lifecycleState: "ready",
    failureReason: "",
  });
  expect(await ada.api.text(`/v1/assets/${assetId}/text`)).toBe(WRITTEN);
  expect({
    producedTranscriptionArtifact: asset.producedTranscriptionArtifact,
    statusCode: asset.metadata.transcribe.statusCode,
  }).toEqual({
    producedTranscriptionArtifact: true,
    statusCode: 200,
  });
  expect(await placesOf("How often is the bell rung?")).toContainEqual({ kind: "time", start: 1.3, end: 3 });
  const [form = ""] = transcriptions.asked;
  expect(form).toContain('filename="recording.mp3"');
  expect(form).toContain("not really sound");
  expect(form).toContain("whisper-1");
});

test.each([
  [
    "a recording that cannot be opened",
    "audio/mpeg",
    { status: 400, body: "{}" },
    "The transcription service cannot open this recording. Save it as MP3, M4A or WAV, and upload that.",
  ],
  [
    "a recording that is too large",
    "audio/mpeg",
    { status: 413, body: "{}" },
    "The transcription service rejects a recording of this size. Split it or reduce its bit rate, and upload that.",
  ],
  [
    "a silent recording",
    "audio/mpeg",
    { status: 200, body: '{"text":"."}' },
    "The processor recognized no words in this recording.",
  ],
  [
    "a file of no kind",
    "application/x-thing",
    { status: 200, body: SAID },
    "Neither the service nor its processor reads this type of file.",
  ],
  [
    "a document that is none",
    "application/msword",
    { status: 200, body: SAID },
    "Neither the service nor its processor reads this type of file.",
  ],
])("the processor fails %s with a reason", async (_what, contentType, answer, reason) => {
  transcriptions.answer = answer;
  const asset = await withProcessor({ settings }, await addFile("talk.mp3", contentType));
  expect({ lifecycleState: asset.lifecycleState, failureReason: asset.failureReason }).toEqual({
    lifecycleState: "failed",
    failureReason: reason,
  });
});

test("the processor reports a missing transcription service", async () => {
  const asset = await withProcessor({}, await addFile("talk.mp3", "audio/mpeg"));
  expect(asset.failureReason).toBe(
    "The processor cannot transcribe recordings: its operator has set no transcription service (TRANSCRIPTION_URL).",
  );
});

test("the processor waits for a transcription service that is down, and reports the waiting time", async () => {
  const assetId = await addFile("talk.mp3", "audio/mpeg");
  transcriptions.answer = { status: 503, body: "" };
  const processor = await startProcessor(service, { settings });
  await vi.waitUntil(
    () => processor.output.stdout.includes("The transcription service responded with status 503."),
    WAIT,
  );
  expect((await getAsset(ada.api, assetId)).lifecycleState).toBe("processing");
  transcriptions.answer = { status: 200, body: SAID };
  expect((await endOf(assetId)).lifecycleState).toBe("ready");
  await killProcessor(processor);
});

test("the processor renews its claim during work, with a readable status", async () => {
  const held = Promise.withResolvers<void>();
  transcriptions.held = held.promise;
  const assetId = await addFile("talk.mp3", "audio/mpeg");
  const processor = await startProcessor(service, { settings: { ...settings, RENEW_SECONDS: "1" } });
  const shown = async () => (await getAsset(ada.api, assetId)).metadata.transcribe;
  await expect
    .poll(async () => (await shown()).message, REMOTE_WAIT)
    .toBe("Transcribing the recording. (0 min)");
  held.resolve();
  expect((await endOf(assetId)).lifecycleState).toBe("ready");
  await killProcessor(processor);
});

test("the processor stops work on a deleted file, and takes the next file", async () => {
  const held = Promise.withResolvers<void>();
  transcriptions.held = held.promise;
  const assetId = await addFile("talk.mp3", "audio/mpeg");
  const processor = await startProcessor(service, { settings: { ...settings, RENEW_SECONDS: "1" } });
  await expect.poll(() => transcriptions.asked.length, WAIT).toBe(1);
  await ada.api.call("DELETE", `/v1/assets/tombstone?assetIds=${assetId}`);
  await vi.waitUntil(() => processor.output.stdout.includes('"event":"stopped"'), WAIT);
  transcriptions.held = Promise.resolve();
  expect((await endOf(await addFile("next.mp3", "audio/mpeg"))).lifecycleState).toBe("ready");
  held.resolve();
  await killProcessor(processor);
});

test("the processor gives up a file that crashed it three times", async () => {
  const held = Promise.withResolvers<void>();
  transcriptions.held = held.promise;
  const assetId = await addFile("talk.mp3", "audio/mpeg");
  const folder = await newFolder();
  for (let time = 1; time <= 3; time += 1) {
    const processor = await startProcessor(service, { settings, folder });
    await expect.poll(() => transcriptions.asked.length, WAIT).toBe(time);
    await killProcessor(processor);
  }
  const asset = await withProcessor({ settings, folder }, assetId);
  expect(asset.failureReason).toBe(
    "The processor stopped three times while reading this file. Reprocess it, or split it.",
  );
  held.resolve();
});

test(
  "after a kill at any request, before or after the service receives it, the next start completes the file",
  { timeout: 240_000 },
  async () => {
    const heard = await requestsOf(await addFile("talk.mp3", "audio/mpeg"));
    expect(heard.map((path) => path.replace(/asset_\w+/, "…"))).toEqual([
      "GET /v1/processing/assets",
      "POST /v1/asset-status/…",
      "GET /v1/assets/…/content",
      "POST /v1/asset-status/…",
      "PUT /v1/assets/…/artifacts/transcription",
      "POST /v1/asset-status/…",
      "POST /v1/asset-status/…",
    ]);
    const kills = (["before", "after"] as const).flatMap((when) =>
      heard.map((_, before) => ({ when, at: before + 1 })),
    );
    for (const { when, at } of sampled(kills, 2, "a processor")) {
      const assetId = await addFile(`talk-${when}-${at}.mp3`, "audio/mpeg");
      const folder = await newFolder();
      await killedAt(at, when, folder);
      const { lifecycleState, failureReason } = await withProcessor({ settings, folder }, assetId);
      expect({ when, at, lifecycleState, failureReason }).toEqual({
        when,
        at,
        lifecycleState: "ready",
        failureReason: "",
      });
      expect(await ada.api.text(`/v1/assets/${assetId}/text`)).toBe(WRITTEN);
    }
  },
);

const nameOf = ({ method, url }: { method?: string | undefined; url?: string | undefined }): string =>
  `${method} ${url?.split("?")[0]}`;

/** Every request of a processor until its file is ready, without the polls for the next file. */
async function requestsOf(assetId: string): Promise<string[]> {
  const heard: string[] = [];
  const origin = await serveBefore(service.url, (request, when) => {
    if (when === "before") heard.push(nameOf(request));
    return true;
  });
  await withProcessor({ settings, origin }, assetId);
  return heard.filter((name, at) => at === 0 || name !== "GET /v1/processing/assets");
}

/** Kills a processor at its nth request. */
async function killedAt(nth: number, when: "before" | "after", folder: string): Promise<void> {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const numbers = new WeakMap<object, number>();
  const origin = await serveBefore(service.url, (request, at) => {
    if (at === "before") numbers.set(request, (count += 1));
    if (numbers.get(request) !== nth || at !== when) return true;
    resolve();
    return false;
  });
  const processor: ScriptRun = await startProcessor(service, { settings, origin, folder });
  await reached;
  await killProcessor(processor);
}
