import { expect, test } from "vitest";
import { type Id, idFromBytes, newId } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { insertRow } from "../../support/rows/workplace.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { testEnv } from "../../support/setup/env.ts";
import { makeLink, sendMessage, startThread } from "../../support/http/threads.ts";

/**
 * Creates a thread with these text messages. Long messages are inserted into D1 directly.
 * @returns its id and the ids of its messages
 */
async function threadOf(
  person: Person,
  contents: readonly string[],
): Promise<{ threadId: string; ids: Id<"msg">[] }> {
  const threadId = await startThread(person, person.personalId, { label: "Long" });
  const ids = contents.map(() => newId("msg"));
  for (const [at, content] of contents.entries()) {
    const by = {
      version: 1,
      created_at: at,
      created_by: person.userId,
      modified_at: at,
      modified_by: person.userId,
    };
    await insertRow("messages", {
      id: ids[at]!,
      thread_id: threadId,
      position: at + 1,
      kind: "text",
      content,
      state: "done",
      ...by,
    });
  }
  return { threadId, ids };
}

async function read(threadId: string, query: Readonly<Record<string, string>>, token?: string) {
  const answer = await call("GET", `/v1/threads/${threadId}?${new URLSearchParams(query).toString()}`, {
    token,
  });
  const shown: string[] = (answer.body.data.messages ?? []).map((message: any) =>
    idFromBytes("msg", message.id),
  );
  return { ...answer, shown };
}

test("pages from the newest message to the first show every message once, with one D1 round trip each", async () => {
  const ada = await signUp();
  const { threadId, ids } = await threadOf(ada, ["a", "b", "c", "d", "e", "f", "g"]);
  const seen: string[] = [];
  for (let before: Record<string, string> = {}; ; before = { messagesBefore: seen[0]! }) {
    const page = await read(threadId, { messagesLimit: "3", ...before }, ada.token);
    expect({ status: page.status, trips: page.trips }).toEqual({ status: 200, trips: 1 });
    if (page.shown.length === 0) break;
    expect(page.shown.length).toBeLessThanOrEqual(3);
    seen.unshift(...page.shown);
  }
  expect(seen).toEqual(ids);
});

test("the default limit of messages is 500, and 0 shows none", async () => {
  const ada = await signUp();
  const { threadId, ids } = await threadOf(
    ada,
    Array.from({ length: 503 }, (_, at) => String(at)),
  );
  expect((await read(threadId, {}, ada.token)).shown).toEqual(ids.slice(3));
  expect((await read(threadId, { messagesLimit: "500" }, ada.token)).shown).toEqual(ids.slice(3));
  expect((await read(threadId, { messagesBefore: ids[3]! }, ada.token)).shown).toEqual(ids.slice(0, 3));
  expect((await read(threadId, { messagesLimit: "0" }, ada.token)).shown).toEqual([]);
});

test("a post returns the newest 20 messages by default, and at least one", async () => {
  const ada = await signUp();
  const { threadId, ids } = await threadOf(
    ada,
    Array.from({ length: 30 }, (_, at) => String(at)),
  );
  const asked = await sendMessage(ada, threadId, "Is there an answer?");
  expect(asked.messages).toHaveLength(20);
  const [question, answer] = asked.messages.slice(-2);
  expect({ content: question.content, inReplyTo: answer.inReplyTo }).toEqual({
    content: "Is there an answer?",
    inReplyTo: question.id,
  });
  expect(idFromBytes("msg", asked.messages[0].id)).toBe(ids[12]);
  expect((await sendMessage(ada, threadId, "Noted.", { messageKind: "textV1" })).messages).toHaveLength(20);
  const body = { messageContent: "All of it", messageKind: "textV1", recipients: [], threadId };
  const post = async (limit: string) =>
    await call("POST", `/v1/threads/${threadId}/messages?messagesLimit=${limit}`, { token: ada.token, body });
  expect((await post("500")).body.data.messages).toHaveLength(34);
  expect((await post("0")).body.data.issues[0].path).toBe("messagesLimit");
});

