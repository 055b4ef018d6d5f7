import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { areCitable, citableSources, type Source } from "../../../src/storage/d1/answers/citable-sources.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { ask, bytes, eventOf, first, send } from "../../support/http/prompts.ts";
import {
  addToScope,
  createDocument,
  createFolder,
  createUser,
  createWorkplace,
  grant,
  history,
  listen,
  openRoom,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";
import { WAIT } from "../../support/setup/wait.ts";

const QUESTION = "When did the harbour of Brackwater open?";
const AT_HOME = ["The harbour of Brackwater opened in 1871 after nine years of work."];
const ELSEWHERE = ["The harbour of Brackwater opened in the summer of 1902, the register says."];
const OF_BEES = ["Agnes Hallam kept bees beside the lighthouse."];
const NOTHING = "Nothing in the documents in scope answers this.";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a thread with an answering document at home and another in a folder outside its scope. */
async function createTwoAnswers() {
  const place = await createWorkplace();
  const beside = await createFolder(place, place.root);
  const atHome = await createDocument(place, place.home, AT_HOME);
  const elsewhere = await createDocument(place, beside, ELSEWHERE);
  return { place, beside, atHome, elsewhere, listener: await listen(place) };
}

async function addColleague(place: Workplace, ...rights: (readonly [Parameters<typeof grant>[2], string])[]) {
  const colleague = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, colleague, place.home, "chat");
  for (const [folder, action] of rights) await grant(place.organizationId, colleague, folder, action);
  return colleague;
}

test("a removed document with the best search results displaces no other document", async () => {
  const place = await createWorkplace();
  const crowd = await createDocument(
    place,
    place.home,
    Array.from(
      { length: 150 },
      (_, at) => `The harbour of Brackwater opened in 1902. Open, open harbour Brackwater, note ${at}.`,
    ),
  );
  const other = await createDocument(place, place.home, [
    `${AT_HOME[0]} Of the many other things that the chronicle tells at length, the tolls, the pilots and the wrecks, little is known today.`,
  ]);
  const listener = await listen(place);
  expect((await ask(listener, "promptV1", { prompt: QUESTION })).cited).toEqual([crowd]);
  const knowledge = { assetContext: { removed: [crowd] } };
  expect((await ask(listener, "promptV1", { prompt: QUESTION, knowledge })).cited).toEqual([other]);
});

test("an asset that becomes unreadable before the answer is stored is not cited", async () => {
  const isIt = (texts: readonly string[]): boolean =>
    texts.some((text) => text.startsWith('update "messages"'));
  const { place, beside, elsewhere } = await createTwoAnswers();
  const colleague = await addColleague(place, [beside, "share"]);
  const listener = await listen(place, { userId: colleague });
  let isWithdrawn = false;
  interceptBatches(async (_nth, forward, db, texts) => {
    if (!isWithdrawn && isIt(texts)) {
      isWithdrawn = true;
      await db
        .prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ?")
        .bind(colleague, beside.id)
        .run();
    }
    return forward();
  });
  const { text, cited, event } = await ask(listener, "promptV2", {
    prompt: QUESTION,
    scope: { assetIDs: [elsewhere] },
  });
  expect({ isWithdrawn, text, cited }).toEqual({ isWithdrawn: true, text: NOTHING, cited: [] });
  expect(event.scope.assetIDs).toEqual([bytes(elsewhere)]);
  vi.restoreAllMocks();
  expect(JSON.stringify((await history(place)).filter((frame) => frame.textV1))).not.toMatch(/1902|register/);
});

test("the room reads the prompt's scope from D1 after a crash", async () => {
  const { listener, place, elsewhere } = await createTwoAnswers();
  const never = new Promise<never>(() => undefined);
  let isStopped = false;
  interceptBatches(async (_nth, forward, _db, texts) => {
    if (!texts.some((text) => text.includes("json_extract(src.value"))) return forward();
    isStopped = true;
    return never;
  });
  send(listener, {
    promptV2: { messageId: newId("msg"), prompt: QUESTION, scope: { assetIDs: [elsewhere] } },
  });
  await vi.waitUntil(() => isStopped, { interval: 1, ...WAIT });
  await expect(runInDurableObject(openRoom(place), (_, state) => state.abort("crash"))).rejects.toThrow(
    "crash",
  );
  vi.restoreAllMocks();
  const again = await listen(place, { since: 0 });
  await runDurableObjectAlarm(openRoom(place));
  const last = await first(again, (frame) =>
    eventOf(frame, "textV1")?.isDone ? eventOf(frame, "textV1") : undefined,
  );
  expect(last.provenance.scoped.explicitAssets).toEqual([bytes(elsewhere)]);
});

