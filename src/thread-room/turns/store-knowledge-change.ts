import { ServiceError } from "../../domain/errors.ts";
import { requireAction } from "../../domain/authorized.ts";
import { sha256Hex } from "../../domain/hash.ts";
import type { IdempotencyKey } from "../../domain/idempotency.ts";
import { requireBringable, type ScopeTargets } from "../../domain/thread-scope.ts";
import { commit, CommitConflict } from "../../storage/d1/commit.ts";
import type { Database, Rows } from "../../storage/d1/database.ts";
import { KNOWLEDGE_CHANGES } from "../../storage/d1/idempotency-store.ts";
import {
  changeAssertions,
  changeQueries,
  changeStatements,
  countOf,
  findSummaries,
  keepNothing,
  MAX_SCOPE,
  WITHIN_BOUNDS,
} from "../../storage/d1/knowledge-store.ts";
import type { OutboxEntry } from "../../storage/d1/outbox-store.ts";
import { touchRecentAssets } from "../../storage/d1/recent-assets-store.ts";
import { startWaitingAssets } from "../../storage/d1/waiting-assets-store.ts";
import type { ThreadEvent } from "../../domain/events.ts";
import type { KnowledgeDelta, RefusalCode } from "../api.ts";
import { changeBody } from "./change-body.ts";
import { changeEvent } from "../events/knowledge-frames.ts";
import type { KnowledgePlan, KnowledgePlans } from "./knowledge-plans.ts";
import type { Turn } from "./turn-store.ts";

export type KnowledgeOutcome =
  /** `eventKey` is "" where nothing changed; `starts` are deliveries that were ordered, and are to be made at once. */
  | { readonly kind: "changed"; readonly eventKey: string; readonly event: ThreadEvent; readonly starts: readonly OutboxEntry[] }
  | { readonly kind: "refused"; readonly code: RefusalCode; readonly message: string };

/** A change of what the thread's answers may use. */
export interface KnowledgeTurn extends Turn {
  readonly kind: "knowledgeChangeV1";
}

type ChangeRows = Rows<ReturnType<typeof changeQueries>>;

const MAX_ROUNDS = 4;
const NOTHING: ScopeTargets = { collectionIds: [], assetIds: [] };
const SCOPE_IS_FULL = {
  kind: "refused",
  code: "resource_exhausted",
  message: `A thread names at most ${MAX_SCOPE} assets and collections.`,
} as const;
const ID_IS_USED = { kind: "refused", code: "already_exists", message: "Another message has this id." } as const;

/**
 * Applies a change of what the thread's answers may use, once, however often it is called. What it is going to do is written down in the room
 * before D1 does it, and D1 remembers the message id in the same batch: so the room that is lost in between tells afterwards what was done.
 * A change that comes again when it has ended does nothing, and is told as that.
 * @throws what D1 throws; the turn is then to be stored again
 */
export async function storeKnowledgeChange(db: Database, turn: Turn, plans: KnowledgePlans): Promise<KnowledgeOutcome> {
  const { knowledge: delta } = turn;
  if (delta === null) return { kind: "refused", code: "invalid_argument", message: "knowledge: is missing" };
  const key = { ...KNOWLEDGE_CHANGES, key: turn.messageId, bodyHash: await hashOf(turn, delta) };
  for (let round = 1; ; round += 1) {
    const rows = await db.read(changeQueries(db, askedOf(turn, delta, key), new Date(turn.acceptedAt)));
    const remembered = rows.remembered[0];
    if (rows.message.length > 0 || (remembered !== undefined && remembered.bodyHash !== key.bodyHash)) return ID_IS_USED;
    if (remembered !== undefined) return await told(db, turn, plans.get(turn.seq) ?? nothingOf(rows));
    const verdict = judge(rows, delta);
    if (verdict instanceof ServiceError) return { kind: "refused", code: verdict.code, message: verdict.message };
    plans.put(turn.seq, verdict);
    try {
      return await write(db, turn, delta, verdict, key);
    } catch (error) {
      if (error instanceof CommitConflict && error.reason === WITHIN_BOUNDS) return SCOPE_IS_FULL;
      if (!(error instanceof CommitConflict) || round === MAX_ROUNDS) throw error;
    }
  }
}

async function hashOf({ threadId, author }: Turn, delta: KnowledgeDelta): Promise<string> {
  return await sha256Hex(JSON.stringify([threadId, author.userId, changeBody(delta)]));
}

function askedOf({ author, threadId, messageId }: Turn, delta: KnowledgeDelta, key: IdempotencyKey) {
  const { added, removed } = targetsOf(delta);
  const named = {
    collectionIds: [...added.collectionIds, ...removed.collectionIds],
    assetIds: [...added.assetIds, ...removed.assetIds],
  };
  return { userId: author.userId, threadId, messageId, key, named };
}

