import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import {
  createFolderToDelete,
  deletePermanently,
  remainingRecords,
} from "../../support/http/folder-to-delete.ts";
import { testEnv } from "../../support/setup/env.ts";
import { WAIT } from "../../support/setup/wait.ts";

afterEach(runAllJobs);

test("the deletion check finds restored data in every store", async () => {
  const { ada, folder, gone, threadId } = await createFolderToDelete();
  const { deletionId } = (await deletePermanently(ada, [folder])).body.data;
  await runAllJobs();
  await testEnv.BUCKET.put(`${ada.organizationId}/${gone}/original/late`, "late");
  await testEnv.DB.prepare("INSERT INTO recent_assets (user_id, asset_id, at) VALUES (?, ?, 1)")
    .bind(ada.userId, gone)
    .run();
  await testEnv.DB.prepare("INSERT INTO presence (listener, thread_id, since) VALUES (?, ?, 1)")
    .bind(ada.userId, threadId)
    .run();
  await testEnv.DB.prepare(
    "INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by) VALUES (?, ?, ?, ?, 'read', 1, ?)",
  )
    .bind(newId("perm"), ada.userId, folder, ada.organizationId, ada.userId)
    .run();
  await runInDurableObject(testEnv.THREAD_ROOM.getByName(threadId), (_, { storage }) => {
    storage.sql.exec("INSERT INTO events (seq, frame, bytes) VALUES (1, '{}', 2)");
  });
  const putBack = [
    { store: "d1", kind: "asset", id: gone, count: 1 },
    { store: "d1", kind: "collection", id: folder, count: 1 },
    { store: "d1", kind: "thread", id: threadId, count: 1 },
    { store: "r2", kind: "asset", id: gone, count: 1 },
    { store: "rooms", kind: "thread", id: threadId, count: 1 },
  ];
  // The index removes the words of deleted documents from its segments asynchronously.
  await vi.waitFor(async () => expect((await remainingRecords(ada, deletionId)).left).toEqual(putBack), WAIT);
});