test("D1 alone decides what each answer may cite, whatever the index returns", async () => {
  const { listener, place, beside, atHome, elsewhere } = await createTwoAnswers();
  const below = await createFolder(place, place.home);
  const deep = await createDocument(place, below, OF_BEES);
  const single = await createDocument(place, beside, OF_BEES);
  await addToScope(place.threadId, "asset", single);
  const all = { atHome, elsewhere, deep, single };
  const versions = "SELECT id AS assetId, text_version AS version FROM assets WHERE organization_id = ?";
  const { results } = await testEnv.DB.prepare(versions).bind(place.organizationId).all<Source>();
  const db = createDatabase(testEnv.DB);
  const citable = async (fields: Record<string, unknown>): Promise<string[]> => {
    const { answerId: answerMessageId } = await ask(
      listener,
      "knowledge" in fields ? "promptV1" : "promptV2",
      {
        prompt: QUESTION,
        ...fields,
      },
    );
    const answer = { askerId: place.owner, threadId: place.threadId, answerMessageId };
    const { sources, judged } = await db.read({
      sources: citableSources(db, answer, results),
      judged: db.build.all<{ all: 0 | 1 }>(sql`SELECT ${areCitable(answer, results)} AS "all"`),
    });
    expect(judged[0]?.all).toBe(Number(sources.length === results.length));
    return Object.entries(all).flatMap(([name, id]) =>
      sources.some(({ assetId }) => assetId === id) ? [name] : [],
    );
  };
  const inThread = async (): Promise<string[]> => {
    const plain = { askerId: place.owner, threadId: place.threadId, answerMessageId: null };
    const judge = (source: Source) =>
      db.build.all<{ may: 0 | 1 }>(sql`SELECT ${areCitable(plain, [source])} AS may`);
    const judged = await db.read(
      Object.fromEntries(results.map((source) => [source.assetId, judge(source)])),
    );
    return Object.entries(all).flatMap(([name, id]) => (judged[id]?.[0]?.may === 1 ? [name] : []));
  };
  const knowledge = (assetContext: object, organizationContext: object = {}) => ({
    knowledge: { assetContext, organizationContext },
  });
  expect(await citable({})).toEqual(["atHome", "deep", "single"]);
  expect(await inThread()).toEqual(["atHome", "deep", "single"]);
  expect(await citable({ scope: { assetIDs: [elsewhere] } })).toEqual(["elsewhere"]);
  expect(await citable({ scope: { collectionIDs: [below.id] } })).toEqual(["deep"]);
  expect(await citable({ scope: { mentions: { collections: [[beside.id]] } } })).toEqual([
    "atHome",
    "elsewhere",
    "deep",
    "single",
  ]);
  expect(await citable({ scope: { assetIDs: [atHome], mentions: { assets: [[single]] } } })).toEqual([
    "atHome",
    "single",
  ]);
  expect(await citable(knowledge({ added: [elsewhere], removed: [atHome] }))).toEqual([
    "elsewhere",
    "deep",
    "single",
  ]);
  expect(await citable(knowledge({}, { removed: [below.id] }))).toEqual(["atHome", "single"]);
  expect(
    await citable(knowledge({ removed: [single] }, { added: [beside.id], removed: [place.home.id] })),
  ).toEqual(["elsewhere"]);
});

test("a resend with another scope keeps the first scope", async () => {
  const { listener, place, elsewhere, atHome } = await createTwoAnswers();
  const { messageId, cited } = await ask(listener, "promptV2", {
    prompt: QUESTION,
    scope: { assetIDs: [elsewhere] },
  });
  expect(cited).toEqual([elsewhere]);
  send(listener, { promptV2: { messageId, prompt: QUESTION, scope: { assetIDs: [atHome] } } });
  await ask(listener, "promptV2", { prompt: "And the bees?" });
  expect(await storedMessages(place.threadId)).toHaveLength(4);
  expect(await countOf("SELECT count(*) AS n FROM answer_scope WHERE thread_id = ?", place.threadId)).toBe(1);
});
