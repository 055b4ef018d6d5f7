import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp, tokenFor } from "../../support/http/person.ts";
import { endLink, makeLink, startThread } from "../../support/http/threads.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const { DB } = testEnv;

async function viewAs(threadId: string, publicToken: string, token?: string) {
  return await call("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`, { token });
}

async function set(query: string, ...values: string[]): Promise<void> {
  await DB.prepare(query)
    .bind(...values)
    .run();
}

test("an invalid, revoked or foreign token finds no thread, and neither does a live token of a deleted thread", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.personalId, "Home");
  const [threadId, other] = [await startThread(ada, home), await startThread(ada, home)];
  const { publicToken, tokenId } = await makeLink(ada, threadId);
  const flipped = `${publicToken.startsWith("A") ? "B" : "A"}${publicToken.slice(1)}`;
  for (const [id, token] of [
    [threadId, flipped],
    [threadId, publicToken.slice(0, -1)],
    [threadId, tokenId],
    [threadId, " "],
    [other, publicToken],
    [newId("thread"), publicToken],
  ] as const) {
    const { status, body } = await viewAs(id, encodeURIComponent(token));
    expect({ status, code: body.code, data: body.data }).toEqual({
      status: 404,
      code: "not_found",
      data: {},
    });
  }
  expect((await viewAs(threadId, "")).status).toBe(401);
  expect((await viewAs(threadId, publicToken)).status).toBe(200);
  await set("UPDATE collections SET lifecycle_state = 'deleted' WHERE id = ?", home);
  expect((await viewAs(threadId, publicToken)).status).toBe(404);
  await set("UPDATE collections SET lifecycle_state = 'active' WHERE id = ?", home);
  await set("UPDATE threads SET lifecycle_state = 'deleted' WHERE id = ?", threadId);
  expect((await viewAs(threadId, publicToken)).status).toBe(404);
  await set("UPDATE threads SET lifecycle_state = 'active' WHERE id = ?", threadId);
  await endLink(ada, threadId, tokenId);
  expect((await viewAs(threadId, publicToken)).status).toBe(404);
});

test("the service rejects an invalid bearer even with a live link token", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const { publicToken } = await makeLink(ada, threadId);
  const expired = await tokenFor(ada.email, { expiresInSeconds: -3_600 });
  for (const token of ["garbage", "a.b.c", expired]) {
    const { status, body } = await viewAs(threadId, publicToken, token);
    expect({ status, code: body.code }).toEqual({ status: 401, code: "unauthenticated" });
  }
});
