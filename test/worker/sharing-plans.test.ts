import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { listAccess } from "../../src/storage/d1/access-listing-store.ts";
import { createDatabase, type Statement } from "../../src/storage/d1/database.ts";
import { countGrants, findOwners, findShareTargets, haveOwners, insertGrants } from "../../src/storage/d1/grant-store.ts";
import {
  findManagedInvitation,
  findOwnInvitations,
  insertInvitations,
  isRevocable,
  noneIsEqual,
  revokeInvitation,
  withdrawPromises,
} from "../../src/storage/d1/invitation-store.ts";
import { deleteGrantsBut, findHeld, holdsExactly, isOwnedByAnother } from "../../src/storage/d1/permission-store.ts";
import { claimView, isClaimable, redeemInvitations } from "../../src/storage/d1/redeem-store.ts";
import { testEnv } from "../support/env.ts";

const db = createDatabase(testEnv.DB);
const [userId, collectionId, tokenId, organizationId, at] = [newId("user"), newId("col"), newId("token"), newId("org"), new Date(0)];
const me = sql`${userId}`;
const actions = ["read"] as const;
const emails = ["grace@example.com"];
const owners = [{ email: "grace@example.com", userId }];
const tenantId = newId("tenant");
const row = { id: tokenId, organizationId, tenantId, email: "grace@example.com", issuedAt: 0, randomBits: "", tokenHash: "" };
const claimant = { id: me, address: "grace@example.com" };
const asserts = (...holds: ReturnType<typeof haveOwners>[]): Statement[] => holds.map((each) => db.build.all(sql`SELECT ${each}`));

const statements: Record<string, Statement[]> = {
  "what a share reads": [
    findShareTargets(db, [userId], emails),
    findOwners(db, emails),
    countGrants(db, [userId], emails, [collectionId], actions),
    findOwnInvitations(db, me, emails, at),
  ],
  "a share": [
    ...asserts(haveOwners(owners), noneIsEqual(me, [row], { [organizationId]: "" }, at)),
    insertGrants(db, { userIds: [userId], collectionIds: [collectionId], actions }, userId, at),
    ...insertInvitations(db, [row], { collectionIds: [collectionId], actions }, { by: userId, expiresAt: at }),
  ],
  "a claim by id": [
    ...Object.values(claimView(db, { id: tokenId }, claimant, at)),
    ...redeemInvitations(db, sql`inv.id = ${tokenId}`, userId, at),
  ],
  "a claim by token": [
    ...Object.values(claimView(db, { tokenHash: "x" }, claimant, at)),
    ...asserts(isClaimable({ tokenHash: "x" }, claimant, at)),
  ],
  "a redemption at sign-in": redeemInvitations(db, sql`inv.email = ${"grace@example.com"}`, userId, at),
  "a revocation": [
    findManagedInvitation(db, { tokenHash: "x" }, me),
    ...asserts(isRevocable(tokenId, me)),
    revokeInvitation(db, tokenId, at),
  ],
  "a change of rights": [
    findHeld(db, userId, collectionId),
    ...asserts(holdsExactly(userId, collectionId, []), isOwnedByAnother(collectionId, userId)),
    deleteGrantsBut(db, userId, collectionId, actions),
    withdrawPromises(db, { userId, collectionId, kept: actions }, at),
  ],
  "who has access": Object.values(listAccess(db, me, collectionId, { limit: 50, offset: 0, sort: [] }, at)),
};

/** What may be read from end to end: bound lists, the ids along a path, and what was found by them. */
const ALLOWED = /^SCAN (\w+ VIRTUAL TABLE|target|CONSTANT ROW|\d+ CONSTANT ROWS?|\(subquery-\d+\))/;

test.each(Object.entries(statements))("%s finds every row by an index", async (_, all) => {
  for (const statement of all) {
    const { sql: text, params } = (statement as unknown as { _prepare(): { getQuery(): { sql: string; params: unknown[] } } })
      ._prepare()
      .getQuery();
    const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
      .bind(...params)
      .all<{ detail: string }>();
    const scans = plan.results.map((row) => row.detail).filter((detail) => detail.startsWith("SCAN") && !ALLOWED.test(detail));
    expect(scans).toEqual([]);
  }
});
