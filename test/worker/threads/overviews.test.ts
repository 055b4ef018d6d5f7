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
  return { content: String(answer.content), quotes, suggestions: answer.textSuggestions as string[] };
}

/** Creates a thread with three documents: an essay, a standard, and a table. */
async function library(): Promise<LiveThread> {
  const scene = await liveThread();
  await addReadyAsset(scene.ada, scene.home, OBSERVATORY, { name: "observatory.txt" });
  await addReadyAsset(scene.ada, scene.home, LADDERS, { name: "ladders.md" });
  await addReadyAsset(scene.ada, scene.home, PRICES, { name: "prices.csv", contentType: "text/csv" });
  return scene;
}

test("an overview of one document contains sentences of its summary and its headings, each with its position", async () => {
  const { ada, home, threadId } = await liveThread();
  const assetId = await addReadyAsset(ada, home, LADDERS, { name: "ladders.md" });
  const { summary } = (await call("getAsset", { token: ada.token, params: { assetID: assetId } })).body.data;
  const { content, quotes } = await answerTo(ada, threadId, "Summarize this");
  expect(content).toContain("ladders.md: This standard applies to portable ladders at the workplace. [1] ");
  expect(content).toContain("Sections: Scope [6] · Use [7] · Inspection [8]");
  expect(quotes.slice(0, 5).every(({ quote }) => summary.includes(quote))).toBe(true);
  for (const { quote, start, end, version } of quotes) {
    const text = await (
      await rawCall("GET", `/v1/assets/${assetId}/text?version=${version}`, { token: ada.token })
    ).text();
    expect(text.slice(start, end)).toBe(quote);
  }
});

test("an overview of several documents lists their number and a cited sentence each, newest first with the day", async () => {
  const { ada, threadId } = await library();
  const { content, quotes, suggestions } = await answerTo(ada, threadId, "What documents do you have?");
  expect(content.split("\n").map((line) => line.slice(0, 25))).toEqual([
    "Documents in scope: 3.",
    "- prices.csv: | item | pr",
    "- ladders.md: This standa",
    "- observatory.txt: The ob",
  ]);
  expect(quotes.map(({ quote }) => quote.slice(0, 13))).toEqual([
    "| item | pric",
    "This standard",
    "The observato",
  ]);
  expect(suggestions).toContain("Summarize ladders.md");
  const news = await answerTo(ada, threadId, "What is new?");
  expect(news.content).toMatch(/\n- \d{4}-\d\d-\d\d · prices\.csv: \| item \| price \| pack \| \[1\]\n/);
  expect((await answerTo(ada, threadId, "Fasse das zusammen")).content).toMatch(
    /^Verfügbare Dokumente: 3\.\n- /,
  );
});

test("a name in an overview request selects the document with that title, and a request with an unknown name is an ordinary question", async () => {
  const { ada, threadId } = await library();
  const { content, quotes } = await answerTo(ada, threadId, "Summarize the observatory, please");
  expect([
    content.startsWith("observatory.txt: "),
    new Set(quotes.map(({ assetId }) => assetId)).size,
  ]).toEqual([true, 1]);
  const sections = await answerTo(ada, threadId, "List all the sections of the ladder standard");
  expect(sections.content).toBe("ladders.md:\n- Scope [1]\n- Use [2]\n- Inspection [3]");
  expect((await answerTo(ada, threadId, "What is the refractor about?")).content).not.toContain("ladders.md");
});

test("an overview counts and lists only documents that the user may read", async () => {
  const { ada, home } = await library();
  const open = await createCollection(ada, ada.rootId, "Open");
  await addReadyAsset(ada, open, GARDEN, { name: "garten.txt" });
  const bob = await signUp();
  await share(ada, open, bob, ["chat"]);
  const threadId = await startThread(ada, open, { collectionIds: [home] });
  const hers = await answerTo(ada, threadId, "What documents do you have?");
  const his = await answerTo(bob, threadId, "What documents do you have?");
  expect(hers.content).toContain("Documents in scope: 4.");
  expect(his.content).toMatch(/^Documents in scope: 1\.\n- garten\.txt: Die Gartenordnung gilt .* \[1\]$/);
});

