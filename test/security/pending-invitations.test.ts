/**
 * Promise: Pending invitations never slow a sign-in: it redeems about a hundred grants, a job redeems the
 * rest, and an inviter has at most 1,000 open invitations. Attack: Any user could invite one address any
 * number of times. The first sign-in with that address redeemed all of them in its own batch.
 */
import { expect, test } from "vitest";
import { platformOf } from "../../src/platform.ts";
import { newId } from "../../src/domain/ids.ts";
import { runScheduledMaintenance } from "../../src/scheduled.ts";
import { insertCollections } from "../support/rows/collections.ts";
import { testEnv } from "../support/setup/env.ts";
import { DAY_MS, invite, newAddress, signIn } from "../support/http/invite.ts";
import { type Person, signUp } from "../support/http/person.ts";

const MAX_OPEN = 1_000;
const AT_ONCE = 100;

async function count(sql: string, ...values: readonly unknown[]): Promise<number> {
  return (await testEnv.DB.prepare(`SELECT count(*) AS n FROM ${sql}`)
    .bind(...values)
    .first<number>("n"))!;
}

/** Inserts open invitations as rows, each with one grant on one collection. The first is the oldest. */
async function addInvitations(
  inviter: Person,
  email: string,
  collectionIds: readonly string[],
  expiresAt: number,
): Promise<void> {
  const rows = JSON.stringify(
    collectionIds.map((collectionId, at) => ({
      id: newId("token"),
      collectionId,
      expiresAt: expiresAt + at,
    })),
  );
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO invitations (id, organization_id, tenant_id, email, issued_by, issued_at, expires_at, random_bits, token_hash, promised)
        SELECT value ->> 'id', ?1, ?2, ?3, ?4, 0, value ->> 'expiresAt', '', value ->> 'id', 1 FROM json_each(?5)`,
    ).bind(inviter.organizationId, inviter.tenantId, email, inviter.userId, rows),
    testEnv.DB.prepare(
      "INSERT INTO invitation_grants (invitation_id, collection_id, action) SELECT value ->> 'id', value ->> 'collectionId', 'read' FROM json_each(?)",
    ).bind(rows),
  ]);
}

test("a sign-in redeems about a hundred grants, and a job redeems the rest", async () => {
  const [ada, email] = [await signUp(), newAddress()];
  const collectionIds = await insertCollections(ada, ada.personalId, 450, () => -1);
  await addInvitations(ada, email, collectionIds, Date.now() + DAY_MS);
  const redeemed = "grants WHERE user_id = ? AND created_by = ?";
  const { userId, answer } = await signIn({ email });
  const { operationId } = answer.body.details.operation;
  expect(answer.trips).toBe(2);
  expect(
    await count(
      "audit_events WHERE operation_id = ? AND organization_id = ? AND actor_id = ?",
      operationId,
      ada.organizationId,
      userId,
    ),
  ).toBe(AT_ONCE);
  await expect
    .poll(async () => {
      await runScheduledMaintenance(platformOf(testEnv), new Date());
      return await count(redeemed, userId, ada.userId);
    })
    .toBe(450);
  expect(await count("invitations WHERE email = ? AND redeemed_by = ?", email, userId)).toBe(450);
});

test("a grant that is no longer possible does not delay the grants behind it", async () => {
  const [gone, ada, email] = [await signUp("gone"), await signUp(), newAddress()];
  const [theirs, mine] = [
    await insertCollections(gone, gone.personalId, 150, () => -1),
    await insertCollections(ada, ada.personalId, 3, () => -1),
  ];
  await addInvitations(ada, email, mine, Date.now() + DAY_MS);
  await addInvitations(gone, email, theirs, Date.now() + 2 * DAY_MS);
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(gone.userId)
    .run();
  const { userId } = await signIn({ email });
  await expect
    .poll(async () => {
      await runScheduledMaintenance(platformOf(testEnv), new Date());
      return await count("grants WHERE user_id = ? AND created_by = ?", userId, ada.userId);
    })
    .toBe(3);
  expect(await count("grants WHERE user_id = ? AND created_by = ?", userId, gone.userId)).toBe(0);
});

test("the newest 1,000 open invitations of an inviter stay", async () => {
  const ada = await signUp();
  const collectionIds = await insertCollections(ada, ada.personalId, MAX_OPEN, () => -1);
  await addInvitations(ada, newAddress(), collectionIds, Date.now() + DAY_MS);
  const { answer } = await invite(ada, [ada.personalId], [newAddress(), newAddress()], ["read"]);
  expect(answer.body.data.newUsers).toHaveLength(2);
  const open = "invitations WHERE issued_by = ? AND redeemed_at IS NULL AND revoked_at IS NULL";
  expect(await count(open, ada.userId)).toBe(MAX_OPEN);
  const ended = await testEnv.DB.prepare(
    "SELECT collection_id AS id FROM invitations inv JOIN invitation_grants ig ON ig.invitation_id = inv.id WHERE issued_by = ? AND revoked_at IS NOT NULL",
  )
    .bind(ada.userId)
    .all<{ id: string }>();
  expect(ended.results.map(({ id }) => id).toSorted()).toEqual(collectionIds.slice(0, 2));
});
