import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { GARDEN, LADDERS, OBSERVATORY, PRICES } from "../../support/fixtures/overview-texts.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { copyAsset, liveThread, type LiveThread, waitingAsset } from "../../support/http/progress.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

interface Quote {
  readonly assetId: string;
  readonly ordinal: number;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly version: string;
}

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The newest answer's text with its quotes in order. */
async function answerTo(person: Person, threadId: string, question: string) {
  const { messages, knowledgeProvenance } = await sendMessage(person, threadId, question);
  const answer = messages.at(-1);
  const id = idFromBytes("msg", answer.id);
  const all = Object.values(knowledgeProvenance.citations) as (Quote & { readonly messageId: string })[];
  const quotes = all.filter(({ messageId }) => messageId === id).sort((a, b) => a.ordinal - b.ordinal);
  return { content: String(answer.content), quotes };
}

/** Creates a thread with three documents: an essay, a standard, and a table. */
async function library(): Promise<LiveThread> {
  const scene = await liveThread();
  await addReadyAsset(scene.ada, scene.home, OBSERVATORY, { name: "observatory.txt" });
  await addReadyAsset(scene.ada, scene.home, LADDERS, { name: "ladders.md" });
  await addReadyAsset(scene.ada, scene.home, PRICES, { name: "prices.csv", contentType: "text/csv" });
  return scene;
}

test("an overview of one document quotes its central sentences, each with its position", async () => {
  const { ada, home, threadId } = await liveThread();
  const assetId = await addReadyAsset(ada, home, LADDERS, { name: "ladders.md" });
  const { content, quotes } = await answerTo(ada, threadId, "Summarize this document");
  expect(content).toMatch(/^ladders\.md: .+ \[1\] .+ \[5\]$/);
  for (const { quote, start, end, version } of quotes) {
    const text = await (
      await rawCall("GET", `/v1/assets/${assetId}/text?version=${version}`, { token: ada.token })
    ).text();
    expect(text.slice(start, end)).toBe(quote);
  }
});

test("an overview of several documents has a line with the title and a cited sentence for each, newest first", async () => {
  const { ada, threadId } = await library();
  const { content, quotes } = await answerTo(ada, threadId, "Which documents do you have?");
  expect(content.split("\n").map((line) => /^- [^:]+:/.exec(line)?.[0])).toEqual([
    "- prices.csv:",
    "- ladders.md:",
    "- observatory.txt:",
  ]);
  expect(quotes.map(({ quote }) => quote).every((quote) => content.includes(quote))).toBe(true);
  expect((await answerTo(ada, threadId, "Fass diese Dokumente zusammen")).content).toBe(content);
});

test("a request that names a document gets an overview of it, and a request about one subject gets an answer", async () => {
  const { ada, threadId } = await library();
  const { content, quotes } = await answerTo(ada, threadId, "Summarize the observatory document, please");
  expect([
    content.startsWith("observatory.txt: "),
    new Set(quotes.map(({ assetId }) => assetId)).size,
  ]).toEqual([true, 1]);
  const topic = await answerTo(ada, threadId, "Who shall inspect each ladder?");
  expect(topic.content).toContain("A competent person shall inspect each ladder every six months.");
});

test("an overview counts and lists only documents that the user may read", async () => {
  const { ada, home } = await library();
  const open = await createCollection(ada, ada.rootId, "Open");
  await addReadyAsset(ada, open, GARDEN, { name: "garten.txt" });
  const bob = await signUp();
  await share(ada, open, bob, ["chat"]);
  const threadId = await startThread(ada, open, { collectionIds: [home] });
  const hers = await answerTo(ada, threadId, "Which documents do you have?");
  const his = await answerTo(bob, threadId, "Which documents do you have?");
  expect(hers.content.split("\n").length).toBe(4);
  expect(his.content).toMatch(/^garten\.txt: .* \[1\]/);
});

test("an overview of an empty scope says that it is empty, and reports the number of documents in processing", async () => {
  const { ada, home, threadId } = await liveThread();
  const nothing = "Nothing in the documents in scope answers this.";
  expect((await answerTo(ada, threadId, "Summarize this document")).content).toBe(nothing);
  await waitingAsset(ada, home);
  expect((await answerTo(ada, threadId, "What is new here?")).content).toBe(
    `${nothing}\nDocuments still being read: 1.`,
  );
});

test("an overview omits a document that is deleted while the answer is written", async () => {
  const { ada, home, threadId } = await liveThread();
  await addReadyAsset(ada, home, LADDERS, { name: "ladders.md" });
  const withdrawn = await addReadyAsset(ada, home, OBSERVATORY, { name: "observatory.txt" });
  interceptBatches(async (nth, send, db) => {
    const results = await send();
    if (nth === 1)
      await db.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?").bind(withdrawn).run();
    return results;
  });
  const { content } = await answerTo(ada, threadId, "Which documents do you have?");
  expect(content).toMatch(/^ladders\.md: /);
});

test("an overview lists the newest thirteen of many documents and counts all, with three D1 round trips and at most 400 rows", async () => {
  const { ada, home, threadId } = await liveThread();
  const assetId = await addReadyAsset(ada, home, LADDERS, { name: "ladders.md" });
  await copyAsset(assetId, 44);
  await testEnv.DB.prepare(
    "INSERT OR IGNORE INTO asset_texts SELECT a.id, t.version, t.text_key, t.chunks_key, t.created_at FROM assets a, asset_texts t WHERE t.asset_id = ? AND a.sha256 = (SELECT sha256 FROM assets WHERE id = ?)",
  )
    .bind(assetId, assetId)
    .run();
  const body = {
    messageContent: "Which documents do you have?",
    messageKind: "promptV2",
    recipients: [],
    threadId,
  };
  const asked = await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body });
  const content = String(asked.body.data.messages.at(-1).content);
  expect(content).toMatch(/\n… \(13\/45\)$/);
  expect(content.match(/^- /gm)?.length).toBe(13);
  const rows = Number(/, (\d+) rows read/.exec(asked.headers.get("server-timing") ?? "")?.[1]);
  expect(asked.trips).toBe(3);
  expect(rows).toBeLessThanOrEqual(400);
});
