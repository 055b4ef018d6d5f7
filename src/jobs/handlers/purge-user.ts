import { type Id, newId, SERVICE_USER_ID } from "../../domain/ids.ts";
import { NO_USER } from "../../storage/d1/core/access.ts";
import { beginDeletion, planDeletion } from "../../storage/d1/collections/deletions.ts";
import { dropSubtreeClosure } from "../../storage/d1/collections/subtree-closure.ts";
import { enqueueResyncOfDeletion } from "../../storage/d1/assets/threads-referencing.ts";
import { commit, type Writer } from "../../storage/d1/core/commit.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { putOutboxes } from "../../storage/d1/service/outbox.ts";
import { countSome, deleteSome } from "../../storage/d1/service/purges.ts";
import {
  deleteInvitations,
  findUserToPurge,
  purgeUserRow,
  selectInvitationsOf,
  selectOwnAlone,
  mayBePurged,
  type OwnCollection,
  ROWS_OF_USER,
} from "../../storage/d1/users/account-deletion.ts";
import type { JobContext } from "../job-context.ts";
import { type Job, type JobOf, rowOf } from "../job.ts";

const COLLECTIONS_PER_STEP = 50;
const ROWS_PER_STEP = 500;

/**
 * Purges a deleted account in bounded steps: first the collections that only this user could access, then the
 * user's own rows, then the profile. Messages and files in other collections remain, with a user without a
 * name.
 */
export async function handlePurgeUser({ db }: JobContext, job: JobOf<"purge_user">): Promise<Job | null> {
  const { userId } = job;
  const { user, alone, invitations, left } = await db.read({
    user: findUserToPurge(db, userId),
    alone: selectOwnAlone(db, userId, COLLECTIONS_PER_STEP),
    invitations: selectInvitationsOf(db, userId, ROWS_PER_STEP),
    left: countSome(db, ROWS_OF_USER, userId, ROWS_PER_STEP),
  });
  if (user[0] === undefined) return null;
  const now = new Date();
  const writer = {
    db,
    now,
    actorId: SERVICE_USER_ID,
    operation: "purgeUser" as const,
    operationId: newId("op"),
  };
  if (alone.length > 0) {
    await deleteForGood(writer, alone);
    return job;
  }
  const ofUser = [
    ...deleteInvitations(
      db,
      invitations.map(({ id }) => id),
    ),
    ...deleteSome(db, ROWS_OF_USER, userId, ROWS_PER_STEP),
  ];
  if (invitations.length === ROWS_PER_STEP || (left[0]?.count ?? 0) >= ROWS_PER_STEP) {
    await db.write(ofUser);
    return job;
  }
  await commit(writer, {
    asserts: mayBePurged(userId),
    writes: [...ofUser, ...purgeUserRow(db, userId, SERVICE_USER_ID, now)],
    audit: { organizationId: user[0].organizationId, targetId: userId },
  });
  return null;
}

/** Deletes the collections of one organization permanently, like `deleteCollections`. */
async function deleteForGood(
  writer: Writer & { readonly operationId: Id<"op"> },
  alone: readonly OwnCollection[],
): Promise<void> {
  const { db, now, actorId, operationId: deletionId } = writer;
  const [{ organizationId }] = alone as readonly [OwnCollection];
  const going = alone.filter((collection) => collection.organizationId === organizationId);
  const ids = going.map(({ id }) => id);
  const plan = await planOf(db, ids);
  const lists = dropSubtreeClosure(db, going);
  const jobs: Job[] = [
    ...ids.map((id) => ({
      kind: "access_reduced" as const,
      reduced: `collection/${id}` as const,
      after: null,
    })),
    { kind: "purge_collections", deletionId },
    ...lists.jobs,
  ];
  await commit(writer, {
    asserts: lists.asserts,
    writes: [
      ...lists.before,
      ...beginDeletion(db, { id: deletionId, organizationId, plan }, actorId, now),
      enqueueResyncOfDeletion(db, deletionId, now).statement,
      putOutboxes(db, jobs.map(rowOf), now),
    ],
    audit: { organizationId, targetId: deletionId },
  });
}

async function planOf(db: Database, collectionIds: readonly Id<"col">[]) {
  const { planned } = await db.read({ planned: planDeletion(db, NO_USER, collectionIds).planned });
  const { collections = 0, threads = 0, assets = 0, staying = 0 } = planned[0] ?? {};
  return {
    collectionIds: [...collectionIds],
    goes: { collections, threads, assets },
    stays: { assets: staying },
  };
}