test("a post that returns few messages reads the same rows in a long and a short thread", async () => {
  const ada = await signUp();
  const costs = [];
  for (const length of [10, 300]) {
    const { threadId } = await threadOf(
      ada,
      Array.from({ length }, () => "a"),
    );
    const body = { messageContent: "b", messageKind: "textV1", recipients: [], threadId };
    const { status, headers } = await call("POST", `/v1/threads/${threadId}/messages?messagesLimit=4`, {
      token: ada.token,
      body,
    });
    costs.push([status, /"\d+ trips, \d+ rows read"/.exec(headers.get("server-timing") ?? "")?.[0]]);
  }
  expect(costs[0]).toEqual([200, expect.any(String)]);
  expect(costs[1]).toEqual(costs[0]);
});

test.each(["textV1", "promptV2"])(
  "a post (%s) returns as many of the newest messages as requested, also when repeated",
  async (kind) => {
    const ada = await signUp();
    const { threadId } = await threadOf(ada, ["a", "b", "c", "d"]);
    const body = { messageContent: "e", messageKind: kind, recipients: [], threadId };
    const post = async (query: string) => {
      const headers = { "idempotency-key": `post-${query}` };
      const { status, body: answer } = await call("POST", `/v1/threads/${threadId}/messages${query}`, {
        token: ada.token,
        headers,
        body,
      });
      return [status, answer.done, answer.data.messages.map((message: any) => message.content)];
    };
    const contents = async (limit: string) =>
      (await read(threadId, { messagesLimit: limit }, ada.token)).body.data.messages.map(
        (message: any) => message.content,
      );
    for (const limit of ["1", "3"]) {
      const first = await post(`?messagesLimit=${limit}`);
      expect(first).toEqual([200, true, await contents(limit)]);
      expect(await post(`?messagesLimit=${limit}`)).toEqual(first);
    }
    expect(await post("")).toEqual([200, true, await contents("20")]);
    const wrong = await call("POST", `/v1/threads/${threadId}/messages?messagesLimit=501`, {
      token: ada.token,
      body,
    });
    expect({ status: wrong.status, path: wrong.body.data.issues[0].path }).toEqual({
      status: 400,
      path: "messagesLimit",
    });
  },
);

test("a page holds at most 2 MiB of content", async () => {
  const ada = await signUp();
  const { threadId, ids } = await threadOf(
    ada,
    Array.from({ length: 50 }, () => "ä".repeat(32_768)),
  );
  expect((await read(threadId, {}, ada.token)).shown).toEqual(ids.slice(18));
  // The newest messages up to a fixed number always appear, whatever their size. Beyond that number, the size
  // limit applies.
  for (const limit of [21, 22])
    expect((await read(threadId, { messagesLimit: `${limit}` }, ada.token)).shown).toEqual(ids.slice(-limit));
  expect((await read(threadId, { messagesBefore: ids[18]! }, ada.token)).shown).toEqual(ids.slice(0, 18));
});

test("a page includes the quotes of its own answers", async () => {
  const ada = await signUp();
  const { threadId, ids } = await threadOf(ada, ["old", "new"]);
  const cite = {
    thread_id: threadId,
    asset_id: newId("asset"),
    chunk_id: "c",
    quote: "q",
    start: 0,
    end: 1,
    page: 0,
    text_version: "v",
  };
  for (const message_id of ids)
    await insertRow("citations", { id: newId("cite"), message_id, ordinal: 1, ...cite });
  const cited = async (query: Record<string, string>) =>
    Object.values<any>((await read(threadId, query, ada.token)).body.data.knowledgeProvenance.citations).map(
      (each) => each.messageId,
    );
  expect(await cited({ messagesLimit: "1" })).toEqual([ids[1]]);
  expect(await cited({ messagesBefore: ids[1]! })).toEqual([ids[0]]);
});

test("a question includes the state of its answer on the next page", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const { messages } = await sendMessage(ada, threadId, "Why?");
  const page = await read(threadId, { messagesBefore: idFromBytes("msg", messages[1].id) }, ada.token);
  expect(page.body.data.messages).toEqual([messages[0]]);
});

test("a page after an unknown message, or a message of another thread, gets not_found", async () => {
  const ada = await signUp();
  const { threadId } = await threadOf(ada, ["a"]);
  const other = await threadOf(ada, ["b"]);
  for (const messagesBefore of [newId("msg"), other.ids[0]!]) {
    expect((await read(threadId, { messagesBefore }, ada.token)).body.code).toBe("not_found");
  }
});

