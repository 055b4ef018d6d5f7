/** A deployment resets all Durable Objects at once, also during requests. */
import { abortAllDurableObjects } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { interceptObjects, objectReset } from "../../support/faults/intercept-objects.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { startThread } from "../../support/http/threads.ts";
import { testEnv } from "../../support/setup/env.ts";

const CLIENTS = 8;
const RESETS = 4;

test("no request fails with an internal error if all objects are reset, and no message is lost or doubled", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, "The harbour bridge opens at nine.");
  const threadId = await startThread(ada, ada.personalId);
  // Cloudflare marks the error of a reset object, and the runtime of the tests does not.
  interceptObjects(async (deliver) => {
    try {
      return await deliver();
    } catch (error) {
      throw /abortAllDurableObjects/.test(String(error)) ? objectReset() : error;
    }
  });
  const statuses = new Set<number>();
  const accepted: string[] = [];
  const clients = Array.from({ length: CLIENTS }, async (_, nth) => {
    const messageContent = `When does the bridge open? ${nth}`;
    const question = await call("POST", `/v1/threads/${threadId}/messages`, {
      token: ada.token,
      body: { messageContent, messageKind: "promptV2", recipients: [], threadId },
    });
    statuses.add(question.status);
    if (question.status === 200) accepted.push(messageContent);
    const search = { query: "bridge", collectionIds: [ada.personalId] };
    statuses.add((await rawCall("POST", "/v1/search", { token: ada.token, body: search })).status);
    statuses.add((await rawCall("GET", `/v1/threads/${threadId}`, { token: ada.token })).status);
  });
  for (let reset = 0; reset < RESETS; reset += 1) {
    await scheduler.wait(20);
    await abortAllDurableObjects();
  }
  await Promise.all(clients);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  const { results } = await testEnv.DB.prepare(
    "SELECT content FROM messages WHERE thread_id = ? AND kind = 'prompt' AND in_reply_to IS NULL",
  )
    .bind(threadId)
    .all<{ readonly content: string }>();
  const stored = results.map(({ content }) => content);
  expect(new Set(stored).size).toBe(stored.length);
  expect(accepted.filter((content) => !stored.includes(content))).toEqual([]);
  expect(accepted.length).toBeGreaterThan(0);
});
