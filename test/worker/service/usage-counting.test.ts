import { afterEach, expect, test, vi } from "vitest";
import { addReadyAsset, notify } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import {
  addWaitingAsset,
  sendUpdate,
  sendTranscript,
  startJob,
} from "../../support/http/processor-update.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { countedUsage, unitsOf, usageOf } from "../../support/http/usage.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const TEXT = "The harbour of Brackwater opened in 1871 after nine years of work.";
const QUESTION = "When did the harbour of Brackwater open?";

afterEach(() => {
  vi.restoreAllMocks();
});

test("the usage counts a repeated change once, and no rolled back change", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const assetId = await addReadyAsset(ada, home, TEXT);
  const before = await countedUsage(ada.organizationId);
  await notify(ada, assetId, false);
  expect(await countedUsage(ada.organizationId)).toEqual(before);
  const thread = await startThread(ada, home);
  const body = { messageContent: QUESTION, messageKind: "promptV2", recipients: [], threadId: thread };
  const send = async () =>
    await call("POST", `/v1/threads/${thread}/messages`, {
      token: ada.token,
      body,
      headers: { "idempotency-key": "once" },
    });
  for (const { status } of [...(await Promise.all([send(), send()])), await send()]) expect(status).toBe(200);
  const [counted, total] = await countedUsage(ada.organizationId);
  expect(counted).toEqual(total);
  expect(counted).toMatchObject({
    questions: 1,
    units: await unitsOf(ada.organizationId),
    assets: 1,
    bytes: TEXT.length,
  });
});

test("a file that an external processor reads counts for its uploader", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  await sendTranscript(assetId);
  const jobId = await startJob(assetId);
  for (let time = 0; time < 2; time += 1)
    await sendUpdate(assetId, jobId, { status: "completed", statusCode: 200 });
  const { records } = await usageOf(ada, "by=user,operation");
  expect(records.find(({ operation }: any) => operation === "updateAssetStatus")).toMatchObject({
    userId: ada.userId,
    units: await unitsOf(ada.organizationId),
  });
});

test("usage counting adds two rows to a question's writes, and no D1 round trip", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  await addReadyAsset(ada, home, TEXT);
  const thread = await startThread(ada, home);
  await sendMessage(ada, thread, QUESTION);
  const counting: number[] = [];
  interceptBatches(
    async (_, run, __, texts) => {
      const results = await run();
      for (const [at, text] of texts.entries())
        if (text.includes('into "usage_')) counting.push(results[at]!.meta.rows_written);
      return results;
    },
    [ada.userId],
  );
  await sendMessage(ada, thread, QUESTION);
  expect(counting).toEqual([1, 1]);
});
