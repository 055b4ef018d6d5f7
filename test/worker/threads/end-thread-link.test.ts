import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { endLink, makeLink, type PublicLink, shareThread, startThread } from "../../support/http/threads.ts";

const { DB } = testEnv;

afterEach(() => {
  vi.restoreAllMocks();
});

async function linksOf(threadId: string): Promise<{ id: string; revoked_at: number | null }[]> {
  return (
    await DB.prepare("SELECT * FROM thread_links WHERE thread_id = ? ORDER BY id").bind(threadId).all<any>()
  ).results;
}

async function eventsOf(targetId: string): Promise<number> {
  return (
    (await DB.prepare("SELECT count(*) AS n FROM audit_events WHERE target_id = ?")
      .bind(targetId)
      .first<number>("n")) ?? 0
  );
}

async function readThread(person: Person, threadId: string) {
  return (await call("getThread", { token: person.token, params: { threadID: threadId } })).body.data;
}

async function openedBy(threadId: string, publicToken: string): Promise<number> {
  return (await rawCall("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`)).status;
}

test("a revoked link opens nothing, a repetition changes nothing, and a link of another thread is not found", async () => {
  const ada = await signUp();
  const [threadId, other] = [await startThread(ada, ada.personalId), await startThread(ada, ada.personalId)];
  const { tokenId, publicToken } = await makeLink(ada, threadId);
  expect((await endLink(ada, other, tokenId)).body.code).toBe("not_found");
  expect((await endLink(ada, threadId, newId("token"))).body.code).toBe("not_found");
  expect((await endLink(ada, threadId, "token")).status).toBe(400);
  expect(await openedBy(threadId, publicToken)).toBe(200);
  const ended = await endLink(ada, threadId, tokenId);
  expect({ status: ended.status, trips: ended.trips, eventKey: ended.body.eventKey }).toEqual({
    status: 200,
    trips: 2,
    eventKey: expect.stringMatching(/^event_/),
  });
  expect(await openedBy(threadId, publicToken)).toBe(404);
  const { version, permanentShareToken } = await readThread(ada, threadId);
  expect(permanentShareToken).toEqual([]);
  const again = await endLink(ada, threadId, tokenId);
  expect({ status: again.status, trips: again.trips, eventKey: again.body.eventKey }).toEqual({
    status: 200,
    trips: 1,
    eventKey: "",
  });
  expect({ version: (await readThread(ada, threadId)).version, events: await eventsOf(tokenId) }).toEqual({
    version,
    events: 2,
  });
});

test("a revocation in parallel with a creation or another revocation takes effect once, and the new link stays valid", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const { tokenId } = await makeLink(ada, threadId);
  const answers = await Promise.all([
    endLink(ada, threadId, tokenId),
    endLink(ada, threadId, tokenId),
    shareThread(ada, threadId),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const alive = (await linksOf(threadId)).filter((link) => link.revoked_at === null).map(({ id }) => id);
  expect(alive).toEqual([idFromBytes("token", answers[2].body.data.tokenId)]);
  const changes = answers.filter(({ body }) => body.eventKey !== "").length;
  expect((await readThread(ada, threadId)).version).toBe(2 + changes);
});

test("revoking a link that a new link just replaced does not revoke the new link", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const { tokenId } = await makeLink(ada, threadId);
  const made: PublicLink[] = [];
  interceptBatches(async (nth, send) => {
    if (nth === 2) made.push(await makeLink(ada, threadId));
    return send();
  });
  const ended = await endLink(ada, threadId, tokenId);
  vi.restoreAllMocks();
  expect({ status: ended.status, eventKey: ended.body.eventKey, length: made.length }).toEqual({
    status: 200,
    eventKey: "",
    length: 1,
  });
  expect(await openedBy(threadId, made[0]?.publicToken ?? "")).toBe(200);
});
