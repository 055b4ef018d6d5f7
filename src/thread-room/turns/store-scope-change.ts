import { ServiceError } from "../../domain/errors.ts";
import { requireAction } from "../../domain/authorized.ts";
import { sha256Hex } from "../../domain/sha256.ts";
import type { IdempotencyKey } from "../../domain/idempotency.ts";
import { requireAttachable, type ScopeTargets } from "../../domain/thread-scope.ts";
import { CommitConflict, ScopeIsFull } from "../../domain/conflicts.ts";
import type { Database, Rows } from "../../storage/d1/core/database.ts";
import { keyOfChange, SCOPE_CHANGES } from "../../storage/d1/core/idempotency.ts";
import {
  changeAssertions,
  changeQueries,
  changeStatements,
  countTargets,
  findSummaries,
  keepNothing,
  MAX_SCOPE,
} from "../../storage/d1/threads/scope-changes.ts";
import { touchRecentAssets } from "../../storage/d1/assets/recent-assets.ts";
import { startDeferredAssets } from "../../storage/d1/assets/deferred-assets.ts";
import type { ScopeDelta } from "../api.ts";
import { changeEvent } from "../protocol/scope-change-events.ts";
import { scopeChangeBody } from "../queue/enqueue-turn.ts";
import { type ScopeChangePlan, scopeChangePlan, type Turn } from "../queue/turn-store.ts";
import { commitTurn } from "./commit-turn.ts";
import { ID_IS_USED, rejected } from "./rejections.ts";
import { type Rejected, type Stored, stored, type TurnOutcome } from "./turn-outcome.ts";

type ChangeRows = Rows<ReturnType<typeof changeQueries>>;

const MAX_ROUNDS = 4;
const NOTHING: ScopeTargets = { collectionIds: [], assetIds: [] };
const SCOPE_IS_FULL = rejected(
  "resource_exhausted",
  `A thread's scope can have at most ${MAX_SCOPE} assets and collections.`,
);

/**
 * Applies a scope change. Idempotent: D1 stores the message id and the effective change in the same batch, so
 * the room can report the change after a restart. A repeated change has no effect and returns the stored one.
 * @throws errors of D1, after which the caller stores the turn again
 */
export async function storeScopeChange(db: Database, turn: Turn): Promise<TurnOutcome> {
  const { knowledge: delta } = turn;
  if (delta === null) return rejected("invalid_argument", "knowledge: is missing");
  const key = {
    ...SCOPE_CHANGES,
    key: keyOfChange(turn.threadId, turn.messageId),
    bodyHash: await hashOf(turn, delta),
  };
  for (let round = 1; ; round += 1) {
    const rows = await db.read(changeQueries(db, askedOf(turn, delta, key), new Date(turn.acceptedAt)));
    const remembered = rows.remembered[0];
    if (rows.message.length > 0 || (remembered !== undefined && remembered.bodyHash !== key.bodyHash))
      return ID_IS_USED;
    if (remembered !== undefined)
      return await outcomeOf(db, turn, planOfFirst(turn, remembered) ?? nothingOf(rows));
    const plan = planOrRefusal(rows, delta);
    if ("kind" in plan) return plan;
    try {
      return await write(db, turn, delta, plan, key);
    } catch (error) {
      if (error instanceof ScopeIsFull) return SCOPE_IS_FULL;
      if (!(error instanceof CommitConflict) || round === MAX_ROUNDS) throw error;
    }
  }
}

async function hashOf({ threadId, author }: Turn, delta: ScopeDelta): Promise<string> {
  return await sha256Hex(JSON.stringify([threadId, author.userId, scopeChangeBody(delta)]));
}

function askedOf({ author, threadId, messageId }: Turn, delta: ScopeDelta, key: IdempotencyKey) {
  const { added, removed } = targetsOf(delta);
  const named = {
    collectionIds: [...added.collectionIds, ...removed.collectionIds],
    assetIds: [...added.assetIds, ...removed.assetIds],
  };
  return { userId: author.userId, threadId, messageId, key, named };
}

function targetsOf(delta: ScopeDelta): { readonly added: ScopeTargets; readonly removed: ScopeTargets } {
  return {
    added: { collectionIds: delta.addedCollectionIds, assetIds: delta.addedAssetIds },
    removed: { collectionIds: delta.removedCollectionIds, assetIds: delta.removedAssetIds },
  };
}

/** The effective change, or the rejection if its author may not make it. */
function planOrRefusal(rows: ChangeRows, delta: ScopeDelta): ScopeChangePlan | Rejected {
  try {
    return planOf(rows, delta);
  } catch (error) {
    if (error instanceof ServiceError) return rejected(error.code, error.message);
    throw error;
  }
}

