import { openSession } from "../../support/http/open-session.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseId } from "../../../src/domain/ids.ts";
import { jobHandlerOf } from "../../../src/jobs/handlers.ts";
import type { Job } from "../../../src/jobs/job.ts";
import { platformOf } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { JobCutOff, crashJobAt } from "../../support/faults/crash-job-at.ts";
import { endGracePeriod, deleteAccount } from "../../support/http/delete-account.ts";
import {
  columnsContaining,
  fillAccount,
  merge,
  newPair,
  firstRow,
  textColumns,
} from "../../support/http/merge.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { scaled } from "../../support/setup/scaled.ts";

const { DB } = testEnv;
beforeEach(() => {
  for (const stream of ["log", "warn"] as const)
    vi.spyOn(console, stream).mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

test("the organization of a user who shared nothing stays without collections and without a name", async () => {
  const ada = await signUp("solitary");
  const assetId = await addReadyAsset(ada, ada.personalId, "Nobody else reads this.");
  await deleteAccount(ada);
  await endGracePeriod(ada);
  expect(
    await firstRow("SELECT count(*) AS n FROM collections WHERE organization_id = ?", ada.organizationId),
  ).toEqual({ n: 0 });
  expect(await firstRow("SELECT id FROM assets WHERE id = ?", assetId)).toBeNull();
  const organization = await firstRow(
    "SELECT name, display_name, slug, collection_count FROM organizations WHERE id = ?",
    ada.organizationId,
  );
  expect(organization).toEqual({ name: "", display_name: "", slug: ada.organizationId, collection_count: 0 });
  expect(
    await firstRow("SELECT name, display_name FROM projects WHERE organization_id = ?", ada.organizationId),
  ).toEqual({
    name: "",
    display_name: "",
  });
});

const OURS = { db: createDatabase(DB), platform: platformOf(testEnv) };
const purge = async ({ userId }: Person, ctx: Parameters<typeof jobHandlerOf>[0] = OURS): Promise<void> => {
  const handle = jobHandlerOf(ctx);
  for (let next: Job | null = { kind: "purge_user", userId: parseId("user", userId)! }; next !== null;)
    next = await handle(next);
};
const isBegun = async ({ userId }: Person) =>
  await DB.prepare("UPDATE users SET purge_at = 0 WHERE id = ?").bind(userId).run();

test("the purge of an account includes accounts that were merged into it", async () => {
  const [ada, old] = await newPair();
  for (const { email } of [ada, old]) await openSession(email);
  await merge(ada, old);
  await deleteAccount(ada);
  await endGracePeriod(ada);
  expect([await columnsContaining(old.email), await columnsContaining(ada.email)]).toEqual([[], []]);
});

/** The columns in which a purged user's id stays: creators, editors, requesters and users of records. */
const STAYS =
  /^users\.(id|slug)$|\.(created_by|modified_by|deleted_by|asked_by|requested_by|marked_for_abuse_by)$|^(audit_events|idempotency_keys|usage_days)\./;
const COUNTS = ["recent_thread_counts.user_id"];

test("every column that can contain a user's id is classified, and a purged user's id stays only with their records", async () => {
  const [ada, grace] = [await signUp("filled"), await signUp("grace")];
  await fillAccount(ada, 2);
  await fillAccount({ ...grace, userId: ada.userId }, 2);
  await DB.prepare("UPDATE invitations SET redeemed_by = issued_by WHERE issued_by = ?")
    .bind(ada.userId)
    .run();
  const naming = (await textColumns()).filter(({ column }) => /_by$|^(user_id|listener)$/.test(column));
  expect(naming.length).toBeGreaterThan(25);
  await deleteAccount(ada);
  await endGracePeriod(ada);
  const left = (await columnsContaining(ada.userId)).filter(
    (column) => !STAYS.test(column) && !COUNTS.includes(column),
  );
  expect(left).toEqual([]);
});

test("a purge that is cut off at any call and restarted deletes the user once and completely", async () => {
  let calls = 0;
  for (let wasCut = true; wasCut; calls += scaled({ whole: 1, share: 3 })) {
    wasCut = false;
    for (const when of ["before", "after"] as const) {
      const ada = await signUp("vermilion");
      await addReadyAsset(ada, ada.personalId, "Nobody else reads this.");
      await deleteAccount(ada);
      await isBegun(ada);
      await purge(ada, crashJobAt(calls + 1, when).ctx).catch((error: unknown) => {
        if (!(error instanceof JobCutOff)) throw error;
        wasCut = true;
      });
      await purge(ada);
      await runAllJobs();
      const events = "SELECT count(*) AS n FROM audit_events WHERE operation = 'purgeUser' AND target_id = ?";
      const left = await firstRow(
        "SELECT count(*) AS n FROM collections WHERE organization_id = ?",
        ada.organizationId,
      );
      const after = [await columnsContaining(ada.email), await firstRow(events, ada.userId), left];
      expect([calls, when, ...after]).toEqual([calls, when, [], { n: 1 }, { n: 0 }]);
    }
  }
  expect(calls).toBeGreaterThan(4);
});