test.each([
  { messagesBefore: "" },
  { messagesBefore: "x" },
  { messagesBefore: newId("thread") },
  { messagesLimit: "" },
  { messagesLimit: "-1" },
  { messagesLimit: "501" },
  { messagesLimit: "1.5" },
  { messagesLimit: "x" },
])("the service rejects the query %j", async (query) => {
  const ada = await signUp();
  const { threadId } = await threadOf(ada, []);
  const answer = await read(threadId, query as Record<string, string>, ada.token);
  expect({ status: answer.status, code: answer.body.code, path: answer.body.data.issues?.[0]?.path }).toEqual(
    {
      status: 400,
      code: "invalid_argument",
      path: Object.keys(query)[0],
    },
  );
});

test("a guest pages within the link's range, and finds no message after it", async () => {
  const [ada, eve] = [await signUp(), await signUp("eve")];
  const { threadId, ids } = await threadOf(ada, ["a", "b", "c", "d", "e"]);
  const { publicToken: publicAccessToken } = await makeLink(ada, threadId, { messageId: ids[3]! });
  for (const token of [undefined, eve.token]) {
    const shown = async (query: Record<string, string>) =>
      (await read(threadId, { publicAccessToken, ...query }, token)).shown;
    expect(await shown({ messagesLimit: "2" })).toEqual(ids.slice(2, 4));
    expect(await shown({ messagesBefore: ids[2]!, messagesLimit: "1" })).toEqual([ids[1]]);
    expect(await shown({ messagesBefore: ids[3]! })).toEqual(ids.slice(0, 3));
    const hidden = await read(threadId, { publicAccessToken, messagesBefore: ids[4]! }, token);
    const missing = await read(threadId, { publicAccessToken, messagesBefore: newId("msg") }, token);
    expect({ status: hidden.status, message: hidden.body.message }).toEqual({
      status: 404,
      message: missing.body.message,
    });
  }
  expect((await read(threadId, { publicAccessToken, messagesBefore: ids[4]! }, ada.token)).shown).toEqual(
    ids.slice(0, 4),
  );
});

const nameOf = ({ email }: Person): string => email.split("@")[0] ?? "";

test("a page names its authors and the thread's creator, and no author of other pages", async () => {
  const [ada, bob, cy] = [await signUp(), await signUp("bob"), await signUp("cy")];
  const home = await createCollection(ada, ada.rootId, "Home");
  for (const person of [bob, cy]) await share(ada, home, person, ["chat"]);
  const threadId = await startThread(ada, home);
  await sendMessage(bob, threadId, "Noted.", { messageKind: "textV1" });
  await sendMessage(cy, threadId, "So did I.", { messageKind: "textV1" });
  const peopleOf = async (query: Record<string, string>, token?: string) =>
    (await read(threadId, query, token)).body.data.people;
  expect(await peopleOf({}, bob.token)).toEqual({
    [ada.userId]: { displayName: nameOf(ada), pictureURL: "" },
    [bob.userId]: { displayName: nameOf(bob), pictureURL: "" },
    [cy.userId]: { displayName: nameOf(cy), pictureURL: "" },
  });
  const newest = await peopleOf({ messagesLimit: "1" }, ada.token);
  expect(Object.keys(newest).toSorted()).toEqual([ada.userId, cy.userId].toSorted());
  const { publicToken: publicAccessToken } = await makeLink(ada, threadId);
  expect(await peopleOf({ publicAccessToken })).toEqual({});
});

test("an imported message names its author, who has no account, and a guest does not see the name", async () => {
  const ada = await signUp();
  const { threadId, ids } = await threadOf(ada, ["a", "b"]);
  await testEnv.DB.prepare("UPDATE messages SET imported_author = 'Mary' WHERE id = ?").bind(ids[0]!).run();
  const authorsOf = async (query: Record<string, string>, token?: string) =>
    (await read(threadId, query, token)).body.data.messages.map(({ importedAuthor }: any) => importedAuthor);
  expect(await authorsOf({}, ada.token)).toEqual(["Mary", ""]);
  const { publicToken: publicAccessToken } = await makeLink(ada, threadId);
  expect(await authorsOf({ publicAccessToken })).toEqual(["", ""]);
});