function planOf(rows: ChangeRows, delta: ScopeDelta): ScopeChangePlan {
  if (rows.author.length === 0) throw new ServiceError("permission_denied", "This account may not post.");
  const thread = requireAction(rows.thread[0], "chat", "thread");
  const home = rows.home[0];
  if (home === undefined)
    throw new ServiceError("not_found", "There is no such thread, or you may not read it.");
  const { added, removed } = targetsOf(delta);
  requireAttachable(home, added, rows);
  requireReadable(rows, removed);
  if (removed.collectionIds.includes(home.id))
    throw new ServiceError("failed_precondition", "A thread's home collection cannot leave its scope.");
  const inScope = new Set(rows.inScope.map(({ id }) => id));
  return {
    homeId: home.id,
    added: pick(added, (id) => id !== home.id && !inScope.has(id)),
    removed: pick(removed, (id) => inScope.has(id)),
    world: { before: thread.worldKnowledge, after: delta.world ?? thread.worldKnowledge },
  };
}

function requireReadable(rows: ChangeRows, { collectionIds, assetIds }: ScopeTargets): void {
  const collections = new Map<string, ChangeRows["collections"][number]>(
    rows.collections.map((row) => [row.id, row]),
  );
  const assets = new Map<string, ChangeRows["assets"][number]>(rows.assets.map((row) => [row.id, row]));
  for (const id of collectionIds) requireAction(collections.get(id), "read", "collection");
  for (const id of assetIds) requireAction(assets.get(id), "read", "asset");
}

function pick(
  { collectionIds, assetIds }: ScopeTargets,
  keep: (id: string) => boolean,
): ScopeChangePlan["added"] {
  return { collectionIds: collectionIds.filter(keep), assetIds: assetIds.filter(keep) };
}

async function write(
  db: Database,
  turn: Turn,
  delta: ScopeDelta,
  plan: ScopeChangePlan,
  key: IdempotencyKey,
): Promise<Stored> {
  const {
    threadId,
    author: { userId },
  } = turn;
  const at = new Date(turn.acceptedAt);
  if (changesNothing(plan)) {
    await db.write([keepNothing(db, key, turn, { at, result: JSON.stringify(plan) })]);
    return await outcomeOf(db, turn, plan);
  }
  const change = { ...plan, threadId };
  const waiting = startDeferredAssets(db, { threadId, attached: plan.added, by: userId, at });
  const { rows, eventKey } = await commitTurn(
    db,
    turn,
    {
      asserts: changeAssertions(userId, turn.messageId, change, targetsOf(delta).removed),
      writes: [
        ...changeStatements(db, change, userId, at),
        ...(countTargets(plan.added) === 0
          ? []
          : [touchRecentAssets(db, userId, plan.added.assetIds, at), ...waiting.statements]),
      ],
      audit: { targetId: threadId },
      result: JSON.stringify(plan),
      returning: { summaries: summariesOf(db, turn, plan), starts: waiting.starts },
    },
    key,
  );
  return stored([changeEvent(turn, plan, rows.summaries)], { eventKey, starts: rows.starts });
}

/** The outcome of a change that D1 has already stored or that has no effect. */
async function outcomeOf(db: Database, turn: Turn, plan: ScopeChangePlan): Promise<Stored> {
  const named = plan.added.assetIds.length + plan.removed.assetIds.length;
  const { summaries } =
    named === 0 ? { summaries: [] } : await db.read({ summaries: summariesOf(db, turn, plan) });
  return stored([changeEvent(turn, plan, summaries)]);
}

function summariesOf(db: Database, { author }: Turn, { homeId, added, removed }: ScopeChangePlan) {
  return findSummaries(db, author.userId, homeId, [...added.assetIds, ...removed.assetIds]);
}

function changesNothing({ added, removed, world }: ScopeChangePlan): boolean {
  return countTargets(added) + countTargets(removed) === 0 && world.before === world.after;
}

/** The change as D1 stored it, if this turn made it; null if an earlier turn did. */
function planOfFirst(
  { acceptedAt }: Turn,
  { at, result }: ChangeRows["remembered"][number],
): ScopeChangePlan | null {
  return at.getTime() !== acceptedAt || result === null ? null : scopeChangePlan.parse(JSON.parse(result));
}

/** The plan without effect for a resent change, which another turn has stored in D1. */
function nothingOf(rows: ChangeRows): ScopeChangePlan {
  const world = rows.thread[0]?.worldKnowledge ?? false;
  return {
    homeId: "",
    added: pick(NOTHING, () => false),
    removed: pick(NOTHING, () => false),
    world: { before: world, after: world },
  };
}