test("an overview of an empty scope says that it is empty, and reports the number of documents in processing", async () => {
  const { ada, home, threadId } = await liveThread();
  const nothing = "The scope has no readable document.";
  expect((await answerTo(ada, threadId, "Summarize this")).content).toBe(nothing);
  await waitingAsset(ada, home);
  expect((await answerTo(ada, threadId, "What is new?")).content).toBe(
    `${nothing} Documents still being read: 1.`,
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
  const { content } = await answerTo(ada, threadId, "What documents do you have?");
  expect(content).toMatch(/^Documents in scope: 1\.\n- ladders\.md: /);
});

test("an overview lists the newest thirteen of many documents and counts all, with two D1 round trips and at most 400 rows", async () => {
  const { ada, home, threadId } = await liveThread();
  const assetId = await addReadyAsset(ada, home, LADDERS, { name: "ladders.md" });
  await copyAsset(assetId, 44);
  await testEnv.DB.prepare(
    "INSERT OR IGNORE INTO asset_texts SELECT a.id, t.version, t.text_key, t.chunks_key, t.created_at FROM assets a, asset_texts t WHERE t.asset_id = ? AND a.sha256 = (SELECT sha256 FROM assets WHERE id = ?)",
  )
    .bind(assetId, assetId)
    .run();
  const body = {
    messageContent: "What documents do you have?",
    messageKind: "promptV2",
    recipients: [],
    threadId,
  };
  const asked = await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body });
  const content = String(asked.body.data.messages.at(-1).content);
  expect(content).toContain("Documents in scope: 45. The newest 13:\n");
  expect(content.match(/\n- /g)?.length).toBe(13);
  const rows = Number(/, (\d+) rows read/.exec(asked.headers.get("server-timing") ?? "")?.[1]);
  expect(asked.trips).toBe(2);
  expect(rows).toBeLessThanOrEqual(400);
});

test("a comparison quotes sentences of two subjects, or the shared topics of two documents", async () => {
  const { ada, home, threadId } = await library();
  const shelves = await answerTo(ada, threadId, "Compare the oak shelf and the pine shelf.");
  expect(shelves.content).toMatch(
    /^- oak shelf: .*Oak shelf \| 48\.00 \| 1 \| \[1\].*\n- pine shelf: .*Pine shelf \| 31\.50 \| 1 \| \[\d\]/,
  );
  await addReadyAsset(
    ada,
    home,
    "Ladder leaflet\n\nA leaning ladder must stand at an angle of about 70 degrees.\n",
    {
      name: "leaflet.txt",
    },
  );
  const both = await answerTo(ada, threadId, "Compare the leaflet with the ladder standard");
  expect(both.content).toContain(
    "- leaflet.txt: A leaning ladder must stand at an angle of about 70 degrees. [1]\n- ladders.md: A leaning ladder shall stand at an angle of 75 degrees. [2]",
  );
  const refused = await answerTo(ada, threadId, "Compare the oak shelf and the marble fountain");
  expect(refused.content).not.toContain("marble");
  // Adds dozens of newer documents.
  await copyAsset(await addReadyAsset(ada, home, PRICES, { name: "fares.csv", contentType: "text/csv" }), 14);
  expect((await answerTo(ada, threadId, "Compare the leaflet with the ladder standard")).content).toBe(
    both.content,
  );
});

test("an answer returns a list completely, and other questions get matching sentences", async () => {
  const { ada, home, threadId } = await library();
  const duties =
    "# House rules\n\nRules of the kitchen:\n\n- Wash your dishes.\n- Close the windows. Do so even in summer.\n- Feed the cat.\n\nThe bins are emptied on Mondays.\n";
  await addReadyAsset(ada, home, duties, { name: "house.md" });
  const { content } = await answerTo(ada, threadId, "List all the rules of the kitchen");
  expect(content).toBe(
    "- Wash your dishes. [1]\n- Close the windows. Do so even in summer. [2]\n- Feed the cat. [3]",
  );
  const topic = await answerTo(ada, threadId, "Summarize the inspection of ladders");
  expect(topic.content).toContain("A competent person shall inspect each ladder every six months. [");
});
