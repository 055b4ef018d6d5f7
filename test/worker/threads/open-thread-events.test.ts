import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { merge } from "../../support/http/merge.ts";
import { type Person, signUp, tokenFor } from "../../support/http/person.ts";
import { lastFrame } from "../../support/http/room-frames.ts";
import { countOf } from "../../support/rows/stored-messages.ts";
import {
  endLink,
  makeLink,
  openEvents,
  sendMessage,
  startThread,
  type ThreadListener,
} from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const { DB } = testEnv;
const SECRET = "The launch code of the Analytical Engine is 1837.";

interface Live {
  readonly ada: Person;
  /** Another user, who has their own organization. */
  readonly bob: Person;
  readonly home: string;
  readonly threadId: string;
}

interface Outsider {
  readonly listener: ThreadListener;
  /** Close code of the listener's socket; null if the socket stays open. */
  readonly closes: number | null;
  /** Ends the listener's rights during the connection. */
  readonly end?: () => Promise<unknown>;
  /** Expected response when the listener posts a message over HTTP. */
  readonly http: { readonly token?: string; readonly status: number };
}

afterEach(() => {
  vi.useRealTimers();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function liveThread(): Promise<Live> {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  return { ada, bob, home, threadId: await startThread(ada, home) };
}

async function member({ ada, bob, home, threadId }: Live, action: "read" | "chat"): Promise<ThreadListener> {
  await share(ada, home, bob, [action]);
  return await openEvents(threadId, {}, bearer(bob.token));
}

const OUTSIDERS: Record<string, (live: Live) => Promise<Outsider>> = {
  "a stranger": async ({ bob, threadId }) => ({
    listener: await openEvents(threadId, {}, bearer(bob.token)),
    closes: 4404,
    http: { token: bob.token, status: 404 },
  }),
  "somebody nameless": async ({ threadId }) => ({
    listener: await openEvents(threadId, {}),
    closes: 4401,
    http: { status: 401 },
  }),
  "a guest": async ({ ada, threadId }) => {
    const { publicToken } = await makeLink(ada, threadId);
    return {
      listener: await openEvents(threadId, { publicAccessToken: publicToken }),
      closes: null,
      http: { status: 401 },
    };
  },
  "a guest whose link has ended": async ({ ada, threadId }) => {
    const { publicToken, tokenId } = await makeLink(ada, threadId);
    const listener = await openEvents(threadId, { publicAccessToken: publicToken });
    return { listener, closes: 4403, end: () => endLink(ada, threadId, tokenId), http: { status: 401 } };
  },
  "a reader": async (live) => ({
    listener: await member(live, "read"),
    closes: null,
    http: { token: live.bob.token, status: 403 },
  }),
  "who may only read any more": async (live) => ({
    listener: await member(live, "chat"),
    closes: null,
    end: () => modifyPermissions(live.ada, live.home, live.bob.userId, ["read"]),
    http: { token: live.bob.token, status: 403 },
  }),
  "who may do nothing any more": async (live) => ({
    listener: await member(live, "chat"),
    closes: 4403,
    end: () => modifyPermissions(live.ada, live.home, live.bob.userId, []),
    http: { token: live.bob.token, status: 404 },
  }),
  "a merged account": async (live) => {
    const cy = await signUp("cy");
    const listener = await member(live, "chat");
    // The merge moves the listener's rights to the other account, and the listener's token acts as that
    // account from now on.
    const end = async () => {
      await merge(cy, live.bob);
      await modifyPermissions(live.ada, live.home, cy.userId, []);
    };
    return { listener, closes: 4412, end, http: { token: live.bob.token, status: 404 } };
  },
  "a suspended account": async (live) => ({
    listener: await member(live, "chat"),
    closes: 4403,
    end: async () => {
      await DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
        .bind(live.bob.userId)
        .run();
      await testEnv.THREAD_ROOM.getByName(live.threadId).recheckAccess();
    },
    http: { token: live.bob.token, status: 403 },
  }),
  "an expired token": async (live) => {
    await share(live.ada, live.home, live.bob, ["chat"]);
    const token = await tokenFor(live.bob.email, { expiresInSeconds: -3_600 });
    return {
      listener: await openEvents(live.threadId, {}, bearer(token)),
      closes: 4401,
      http: { token, status: 401 },
    };
  },
};

/** One frame of every kind that a client may send, each with the thread's own records. */
function everyFrame({ home }: Live, assetId: string): object[] {
  const scope = {
    assetIDs: [assetId],
    collectionIDs: [home],
    mentions: { assets: [], collections: [] },
    worldKnowledge: false,
  };
  const knowledge = {
    assetContext: { added: [assetId], removed: [] },
    organizationContext: { added: [], removed: [] },
    world: true,
  };
  const asked = () => ({ messageId: newId("msg"), prompt: "What is the launch code?" });
  return [
    { promptV1: { ...asked(), knowledge } },
    { promptV2: { ...asked(), scope } },
    { promptCampaignV1: { ...asked(), knowledge, transformationId: newId("inter") } },
    { promptCampaignV2: { ...asked(), scope, transformationId: newId("inter") } },
    { renameThreadV1: { messageId: newId("msg"), label: "Mine now" } },
    { knowledgeChangeV1: { messageId: newId("msg"), knowledge } },
    { textV1: { messageId: newId("msg"), parts: ["I was here."] } },
  ];
}

async function stateOf(threadId: string): Promise<unknown> {
  const thread = await DB.prepare(
    "SELECT label, version, message_count, world_knowledge FROM threads WHERE id = ?",
  )
    .bind(threadId)
    .first();
  const scope = await countOf("SELECT count(*) AS n FROM thread_scope WHERE thread_id = ?", threadId);
  return {
    thread,
    scope,
    messages: await countOf("SELECT count(*) AS n FROM messages WHERE thread_id = ?", threadId),
  };
}

test.each(Object.keys(OUTSIDERS))("%s cannot write any frame on a socket or over HTTP", async (who) => {
  const live = await liveThread();
  const assetId = await addReadyAsset(live.ada, live.home, SECRET);
  const { listener, closes, end, http } = await OUTSIDERS[who]!(live);
  await end?.();
  if (closes !== null) expect(await listener.closed).toBe(closes);
  const before = await stateOf(live.threadId);
  const frames = everyFrame(live, assetId);
  if (closes === null) {
    for (const frame of frames) listener.socket.send(JSON.stringify(frame));
    await listener.until(
      (heard) => heard.filter((frame) => frame.error !== undefined).length === frames.length,
    );
    expect(new Set(listener.frames.map((frame) => frame.error?.code))).toEqual(
      new Set(["permission_denied"]),
    );
  }
  const body = { messageContent: "Me too.", messageKind: "textV1", recipients: [], threadId: live.threadId };
  const posted = await call("POST", `/v1/threads/${live.threadId}/messages`, {
    ...(http.token ? { token: http.token } : {}),
    body,
  });
  expect(posted.status).toBe(http.status);
  expect(await stateOf(live.threadId)).toEqual(before);
});

test.each(Object.keys(OUTSIDERS))("%s receives nothing without a right", async (who) => {
  const live = await liveThread();
  await addReadyAsset(live.ada, live.home, SECRET);
  const hers = await openEvents(live.threadId, {}, bearer(live.ada.token));
  const { listener, closes, end } = await OUTSIDERS[who]!(live);
  await end?.();
  if (closes !== null) expect(await listener.closed).toBe(closes);
  await sendMessage(live.ada, live.threadId, "What is the launch code of the Analytical Engine?");
  const isOver = (heard: ThreadListener["frames"]): boolean =>
    heard.some((frame) => frame.textV1?.isDone === true);
  await hers.until((heard) => isOver([...heard]));
  expect(JSON.stringify(hers.frames)).toContain("1837");
  if (closes !== null)
    return expect(listener.frames).toEqual(
      closes === 4401 || closes === 4403 || closes === 4412 ? [lastFrame(closes)] : [],
    );
  await listener.until((heard) => isOver([...heard]));
  if (who !== "a guest") return expect(listener.frames).toEqual(hers.frames);
  expect(listener.frames.every((frame) => Object.keys(frame)[0] === "textV1")).toBe(true);
  expect(JSON.stringify(listener.frames)).not.toContain(live.ada.email);
});

test("a listener who gets the right to post can post after a second, and the room does not check a reader at every frame", async () => {
  const live = await liveThread();
  const his = await member(live, "read");
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now });
  his.socket.send(JSON.stringify({ textV1: { parts: ["May I?"] } }));
  await his.until((frames) => frames.length === 1);
  expect(his.frames).toMatchObject([{ error: { code: "permission_denied" } }]);
  await share(live.ada, live.home, live.bob, ["chat"]);
  his.socket.send(JSON.stringify({ textV1: { parts: ["Already?"] } }));
  await his.until((frames) => frames.length === 2);
  expect(his.frames[1]).toMatchObject({ error: { code: "permission_denied" } });
  vi.setSystemTime(now + 1_000);
  his.socket.send(JSON.stringify({ textV1: { parts: ["Now I may."] } }));
  await his.until((frames) => frames.length === 3);
  expect(his.frames[2]).toMatchObject({ textV1: { parts: ["Now I may."] } });
});

test("the room processes a socket's frames in the order of sending", async () => {
  const live = await liveThread();
  const hers = await openEvents(live.threadId, {}, bearer(live.ada.token));
  const words = Array.from({ length: 20 }, (_, at) => `Remark ${at}`);
  for (const word of words) hers.socket.send(JSON.stringify({ textV1: { parts: [word] } }));
  await hers.until((frames) => frames.length === words.length);
  expect(hers.frames.map((frame) => frame.textV1?.parts[0])).toEqual(words);
});