function targetsOf(delta: KnowledgeDelta): { readonly added: ScopeTargets; readonly removed: ScopeTargets } {
  return {
    added: { collectionIds: delta.addedCollectionIds, assetIds: delta.addedAssetIds },
    removed: { collectionIds: delta.removedCollectionIds, assetIds: delta.removedAssetIds },
  };
}

/** What the change really does, or why its author may not make it. */
function judge(rows: ChangeRows, delta: KnowledgeDelta): KnowledgePlan | ServiceError {
  try {
    return planOf(rows, delta);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function planOf(rows: ChangeRows, delta: KnowledgeDelta): KnowledgePlan {
  if (rows.author.length === 0) throw new ServiceError("permission_denied", "This account may not post.");
  const thread = requireAction(rows.thread[0], "chat", "thread");
  const home = rows.home[0];
  if (home === undefined) throw new ServiceError("not_found", "There is no such thread, or you may not read it.");
  const { added, removed } = targetsOf(delta);
  requireBringable(home, added, rows);
  requireReadable(rows, removed);
  if (removed.collectionIds.includes(home.id)) throw new ServiceError("failed_precondition", "A thread's home stays in its scope.");
  const inScope = new Set(rows.inScope.map(({ id }) => id));
  return {
    homeId: home.id,
    added: pick(added, (id) => id !== home.id && !inScope.has(id)),
    removed: pick(removed, (id) => inScope.has(id)),
    world: { before: thread.worldKnowledge, after: delta.world ?? thread.worldKnowledge },
  };
}

function requireReadable(rows: ChangeRows, { collectionIds, assetIds }: ScopeTargets): void {
  for (const id of collectionIds)
    requireAction(
      rows.collections.find((collection) => collection.id === id),
      "read",
      "collection",
    );
  for (const id of assetIds)
    requireAction(
      rows.assets.find((asset) => asset.id === id),
      "read",
      "asset",
    );
}

function pick({ collectionIds, assetIds }: ScopeTargets, keep: (id: string) => boolean): KnowledgePlan["added"] {
  return { collectionIds: collectionIds.filter(keep), assetIds: assetIds.filter(keep) };
}

async function write(db: Database, turn: Turn, delta: KnowledgeDelta, plan: KnowledgePlan, key: IdempotencyKey): Promise<KnowledgeOutcome> {
  const { threadId, organizationId, operation, operationId } = turn;
  const { userId } = turn.author;
  const at = new Date(turn.acceptedAt);
  if (changesNothing(plan)) {
    await db.write([keepNothing(db, key, threadId, at)]);
    return await told(db, turn, plan);
  }
  const change = { ...plan, threadId };
  const waiting = startWaitingAssets(db, { threadId, brought: plan.added, by: userId, at });
  const { eventKey, rows } = await commit(
    { db, now: at, actorId: userId, operation, operationId, idempotency: key },
    {
      asserts: changeAssertions(userId, turn.messageId, change, targetsOf(delta).removed),
      statements: [
        ...changeStatements(db, change, userId, at),
        ...(countOf(plan.added) === 0 ? [] : [touchRecentAssets(db, userId, plan.added.assetIds, at), ...waiting.statements]),
      ],
      event: { organizationId, targetId: threadId },
      reads: { summaries: summariesOf(db, turn, plan), starts: waiting.starts },
    },
  );
  return { kind: "changed", eventKey, event: changeEvent(turn, plan, rows.summaries), starts: rows.starts };
}

/** What is told of a change that D1 knows of, or that does nothing. */
async function told(db: Database, turn: Turn, plan: KnowledgePlan): Promise<KnowledgeOutcome> {
  const named = plan.added.assetIds.length + plan.removed.assetIds.length;
  const { summaries } = named === 0 ? { summaries: [] } : await db.read({ summaries: summariesOf(db, turn, plan) });
  return { kind: "changed", eventKey: "", event: changeEvent(turn, plan, summaries), starts: [] };
}

function summariesOf(db: Database, { author }: Turn, { homeId, added, removed }: KnowledgePlan) {
  return findSummaries(db, author.userId, homeId, [...added.assetIds, ...removed.assetIds]);
}

function changesNothing({ added, removed, world }: KnowledgePlan): boolean {
  return countOf(added) + countOf(removed) === 0 && world.before === world.after;
}

/** A change that D1 has, and that is not this turn's: it was sent again. */
function nothingOf(rows: ChangeRows): KnowledgePlan {
  const world = rows.thread[0]?.worldKnowledge ?? false;
  return { homeId: "", added: pick(NOTHING, () => false), removed: pick(NOTHING, () => false), world: { before: world, after: world } };
}
