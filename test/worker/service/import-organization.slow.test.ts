import { beforeAll, expect, test, vi } from "vitest";
import { type Id, idFromBytes, SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import { jobHandlerOf } from "../../../src/jobs/handlers.ts";
import { addReadyAsset, finishProcessingOf, notify, upload } from "../../support/http/assets.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { addWaitingAsset, sendTranscript } from "../../support/http/processor-update.ts";
import { createExported, exportPath, readExport, type ReadExport } from "../../support/http/exports.ts";
import { call } from "../../support/http/call.ts";
import {
  asExported,
  asImported,
  fetchArchive,
  importArchives,
  getImport,
  manualImport,
} from "../../support/http/imports.ts";
import { JobCutOff, crashJobAt } from "../../support/faults/crash-job-at.ts";
import { uploadInParts } from "../../support/http/multipart.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sampledNumbers, scaled } from "../../support/setup/scaled.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { countedUsage } from "../../support/http/usage.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

/** The test stops the job at one in this many calls. */
const EVERY = scaled({ whole: 1, share: 8 });

interface Exported {
  readonly ada: Person;
  readonly export: ReadExport;
  readonly archive: Uint8Array;
}

async function exportOf(ada: Person, after = ""): Promise<Exported> {
  const path = exportPath(ada.organizationId, after);
  return { ada, export: await readExport(ada, path), archive: await fetchArchive(ada, path) };
}

const exportedBy = async (person: Person): Promise<ReadExport> =>
  await readExport(person, exportPath(person.organizationId));

/** An export with two collections, two documents, and a thread with a citing answer. */
let small: Exported;
beforeAll(async () => {
  const { ada, folder } = await createExported();
  await addReadyAsset(
    ada,
    await createCollection(ada, folder, "Inner"),
    "The reed boat Mirrl carries twelve lamps.",
    { name: "reeds.md" },
  );
  small = await exportOf(ada);
});

test("export, import and export are equal except for ids, and imported records work as before", async () => {
  const { ada, bob: guest, folder, assetId, threadId } = await createExported();
  const inner = await createCollection(ada, folder, "Inner");
  const other = await addReadyAsset(ada, inner, "# Reeds\n\nThe reed boat Mirrl carries twelve lamps.", {
    name: "reeds.md",
    contentType: "text/markdown",
  });
  const link = { collectionId: folder, assetIds: [other], flags: ["kept"] };
  await call("POST", `/v1/collections/${folder}/assets`, { token: ada.token, body: link });
  const spoken = await addWaitingAsset(ada, "talk.mp3");
  await sendTranscript(spoken, "Good evening, dear weavers.");
  await testEnv.DB.prepare(
    "UPDATE assets SET refresh_every = 7200, source_url = 'https://example.com/a' WHERE id = ?",
  )
    .bind(assetId)
    .run();
  await testEnv.DB.prepare(
    "UPDATE assets SET lifecycle_state = 'failed', failure_reason = 'No worker took it.' WHERE id = ?",
  )
    .bind(spoken)
    .run();
  await notify(ada, await upload(ada, ada.personalId, "Not to be read yet."), false);
  await addReadyAsset(ada, ada.personalId, new Uint8Array([0, 159, 146, 150]), {
    name: "odd.bin",
    contentType: "application/x-odd",
  });
  await share(ada, folder, guest, ["read", "chat"]);
  await sendMessage(guest, threadId, "A remark of somebody else's.", { messageKind: "textV1" });
  const asked = await sendMessage(ada, threadId, "Who keeps the ledger?");
  const questionId = idFromBytes("msg", asked.messages.at(-2)!.id);
  expect(
    (await call("POST", `/v1/threads/${threadId}/messages/${questionId}/answer`, { token: ada.token }))
      .status,
  ).toBe(200);
  await vi.waitUntil(async () => (await pendingIn(threadId)) === 0);
  const scoped = await startThread(ada, inner, {
    label: "Scoped",
    assetIds: [assetId],
    collectionIds: [folder],
  });
  await call("POST", `/v1/collections/${folder}/threads`, {
    token: ada.token,
    body: { collectionId: folder, threadIds: [scoped], flags: ["x"] },
  });
  const before = await exportOf(ada);

  const bob = await signUp("bob");
  const done = await importArchives(bob, before.archive);
  expect(done).toMatchObject({ state: "done", failureReason: "", sourceId: ada.organizationId });
  const after = await exportedBy(bob);
  expect(asExported(after)).toBe(await asImported(before.export, done.importId, bob));
  expect(
    before.export.lines(`threads/${threadId}.jsonl`).map(({ position }) => Math.sign(position)),
  ).toContain(-1);
  const { counts } = before.export.manifest;
  const read = {
    collections: counts.collections,
    assets: 5,
    threads: 2,
    messages: counts.messages,
    citations: counts.citations,
  };
  expect(done.counts).toEqual(read);
  expect(after.lines("access.jsonl").every(({ userId }) => userId === bob.userId)).toBe(true);
  const bytes = after.lines("assets.jsonl").reduce((sum, { fileSize }) => sum + fileSize, 0);
  expect(await countedUsage(bob.organizationId)).toEqual(
    Array(2).fill(expect.objectContaining({ assets: 5, bytes })),
  );

  const thread = after.lines("threads.jsonl").find(({ label }) => label === "Lanterns");
  const messages = after.lines(`threads/${thread.id}.jsonl`);
  for (const { id } of messages.flatMap(({ citations }) => citations)) {
    const checked = await call("GET", `/v1/threads/${thread.id}/citations/${id}`, { token: bob.token });
    expect(checked.body.data.state).toBe("valid");
  }
  const found = await call("POST", "/v1/search", { token: bob.token, body: { query: "reed boat lamps" } });
  expect(found.body.data.passages[0].text).toContain("Mirrl");
  await sendMessage(bob, thread.id, "Where does the brass lantern hang?");
  const positions = (await exportedBy(bob))
    .lines(`threads/${thread.id}.jsonl`)
    .map(({ position }) => position);
  const last = Math.max(...messages.map(({ position }) => position));
  expect(positions).toEqual([...messages.map(({ position }) => position), last + 1, last + 2]);
});

test("the import reads the parts of an export together, uploaded whole or in parts", async () => {
  const { ada, folder } = await createExported();
  await addReadyAsset(ada, folder, "A second one.");
  await testEnv.DB.prepare("UPDATE assets SET file_size = 300000000 WHERE organization_id = ?")
    .bind(ada.organizationId)
    .run();
  const parts = [await exportOf(ada)];
  parts.push(await exportOf(ada, parts[0]!.export.manifest.next));
  await testEnv.DB.prepare(
    "UPDATE assets SET file_size = json_array_length('[]') + 75 WHERE organization_id = ?",
  )
    .bind(ada.organizationId)
    .run();
  const bob = await signUp("bob");
  const first = await uploadInParts(bob, bob.personalId, parts[0]!.archive, {
    originalFileName: "one.zip",
    contentType: "application/zip",
  });
  await call("completeMultipartUpload", { token: bob.token, params: { assetID: first } });
  const second = await upload(bob, bob.rootId, parts[1]!.archive);
  const order = async (...assetIds: string[]) =>
    await call("importOrganization", {
      token: bob.token,
      body: { organizationId: bob.organizationId, assetIds },
    });
  const reasonOf = async (...assetIds: string[]): Promise<string> => {
    const { body } = await order(...assetIds);
    await runAllJobs();
    return (await getImport(bob, body.data.importId)).failureReason;
  };
  // Other uploads stay files of the organization.
  expect((await order(first)).body.code).toBe("failed_precondition");
  expect(await reasonOf(second, first)).toBe("Archive 1 of 2 is not the next part. Name all parts in order.");
  const { body } = await order(first, second);
  await runAllJobs();
  expect(await getImport(bob, body.data.importId)).toMatchObject({
    state: "done",
    counts: { assets: 2, threads: 1, messages: 2 },
  });
  const listed = (await exportedBy(bob)).lines("assets.jsonl").map(({ displayName }) => displayName);
  // New ids of one millisecond have no order.
  expect(listed.toSorted((one, other) => one.localeCompare(other))).toEqual(["guide.txt", "notes.txt"]);
});

test("assets exported during processing are processed after the import, and pending answers have failed", async () => {
  const { ada, folder } = await createExported();
  const assetId = await addReadyAsset(ada, folder, "Hidden oars.", { name: "oars.txt" });
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      "UPDATE assets SET lifecycle_state = 'processing', text_version = '' WHERE id = ?",
    ).bind(assetId),
    testEnv.DB.prepare("DELETE FROM asset_texts WHERE asset_id = ?").bind(assetId),
    testEnv.DB.prepare(
      "UPDATE messages SET state = 'pending' WHERE position = 2 AND thread_id IN (SELECT id FROM threads WHERE organization_id = ?)",
    ).bind(ada.organizationId),
  ]);
  const { archive } = await exportOf(ada);
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'failed' WHERE id = ?").bind(assetId).run();
  const bob = await signUp("bob");
  await importArchives(bob, archive);
  await finishProcessingOf(bob);
  const { lines } = await exportedBy(bob);
  expect(lines("assets.jsonl").map(({ lifecycleState }) => lifecycleState)).toEqual(["ready", "ready"]);
  const [thread] = lines("threads.jsonl");
  expect(lines(`threads/${thread.id}.jsonl`).map(({ state }) => state)).toEqual(["done", "failed"]);
});

