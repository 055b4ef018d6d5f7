/** Quotas of the operator's choice, over real HTTP. */
import { beforeAll, describe, expect, test } from "vitest";
import { addReadyFile, type RemoteUser, signUp, startThread, textFile } from "../support/http/remote-user.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { createCollection } from "../../scripts/demo/workspace.ts";
import { type Service, startTestService } from "../support/http/service.ts";

const QUOTAS = { each: { day: { questions: 2 }, month: { assets: 2, bytes: 100 } }, organizations: {} };
const QUESTION = "How many piers does the viaduct stand on?";
const PIERS = "The viaduct stands on nine piers.\n";

let service: Service;
beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off", QUOTAS: JSON.stringify(QUOTAS) } });
});

async function ask(person: RemoteUser, threadId: string, key: string, messageKind = "promptV2") {
  const body = { messageContent: QUESTION, messageKind, recipients: [], threadId };
  return await post(person, `/v1/threads/${threadId}/messages`, { body: JSON.stringify(body), key });
}

async function post(
  { api }: RemoteUser,
  path: string,
  { body = "{}", key = "" }: { readonly body?: string; readonly key?: string } = {},
) {
  const repeated = key === "" ? {} : { "idempotency-key": key };
  const headers = { authorization: `Bearer ${api.token}`, "content-type": "application/json", ...repeated };
  const response = await fetch(`${service.url}${path}`, { method: "POST", headers, body });
  const { code, message, data } = (await response.json()) as { code: string; message: string; data: any };
  return {
    status: response.status,
    code,
    message,
    data,
    retryAfter: Number(response.headers.get("retry-after")),
  };
}

async function usedBy({ api, workspace }: RemoteUser) {
  const url = `${service.url}/v1/organizations/${workspace.organizationContext.organizationId}/usage`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${api.token}` } });
  return ((await response.json()) as { data: { total: { questions: number; assets: number } } }).data.total;
}

describe("a quota", () => {
  test("a quota of questions holds under concurrent requests, names its limit and reset, and ignores texts and repeats", async () => {
    const ada = await signUp(service, "quota-ada");
    const folder = await createCollection(ada.api, ada.workspace.rootId, "Bridges");
    await addReadyFile(ada, folder, textFile("piers.txt", PIERS));
    const thread = await startThread(ada, folder);
    const threads = await Promise.all([1, 2, 3].map(async () => await startThread(ada, folder)));
    const answers = await Promise.all(
      [...threads, ...threads].map(async (each, at) => await ask(ada, each, `at-once-${at}`)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 429, 429, 429, 429,
    ]);
    expect((await usedBy(ada)).questions).toBe(2);
    const refused = await ask(ada, thread, "later");
    const midnight = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000);
    expect(refused).toMatchObject({ status: 429, code: "resource_exhausted" });
    expect(refused.message).toContain(`quota of 2 questions a day`);
    expect(refused.message).toContain(midnight.toISOString());
    const seconds = (midnight.getTime() - Date.now()) / 1_000;
    expect(refused.retryAfter).toBeGreaterThan(seconds - 60);
    expect(refused.retryAfter).toBeLessThan(seconds + 60);
    expect((await ask(ada, thread, "text", "textV1")).status).toBe(200);
    const stored = answers.findIndex(({ status }) => status === 200);
    const asked = [...threads, ...threads][stored]!;
    expect((await ask(ada, asked, `at-once-${stored}`)).status).toBe(200);
    const { id } = answers[stored]!.data.messages.find(
      ({ content }: { content: string }) => content === QUESTION,
    );
    const again = await post(ada, `/v1/threads/${asked}/messages/${idFromBytes("msg", id)}/answer`);
    expect(again).toMatchObject({ status: 429, message: refused.message });
    // Another organization has its own quota.
    const bob = await signUp(service, "quota-bob");
    expect((await ask(bob, await startThread(bob, bob.workspace.rootId), "first")).status).toBe(200);
  });

  test("a quota of the organization stays below the operator's, which still applies", async () => {
    const dee = await signUp(service, "quota-dee");
    const attributes = `/v1/organizations/${dee.workspace.organizationContext.organizationId}/attributes`;
    const set = async (questions: number) =>
      await post(dee, attributes, { body: JSON.stringify({ quotas: { day: { questions } } }) });
    expect(await set(3)).toMatchObject({ status: 400, code: "invalid_argument" });
    expect(await set(1)).toMatchObject({ status: 200, data: { quotas: { day: { questions: 1 } } } });
    const thread = await startThread(dee, dee.workspace.rootId);
    expect((await ask(dee, thread, "first")).status).toBe(200);
    expect(await ask(dee, thread, "second")).toMatchObject({
      status: 429,
      message: expect.stringContaining("quota of 1 questions a day"),
    });
    await set(2);
    expect((await ask(dee, thread, "third")).status).toBe(200);
    expect(await ask(dee, thread, "fourth")).toMatchObject({
      status: 429,
      message: expect.stringContaining("quota of 2 questions a day"),
    });
  });

  test("a quota of bytes rejects an upload beyond it at the announcement, and accepts an upload within it", async () => {
    const cy = await signUp(service, "quota-cy");
    await addReadyFile(cy, cy.workspace.rootId, textFile("piers.txt", PIERS));
    const add = async (name: string, text: string) =>
      await addReadyFile(cy, cy.workspace.rootId, textFile(name, text));
    await expect(add("long.txt", "It was built of Portland stone. ".repeat(4))).rejects.toThrow(
      "quota of 100 bytes a month",
    );
    expect(await usedBy(cy)).toMatchObject({ assets: 1 });
    await add("short.txt", "It is of stone.\n");
    await expect(add("third.txt", "It is old.\n")).rejects.toThrow("quota of 2 documents a month");
    expect(await usedBy(cy)).toMatchObject({ assets: 2 });
  });
});
