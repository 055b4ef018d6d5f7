import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import {
  findNewerProof,
  noNewerProof,
  putAddresses,
  putProof,
  takeAddress,
} from "../../../src/storage/d1/users/addresses.ts";
import { selectAccess } from "../../../src/storage/d1/sharing/select-access.ts";
import { createDatabase, type Statement } from "../../../src/storage/d1/core/database.ts";
import {
  countGrants,
  findOwners,
  findIsKnown,
  findShareTargets,
  haveOwners,
  insertGrants,
} from "../../../src/storage/d1/sharing/grants.ts";
import {
  endOldestInvitations,
  findManagedInvitation,
  findOwnInvitations,
  insertInvitations,
  isRevocable,
  hasNoDuplicate,
  revokeInvitationRow,
  revokeInvitedGrants,
} from "../../../src/storage/d1/sharing/invitations.ts";
import {
  deleteGrantsBut,
  findGrantsOnPath,
  hasExactlyGrants,
  isOwnedByAnother,
} from "../../../src/storage/d1/sharing/grants-on-path.ts";
import {
  findWaitingInvitation,
  findRedeemable,
  enqueueRest,
  redeemWaiting,
} from "../../../src/storage/d1/sharing/redeem-waiting.ts";
import { claimView, isClaimable, redeemInvitationRows } from "../../../src/storage/d1/sharing/redeem.ts";
import { testEnv } from "../../support/setup/env.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";

const db = createDatabase(testEnv.DB);
const [userId, collectionId, tokenId, organizationId, at] = [
  newId("user"),
  newId("col"),
  newId("token"),
  newId("org"),
  new Date(0),
];
const me = sql`${userId}`;
const actions = ["read"] as const;
const emails = ["grace@example.com"];
const owners = [{ email: "grace@example.com", userId }];
const tenantId = newId("tenant");
const row = {
  id: tokenId,
  organizationId,
  tenantId,
  email: "grace@example.com",
  issuedAt: 0,
  randomBits: "",
  tokenHash: "",
  promised: 1,
};
const proof = {
  issuer: "urn:x",
  subject: "grace",
  email: "grace@example.com",
  emailVerified: true,
  issuedAt: at,
};
const claimant = { ...proof, id: me };
const writer = { db, now: at, actorId: userId, operation: "syncUser" as const, operationId: "" };
const waiting = { email: "grace@example.com", after: { id: tokenId, expiresAt: 1 } };
const asserts = (...holds: ReturnType<typeof haveOwners>[]): Statement[] =>
  holds.map((each) => db.build.all(sql`SELECT ${each}`));

const PAGE = { limit: 1_000, offset: 0, grants: 1_500 };

const statements: Record<string, Statement[]> = {
  "what a share reads": [
    findShareTargets(db, me, [userId], emails),
    findIsKnown(db, me, userId),
    findOwners(db, emails),
    countGrants(db, [userId], emails, [collectionId], actions),
    findOwnInvitations(db, me, emails, at),
  ],
  "a share": [
    ...asserts(haveOwners(owners), hasNoDuplicate(me, [row], { [organizationId]: "" }, at)),
    insertGrants(
      db,
      { userIds: [userId], knownIds: [userId], collectionIds: [collectionId], actions },
      userId,
      at,
    ),
    ...insertInvitations(
      db,
      [row],
      { collectionIds: [collectionId], actions },
      { by: userId, expiresAt: at },
    ),
  ],
  "a claim by id": [
    ...Object.values(claimView(db, { id: tokenId }, claimant, at, PAGE)),
    ...redeemInvitationRows(db, sql`inv.id = ${tokenId}`, userId, at),
  ],
  "a claim by token": [
    ...Object.values(claimView(db, { tokenHash: "x" }, claimant, at, PAGE)),
    ...asserts(isClaimable({ tokenHash: "x" }, claimant, at)),
  ],
  "a redemption at sign-in": [
    findRedeemable(db, "grace@example.com", at),
    enqueueRest(writer, waiting),
    ...Object.values(redeemWaiting(writer, waiting)),
    findWaitingInvitation(db, userId, tokenId),
  ],
  "an address that is proved": [
    findNewerProof(db, me, proof),
    ...asserts(noNewerProof(me, proof).holds as ReturnType<typeof haveOwners>),
    putProof(db, proof, true),
    ...takeAddress(writer, proof),
    ...putAddresses(db, userId, []),
  ],
  "the end of the oldest invitations": [endOldestInvitations(db, userId, at)],
  "a revocation": [
    findManagedInvitation(db, { tokenHash: "x" }, me),
    ...asserts(isRevocable(tokenId, me)),
    revokeInvitationRow(db, tokenId, at),
  ],
  "a change of rights": [
    findGrantsOnPath(db, userId, collectionId),
    ...asserts(hasExactlyGrants(userId, collectionId, []), isOwnedByAnother(collectionId, userId)),
    deleteGrantsBut(db, userId, collectionId, actions),
    revokeInvitedGrants(db, { userId, collectionId, kept: actions }, at),
  ],
  "who has access": ([[], ["sortableName"], ["email", "sortableName"]] as const).flatMap((fields) => {
    const sort = fields.map((field) => ({ field, descending: false }));
    return Object.values(selectAccess(db, me, { collectionId, limit: 50, offset: 0, sort }, at));
  }),
};

/** Permitted scans: bound lists, the ids along a path, and rows found through them. */
const ALLOWED =
  /^SCAN (\w+ VIRTUAL TABLE|target|home|looked|top|node|step|last|given|chosen|big|small|some|CONSTANT ROW|\d+ CONSTANT ROWS?|\(subquery-\d+\))/;

test.each(Object.entries(statements))("%s finds every row through an index", async (_, all) => {
  for (const statement of all) {
    const scans = (await queryPlanOf(statement)).filter(
      (detail) => detail.startsWith("SCAN") && !ALLOWED.test(detail),
    );
    expect(scans).toEqual([]);
  }
});