test("an imported answer that a user stopped names nobody as its stopper", async () => {
  const { ada } = await createExported();
  await testEnv.DB.prepare(
    "UPDATE messages SET state = 'cancelled', modified_by = ? WHERE position = 2 AND thread_id IN (SELECT id FROM threads WHERE organization_id = ?)",
  )
    .bind(ada.userId, ada.organizationId)
    .run();
  const bob = await signUp("bob");
  await importArchives(bob, (await exportOf(ada)).archive);
  const { results } = await testEnv.DB.prepare(
    "SELECT state, modified_by FROM messages WHERE position = 2 AND thread_id IN (SELECT id FROM threads WHERE organization_id = ?)",
  )
    .bind(bob.organizationId)
    .all();
  expect(results).toEqual([{ state: "cancelled", modified_by: SERVICE_USER_ID }]);
});

test("the next job continues after a kill at any call, and everything exists once", async () => {
  const { archive, export: before } = small;
  const run = async (nth: number, when: "before" | "after"): Promise<number> => {
    const bob = await signUp("bob");
    const held = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const assetId = await upload(bob, bob.personalId, archive, { contentType: "application/zip" });
    const importId = await manualImport(bob, assetId);
    const { ctx, calls } = crashJobAt(nth, when);
    await workOff(ctx, importId).catch((error: unknown) => {
      if (!(error instanceof JobCutOff)) throw error;
    });
    const made = calls();
    await workOff(crashJobAt(0, "before").ctx, importId);
    held.mockRestore();
    expect(await getImport(bob, importId)).toMatchObject({ state: "done", failureReason: "" });
    expect(asExported(await exportedBy(bob))).toBe(await asImported(before, importId, bob));
    expect(await objectsOf(bob)).toBe(
      1 +
        before.manifest.counts.originals +
        before.manifest.counts.texts * 2 +
        before.manifest.counts.artifacts,
    );
    return made;
  };
  const calls = await run(0, "before");
  expect(calls).toBeGreaterThan(20);
  for (const nth of sampledNumbers(calls, EVERY, "an import"))
    await run(nth, nth % 2 === 0 ? "before" : "after");
});

test("parallel runs of an import write everything once", async () => {
  const bob = await signUp("bob");
  const importId = await manualImport(bob, await upload(bob, bob.personalId, small.archive));
  const { ctx } = crashJobAt(0, "before");
  await Promise.all([1, 2, 3].map(async () => await workOff(ctx, importId)));
  expect(asExported(await exportedBy(bob))).toBe(await asImported(small.export, importId, bob));
  expect((await getImport(bob, importId)).counts.messages).toBe(2);
});

async function workOff(ctx: ReturnType<typeof crashJobAt>["ctx"], importId: Id<"op">): Promise<void> {
  const handle = jobHandlerOf(ctx);
  for (let next = await handle({ kind: "import_organization", importId }); next !== null;)
    next = await handle(next);
}

async function pendingIn(threadId: string): Promise<number | null> {
  return await testEnv.DB.prepare(
    "SELECT count(*) AS n FROM messages WHERE thread_id = ? AND state = 'pending'",
  )
    .bind(threadId)
    .first("n");
}

async function objectsOf({ organizationId }: Person): Promise<number> {
  return (await testEnv.BUCKET.list({ prefix: `${organizationId}/` })).objects.length;
}
